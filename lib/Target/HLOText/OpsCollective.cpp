//===- OpsCollective.cpp - Communication ops of HLO text ------------------===//
//
// Shapes of results depend on the number of devices and are always given, but
// for the ids of this device.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

using namespace xla;
using namespace xla::hlotext;

static bool inferId(Inference &inference) {
  inference.result = makeArray(proto::U32, {});
  return true;
}

static constexpr llvm::StringLiteral gatherAttributes =
    "channel_id replica_groups constrain_layout !dimensions "
    "use_global_device_ids";
static constexpr llvm::StringLiteral reduceAttributes =
    "channel_id replica_groups constrain_layout use_global_device_ids "
    "!to_apply";
static constexpr llvm::StringLiteral permuteAttributes =
    "channel_id !source_target_pairs slice_sizes";
static constexpr llvm::StringLiteral transferAttributes =
    "channel_id is_host_transfer";

static constexpr Opcode opcodes[] = {
    {"all-gather", -2, gatherAttributes},
    {"all-gather-done", 1, ""},
    {"all-gather-start", -2, gatherAttributes},
    {"all-reduce", -1, reduceAttributes},
    {"all-reduce-done", 1, ""},
    {"all-reduce-start", -1, reduceAttributes},
    {"all-to-all", -1, "channel_id replica_groups constrain_layout dimensions"},
    {"collective-broadcast", -1, "channel_id replica_groups"},
    {"collective-permute", -2, permuteAttributes},
    {"collective-permute-done", 1, ""},
    {"collective-permute-start", -2, permuteAttributes},
    {"collective-reduce", -1, reduceAttributes},
    {"infeed", -1, "infeed_config"},
    {"outfeed", -2, "outfeed_shape outfeed_config"},
    {"partition-id", 0, "", inferId},
    {"ragged-all-to-all", 6, "channel_id replica_groups"},
    {"recv", 1, transferAttributes},
    {"recv-done", 1, transferAttributes},
    {"reduce-scatter", -2,
     "channel_id replica_groups constrain_layout use_global_device_ids "
     "!dimensions !to_apply"},
    {"replica-id", 0, "", inferId},
    {"send", 2, transferAttributes},
    {"send-done", 1, transferAttributes},
    {"shuffle", -1, "channel_id replica_groups"},
};

llvm::ArrayRef<Opcode> xla::hlotext::getCollectiveOpcodes() { return opcodes; }

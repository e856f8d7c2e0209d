//===- OpsRandom.cpp - Random numbers of HLO text -------------------------===//
//
// Shapes of results are always given.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

using namespace xla::hlotext;

static constexpr Opcode opcodes[] = {
    {"rng", -1, "!distribution"},
    {"rng-bit-generator", 1, "!algorithm"},
    {"rng-get-and-update-state", 0, "!delta"},
};

llvm::ArrayRef<Opcode> xla::hlotext::getRandomOpcodes() { return opcodes; }

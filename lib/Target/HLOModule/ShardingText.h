//===- ShardingText.h - Shardings as attributes hold them -------*- C++ -*-===//
//
// `{devices=[2,2]<=[4] last_tile_dim_replicate}` and its like, as a message.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TARGET_HLOMODULE_SHARDINGTEXT_H
#define LIB_TARGET_HLOMODULE_SHARDINGTEXT_H

#include "xla/Target/HLOProto/HLO.pb.h"

#include "llvm/ADT/StringRef.h"
#include <string>

namespace xla::hlo_export {

/// Reads all of `text`. Metadata in it is skipped. False with what was expected
/// in `error` if it is none; named meshes are none.
bool parseShardingText(llvm::StringRef text, proto::OpSharding &sharding,
                       std::string &error);

} // namespace xla::hlo_export

#endif // LIB_TARGET_HLOMODULE_SHARDINGTEXT_H

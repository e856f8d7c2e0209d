//===- PrintDistribution.cpp - Shardings as HLO text ----------------------===//
//
// What the reader in ParseDistribution reads.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"

using namespace xla;
using namespace xla::hlotext;
using Sharding = proto::OpSharding;

void xla::hlotext::printIota(llvm::ArrayRef<int64_t> reshape,
                             llvm::ArrayRef<int32_t> permutation,
                             llvm::raw_ostream &os) {
  os << '[';
  llvm::interleave(reshape, os, ",");
  os << ']';
  bool isIdentity = true;
  for (auto [i, from] : llvm::enumerate(permutation))
    isIdentity &= size_t(from) == i;
  if (isIdentity)
    return;
  os << "T(";
  llvm::interleave(permutation, os, ",");
  os << ')';
}

static llvm::StringRef getWord(int type) {
  switch (type) {
  case Sharding::MANUAL:
    return "manual";
  case Sharding::UNKNOWN:
    return "unknown";
  case Sharding::UNREDUCED:
    return "unreduced";
  default:
    return "replicated";
  }
}

static void printTiles(const Sharding &sharding, llvm::raw_ostream &os) {
  os << "devices=[";
  llvm::interleave(sharding.tile_assignment_dimensions(), os, ",");
  os << ']';
  if (!sharding.iota_reshape_dims().empty()) {
    os << "<=";
    printIota(asArray(sharding.iota_reshape_dims()),
              {sharding.iota_transpose_perm().data(),
               size_t(sharding.iota_transpose_perm_size())},
              os);
  } else {
    llvm::interleave(sharding.tile_assignment_devices(), os, ",");
  }
  if (sharding.replicate_on_last_tile_dim())
    os << " last_tile_dim_replicate";
  if (sharding.last_tile_dims().empty())
    return;
  os << " last_tile_dims={";
  llvm::interleave(
      sharding.last_tile_dims(), os, [&](int type) { os << getWord(type); },
      ", ");
  os << '}';
}

static void printOne(const Sharding &sharding, llvm::raw_ostream &os) {
  os << '{';
  if (sharding.type() == Sharding::MAXIMAL) {
    os << "maximal device="
       << (sharding.tile_assignment_devices().empty()
               ? 0
               : sharding.tile_assignment_devices(0));
  } else if (sharding.type() == Sharding::OTHER) {
    printTiles(sharding, os);
  } else {
    os << getWord(sharding.type());
  }
  if (sharding.is_shard_group())
    os << (sharding.shard_group_type() == Sharding::LIKE ? " shard_like "
                                                         : " shard_as ")
       << sharding.shard_group_id();
  if (sharding.metadata_size() == 1) {
    os << " metadata=";
    printMetadata(sharding.metadata(0), os);
  } else if (sharding.metadata_size() > 1) {
    os << " metadata={";
    llvm::interleave(
        sharding.metadata(), os,
        [&](const proto::OpMetadata &metadata) { printMetadata(metadata, os); },
        ", ");
    os << '}';
  }
  os << '}';
}

void xla::hlotext::printSharding(const Sharding &sharding, bool indexComments,
                                 llvm::raw_ostream &os) {
  if (sharding.type() != Sharding::TUPLE)
    return printOne(sharding, os);
  os << '{';
  for (int i = 0; i < sharding.tuple_shardings_size(); ++i) {
    os << (i == 0 ? "" : ", ");
    if (indexComments && i != 0 && i % 5 == 0)
      os << "/*index=" << i << "*/";
    printOne(sharding.tuple_shardings(i), os);
  }
  os << '}';
}

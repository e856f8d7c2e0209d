//===- PrintDistribution.cpp - Shardings as HLO text ----------------------===//
//
// What the reader in ParseDistribution reads.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"

using namespace xla;
using namespace xla::hlotext;
using Sharding = proto::OpSharding;
using AxisRefs = google::protobuf::RepeatedPtrField<proto::AxisRefProto>;

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

/// In single quotes, as XLA prints them.
static void printAxisName(llvm::StringRef name, llvm::raw_ostream &os) {
  std::string quoted;
  llvm::raw_string_ostream text(quoted);
  printQuoted(name, text);
  // Quotes of both kinds have been escaped within.
  quoted.front() = quoted.back() = '\'';
  os << quoted;
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

/// `'b':(1)2`
static void printAxisRef(const proto::MeshProto &mesh,
                         const proto::AxisRefProto &axis,
                         llvm::raw_ostream &os) {
  int64_t index = axis.mesh_axis_index();
  // Files may say anything.
  if (index >= 0 && index < mesh.axes_size())
    printAxisName(mesh.axes(int(index)).name(), os);
  else
    os << index;
  if (axis.has_sub_axis())
    os << ":(" << axis.sub_axis().pre_size() << ')' << axis.sub_axis().size();
}

static void printAxisList(llvm::StringRef name, const proto::MeshProto &mesh,
                          const AxisRefs &axes, llvm::raw_ostream &os) {
  if (axes.empty())
    return;
  os << ", " << name << "={";
  llvm::interleaveComma(axes, os, [&](const proto::AxisRefProto &axis) {
    printAxisRef(mesh, axis, os);
  });
  os << '}';
}

/// `mesh['a'=2,'b'=4], device_ids=(1,0)`
static void printMesh(const proto::MeshProto &mesh, llvm::raw_ostream &os) {
  os << "mesh[";
  llvm::interleave(
      mesh.axes(), os,
      [&](const proto::MeshAxisProto &axis) {
        printAxisName(axis.name(), os);
        os << '=' << axis.size();
      },
      ",");
  os << ']';
  if (mesh.has_iota_device_ids()) {
    const proto::IotaDevicesProto &iota = mesh.iota_device_ids();
    os << ", device_ids=(";
    printIota(
        asArray(iota.reshape_dims()),
        {iota.transpose_perm().data(), size_t(iota.transpose_perm_size())}, os);
    os << ')';
  } else if (!mesh.device_ids().empty()) {
    os << ", device_ids=(";
    llvm::interleave(mesh.device_ids(), os, ",");
    os << ')';
  }
}

/// True if `axes` are all of the mesh, whole and in order.
static bool areAll(const AxisRefs &axes, const proto::MeshProto &mesh) {
  for (auto [index, axis] : llvm::enumerate(axes))
    if (axis.has_sub_axis() || axis.mesh_axis_index() != int64_t(index))
      return false;
  return !axes.empty() && axes.size() == mesh.axes_size();
}

static void printNamed(const proto::NamedShardingProto &sharding,
                       bool hasMetadata, llvm::raw_ostream &os) {
  const proto::MeshProto &mesh = sharding.mesh();
  const AxisRefs &replicated = sharding.replicated_axes(),
                 &unreduced = sharding.unreduced_axes(),
                 &manual = sharding.manual_axes();
  bool hasDims = !sharding.dim_shardings().empty();
  int numLists =
      !replicated.empty() + !unreduced.empty() + !manual.empty() + hasDims;
  os << '{';
  bool isMaximal =
      mesh.axes().empty() && mesh.device_ids_size() == 1 && numLists == 0;
  if (isMaximal)
    os << "maximal_mesh[device_id=" << mesh.device_ids(0) << ']';
  else
    printMesh(mesh, os);
  if (numLists == 0) {
    os << (isMaximal ? "" : ", replicated");
  } else if (numLists == 1 && areAll(unreduced, mesh)) {
    os << ", unreduced";
  } else if (numLists == 1 && areAll(manual, mesh)) {
    os << ", manual";
  } else {
    os << ", [";
    llvm::interleaveComma(
        sharding.dim_shardings(), os,
        [&](const proto::DimensionShardingProto &dim) {
          os << '{';
          llvm::interleaveComma(dim.axes(), os, [&](const auto &axis) {
            printAxisRef(mesh, axis, os);
          });
          os << (dim.is_closed() ? "}" : dim.axes().empty() ? "?}" : ", ?}");
        });
    os << ']';
    printAxisList("replicated", mesh, replicated, os);
    printAxisList("unreduced", mesh, unreduced, os);
    printAxisList("manual", mesh, manual, os);
  }
  if (hasMetadata && !sharding.metadata().empty()) {
    os << ", metadata={";
    llvm::interleaveComma(sharding.metadata(), os,
                          [&](const proto::OpMetadata &metadata) {
                            printMetadata(metadata, os);
                          });
    os << '}';
  }
  os << '}';
}

static void printOne(const Sharding &sharding, bool hasMetadata,
                     llvm::raw_ostream &os) {
  if (sharding.has_named_sharding())
    return printNamed(sharding.named_sharding(), hasMetadata, os);
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
  if (hasMetadata && sharding.metadata_size() == 1) {
    os << " metadata=";
    printMetadata(sharding.metadata(0), os);
  } else if (hasMetadata && sharding.metadata_size() > 1) {
    os << " metadata={";
    llvm::interleave(
        sharding.metadata(), os,
        [&](const proto::OpMetadata &metadata) { printMetadata(metadata, os); },
        ", ");
    os << '}';
  }
  os << '}';
}

static void printAny(const Sharding &sharding, bool indexComments,
                     bool hasMetadata, llvm::raw_ostream &os) {
  if (sharding.type() != Sharding::TUPLE)
    return printOne(sharding, hasMetadata, os);
  os << '{';
  for (int i = 0; i < sharding.tuple_shardings_size(); ++i) {
    os << (i == 0 ? "" : ", ");
    if (indexComments && i != 0 && i % 5 == 0)
      os << "/*index=" << i << "*/";
    printOne(sharding.tuple_shardings(i), hasMetadata, os);
  }
  os << '}';
}

void xla::hlotext::printSharding(const Sharding &sharding, bool indexComments,
                                 llvm::raw_ostream &os) {
  printAny(sharding, indexComments, /*hasMetadata=*/true, os);
}

void xla::printShardingText(const Sharding &sharding, llvm::raw_ostream &os) {
  printAny(sharding, /*indexComments=*/false, /*hasMetadata=*/false, os);
}

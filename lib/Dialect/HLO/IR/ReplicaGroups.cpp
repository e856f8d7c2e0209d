//===- ReplicaGroups.cpp - Which processes a collective joins -------------===//
//
// Reads groups from attributes, and spells out those that name axes of a mesh.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/SDY/IR/SDYOps.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Ops, modes and channels
//===----------------------------------------------------------------------===//

bool xla::hlo::isCommunication(Operation *op) {
  return isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
             CollectivePermuteOp, CollectiveReduceOp, InfeedOp, OutfeedOp,
             PartitionIdOp, RecvOp, ReduceScatterOp, ReplicaIdOp, SendOp>(op);
}

int64_t xla::hlo::getChannel(Operation *collective) {
  auto channel = collective->getAttrOfType<ChannelHandleAttr>("channel_handle");
  return channel ? std::max<int64_t>(channel.getHandle(), 0) : 0;
}

GroupMode xla::hlo::getGroupMode(Operation *collective) {
  if (getChannel(collective) == 0)
    return GroupMode::CrossReplica;
  if (isa<AllToAllOp, CollectiveBroadcastOp, CollectivePermuteOp, SendOp,
          RecvOp>(collective))
    return GroupMode::CrossPartition;
  return collective->hasAttr("use_global_device_ids")
             ? GroupMode::FlattenedIds
             : GroupMode::CrossReplicaAndPartition;
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

namespace {
/// A device mesh: axes, major first, and the devices in row-major order.
struct Mesh {
  SmallVector<std::pair<std::string, int64_t>> axes;
  SmallVector<int64_t> devices;
};

/// A part of an axis: `size` steps of `stride` devices.
struct Factor {
  int64_t size, stride;
};
} // namespace

static Mesh readMesh(MeshAttr attr) {
  Mesh mesh;
  for (MeshAxisAttr axis : attr.getAxes())
    mesh.axes.emplace_back(axis.getName().str(), axis.getSize());
  if (DenseIntElementsAttr devices = attr.getDeviceIds())
    llvm::append_range(mesh.devices, devices.getValues<int64_t>());
  return mesh;
}

static Mesh readMesh(xla::sdy::MeshAttr attr) {
  Mesh mesh;
  for (xla::sdy::MeshAxisAttr axis : attr.getAxes())
    mesh.axes.emplace_back(axis.getName().str(), axis.getSize());
  llvm::append_range(mesh.devices, attr.getDeviceIds());
  return mesh;
}

/// The mesh that `attr` is or names; with all its devices.
static FailureOr<Mesh> findMesh(Operation *collective, Attribute attr) {
  Mesh mesh;
  if (auto known = dyn_cast<MeshAttr>(attr)) {
    mesh = readMesh(known);
  } else {
    xla::sdy::MeshAttr named = xla::sdy::findMesh(collective, attr);
    if (!named)
      return collective->emitOpError()
             << "expects the name of an sdy.mesh, but got " << attr;
    mesh = readMesh(named);
  }
  int64_t count = 1;
  for (const auto &[name, size] : mesh.axes) {
    if (size < 1 || size > kMaxDevices / count)
      return collective->emitOpError()
             << "expects axes of 1 to " << kMaxDevices
             << " devices together, but got \"" << name << "\"=" << size;
    count *= size;
  }
  if (mesh.devices.empty())
    llvm::append_range(mesh.devices, llvm::seq<int64_t>(0, count));
  if (int64_t(mesh.devices.size()) != count)
    return collective->emitOpError()
           << "expects device ids for a mesh of " << count << ", but got "
           << mesh.devices.size();
  return mesh;
}

/// Cuts every axis of the mesh into the factors that `axes` name and what is
/// left of it. Those named come last, in the order of `axes`.
static FailureOr<SmallVector<Factor>> cutAxes(Operation *collective,
                                              const Mesh &mesh,
                                              ArrayRef<AxisRefAttr> axes,
                                              int64_t &groupSize) {
  SmallVector<Factor> others, named(axes.size());
  SmallVector<bool> found(axes.size(), false);
  int64_t stride = mesh.devices.size();
  groupSize = 1;
  for (const auto &[name, size] : mesh.axes) {
    stride /= size;
    // The named parts of this axis, major first.
    SmallVector<std::pair<int64_t, size_t>> parts;
    for (auto [index, axis] : llvm::enumerate(axes))
      if (axis.getName() == name) {
        SubAxisInfoAttr info = axis.getSubAxisInfo();
        parts.emplace_back(info ? info.getPreSize() : 1, index);
      }
    llvm::sort(parts);
    int64_t done = 1; // The product of the sizes of the parts before.
    for (auto [before, index] : parts) {
      SubAxisInfoAttr info = axes[index].getSubAxisInfo();
      int64_t part = info ? info.getSize() : size;
      if (before < 1 || part < 1 || before % done != 0 || size % before != 0 ||
          (size / before) % part != 0)
        return collective->emitOpError()
               << "expects parts of axis \"" << name << "\" of size " << size
               << " that do not overlap, but got " << axes[index];
      if (before != done)
        others.push_back({before / done, stride * (size / before)});
      done = before * part;
      named[index] = {part, stride * (size / done)};
      found[index] = true;
      groupSize *= part;
    }
    if (done != size)
      others.push_back({size / done, stride});
  }
  for (auto [axis, isFound] : llvm::zip(axes, found))
    if (!isFound)
      return collective->emitOpError()
             << "expects an axis of the mesh, but got " << axis;
  llvm::append_range(others, named);
  return others;
}

static FailureOr<IdGroups> spellOut(Operation *collective,
                                    ReplicaGroupMeshAxesAttr attr) {
  FailureOr<Mesh> mesh = findMesh(collective, attr.getMesh());
  if (failed(mesh))
    return failure();
  int64_t groupSize;
  FailureOr<SmallVector<Factor>> factors =
      cutAxes(collective, *mesh, attr.getAxes(), groupSize);
  if (failed(factors))
    return failure();
  IdGroups groups;
  for (int64_t position = 0, e = mesh->devices.size(); position < e;
       ++position) {
    int64_t rest = position, device = 0;
    for (const Factor &factor : llvm::reverse(*factors)) {
      device += rest % factor.size * factor.stride;
      rest /= factor.size;
    }
    if (position % groupSize == 0)
      groups.emplace_back();
    groups.back().push_back(mesh->devices[device]);
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

FailureOr<IdGroups> xla::hlo::getIdGroups(Operation *collective) {
  Attribute attr = collective->getAttr("replica_groups");
  if (!attr)
    attr = collective->getAttr("source_target_pairs");
  if (auto axes = dyn_cast_if_present<ReplicaGroupMeshAxesAttr>(attr))
    return spellOut(collective, axes);
  IdGroups groups;
  auto ids = dyn_cast_if_present<DenseIntElementsAttr>(attr);
  if (!ids || ids.getNumElements() == 0)
    return groups;
  int64_t width = ids.getType().getShape().back();
  for (auto [index, id] : llvm::enumerate(ids.getValues<int64_t>())) {
    if (int64_t(index) % width == 0)
      groups.emplace_back();
    if (id >= 0)
      groups.back().push_back(id);
  }
  return groups;
}

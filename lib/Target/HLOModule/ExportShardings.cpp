//===- ExportShardings.cpp - Shardings by mesh axes as those of HLO -------===//
//
// HLO names devices where `sdy` names axes of a mesh: the axes of each
// dimension become a permutation of the numbers of all devices. The text of the
// original goes along as a frontend attribute, as XLA's own exporter does it.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/SDY/IR/SDYOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

namespace {
/// A mesh whose axes are cut where a sharding names parts of them.
class Factors {
public:
  /// False if the axes that are named do not fit the mesh.
  bool build(sdy::MeshAttr mesh, sdy::TensorShardingAttr sharding);

  /// Appends the factors of `axis` to `list`; false if one is taken already.
  bool take(sdy::AxisRefAttr axis, SmallVector<int64_t> &list);
  bool isTaken(int64_t factor) const { return taken[factor]; }

  SmallVector<int64_t> sizes;

private:
  /// Per axis, the products at which it is cut, from 1 to its size, and the
  /// number of its first factor.
  llvm::StringMap<std::pair<SmallVector<int64_t>, int64_t>> cuts;
  SmallVector<bool> taken;
};
} // namespace

static std::pair<int64_t, int64_t> getRange(sdy::AxisRefAttr axis,
                                            int64_t size) {
  sdy::SubAxisInfoAttr part = axis.getSubAxisInfo();
  if (!part)
    return {1, size};
  return {part.getPreSize(), part.getPreSize() * part.getSize()};
}

bool Factors::build(sdy::MeshAttr mesh, sdy::TensorShardingAttr sharding) {
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    cuts[axis.getName()].first = {1, axis.getSize()};
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    for (sdy::AxisRefAttr axis : dim.getAxes()) {
      auto it = cuts.find(axis.getName());
      if (it == cuts.end())
        return false;
      auto [begin, end] = getRange(axis, it->second.first.back());
      if (begin < 1 || end < 1 || begin > hlo::kMaxDevices ||
          end > hlo::kMaxDevices)
        return false;
      llvm::append_values(it->second.first, begin, end);
    }
  for (sdy::MeshAxisAttr axis : mesh.getAxes()) {
    auto &[points, first] = cuts[axis.getName()];
    llvm::sort(points);
    points.erase(llvm::unique(points), points.end());
    if (points.back() != axis.getSize())
      return false;
    first = sizes.size();
    for (size_t i = 0; i + 1 < points.size(); ++i) {
      if (points[i + 1] % points[i] != 0)
        return false;
      sizes.push_back(points[i + 1] / points[i]);
    }
  }
  taken.assign(sizes.size(), false);
  return true;
}

bool Factors::take(sdy::AxisRefAttr axis, SmallVector<int64_t> &list) {
  auto &[points, first] = cuts.find(axis.getName())->second;
  auto [begin, end] = getRange(axis, points.back());
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    if (points[i] < begin || points[i] >= end)
      continue;
    if (std::exchange(taken[first + i], true))
      return false;
    list.push_back(first + i);
  }
  return true;
}

/// Writes the devices in the order of `perm`, factors of the mesh, where their
/// ids are not simply counted.
static void fillDevices(sdy::MeshAttr mesh, const Factors &factors,
                        ArrayRef<int64_t> perm, proto::OpSharding &sharding) {
  if (mesh.getDeviceIds().empty()) {
    append(factors.sizes, sharding.mutable_iota_reshape_dims());
    append(perm, sharding.mutable_iota_transpose_perm());
    return;
  }
  SmallVector<int64_t> strides(factors.sizes.size(), 1);
  for (size_t i = factors.sizes.size(); i-- > 1;)
    strides[i - 1] = strides[i] * factors.sizes[i];
  for (int64_t place : llvm::seq<int64_t>(mesh.getDeviceIds().size())) {
    int64_t rest = place, device = 0;
    for (int64_t factor : llvm::reverse(perm)) {
      device += rest % factors.sizes[factor] * strides[factor];
      rest /= factors.sizes[factor];
    }
    sharding.add_tile_assignment_devices(mesh.getDeviceIds()[device]);
  }
}

/// False where the sharding does not fit its mesh, or the mesh is unknown.
static bool convert(Operation *op, sdy::TensorShardingAttr attr,
                    proto::OpSharding &sharding) {
  sdy::MeshAttr mesh = sdy::findMesh(op, attr.getMeshOrRef());
  if (!mesh)
    return false;
  if (mesh.getAxes().empty() && mesh.getDeviceIds().size() == 1) {
    sharding.set_type(proto::OpSharding::MAXIMAL);
    sharding.add_tile_assignment_devices(mesh.getDeviceIds().front());
    return true;
  }
  std::optional<int64_t> count = mesh.getNumDevices();
  Factors factors;
  if (!count || *count > hlo::kMaxDevices || !factors.build(mesh, attr) ||
      (!mesh.getDeviceIds().empty() &&
       int64_t(mesh.getDeviceIds().size()) != *count))
    return false;
  SmallVector<int64_t> perm, tiles;
  for (sdy::DimensionShardingAttr dim : attr.getDimShardings()) {
    size_t before = perm.size();
    for (sdy::AxisRefAttr axis : dim.getAxes())
      if (!factors.take(axis, perm))
        return false;
    tiles.push_back(1);
    for (int64_t factor : ArrayRef(perm).drop_front(before))
      tiles.back() *= factors.sizes[factor];
  }
  if (llvm::all_of(tiles, [](int64_t tile) { return tile == 1; })) {
    sharding.set_type(proto::OpSharding::REPLICATED);
    return true;
  }
  int64_t replicas = 1;
  for (int64_t factor : llvm::seq<int64_t>(factors.sizes.size()))
    if (!factors.isTaken(factor)) {
      perm.push_back(factor);
      replicas *= factors.sizes[factor];
    }
  if (replicas != 1) {
    tiles.push_back(replicas);
    sharding.set_replicate_on_last_tile_dim(true);
  }
  sharding.set_type(proto::OpSharding::OTHER);
  append(tiles, sharding.mutable_tile_assignment_dimensions());
  fillDevices(mesh, factors, perm, sharding);
  return true;
}

/// The attributes that stand for `attr`, one sharding or one for each result.
static void convertInto(Operation *op, Attribute attr, NamedAttrList &list) {
  proto::OpSharding sharding;
  bool fits = false;
  if (auto single = dyn_cast<sdy::TensorShardingAttr>(attr)) {
    fits = convert(op, single, sharding);
  } else if (auto all = dyn_cast<sdy::TensorShardingPerValueAttr>(attr)) {
    ArrayRef<sdy::TensorShardingAttr> shardings = all.getShardings();
    if (shardings.size() == 1) {
      fits = convert(op, shardings.front(), sharding);
    } else if (shardings.size() == op->getNumResults()) {
      sharding.set_type(proto::OpSharding::TUPLE);
      fits = llvm::all_of(shardings, [&](sdy::TensorShardingAttr part) {
        return convert(op, part, *sharding.add_tuple_shardings());
      });
    }
  }
  Builder builder(op->getContext());
  if (fits && !list.get("mhlo.sharding"))
    list.set("mhlo.sharding",
             builder.getStringAttr(sharding.SerializeAsString()));
  NamedAttrList frontend;
  if (auto known = dyn_cast_if_present<DictionaryAttr>(
          list.get("mhlo.frontend_attributes")))
    frontend = NamedAttrList(known);
  frontend.set("xla.sdy.sharding", builder.getStringAttr(printText(attr)));
  list.set("mhlo.frontend_attributes",
           frontend.getDictionary(op->getContext()));
}

/// Asks for a value to lie as the constraint says, by the call that XLA knows.
static void replaceConstraint(sdy::ShardingConstraintOp op) {
  OpBuilder builder(op);
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  attributes.set("call_target_name", builder.getStringAttr("Sharding"));
  auto sharding =
      sdy::TensorShardingPerValueAttr::get(op.getContext(), op.getSharding());
  convertInto(op, sharding, attributes);
  auto call = hlo::CustomCallOp::create(
      builder, op.getLoc(), TypeRange(op.getResult().getType()),
      ValueRange(op.getInput()), attributes.getAttrs());
  op.getResult().replaceAllUsesWith(call->getResult(0));
  op.erase();
}

static void convertSignature(func::FuncOp function) {
  auto convertOne = [&](DictionaryAttr attributes, auto set) {
    Attribute attr = attributes ? attributes.get("sdy.sharding") : Attribute();
    if (!attr)
      return;
    NamedAttrList list(attributes);
    list.erase("sdy.sharding");
    convertInto(function, attr, list);
    set(list.getDictionary(function.getContext()));
  };
  for (unsigned index : llvm::seq(function.getNumArguments()))
    convertOne(function.getArgAttrDict(index), [&](DictionaryAttr attributes) {
      function.setArgAttrs(index, attributes);
    });
  for (unsigned index : llvm::seq(function.getNumResults()))
    convertOne(function.getResultAttrDict(index),
               [&](DictionaryAttr attributes) {
                 function.setResultAttrs(index, attributes);
               });
}

void hlo_export::convertShardings(ModuleOp module) {
  NamedAttrList meshes;
  Builder builder(module.getContext());
  for (auto mesh : module.getOps<sdy::MeshOp>())
    meshes.set(mesh.getSymName(), mesh.getMeshAttr());
  for (auto function : module.getOps<func::FuncOp>()) {
    convertSignature(function);
    function.walk([](Operation *op) {
      if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
        return replaceConstraint(constraint);
      Attribute attr = op->getDiscardableAttr("sdy.sharding");
      if (!attr || op->getNumResults() == 0)
        return;
      NamedAttrList list(op->getDiscardableAttrDictionary());
      list.erase("sdy.sharding");
      convertInto(op, attr, list);
      op->setDiscardableAttrs(list.getDictionary(op->getContext()));
    });
  }
  if (meshes.empty())
    return;
  NamedAttrList frontend;
  if (auto known =
          module->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes"))
    frontend = NamedAttrList(known);
  frontend.set("xla.sdy.meshes",
               builder.getStringAttr(
                   printText(meshes.getDictionary(module.getContext()))));
  module->setAttr("mhlo.frontend_attributes",
                  frontend.getDictionary(module.getContext()));
}

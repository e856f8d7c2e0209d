//===- ParseMesh.cpp - Shardings of HLO text that name a mesh -------------===//
//
// `{mesh['a'=2,'b'=4], [{'a'}, {'b':(1)2, ?}], replicated={'b':(2)2}}`: the
// axes of a mesh that each dimension is split by, in place of devices. Names
// may stand without quotes. What XLA takes for impossible is an error here.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace xla;
using namespace xla::hlotext;
using Named = proto::NamedShardingProto;
using AxisRefs = google::protobuf::RepeatedPtrField<proto::AxisRefProto>;

/// The list of axes that `word` names; null for none.
static AxisRefs *findAxisList(Named &sharding, StringRef word) {
  if (word == "replicated")
    return sharding.mutable_replicated_axes();
  if (word == "unreduced")
    return sharding.mutable_unreduced_axes();
  return word == "manual" ? sharding.mutable_manual_axes() : nullptr;
}

bool Parser::startsMesh() {
  return cursor.lookingAt("mesh") || cursor.lookingAt("maximal_mesh");
}

/// After the opening brace, with the closing one.
LogicalResult Parser::parseNamedSharding(Named &sharding) {
  proto::MeshProto &mesh = *sharding.mutable_mesh();
  MeshAxes axes;
  if (cursor.consume("maximal_mesh")) {
    int64_t device;
    if (failed(expect("[")) || failed(expect("device_id")) ||
        failed(expect("=")) || failed(parseInteger(device)) ||
        failed(expect("]")))
      return failure();
    mesh.add_device_ids(device);
  } else if (!cursor.consume("mesh") || failed(parseMesh(mesh, axes)) ||
             failed(expect(",")) ||
             failed(parseMeshDimensions(sharding, axes))) {
    return failure();
  }
  while (cursor.consume(",")) {
    size_t offset = here();
    StringRef word = cursor.takeWord();
    AxisRefs *list = findAxisList(sharding, word);
    if (!list && word != "metadata")
      return emitError(offset, "expected replicated, unreduced, manual or "
                               "metadata of a sharding by mesh, got '" +
                                   word + "'");
    if (failed(expect("=")))
      return failure();
    if (failed(list ? parseAxisRefs(axes, *list)
                    : parseShardingMetadata(*sharding.mutable_metadata())))
      return failure();
  }
  return expect("}");
}

/// `['a'=2,'b'=4]`, and after it `, device_ids=(1,0)` or `([4,2]T(1,0))`
LogicalResult Parser::parseMesh(proto::MeshProto &mesh, MeshAxes &axes) {
  if (failed(parseList("[", "]", [&] { return parseMeshAxis(mesh, axes); })))
    return failure();
  size_t before = cursor.getOffset();
  if (!cursor.consume(",") || !cursor.consume("device_ids")) {
    cursor.setOffset(before);
    return success();
  }
  if (failed(expect("=")))
    return failure();
  size_t offset = here();
  if (failed(expect("(")))
    return failure();
  int64_t count = 1;
  for (const proto::MeshAxisProto &axis : mesh.axes())
    if (llvm::MulOverflow(count, axis.size(), count))
      return emitError(offset, "expected a mesh of fewer devices than there "
                               "are integers");
  auto checkCount = [&](int64_t got) -> LogicalResult {
    if (got == count)
      return success();
    return emitError(offset, "expected the ids of the " + Twine(count) +
                                 " devices of the mesh, got " + Twine(got));
  };
  if (cursor.peek() != '[') {
    cursor.setOffset(offset);
    if (failed(parseList("(", ")", [&]() -> LogicalResult {
          int64_t device;
          if (failed(parseInteger(device)))
            return failure();
          mesh.add_device_ids(device);
          return success();
        })))
      return failure();
    return checkCount(mesh.device_ids_size());
  }
  proto::IotaDevicesProto &iota = *mesh.mutable_iota_device_ids();
  if (failed(parseIotaTail(iota.mutable_reshape_dims(),
                           iota.mutable_transpose_perm())))
    return failure();
  int64_t product = 1;
  for (int64_t size : iota.reshape_dims())
    if (llvm::MulOverflow(product, size, product))
      product = 0;
  // Simply counted, which is said by nothing.
  if (iota.reshape_dims_size() == 1)
    mesh.clear_iota_device_ids();
  return failure(failed(checkCount(product)) || failed(expect(")")));
}

/// `'a'=2`
LogicalResult Parser::parseMeshAxis(proto::MeshProto &mesh, MeshAxes &axes) {
  size_t offset = here();
  std::string name;
  int64_t size;
  if (failed(parseAxisName(name)) || failed(expect("=")) ||
      failed(parseInteger(size)))
    return failure();
  if (size < 1)
    return emitError(offset, "expected axes of at least one device, got " +
                                 Twine(size));
  if (!axes.try_emplace(name, int64_t(axes.size()), size).second)
    return emitError(offset, "expected one axis '" + name +
                                 "' of the mesh, got a second");
  proto::MeshAxisProto &axis = *mesh.add_axes();
  axis.set_name(std::move(name));
  axis.set_size(size);
  return success();
}

LogicalResult Parser::parseAxisName(std::string &name) {
  if (cursor.peek() == '"' || cursor.peek() == '\'')
    return parseString(name);
  StringRef word = cursor.takeWord();
  if (word.empty())
    return emitExpected("the name of an axis");
  name = word.str();
  return success();
}

/// `[{'a'}, {'b', ?}]`, or one word for all axes: `replicated`
LogicalResult Parser::parseMeshDimensions(Named &sharding,
                                          const MeshAxes &axes) {
  if (cursor.peek() == '[')
    return parseList("[", "]", [&]() -> LogicalResult {
      proto::DimensionShardingProto &dim = *sharding.add_dim_shardings();
      dim.set_is_closed(true);
      return parseList("{", "}", [&]() -> LogicalResult {
        if (!cursor.consume("?"))
          return parseAxisRef(axes, *dim.mutable_axes());
        dim.set_is_closed(false);
        return cursor.peek() == '}' ? success() : emitExpected("'}' after '?'");
      });
    });
  size_t offset = here();
  StringRef word = cursor.takeWord();
  AxisRefs *list = findAxisList(sharding, word);
  if (!list)
    return emitError(offset, "expected dimensions of the mesh such as "
                             "[{'a'}, {}], or replicated, unreduced or "
                             "manual, got '" +
                                 word + "'");
  if (word != "replicated")
    for (int64_t index : llvm::seq<int64_t>(axes.size()))
      list->Add()->set_mesh_axis_index(index);
  return success();
}

/// `{'a', 'b':(1)2}`
LogicalResult Parser::parseAxisRefs(const MeshAxes &axes, AxisRefs &list) {
  return parseList("{", "}", [&] { return parseAxisRef(axes, list); });
}

/// `'b':(1)2`
LogicalResult Parser::parseAxisRef(const MeshAxes &axes, AxisRefs &list) {
  size_t offset = here();
  std::string name;
  if (failed(parseAxisName(name)))
    return failure();
  auto it = axes.find(name);
  if (it == axes.end())
    return emitError(offset,
                     "expected an axis of the mesh, got '" + name + "'");
  auto [index, whole] = it->second;
  proto::AxisRefProto &axis = *list.Add();
  axis.set_mesh_axis_index(index);
  if (!cursor.consume(":"))
    return success();
  int64_t before, size, product;
  if (failed(expect("(")) || failed(parseInteger(before)) ||
      failed(expect(")")) || failed(parseInteger(size)))
    return failure();
  if (before < 1 || size < 2 || llvm::MulOverflow(before, size, product) ||
      whole % product != 0 || size == whole)
    return emitError(offset, "expected a part of axis '" + name +
                                 "', which has " + Twine(whole) +
                                 " devices, got (" + Twine(before) + ")" +
                                 Twine(size));
  axis.mutable_sub_axis()->set_pre_size(before);
  axis.mutable_sub_axis()->set_size(size);
  return success();
}

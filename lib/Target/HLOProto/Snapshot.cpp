//===- Snapshot.cpp - What a snapshot has besides its program -------------===//
//
// Literals to our values. A snapshot of several devices holds what each of them
// was given; where those are parts of a parameter, they are placed in the whole
// as its sharding says.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/HLOProto/Snapshot.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/LiteralProto.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using xla::HLOProtoFile;
using xla::Literal;
using xla::SnapshotData;
using xla::proto::OpSharding;
using xla::proto::ShapeProto;

namespace {
/// A parameter, or a part of one that is a tuple.
struct Leaf {
  const ShapeProto *shape;
  const OpSharding *sharding; ///< Null: none is stated.
};
using Lists = std::vector<SmallVector<Literal>>;
} // namespace

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Appends the arrays of a parameter. `shardings`, if any, has one entry for
/// each, from `next` on.
static void flatten(const ShapeProto &shape, const OpSharding *sharding,
                    int &next, SmallVectorImpl<Leaf> &leaves) {
  if (shape.element_type() == xla::proto::TUPLE) {
    for (const ShapeProto &part : shape.tuple_shapes())
      flatten(part, sharding, next, leaves);
    return;
  }
  const OpSharding *own = sharding;
  if (sharding && sharding->type() == OpSharding::TUPLE)
    own = next < sharding->tuple_shardings_size()
              ? &sharding->tuple_shardings(next)
              : nullptr;
  ++next;
  if (shape.element_type() != xla::proto::TOKEN)
    leaves.push_back({&shape, own});
}

/// The entry: the computation of that id, else the last.
static const xla::proto::HloComputationProto &
getEntry(const xla::proto::HloModuleProto &module) {
  for (const auto &computation : module.computations())
    if (computation.id() == module.entry_computation_id() &&
        computation.id() != 0)
      return computation;
  return module.computations(module.computations_size() - 1);
}

static SmallVector<Leaf>
getParameters(const xla::proto::HloModuleProto &module) {
  std::vector<const xla::proto::HloInstructionProto *> parameters;
  for (const auto &instruction : getEntry(module).instructions())
    if (instruction.opcode() == "parameter")
      parameters.push_back(&instruction);
  llvm::sort(parameters, [](auto *lhs, auto *rhs) {
    return lhs->parameter_number() < rhs->parameter_number();
  });
  SmallVector<Leaf> leaves;
  for (const auto *parameter : parameters) {
    int next = 0;
    flatten(parameter->shape(),
            parameter->has_sharding() ? &parameter->sharding() : nullptr, next,
            leaves);
  }
  return leaves;
}

static bool hasShape(const Literal &value, const ShapeProto &shape) {
  return llvm::equal(value.getShape(), shape.dimensions());
}

//===----------------------------------------------------------------------===//
// Parts of arguments
//===----------------------------------------------------------------------===//

/// The devices of a sharding in the order of its tiles.
static SmallVector<int64_t> getDevices(const OpSharding &sharding) {
  SmallVector<int64_t> devices(sharding.tile_assignment_devices().begin(),
                               sharding.tile_assignment_devices().end());
  if (!devices.empty())
    return devices;
  // An iota of these sizes, transposed.
  ArrayRef<int64_t> sizes(sharding.iota_reshape_dims().data(),
                          sharding.iota_reshape_dims_size());
  SmallVector<int64_t> strides(sizes.size(), 1), order, index;
  for (size_t dim = sizes.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * sizes[dim];
  for (int32_t dim : sharding.iota_transpose_perm())
    if (dim >= 0 && dim < static_cast<int32_t>(sizes.size()))
      order.push_back(dim);
  if (order.size() != sizes.size()) {
    order.resize(sizes.size());
    std::iota(order.begin(), order.end(), 0);
  }
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, device = 0;
    for (int64_t dim : llvm::reverse(order)) {
      device += rest % sizes[dim] * strides[dim];
      rest /= sizes[dim];
    }
    devices.push_back(device);
  }
  return devices;
}

/// True if the sizes are positive and their product is at most `limit`.
template <typename Range>
static bool isBounded(const Range &sizes, int64_t limit) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (size < 1 || size > limit / product)
      return false;
    product *= size;
  }
  return true;
}

/// Copies the elements of `part` to `whole` from `start` on; what is over the
/// edge is padding.
static void place(const Literal &part, ArrayRef<int64_t> start,
                  Literal &whole) {
  ArrayRef<int64_t> shape = part.getShape(), extents = whole.getShape();
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0, e = part.getNumElements(); i != e; ++i) {
    int64_t to = 0;
    bool inside = true;
    for (size_t dim = 0; dim != shape.size(); ++dim) {
      int64_t at = start[dim] + index[dim];
      inside &= at < extents[dim];
      to = to * extents[dim] + at;
    }
    if (inside) {
      if (part.getStorage().bits == 128)
        whole.setComplex(to, part.getComplex(i));
      else
        whole.setBits(to, part.getBits(i));
    }
    for (size_t dim = shape.size(); dim-- != 0;) {
      if (++index[dim] != shape[dim])
        break;
      index[dim] = 0;
    }
  }
}

/// Puts argument `number` together from its parts.
static llvm::Expected<Literal> assemble(const Lists &parts, size_t number,
                                        const Leaf &leaf,
                                        MLIRContext *context) {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError("argument " + Twine(number) + ": " +
                                   message);
  };
  auto type = xla::getTensorType(*leaf.shape, context);
  if (!type)
    return fail(llvm::toString(type.takeError()));
  const OpSharding *sharding = leaf.sharding;
  int64_t rank = type->getRank();
  if (!sharding || sharding->type() != OpSharding::OTHER ||
      sharding->tile_assignment_dimensions_size() < rank)
    return fail("expected a sharding in tiles, because the partitions hold "
                "parts of the parameter's type " +
                xla::formatShapedType(*type));
  ArrayRef<int64_t> tiles(sharding->tile_assignment_dimensions().data(),
                          sharding->tile_assignment_dimensions_size());
  // Further dimensions replicate.
  if (!isBounded(tiles, parts.size()) ||
      !isBounded(sharding->iota_reshape_dims(), parts.size()))
    return fail("expected a sharding over the " + Twine(parts.size()) +
                " partitions of the snapshot");
  SmallVector<int64_t> devices = getDevices(*sharding);
  int64_t numTiles = 1;
  for (int64_t size : tiles)
    numTiles *= size;
  if (static_cast<int64_t>(devices.size()) != numTiles)
    return fail("expected a sharding that names " + Twine(numTiles) +
                " devices, but got " + Twine(devices.size()));
  SmallVector<std::pair<const Literal *, SmallVector<int64_t>>> places;
  for (auto [tile, device] : llvm::enumerate(devices)) {
    if (device < 0 || device >= static_cast<int64_t>(parts.size()))
      return fail("expected one of " + Twine(parts.size()) +
                  " partitions in the sharding, but got device " +
                  Twine(device));
    const Literal &part = parts[device][number];
    if (part.getRank() != rank)
      return fail("expected parts of rank " + Twine(rank) +
                  ", but got one of type " +
                  xla::formatShapedType(part.getType()));
    int64_t rest = tile;
    SmallVector<int64_t> start(rank);
    for (int64_t dim = tiles.size(); dim-- != 0;) {
      if (dim < rank) {
        int64_t size = llvm::divideCeil(type->getDimSize(dim), tiles[dim]);
        if (part.getShape()[dim] != size)
          return fail("expected parts of " + Twine(size) +
                      " elements in dimension " + Twine(dim) +
                      ", but got one of type " +
                      xla::formatShapedType(part.getType()));
        start[dim] = rest % tiles[dim] * size;
      }
      rest /= tiles[dim];
    }
    places.emplace_back(&part, std::move(start));
  }
  // Not larger than its parts are together.
  auto whole = Literal::create(*type);
  if (!whole)
    return whole.takeError();
  for (auto &[part, start] : places)
    place(*part, start, *whole);
  return whole;
}

/// Puts the arguments of a program on whole tensors together, if the partitions
/// have parts of them.
static llvm::Error assembleAll(Lists &lists,
                               const xla::proto::HloModuleProto &module,
                               MLIRContext *context) {
  SmallVector<Leaf> leaves = getParameters(module);
  for (auto [partition, list] : llvm::enumerate(lists))
    if (list.size() != leaves.size())
      return llvm::createStringError(
          "expected " + Twine(leaves.size()) + " arguments of partition " +
          Twine(partition) + ", but got " + Twine(list.size()));
  auto isWhole = [&](size_t number) {
    return llvm::all_of(lists, [&](const SmallVector<Literal> &list) {
      return hasShape(list[number], *leaves[number].shape);
    });
  };
  if (llvm::all_of(llvm::seq<size_t>(0, leaves.size()), isWhole))
    return llvm::Error::success();
  SmallVector<Literal> whole;
  for (auto [number, leaf] : llvm::enumerate(leaves)) {
    if (isWhole(number)) {
      whole.push_back(lists.front()[number]);
      continue;
    }
    // The element types that the parameter does not have would not be copied.
    Type element = xla::getElementType(leaf.shape->element_type(), context);
    for (const SmallVector<Literal> &list : lists)
      if (list[number].getElementType() != element)
        return llvm::createStringError(
            "argument " + Twine(number) +
            ": expected the element type of its parameter, but got type " +
            xla::formatShapedType(list[number].getType()));
    auto value = assemble(lists, number, leaf, context);
    if (!value)
      return value.takeError();
    whole.push_back(std::move(*value));
  }
  lists.clear();
  lists.push_back(std::move(whole));
  return llvm::Error::success();
}

llvm::Expected<SnapshotData> xla::readSnapshotData(const HLOProtoFile &file,
                                                   MLIRContext *context) {
  SnapshotData data;
  for (const proto::HloInputs &inputs : file.inputs) {
    SmallVector<Literal> &list = data.arguments.emplace_back();
    for (auto [number, literal] : llvm::enumerate(inputs.arguments()))
      if (llvm::Error error = readLiteral(literal, context, list))
        return llvm::createStringError("argument " + Twine(number) + ": " +
                                       llvm::toString(std::move(error)));
  }
  if (data.arguments.size() > 1)
    if (llvm::Error error = assembleAll(data.arguments, file.module, context))
      return error;
  if (file.result)
    if (llvm::Error error =
            readLiteral(*file.result, context, data.results.emplace()))
      return llvm::createStringError("result: " +
                                     llvm::toString(std::move(error)));
  return data;
}

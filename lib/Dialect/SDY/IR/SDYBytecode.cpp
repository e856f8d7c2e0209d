//===- SDYBytecode.cpp - Bytes of Shardy's attributes ---------------------===//
//
// A number says which attribute follows, then come its parts. Lists are read
// element by element: a count that the bytes do not bear out costs no memory.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/SDY/IR/SDYOps.h"
#include "xla/Support/BytecodeParts.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::sdy;

namespace {
/// The numbers of attributes, which never change.
enum Code : uint64_t {
  ManualAxes = 0,
  MeshAxis = 1,
  Mesh = 2,
  SubAxisInfo = 3,
  AxisRef = 4,
  DimensionSharding = 5,
  /// Without axes that are not reduced.
  TensorSharding = 6,
  TensorShardingPerValue = 7,
  DimMapping = 8,
  TensorMapping = 9,
  OpShardingRule = 10,
  TensorShardingUnreduced = 15,
  TensorShardingPerValueUnreduced = 16,
};

/// Programs store versions of the dialect; all are read alike.
struct SDYVersion : DialectVersion {};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

class Reader {
public:
  explicit Reader(DialectBytecodeReader &reader)
      : reader(reader), context(reader.getContext()) {}

  Attribute read() {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (code) {
    case ManualAxes:
      return readManualAxes();
    case MeshAxis:
      return readMeshAxis();
    case Mesh:
      return readMesh();
    case SubAxisInfo:
      return readSubAxisInfo();
    case AxisRef:
      return readAxisRef();
    case DimensionSharding:
      return readDimensionSharding();
    case TensorSharding:
    case TensorShardingUnreduced:
      return readTensorSharding(code == TensorShardingUnreduced);
    case DimMapping:
      return readDimMapping();
    case TensorMapping:
      return readTensorMapping();
    case OpShardingRule:
      return readOpShardingRule();
    case TensorShardingPerValue:
    case TensorShardingPerValueUnreduced:
      return readPerValue();
    default:
      reader.emitError("expected an attribute of a mesh or a sharding, but got "
                       "number ")
          << code;
      return {};
    }
  }

private:
  template <typename AttrT> bool readList(SmallVectorImpl<AttrT> &elements) {
    uint64_t count;
    if (failed(reader.readVarInt(count)))
      return false;
    for (; count != 0; --count) {
      AttrT element;
      if (failed(reader.readAttribute(element)))
        return false;
      elements.push_back(element);
    }
    return true;
  }

  Attribute readManualAxes() {
    SmallVector<StringAttr> axes;
    return readList(axes) ? ManualAxesAttr::get(context, axes) : nullptr;
  }

  Attribute readMeshAxis() {
    StringRef name;
    int64_t size;
    if (failed(reader.readString(name)) ||
        failed(reader.readSignedVarInt(size)))
      return {};
    return MeshAxisAttr::get(context, name, size);
  }

  Attribute readMesh() {
    SmallVector<MeshAxisAttr> axes;
    SmallVector<int64_t> ids;
    uint64_t count;
    if (!readList(axes) || failed(reader.readVarInt(count)))
      return {};
    for (; count != 0; --count)
      if (failed(reader.readSignedVarInt(ids.emplace_back())))
        return {};
    return MeshAttr::get(context, axes, ids);
  }

  Attribute readSubAxisInfo() {
    int64_t preSize, size;
    if (failed(reader.readSignedVarInt(preSize)) ||
        failed(reader.readSignedVarInt(size)))
      return {};
    return SubAxisInfoAttr::get(context, preSize, size);
  }

  Attribute readAxisRef() {
    StringRef name;
    SubAxisInfoAttr part;
    if (failed(reader.readString(name)) ||
        failed(xla::readOptionalPart(reader, part)))
      return {};
    return AxisRefAttr::get(context, name, part);
  }

  Attribute readDimensionSharding() {
    SmallVector<AxisRefAttr> axes;
    bool isClosed, hasPriority;
    uint64_t priority;
    if (!readList(axes) || failed(reader.readBool(isClosed)) ||
        failed(reader.readVarIntWithFlag(priority, hasPriority)))
      return {};
    return DimensionShardingAttr::get(
        context, axes, isClosed,
        hasPriority ? std::optional<uint64_t>(priority) : std::nullopt);
  }

  Attribute readTensorSharding(bool hasUnreduced) {
    Attribute mesh;
    SmallVector<DimensionShardingAttr> dims;
    SmallVector<AxisRefAttr> replicated, unreduced;
    if (failed(reader.readAttribute(mesh)) || !readList(dims) ||
        !readList(replicated) || (hasUnreduced && !readList(unreduced)))
      return {};
    if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh)) {
      reader.emitError("expected a mesh or the name of one, but got ") << mesh;
      return {};
    }
    return TensorShardingAttr::get(context, mesh, dims, replicated, unreduced);
  }

  Attribute readPerValue() {
    SmallVector<TensorShardingAttr> shardings;
    return readList(shardings)
               ? TensorShardingPerValueAttr::get(context, shardings)
               : nullptr;
  }

  //===--- Rules of propagation, which become text ---===//

  bool readNumbers(SmallVectorImpl<int64_t> &numbers) {
    uint64_t count;
    if (failed(reader.readVarInt(count)))
      return false;
    for (; count != 0; --count)
      if (failed(reader.readSignedVarInt(numbers.emplace_back())))
        return false;
    return true;
  }

  Attribute readDimMapping() {
    SmallVector<int64_t> factors;
    return readNumbers(factors) ? DenseI64ArrayAttr::get(context, factors)
                                : nullptr;
  }

  Attribute readTensorMapping() {
    SmallVector<DenseI64ArrayAttr> dims;
    if (!readList(dims))
      return {};
    return ArrayAttr::get(context,
                          SmallVector<Attribute>(dims.begin(), dims.end()));
  }

  /// `op_sharding_rule<([i, j])->([i]) {i=2, j=3} reduction={j}, custom>`.
  Attribute readOpShardingRule() {
    SmallVector<int64_t> sizes;
    SmallVector<ArrayAttr> operands, results;
    SmallVector<int64_t> sets[4];
    bool isCustom;
    if (!readNumbers(sizes) || !readList(operands) || !readList(results))
      return {};
    for (SmallVector<int64_t> &set : sets)
      if (!readNumbers(set))
        return {};
    if (failed(reader.readBool(isCustom)))
      return {};
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "op_sharding_rule<(";
    printMappings(os, operands);
    os << ")->(";
    printMappings(os, results);
    os << ") {";
    llvm::interleaveComma(llvm::enumerate(sizes), os, [&](auto factor) {
      printFactor(os, factor.index());
      os << "=" << factor.value();
    });
    os << "}";
    static constexpr StringLiteral names[] = {
        "reduction", "need_replication", "permutation", "blocked_propagation"};
    for (auto [name, set] : llvm::zip_equal(names, sets)) {
      if (set.empty())
        continue;
      os << " " << name << "={";
      llvm::interleaveComma(set, os,
                            [&](int64_t factor) { printFactor(os, factor); });
      os << "}";
    }
    os << (isCustom ? ", custom>" : ">");
    return OpaqueAttr::get(StringAttr::get(context, "sdy"), text,
                           NoneType::get(context));
  }

  static void printMappings(raw_ostream &os, ArrayRef<ArrayAttr> tensors) {
    llvm::interleaveComma(tensors, os, [&](ArrayAttr tensor) {
      os << "[";
      llvm::interleaveComma(tensor, os, [&](Attribute dim) {
        if (auto factors = dyn_cast<DenseI64ArrayAttr>(dim))
          for (int64_t factor : factors.asArrayRef())
            printFactor(os, factor);
      });
      os << "]";
    });
  }

  /// i, j, ..., z, z_1, z_2, ...
  static void printFactor(raw_ostream &os, int64_t factor) {
    constexpr int64_t last = 'z' - 'i';
    os << char('i' + std::clamp<int64_t>(factor, 0, last));
    if (factor > last)
      os << "_" << factor - last;
  }

  DialectBytecodeReader &reader;
  MLIRContext *context;
};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

class Writer {
public:
  explicit Writer(DialectBytecodeWriter &writer) : writer(writer) {}

  void write(ManualAxesAttr attr) {
    writer.writeVarInt(ManualAxes);
    writer.writeAttributes(attr.getValue());
  }

  void write(MeshAxisAttr attr) {
    writer.writeVarInt(MeshAxis);
    writer.writeOwnedString(attr.getName());
    writer.writeSignedVarInt(attr.getSize());
  }

  void write(MeshAttr attr) {
    writer.writeVarInt(Mesh);
    writer.writeAttributes(attr.getAxes());
    writer.writeSignedVarInts(attr.getDeviceIds());
  }

  void write(SubAxisInfoAttr attr) {
    writer.writeVarInt(SubAxisInfo);
    writer.writeSignedVarInt(attr.getPreSize());
    writer.writeSignedVarInt(attr.getSize());
  }

  void write(AxisRefAttr attr) {
    writer.writeVarInt(AxisRef);
    writer.writeOwnedString(attr.getName());
    writer.writeOptionalAttribute(attr.getSubAxisInfo());
  }

  void write(DimensionShardingAttr attr) {
    writer.writeVarInt(DimensionSharding);
    writer.writeAttributes(attr.getAxes());
    writer.writeOwnedBool(attr.getIsClosed());
    writer.writeVarIntWithFlag(attr.getPriority().value_or(0),
                               attr.getPriority().has_value());
  }

  void write(TensorShardingAttr attr) {
    bool hasUnreduced = !attr.getUnreducedAxes().empty();
    writer.writeVarInt(hasUnreduced ? TensorShardingUnreduced : TensorSharding);
    writer.writeAttribute(attr.getMeshOrRef());
    writer.writeAttributes(attr.getDimShardings());
    writer.writeAttributes(attr.getReplicatedAxes());
    if (hasUnreduced)
      writer.writeAttributes(attr.getUnreducedAxes());
  }

  void write(TensorShardingPerValueAttr attr) {
    bool hasUnreduced =
        llvm::any_of(attr.getShardings(), [](TensorShardingAttr sharding) {
          return !sharding.getUnreducedAxes().empty();
        });
    writer.writeVarInt(hasUnreduced ? TensorShardingPerValueUnreduced
                                    : TensorShardingPerValue);
    writer.writeAttributes(attr.getShardings());
  }

private:
  DialectBytecodeWriter &writer;
};

struct BytecodeInterface : BytecodeDialectInterface {
  explicit BytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    return Reader(reader).read();
  }

  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const override {
    return TypeSwitch<Attribute, LogicalResult>(attribute)
        .Case<ManualAxesAttr, MeshAxisAttr, MeshAttr, SubAxisInfoAttr,
              AxisRefAttr, DimensionShardingAttr, TensorShardingAttr,
              TensorShardingPerValueAttr>([&](auto concrete) {
          Writer(writer).write(concrete);
          return success();
        })
        .Default(failure());
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t numbers[3];
    for (uint64_t &number : numbers)
      if (failed(reader.readVarInt(number)))
        return nullptr;
    return std::make_unique<SDYVersion>();
  }
};
} // namespace

void SDYDialect::addBytecodeInterface() { addInterfaces<BytecodeInterface>(); }

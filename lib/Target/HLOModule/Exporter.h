//===- Exporter.h - How ops become instructions of HLO ----------*- C++ -*-===//
//
// What the files of the export share: a module and a computation that are being
// written, and one function for each op family. They see a copy of the program
// that ExportPrepare.cpp has made exportable.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TARGET_HLOMODULE_EXPORTER_H
#define LIB_TARGET_HLOMODULE_EXPORTER_H

#include "xla/Target/HLOModule/Export.h"

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace xla::hlo_export {

using Instruction = proto::HloInstructionProto;
using Shape = proto::ShapeProto;

//===----------------------------------------------------------------------===//
// Types, literals, attributes
//===----------------------------------------------------------------------===//

/// The type's name in the element enumeration; nothing if HLO has none.
std::optional<proto::PrimitiveType> getPrimitiveType(mlir::Type elementType);

/// Emits an error at `loc` and fails unless `getShape` knows `type`.
llvm::LogicalResult verifyType(mlir::Location loc, mlir::Type type);

/// The shape of a type that `verifyType` accepts, row-major.
Shape getShape(mlir::Type type);
/// The shape of one type, or the tuple of any other number.
Shape getShape(mlir::TypeRange types);
Shape getTupleShape(llvm::ArrayRef<Shape> elements);
/// An array of `dimensions` with the element type of `shape`.
Shape getShapeLike(const Shape &shape, llvm::ArrayRef<int64_t> dimensions);

/// Gives an array the layout that `attr`, a dense or plain array of its
/// dimensions, minor first, says; nothing happens if it is no such order.
void setLayout(mlir::Attribute attr, Shape &shape);
/// The same for one array or the elements of a tuple, as many as `attr` has
/// entries.
void setLayouts(mlir::ArrayAttr attr, Shape &shape);

/// Text as it is, anything else as MLIR prints it.
std::string printText(mlir::Attribute attr);

/// Sharding and frontend attributes, which any op, argument or result may have
/// in `attributes` under the names that JAX gives them.
llvm::LogicalResult fillAnnotations(mlir::Location loc,
                                    mlir::DictionaryAttr attributes,
                                    Instruction &instruction);

/// `attr`, a sharding as text or as bytes.
llvm::LogicalResult fillSharding(mlir::Location loc, mlir::Attribute attr,
                                 proto::OpSharding &sharding);

/// The shardings of a function's results, on its root.
llvm::LogicalResult fillResultShardings(mlir::func::FuncOp function,
                                        Instruction &root);

/// What module and entry say beside their ops: aliases, donors, annotations.
llvm::LogicalResult fillModuleAttributes(mlir::ModuleOp module,
                                         mlir::func::FuncOp entry,
                                         proto::HloModuleProto &proto);

template <typename RangeT, typename FieldT>
void append(const RangeT &values, FieldT *field) {
  for (auto value : values)
    field->Add(value);
}

/// Metadata of instructions from locations; collects the stack frames.
class MetadataWriter {
public:
  explicit MetadataWriter(proto::StackFrameIndexProto &index) : index(index) {}

  void write(mlir::Location loc, proto::OpMetadata &metadata);

private:
  int32_t getFrame(mlir::Location loc, int32_t parent);
  int32_t getNameId(llvm::StringRef name, llvm::StringMap<int32_t> &ids,
                    google::protobuf::RepeatedPtrField<std::string> &names);

  proto::StackFrameIndexProto &index;
  llvm::StringMap<int32_t> fileIds, functionIds;
  llvm::DenseMap<std::pair<mlir::Location, int32_t>, int32_t> frames;
  llvm::DenseMap<mlir::Location, proto::OpMetadata> known;
};

//===----------------------------------------------------------------------===//
// Modules and computations
//===----------------------------------------------------------------------===//

/// How a region's arguments become parameters.
enum class RegionForm {
  /// One parameter each.
  Flat,
  /// One parameter: a tuple, unless there is one argument.
  Tupled,
};

class ModuleExporter {
public:
  ModuleExporter(proto::HloModuleProto &proto);

  /// Writes what `entry` calls and then `entry`.
  llvm::LogicalResult exportEntry(mlir::func::FuncOp entry, bool returnTuple);

  /// Writes `region` as a computation and returns its id. `captures` are values
  /// from around it that join its arguments.
  mlir::FailureOr<int64_t> exportRegion(mlir::Region &region, RegionForm form,
                                        mlir::ValueRange captures = {});

  /// The computation of a function, whose callees and itself are written.
  int64_t getComputation(llvm::StringRef function) const {
    return functions.lookup(function);
  }

  /// Appends an empty computation and returns it; callees have to be there.
  proto::HloComputationProto &addComputation();
  const proto::HloComputationProto &findComputation(int64_t id) const {
    return proto.computations(id - 1);
  }

  void setExecutionThread(int64_t id, llvm::StringRef thread) {
    proto.mutable_computations(id - 1)->set_execution_thread(thread.str());
  }

  std::string makeName(llvm::StringRef base);

  MetadataWriter metadata;
  /// Bytes of literals that there is still room for in a message.
  uint64_t literalBytes;

private:
  mlir::FailureOr<proto::HloComputationProto *>
  exportFunction(mlir::func::FuncOp function, bool returnTuple);

  proto::HloModuleProto &proto;
  llvm::StringMap<int64_t> functions;
  llvm::StringMap<int64_t> nameCounts;
  unsigned depth = 0;
};

/// A computation that is being written: instructions and what values of the
/// program they are.
class Computation {
public:
  explicit Computation(ModuleExporter &module) : module(module) {}

  ModuleExporter &getModule() { return module; }

  //===--- Values ---------------------------------------------------------===//

  Instruction *get(mlir::Value value) const { return values.lookup(value); }
  llvm::SmallVector<Instruction *> get(mlir::ValueRange values) const;
  void set(mlir::Value value, Instruction *instruction) {
    values[value] = instruction;
  }
  /// The values as one: themselves if one, otherwise a tuple.
  Instruction *pack(mlir::Location loc, mlir::ValueRange values);
  /// Maps values to `packed`: itself if one, otherwise its elements.
  void unpack(mlir::Location loc, Instruction *packed, mlir::ValueRange values);

  //===--- Instructions ---------------------------------------------------===//

  Instruction *create(mlir::Location loc, llvm::StringRef opcode, Shape shape,
                      llvm::ArrayRef<Instruction *> operands = {});
  Instruction *createElement(mlir::Location loc, Instruction *tuple,
                             int64_t index);
  Instruction *createTuple(mlir::Location loc,
                           llvm::ArrayRef<Instruction *> elements);
  Instruction *createParameter(mlir::Location loc, Shape shape,
                               llvm::StringRef base);
  /// `value` with the element type of the tensor `like`.
  Instruction *createConvert(mlir::Location loc, Instruction *value,
                             mlir::Type like);
  /// `scalar` in every place of `shape`.
  Instruction *createSplat(mlir::Location loc, Instruction *scalar,
                           const Shape &shape);
  /// The instruction that `op` is: with its operands unless others are given,
  /// the shapes of its results, its annotations; its results are mapped.
  Instruction *createOp(mlir::Operation *op, llvm::StringRef opcode);
  Instruction *createOp(mlir::Operation *op, llvm::StringRef opcode,
                        llvm::ArrayRef<Instruction *> operands);

  //===--- Whole computations ---------------------------------------------===//

  /// Writes the ops of `block`; what its terminator takes is the result.
  llvm::LogicalResult exportBlock(mlir::Block &block, bool returnTuple = false);
  llvm::LogicalResult exportOp(mlir::Operation *op);
  /// Gives ids to what was written and appends it to the module.
  proto::HloComputationProto &finish(llvm::StringRef name);

  Instruction *getRoot() { return root; }

private:
  ModuleExporter &module;
  google::protobuf::RepeatedPtrField<Instruction> instructions;
  llvm::DenseMap<mlir::Value, Instruction *> values;
  Instruction *root = nullptr;
  int64_t numParameters = 0;
  bool badAnnotation = false;
};

//===----------------------------------------------------------------------===//
// Op families
//===----------------------------------------------------------------------===//

/// Nothing if the op is not of the family; failure after a diagnostic.
using FamilyResult = std::optional<llvm::LogicalResult>;

FamilyResult exportElementwise(Computation &c, mlir::Operation *op);
FamilyResult exportShapeOp(Computation &c, mlir::Operation *op);
FamilyResult exportReduction(Computation &c, mlir::Operation *op);
FamilyResult exportContraction(Computation &c, mlir::Operation *op);
FamilyResult exportIndexing(Computation &c, mlir::Operation *op);
FamilyResult exportControlFlow(Computation &c, mlir::Operation *op);
llvm::LogicalResult exportCustomCall(Computation &c, hlo::CustomCallOp op);
FamilyResult exportCollective(Computation &c, mlir::Operation *op);
FamilyResult exportRandom(Computation &c, mlir::Operation *op);

inline llvm::SmallVector<int64_t>
toList(std::optional<llvm::ArrayRef<int64_t>> values) {
  return values ? llvm::to_vector(*values) : llvm::SmallVector<int64_t>();
}

/// What the attributes of a window say; those that are absent are empty.
struct WindowAttributes {
  llvm::SmallVector<int64_t> sizes, strides, baseDilations, windowDilations;
  mlir::DenseIntElementsAttr padding;
  llvm::ArrayRef<bool> reversal;
};
void fillWindow(const WindowAttributes &attributes, proto::Window &window);
void fillConvDimensions(hlo::ConvDimensionNumbersAttr numbers,
                        proto::ConvolutionDimensionNumbers &dims);
/// One entry per operand, the default where `precisions` has none.
void fillPrecision(mlir::ArrayAttr precisions, unsigned numOperands,
                   proto::PrecisionConfig &config);

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// Calls `visit` for each function that an op of `function` names. Emits an
/// error where there is none with a body.
llvm::LogicalResult
forEachCallee(mlir::func::FuncOp function, const mlir::SymbolTable &symbols,
              llvm::function_ref<llvm::LogicalResult(mlir::Operation *,
                                                     mlir::func::FuncOp)>
                  visit);

/// What `entry` calls, callees first, and then `entry`. Fails after an error at
/// a recursive call.
mlir::FailureOr<llvm::SmallVector<mlir::func::FuncOp>>
orderFunctions(mlir::func::FuncOp entry);

/// Changes `module`, a copy, until every op that `entry` reaches has a form in
/// HLO, or fails with a diagnostic.
llvm::LogicalResult prepareForExport(mlir::ModuleOp module,
                                     mlir::func::FuncOp entry,
                                     const HLOExportOptions &options);

/// Turns shardings by axes of a mesh into `mhlo.sharding`, and constraints into
/// the custom calls that XLA has for them. What fits no mesh keeps its text
/// only.
void convertShardings(mlir::ModuleOp module);

/// Replaces conversions of bits between booleans or complex numbers and other
/// types, which HLO does not have, or fails with a diagnostic.
llvm::LogicalResult expandBitcasts(mlir::func::FuncOp function);

/// Makes constants that `region` uses from around it, and what is computed from
/// them at little cost, part of it. A combiner, which has no other way to take
/// values, gets constants of any size.
void repeatConstants(mlir::Region &region, bool isCombiner);

/// Replaces collectives that HLO does not have, or fails with a diagnostic.
llvm::LogicalResult expandGroups(mlir::func::FuncOp function);

/// Takes values that regions use from around them into the regions, where they
/// are constants, or makes operands of them. Branches of `if` and `case` keep
/// theirs.
llvm::LogicalResult passCaptures(mlir::func::FuncOp function);

} // namespace xla::hlo_export

#endif // LIB_TARGET_HLOMODULE_EXPORTER_H

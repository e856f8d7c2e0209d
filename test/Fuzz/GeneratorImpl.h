//===- GeneratorImpl.h - How random programs are made -----------*- C++ -*-===//
//
// The generator keeps the values that are in scope and appends ops that take
// some of them. An op that its own verifier refuses is dropped again, so that
// what is appended may be guessed where that is simpler than to compute it.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TEST_FUZZ_GENERATORIMPL_H
#define XLA_TEST_FUZZ_GENERATORIMPL_H

#include "Generator.h"
#include "Processes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include <random>

namespace xla::fuzz {

using mlir::ArrayRef;
using mlir::NamedAttribute;
using mlir::RankedTensorType;
using mlir::SmallVector;
using mlir::Type;
using mlir::Value;
using Regions = SmallVector<std::unique_ptr<mlir::Region>, 2>;

class Generator {
public:
  Generator(mlir::MLIRContext *context, uint64_t seed);
  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  //===--------------------------------------------------------------------===//
  // Chance
  //===--------------------------------------------------------------------===//
  /// From 0 to n - 1.
  int64_t below(int64_t n) { return int64_t(random() % uint64_t(n)); }
  bool oneIn(int64_t n) { return below(n) == 0; }
  template <typename T> T pick(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }
  int64_t pickSize() { return sizes[below(sizes.size())]; }
  Type pickElement() { return elements[below(elements.size())]; }
  SmallVector<int64_t> pickShape();
  /// 0, 1, ..., n - 1 in any order.
  SmallVector<int64_t> permutation(int64_t n);
  /// Some of 0, ..., n - 1 in ascending order.
  SmallVector<int64_t> subset(int64_t n, int64_t outOf = 2);

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//
  static RankedTensorType typeOf(Value value) {
    return mlir::cast<RankedTensorType>(value.getType());
  }
  static Type elementOf(Value value) { return typeOf(value).getElementType(); }
  /// Any value in scope; recent ones are likelier.
  Value anyValue();
  /// Any value in scope for which `fits` holds; null if there is none.
  Value find(llvm::function_ref<bool(RankedTensorType)> fits);
  /// A value of the type: one in scope or a new one.
  Value like(RankedTensorType type);
  Value like(ArrayRef<int64_t> shape, Type element) {
    return like(RankedTensorType::get(shape, element));
  }
  /// A new value of the type from a constant, iota, scalar or conversion.
  Value make(RankedTensorType type);
  Value constant(RankedTensorType type, double value);
  Value scalar(Type element, double value) {
    return constant(RankedTensorType::get({}, element), value);
  }
  Value convert(Value value, Type element);
  /// `value` with zeros in place of NaNs, whose bits are not defined.
  Value withoutNaN(Value value);
  /// Small numbers without NaN and infinities, for functions with poles.
  Value tame(Value value, double limit);
  /// Integers of the shape, many of which lie in [0, size).
  Value indices(ArrayRef<int64_t> shape, int64_t size);

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//
  /// Appends the op "hlo.`name`". Result types are inferred where none are
  /// given. Null, with nothing appended, if the op does not suit its operands
  /// or gives too much data.
  mlir::Operation *add(llvm::StringRef name, mlir::ValueRange operands,
                       ArrayRef<NamedAttribute> attributes = {},
                       mlir::TypeRange types = {}, Regions regions = {});
  /// The first result of `add`; null if nothing was appended.
  Value value(llvm::StringRef name, mlir::ValueRange operands,
              ArrayRef<NamedAttribute> attributes = {},
              mlir::TypeRange types = {}, Regions *regions = nullptr);
  Value binary(llvm::StringRef name, Value lhs, Value rhs) {
    return value(name, {lhs, rhs});
  }
  NamedAttribute attr(llvm::StringRef name, mlir::Attribute value) {
    return {builder.getStringAttr(name), value};
  }
  NamedAttribute dims(llvm::StringRef name, ArrayRef<int64_t> value) {
    return attr(name, builder.getDenseI64ArrayAttr(value));
  }
  NamedAttribute number(llvm::StringRef name, int64_t value) {
    return attr(name, builder.getI64IntegerAttr(value));
  }
  NamedAttribute flag(llvm::StringRef name, bool value) {
    return attr(name, builder.getBoolAttr(value));
  }
  /// `tensor<Nx2xi64>` from low and high in turn.
  NamedAttribute padding(ArrayRef<int64_t> lowHigh);
  Value compare(hlo::ComparisonDirection direction, Value lhs, Value rhs,
                std::optional<hlo::ComparisonType> type = std::nullopt);

  using Body = llvm::function_ref<SmallVector<Value>(mlir::ValueRange)>;
  /// A region with one block that ends with the values `body` returns. What is
  /// in scope outside is seen inside if `captures`.
  std::unique_ptr<mlir::Region> region(mlir::TypeRange arguments, bool captures,
                                       Body body);
  /// A region that combines `elements.size()` accumulators with as many
  /// elements in a way in which order does not matter, unless it `draws`.
  std::unique_ptr<mlir::Region> combiner(ArrayRef<Type> elements,
                                         bool draws = true);
  /// One scalar of each type, combined exactly: what `combiner` does.
  SmallVector<Value> combine(mlir::ValueRange accumulators,
                             mlir::ValueRange values);
  /// `results` of a region, now and then with numbers that are drawn in it:
  /// which ones, the order decides in which elements are taken.
  SmallVector<Value> mayDraw(SmallVector<Value> results);
  /// The value that `combiner` leaves alone, if its first op is `name`.
  Value neutral(llvm::StringRef name, Type element);
  llvm::StringRef exactCombiner(Type element);

  /// Appends one random op, or an elementwise one where all are scalars.
  void addOp();
  void addScalarOp();
  // Elementwise
  void addElementwise();
  void addUnary(Value operand);
  void addBinary(Value operand);
  void addTernary();
  void addConvert();
  void addComplex();
  void addMath();
  void addMap();
  // Shape
  void addShapeOp();
  void addBroadcast(Value operand);
  void addTranspose(Value operand);
  void addReshape(Value operand);
  void addReverse(Value operand);
  void addPad(Value operand);
  void addConcatenate(Value operand);
  void addBitcast(Value operand);
  // Indexing
  void addSlice(Value operand);
  void addDynamicSlice(Value operand);
  void addDynamicUpdateSlice(Value operand);
  void addGather(Value operand);
  void addScatter(Value operand);
  void addSort(Value operand);
  void addTorchIndexSelect(Value operand);
  // Reduction
  void addReduce(Value operand);
  void addReduceWindow(Value operand);
  void addSelectAndScatter(Value operand);
  void addFloatSum(Value operand);
  void addBatchNorm();
  // Contraction
  void addDot(Value operand);
  void addConvolution(bool openPadding = false);
  void addOpenConvolution(Value lhs, Value rhs, ArrayRef<int64_t> pads,
                          ArrayRef<NamedAttribute> attributes,
                          RankedTensorType type);
  void addOldProduct();
  void addLinearAlgebra();
  void addFft();
  // Control flow, random numbers
  void addIf();
  void addCase();
  void addWhile();
  void addUpdatingLoop();
  Value rowOf(Value tensor, Value index);
  Value updated(Value tensor, Value index);
  Value readBeside(Value old, Value next);
  void addBarrier();
  void addTuple();
  void addRandomBits();
  void addRandomNumbers();
  Value drawNumber();
  // Communication
  NamedAttribute channel();
  NamedAttribute ids(llvm::StringRef name, int64_t rows, int64_t columns,
                     ArrayRef<int64_t> list);
  NamedAttribute groupsOf(int64_t n, int64_t &size);
  NamedAttribute pairs(int64_t n);
  struct Groups;
  Groups pickGroups();
  Groups pickOneAxis();
  int64_t pickMultiple(ArrayRef<int64_t> shape, int64_t unit);
  std::unique_ptr<mlir::Region> computation(Type &element);
  void addGatherOfAll(Value operand);
  void addReduceOfAll(Value operand);
  void addExchange(Value operand);
  void addBroadcastToAll(Value operand);
  void addPermute(Value operand);
  void addCollective();
  Value token();
  void addSendAndReceive();
  void addFeed();
  void addAsync();
  SmallVector<Value> branchTogether(mlir::TypeRange types);
  void addLoopTogether();
  void addIfTogether();
  void addCommunication();
  // Quantized
  void addQuantized();
  /// A quantized type for floats of the shape; null if none came of chance.
  Type quantizedElement(Type expressed, ArrayRef<int64_t> shape);
  Value quantize(Value floats);
  Value stepQuantized(Value stored);
  /// `element` or a type that holds as many bits, with a scale of its own;
  /// if `exactly`, no more bits.
  Type promoteQuantized(Type element, bool exactly = false);
  /// A region of two arguments of the quantized type that ends with the op.
  std::unique_ptr<mlir::Region> quantizedRegion(llvm::StringRef name,
                                                Type element);
  Value reduceQuantized(Value stored);
  Value scatterQuantized(Value stored);
  Value selectAndScatterQuantized(Value stored);
  // Open shapes
  void addDynamic();
  Value numbers(ArrayRef<int64_t> list);
  Value sizesOf(ArrayRef<int64_t> shape, Value like);
  Value openValue(Value operand, mlir::SmallVectorImpl<int64_t> &shape);
  Value openGather(Value operand, mlir::SmallVectorImpl<int64_t> &shape);
  Value openShape(Value operand, mlir::SmallVectorImpl<int64_t> &shape);
  Value openMove(Value operand, mlir::SmallVectorImpl<int64_t> &shape);
  Value close(Value opened, ArrayRef<int64_t> shape);
  // Composites
  void addComposite();
  void addImplicitBroadcast();
  void addSpecialFunction();
  void addFunctionInRegion();
  void addFunctionCall();
  void addCustomCall();
  /// Some ops, then values of the given types.
  SmallVector<Value> branch(mlir::TypeRange types);

  struct Window;
  /// Windows over `shape`; none if no window fits.
  std::optional<Window> pickWindow(ArrayRef<int64_t> shape, bool dilated,
                                   bool padded);
  struct IndexDims;
  IndexDims pickIndexDims(Value operand);

  mlir::MLIRContext *context;
  std::mt19937_64 random;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::ModuleOp module;
  Grid grid;
  int64_t numChannels = 0, numFunctions = 0;
  /// What is in scope.
  SmallVector<Value> values;
  SmallVector<Type> elements;
  SmallVector<int64_t> sizes;
  int64_t maxElements = 2000;
  int depth = 0;
};

/// `type` without the sizes of some dimensions.
RankedTensorType open(RankedTensorType type, uint64_t bits);
/// Whether other ops may take a value of the type: those of open shapes and of
/// quantized elements are among themselves.
bool isPlain(Type type);
inline bool isFloat(Type type) { return mlir::isa<mlir::FloatType>(type); }
inline bool isBool(Type type) { return type.isInteger(1); }
inline bool isInt(Type type) {
  return mlir::isa<mlir::IntegerType>(type) && !isBool(type);
}
/// Sums start from it.
inline bool hasZero(Type type) {
  return !mlir::isa<mlir::Float8E8M0FNUType>(type);
}
inline bool isComplex(Type type) { return mlir::isa<mlir::ComplexType>(type); }

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_GENERATORIMPL_H

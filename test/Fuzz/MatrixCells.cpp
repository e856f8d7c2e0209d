//===- MatrixCells.cpp - One op for one type, or for several --------------===//
//
// Runs the cells that one process is given: all as one program, because each
// compilation costs more than what it compiles here.
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"
#include "Matrix.h"
#include "xla/Dialect/HLO/IR/HLOElementTypes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;
using conformance::Outcome;
using conformance::Result;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The numbers that ops treat specially.
static void setEdge(Literal literal, int64_t index, int64_t re, int64_t im) {
  ElementStorage storage = literal.getStorage();
  if (storage.kind == ElementStorage::Kind::Float) {
    Type element = literal.getElementType();
    if (auto complex = dyn_cast<ComplexType>(element))
      element = complex.getElementType();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(element).getFloatSemantics();
    auto extreme = [](APFloat value) {
      bool losesInfo;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      return value.convertToDouble();
    };
    double most = extreme(APFloat::getLargest(semantics));
    double values[] = {1,
                       0,
                       -0.0,
                       -1,
                       HUGE_VAL,
                       -HUGE_VAL,
                       std::nan(""),
                       most,
                       -most,
                       extreme(APFloat::getSmallestNormalized(semantics)),
                       extreme(APFloat::getSmallest(semantics)),
                       0.5,
                       2.5,
                       -3,
                       100,
                       1e-3};
    if (storage.isComplex)
      return literal.setComplex(index, {values[re % 16], values[im % 16]});
    return literal.setDouble(index, values[re % 16]);
  }
  if (storage.kind == ElementStorage::Kind::Bool)
    return literal.setInt(index, ~re & 1);
  int64_t bits = storage.bits;
  bool isSigned = storage.kind == ElementStorage::Kind::SignedInt;
  int64_t least = isSigned ? int64_t(uint64_t(1) << (bits - 1)) : 0;
  int64_t most =
      isSigned ? int64_t((uint64_t(1) << (bits - 1)) - 1) : int64_t(-1);
  int64_t values[] = {1,         0,        -1,   most,
                      least,     2,        -3,   7,
                      bits,      bits - 1, 5,    bits + 1,
                      least + 1, 100,      -100, int64_t(1) << bits / 2};
  literal.setInt(index, values[re % 16]);
}

static void setSmall(Literal literal, int64_t index) {
  static const double numbers[] = {1, 2, 0.5, -1, 3, 0, 1.5, -2};
  static const int64_t integers[] = {1, 2, 3, -1, 0, 1, 2, -2};
  if (literal.getStorage().isComplex)
    literal.setComplex(index, {numbers[index % 8], numbers[(index + 3) % 8]});
  else if (literal.getStorage().kind == ElementStorage::Kind::Float)
    literal.setDouble(index, numbers[index % 8]);
  else
    literal.setInt(index, integers[index % 8]);
}

/// Those for functions whose results are meaningless far out.
static void setMild(Literal literal, int64_t index, int64_t re, int64_t im) {
  static const double numbers[] = {1,  0,   -0.0,  -1,   0.5,  2.5, -3,   2,
                                   -2, 1.5, 0.125, -0.5, -1.5, 3,   0.75, 1e-3};
  if (literal.getStorage().isComplex)
    literal.setComplex(index, {numbers[re % 16], numbers[im % 16]});
  else
    literal.setDouble(index, numbers[re % 16]);
}

/// Hermitian and positive definite.
static void setMatrix(Literal literal, int64_t index) {
  int64_t size = literal.getShape().back();
  int64_t row = index / size % size, column = index % size;
  literal.setComplex(index, {row == column ? 4 : 1. / double(row + column),
                             0.25 * double(row - column)});
}

/// The `place`th argument of a cell; `values` says of which kind.
static Literal createArgument(RankedTensorType type, int64_t place,
                              StringRef values) {
  Literal literal(type);
  auto setPair = values == "mild" ? setMild : setEdge;
  for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i) {
    // Two arguments of 256 elements see all pairs, three many triples.
    int64_t low = i % 16, high = i / 16;
    if (values == "small")
      setSmall(literal, i);
    else if (values == "matrix")
      setMatrix(literal, i);
    else if (place == 0)
      setPair(literal, i, low, high);
    else if (place == 1)
      setPair(literal, i, high + (e <= 16) * low, low * 5 + high);
    else
      setPair(literal, i, low * 7 + high, low + high * 3);
  }
  return literal;
}

//===----------------------------------------------------------------------===//
// Cells as a program
//===----------------------------------------------------------------------===//

namespace {
/// Puts cells one after the other into one function. Quantized values come and
/// go as what they express and as what they store.
class Program {
public:
  explicit Program(MLIRContext *context)
      : builder(context), loc(UnknownLoc::get(context)),
        module(ModuleOp::create(loc)) {
    builder.setInsertionPointToEnd(module->getBody());
    main = func::FuncOp::create(builder, loc, "main",
                                builder.getFunctionType({}, {}));
    builder.setInsertionPointToEnd(main.addEntryBlock());
  }

  void append(ModuleOp cell, StringRef values);
  FuzzCase finish();

private:
  Value createInput(RankedTensorType type, int64_t place, StringRef values);
  Value createOutput(Value value);

  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
  func::FuncOp main;
  SmallVector<Literal> arguments;
  SmallVector<Value> results;
};
} // namespace

Value Program::createInput(RankedTensorType type, int64_t place,
                           StringRef values) {
  auto quantized = dyn_cast<quant::QuantizedType>(type.getElementType());
  RankedTensorType outer =
      quantized ? type.clone(quantized.getExpressedType()) : type;
  arguments.push_back(createArgument(outer, place, values));
  Value value = main.getBody().front().addArgument(outer, loc);
  if (quantized)
    value = hlo::UniformQuantizeOp::create(builder, loc, type, value);
  return value;
}

Value Program::createOutput(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto quantized = dyn_cast<quant::QuantizedType>(type.getElementType());
  if (!quantized)
    return value;
  return hlo::BitcastConvertOp::create(
      builder, loc, type.clone(quantized.getStorageType()), value);
}

void Program::append(ModuleOp cell, StringRef values) {
  IRMapping mapping;
  auto from = cell.lookupSymbol<func::FuncOp>("main");
  for (BlockArgument argument : from.getArguments())
    mapping.map(argument,
                createInput(cast<RankedTensorType>(argument.getType()),
                            argument.getArgNumber(), values));
  Block &block = from.getBody().front();
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  for (Value result : block.getTerminator()->getOperands())
    results.push_back(createOutput(mapping.lookup(result)));
  for (Operation &op : *cell.getBody())
    if (&op != from)
      module->push_back(op.clone());
}

FuzzCase Program::finish() {
  func::ReturnOp::create(builder, loc, results);
  main.setType(
      builder.getFunctionType(main.getBody().front().getArgumentTypes(),
                              ValueRange(results).getTypes()));
  FuzzCase result;
  result.module = std::move(module);
  result.given.values.push_back(arguments);
  return result;
}

/// The case with constants in place of arguments: what folders make of it.
static void makeConstant(FuzzCase &fuzzCase) {
  func::FuncOp main = fuzzCase.getMain();
  Block &block = main.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  SmallVector<Literal> &arguments = fuzzCase.given.values[0];
  for (auto [argument, literal] :
       llvm::zip_equal(block.getArguments(), arguments))
    argument.replaceAllUsesWith(
        hlo::ConstantOp::create(builder, argument.getLoc(), literal.getAttr()));
  block.eraseArguments(0, block.getNumArguments());
  main.setType(builder.getFunctionType({}, main.getResultTypes()));
  arguments.clear();
}

Result xla::fuzz::runMatrixCells(MLIRContext *context, StringRef text,
                                 bool corrupt,
                                 std::optional<int64_t> optLevel) {
  Program program(context);
  SmallVector<StringRef> cells;
  text.split(cells, "// -----\n");
  for (StringRef cell : cells) {
    StringRef values = cell.consume_front("// values ")
                           ? cell.take_until([](char c) { return c == '\n'; })
                           : "edges";
    auto module = parseSourceString<ModuleOp>(
        cell.drop_until([](char c) { return c == '\n'; }),
        ParserConfig(context));
    if (!module)
      return {Outcome::Invalid, "does not parse"};
    program.append(*module, values);
  }
  FuzzCase fuzzCase = program.finish();
  fuzzCase.options.optLevel = optLevel.value_or(0);
  Result result = runCase(fuzzCase, corrupt);
  if (result.outcome != Outcome::Pass || fuzzCase.given.values[0].empty())
    return result;
  makeConstant(fuzzCase);
  result = runCase(fuzzCase, corrupt);
  if (result.outcome != Outcome::Pass)
    result.message = "as constants: " + result.message;
  return result;
}

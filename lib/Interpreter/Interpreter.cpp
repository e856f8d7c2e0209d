//===- Interpreter.cpp - Direct evaluation of hlo programs ----------------===//
//
// The public entry points: literals in, literals out.
//
//===----------------------------------------------------------------------===//

#include "xla/Interpreter/Interpreter.h"
#include "Evaluator.h"
#include "xla/Dialect/HLO/IR/Quantization.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

FailureOr<Tensor> xla::interpreter::literalToTensor(const Literal &literal,
                                                    Operation *op,
                                                    MemoryBudget *budget) {
  std::optional<ElementKind> kind = getStorageKind(literal.getElementType());
  if (!kind)
    return op->emitOpError("needs data of type ")
           << literal.getType() << ", which the interpreter does not support";
  Tensor tensor = Tensor::create(*kind, literal.getShape(), budget);
  if (!tensor)
    return op->emitOpError("needs data of type ")
           << literal.getType() << ", which exceeds the memory limit of "
           << budget->limit << " bytes";
  char *data = tensor.getMutableData();
  if (isPacked(*kind))
    unpackElements(*kind, literal.getBytes(), tensor.getNumElements(), data);
  else
    std::memcpy(data, literal.getBytes(), tensor.getBytes());
  if (*kind == ElementKind::Pred) // Any other byte would be no bool.
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      data[i] = data[i] != 0;
  return tensor;
}

Literal xla::interpreter::tensorToLiteral(const Tensor &tensor,
                                          RankedTensorType type) {
  Literal literal(
      RankedTensorType::get(tensor.getShape(), type.getElementType()));
  if (isPacked(tensor.getKind()))
    packElements(tensor.getKind(), tensor.getData(), tensor.getNumElements(),
                 literal.getBytes());
  else
    std::memcpy(literal.getBytes(), tensor.getData(), tensor.getBytes());
  return literal;
}

/// Builds the value of a parameter from the next literals.
static FailureOr<RuntimeValue> takeArgument(Type type, ArrayRef<Literal> args,
                                            size_t &next, func::FuncOp function,
                                            MemoryBudget *budget) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    std::vector<RuntimeValue> elements;
    for (Type element : tuple.getTypes()) {
      FailureOr<RuntimeValue> value =
          takeArgument(element, args, next, function, budget);
      if (failed(value))
        return failure();
      elements.push_back(std::move(*value));
    }
    return RuntimeValue::tuple(std::move(elements));
  }
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType) {
    if (isa<hlo::TokenType>(type))
      return RuntimeValue::token();
    return function.emitOpError("has a parameter of type ")
           << type << ", which the interpreter does not support";
  }
  if (next == args.size())
    return function.emitOpError("expects more arguments than the ")
           << args.size() << " given";
  const Literal &arg = args[next];
  // Quantized values come as the integers they store.
  tensorType = cast<RankedTensorType>(hlo::getStorageType(tensorType));
  if (arg.getElementType() != tensorType.getElementType() ||
      failed(verifyCompatibleShape(arg.getShape(), tensorType.getShape())))
    return function.emitOpError("expects argument ")
           << next << " to be " << tensorType << ", but got " << arg.getType();
  for (auto [size, bound] :
       llvm::zip(arg.getShape(), hlo::getTypeBounds(tensorType)))
    if (!ShapedType::isDynamic(bound) && size > bound)
      return function.emitOpError("expects argument ")
             << next << " to be " << tensorType << ", but got "
             << arg.getType();
  ++next;
  FailureOr<Tensor> tensor = literalToTensor(arg, function, budget);
  if (failed(tensor))
    return failure();
  return RuntimeValue(std::move(*tensor));
}

static void giveResults(Type type, const RuntimeValue &value,
                        SmallVectorImpl<Literal> &results) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (auto [elementType, element] :
         llvm::zip(tuple.getTypes(), value.getElements()))
      giveResults(elementType, element, results);
  } else if (auto tensorType = dyn_cast<RankedTensorType>(type)) {
    results.push_back(tensorToLiteral(
        value.getTensor(),
        cast<RankedTensorType>(hlo::getStorageType(tensorType))));
  }
}

/// Nothing runs of a program that calls what nobody has.
static LogicalResult checkCustomCalls(func::FuncOp function) {
  bool allThere = true;
  forEachUnsupported(function, [&](Operation *op, const std::string &reason) {
    if (isa<hlo::CustomCallOp>(op)) {
      op->emitOpError() << reason;
      allThere = false;
    }
  });
  return success(allThere);
}

FailureOr<Values> xla::interpreter::toValues(TypeRange types,
                                             ArrayRef<Literal> args,
                                             func::FuncOp function,
                                             MemoryBudget *budget) {
  Values values;
  size_t next = 0;
  for (Type type : types) {
    FailureOr<RuntimeValue> value =
        takeArgument(type, args, next, function, budget);
    if (failed(value))
      return failure();
    values.push_back(std::move(*value));
  }
  if (next != args.size())
    return function.emitOpError("expects ")
           << next << " arguments, but got " << args.size();
  return values;
}

SmallVector<Literal> xla::interpreter::toLiterals(TypeRange types,
                                                  const Values &values) {
  SmallVector<Literal> literals;
  for (auto [type, value] : llvm::zip(types, values))
    giveResults(type, value, literals);
  return literals;
}

FailureOr<SmallVector<Literal>>
xla::interpreter::evaluate(func::FuncOp function, ArrayRef<Literal> args,
                           const Options &options) {
  if (failed(checkCustomCalls(function)))
    return failure();
  Evaluator evaluator(options);
  Values results;
  FailureOr<Values> values = toValues(function.getArgumentTypes(), args,
                                      function, &evaluator.getBudget());
  if (failed(values) ||
      failed(evaluator.call(function, std::move(*values), results, function)))
    return failure();
  return toLiterals(function.getResultTypes(), results);
}

FailureOr<SmallVector<SmallVector<Literal>>> xla::interpreter::evaluateParallel(
    func::FuncOp function, int64_t numReplicas, int64_t numPartitions,
    ArrayRef<SmallVector<Literal>> args, const Options &options) {
  if (failed(checkCustomCalls(function)))
    return failure();
  Evaluator evaluator(options);
  ProcessGrid grid(numReplicas, numPartitions);
  if (int64_t(args.size()) != grid.getNumProcesses())
    return function.emitOpError("expects arguments for ")
           << grid.getNumProcesses() << " processes, but got " << args.size();
  std::vector<Values> arguments;
  for (ArrayRef<Literal> one : args) {
    FailureOr<Values> values = toValues(function.getArgumentTypes(), one,
                                        function, &evaluator.getBudget());
    if (failed(values))
      return failure();
    arguments.push_back(std::move(*values));
  }
  SmallVector<func::FuncOp> programs(args.size(), function);
  FailureOr<std::vector<Values>> results =
      runGrid(evaluator, grid, programs, std::move(arguments), function);
  if (failed(results))
    return failure();
  SmallVector<SmallVector<Literal>> literals;
  for (const Values &values : *results)
    literals.push_back(toLiterals(function.getResultTypes(), values));
  return literals;
}

FailureOr<SmallVector<Literal>>
xla::interpreter::evaluate(ModuleOp module, StringRef entry,
                           ArrayRef<Literal> args, const Options &options) {
  func::FuncOp function =
      module.lookupSymbol<func::FuncOp>(entry.empty() ? "main" : entry);
  if (!function && entry.empty()) {
    auto functions = module.getOps<func::FuncOp>();
    if (!functions.empty() && std::next(functions.begin()) == functions.end())
      function = *functions.begin();
  }
  if (!function)
    return module.emitError("has no function '")
           << (entry.empty() ? "main" : entry) << "' to evaluate";
  return evaluate(function, args, options);
}

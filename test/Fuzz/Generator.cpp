//===- Generator.cpp - Random programs ------------------------------------===//
//
// Appends random ops to a list of values until there are enough; every op takes
// values made before it, so that chains, shared values and dead ends all occur.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "GeneratorImpl.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

Generator::Generator(MLIRContext *context, uint64_t seed)
    : context(context), random(seed), builder(context),
      loc(UnknownLoc::get(context)) {
  // Few sizes and element types in one program, so that values go together.
  static const int64_t some[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33};
  for (int i = 0; i < 4; ++i)
    sizes.push_back(some[below(std::size(some))]);
  if (oneIn(3))
    sizes.push_back(1);
  if (oneIn(12))
    sizes.push_back(0);
  if (oneIn(8))
    grid = {1 + below(3), 1 + below(2)};
  if (oneIn(8)) { // Enough for loops that are tiled and run in parallel.
    sizes.append({64, 100, 257});
    maxElements = 40000;
  }
  Type real[] = {builder.getF32Type(),
                 builder.getF64Type(),
                 builder.getF16Type(),
                 builder.getBF16Type(),
                 Float8E4M3FNType::get(context),
                 Float8E5M2Type::get(context),
                 Float8E4M3Type::get(context),
                 Float8E3M4Type::get(context),
                 Float8E4M3FNUZType::get(context),
                 Float8E5M2FNUZType::get(context),
                 Float8E4M3B11FNUZType::get(context),
                 Float8E8M0FNUType::get(context)};
  elements.push_back(builder.getI1Type());
  for (int i = 0, e = 1 + below(2); i < e; ++i)
    elements.push_back(real[oneIn(3) ? below(std::size(real)) : below(4)]);
  auto signs = {IntegerType::Signless, IntegerType::Unsigned};
  for (int i = 0, e = 1 + below(2); i < e; ++i)
    elements.push_back(
        IntegerType::get(context, pick({8, 16, 32, 64, 32}),
                         oneIn(2) ? IntegerType::Signless : pick(signs)));
  if (oneIn(4))
    elements.push_back(ComplexType::get(oneIn(3) ? builder.getF64Type()
                                                 : builder.getF32Type()));
  if (oneIn(8)) {
    Type narrow[] = {IntegerType::get(context, 4),
                     IntegerType::get(context, 2),
                     IntegerType::get(context, 4, IntegerType::Unsigned),
                     IntegerType::get(context, 2, IntegerType::Unsigned),
                     Float4E2M1FNType::get(context),
                     Float6E2M3FNType::get(context),
                     Float6E3M2FNType::get(context)};
    elements.push_back(narrow[below(std::size(narrow))]);
  }
}

//===----------------------------------------------------------------------===//
// Chance
//===----------------------------------------------------------------------===//

SmallVector<int64_t> Generator::pickShape() {
  SmallVector<int64_t> shape;
  int64_t count = 1, rank = pick({0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6});
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = pickSize();
    if (count * size > maxElements)
      size = 1 + below(2);
    count *= size;
    shape.push_back(size);
  }
  return count <= maxElements ? shape : SmallVector<int64_t>{pickSize()};
}

SmallVector<int64_t> Generator::permutation(int64_t n) {
  SmallVector<int64_t> list = llvm::to_vector(llvm::seq<int64_t>(n));
  for (int64_t i = n - 1; i > 0; --i)
    std::swap(list[i], list[below(i + 1)]);
  return list;
}

SmallVector<int64_t> Generator::subset(int64_t n, int64_t outOf) {
  SmallVector<int64_t> list;
  for (int64_t i = 0; i < n; ++i)
    if (oneIn(outOf))
      list.push_back(i);
  return list;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value Generator::anyValue() {
  if (values.empty())
    return make(RankedTensorType::get({}, pickElement()));
  size_t last = std::min<size_t>(values.size(), 6);
  return oneIn(2) ? values[below(values.size())]
                  : values[values.size() - 1 - below(last)];
}

Value Generator::find(function_ref<bool(RankedTensorType)> fits) {
  SmallVector<Value> found;
  for (Value value : values)
    if (fits(typeOf(value)))
      found.push_back(value);
  if (found.empty())
    return {};
  return oneIn(2) ? found.back() : found[below(found.size())];
}

Value Generator::like(RankedTensorType type) {
  if (!oneIn(5))
    if (Value value = find([&](Type other) { return other == type; }))
      return value;
  return make(type);
}

Value Generator::make(RankedTensorType type) {
  Type element = type.getElementType();
  if (!oneIn(3))
    if (Value same = find([&](RankedTensorType other) {
          return other.getShape() == type.getShape() &&
                 other.getElementType() != element;
        }))
      if (Value converted = convert(same, element))
        return converted;
  if (type.getRank() && oneIn(2))
    if (Value same = find([&](RankedTensorType other) {
          return other.getRank() == 0 && other.getElementType() == element;
        }))
      if (Value wide = value("hlo.broadcast_in_dim", same,
                             dims("broadcast_dimensions", {}), type))
        return wide;
  if (type.getRank() && !isBool(element) && oneIn(2))
    if (Value iota =
            value("hlo.iota", {},
                  number("iota_dimension", below(type.getRank())), type))
      return iota;
  return constant(type, pick({0., 1., 2., 3., 7., -1., -2.5, -0.0}));
}

Value Generator::constant(RankedTensorType type, double value) {
  DenseElementsAttr data = hlo::getSplatAttr(type, value);
  if (!data) // Unsigned or without a sign bit.
    data = hlo::getSplatAttr(type, std::fabs(value));
  Value constant = hlo::ConstantOp::create(builder, loc, data);
  if (type.getNumElements() <= maxElements) // Else for one use alone.
    values.push_back(constant);
  return constant;
}

Value Generator::convert(Value operand, Type element) {
  if (!operand || elementOf(operand) == element)
    return operand;
  return value("hlo.convert", operand, {}, typeOf(operand).clone(element));
}

Value Generator::withoutNaN(Value operand) {
  if (!operand)
    return {};
  Type element = elementOf(operand);
  if (!isFloat(element) && !isComplex(element))
    return operand;
  Value zero = constant(typeOf(operand), 0);
  Value valid = compare(hlo::ComparisonDirection::EQ, operand, operand);
  return value("hlo.select", {valid, operand, zero});
}

Value Generator::tame(Value operand, double limit) {
  if (!operand)
    return {};
  Type element = elementOf(operand);
  if (isComplex(element)) {
    Value re = tame(value("hlo.real", operand), limit);
    Value im = tame(value("hlo.imag", operand), limit);
    return value("hlo.complex", {re, im});
  }
  Value low = scalar(element, -limit), high = scalar(element, limit);
  return value("hlo.clamp", {low, withoutNaN(operand), high});
}

Value Generator::indices(ArrayRef<int64_t> shape, int64_t size) {
  Type element = IntegerType::get(context, pick({8, 32, 64, 32}),
                                  oneIn(4) ? IntegerType::Unsigned
                                           : IntegerType::Signless);
  Value any = like(shape, element);
  if (oneIn(4))
    return any;
  return binary(
      "hlo.remainder", any,
      constant(typeOf(any), double(std::min<int64_t>(size + 2, 100))));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool xla::fuzz::isPlain(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() &&
         !isa<quant::QuantizedType>(tensor.getElementType());
}

/// Fills in the result types of `state`.
static LogicalResult inferTypes(OperationState &state) {
  std::optional<RegisteredOperationName> info = state.name.getRegisteredInfo();
  auto *interface = info ? info->getInterface<InferTypeOpInterface>() : nullptr;
  if (!interface)
    return failure();
  DictionaryAttr attributes =
      state.attributes.getDictionary(state.getContext());
  SmallVector<char> storage(info->getOpPropertyByteSize() + 64);
  OpaqueProperties properties(reinterpret_cast<void *>(
      llvm::alignTo(reinterpret_cast<uintptr_t>(storage.data()), 16)));
  bool hasProperties = info->getOpPropertyByteSize() > 0;
  if (hasProperties) {
    info->initOpProperties(properties, /*init=*/nullptr);
    if (failed(info->setOpPropertiesFromAttribute(
            state.name, properties, attributes,
            [&] { return emitError(state.location); }))) {
      info->destroyOpProperties(properties);
      return failure();
    }
  }
  LogicalResult result = interface->inferReturnTypes(
      state.getContext(), state.location, state.operands, attributes,
      hasProperties ? properties : OpaqueProperties(nullptr), state.regions,
      state.types);
  if (hasProperties)
    info->destroyOpProperties(properties);
  return result;
}

Operation *Generator::add(StringRef name, ValueRange operands,
                          ArrayRef<NamedAttribute> attributes, TypeRange types,
                          Regions regions) {
  if (llvm::is_contained(operands, Value()))
    return nullptr;
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(types);
  for (std::unique_ptr<Region> &region : regions)
    state.addRegion(std::move(region));
  if (types.empty() && failed(inferTypes(state)))
    return nullptr;
  for (Type type : state.types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (tensor.getRank() > 6 ||
          (tensor.hasStaticShape() && tensor.getNumElements() > maxElements))
        return nullptr;
  Operation *op = builder.create(state);
  // Not `verify`, which wants the region around `op` to belong to an op
  // already.
  if (failed(op->getName().verifyInvariants(op)) ||
      failed(op->getName().verifyRegionInvariants(op))) {
    op->erase();
    return nullptr;
  }
  for (Value result : op->getResults())
    if (isPlain(result.getType()))
      values.push_back(result);
  return op;
}

Value Generator::value(StringRef name, ValueRange operands,
                       ArrayRef<NamedAttribute> attributes, TypeRange types,
                       Regions *regions) {
  Operation *op = add(name, operands, attributes, types,
                      regions ? std::move(*regions) : Regions());
  return op ? op->getResult(0) : Value();
}

NamedAttribute Generator::padding(ArrayRef<int64_t> lowHigh) {
  auto type = RankedTensorType::get({int64_t(lowHigh.size() / 2), 2},
                                    builder.getI64Type());
  return attr("padding", DenseIntElementsAttr::get(type, lowHigh));
}

Value Generator::compare(hlo::ComparisonDirection direction, Value lhs,
                         Value rhs, std::optional<hlo::ComparisonType> type) {
  SmallVector<NamedAttribute> attributes = {
      attr("comparison_direction",
           hlo::ComparisonDirectionAttr::get(context, direction))};
  if (type)
    attributes.push_back(
        attr("compare_type", hlo::ComparisonTypeAttr::get(context, *type)));
  return value("hlo.compare", {lhs, rhs}, attributes);
}

std::unique_ptr<Region> Generator::region(TypeRange arguments, bool captures,
                                          Body body) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> outside = values;
  if (!captures)
    values.clear();
  ++depth;
  auto region = std::make_unique<Region>();
  Block *block =
      builder.createBlock(region.get(), {}, arguments,
                          SmallVector<Location>(arguments.size(), loc));
  llvm::append_range(values, block->getArguments());
  hlo::ReturnOp::create(builder, loc, body(block->getArguments()));
  --depth;
  values = std::move(outside);
  return region;
}

void Generator::addScalarOp() {
  switch (below(5)) {
  case 0:
    return addTernary();
  case 1:
    return addConvert();
  default:
    return addElementwise();
  }
}

void Generator::addOp() {
  using G = Generator;
  struct Choice {
    int64_t weight;
    void (*add)(G &, Value);
  };
  static const Choice exact[] = {
      {10, [](G &g, Value) { g.addElementwise(); }},
      {3, [](G &g, Value) { g.addTernary(); }},
      {1, [](G &g, Value) { g.addConvert(); }},
      {6, [](G &g, Value) { g.addShapeOp(); }},
      {1, [](G &g, Value v) { g.addSlice(v); }},
      {1, [](G &g, Value v) { g.addDynamicSlice(v); }},
      {2, [](G &g, Value v) { g.addDynamicUpdateSlice(v); }},
      {2, [](G &g, Value v) { g.addGather(v); }},
      {2, [](G &g, Value v) { g.addScatter(v); }},
      {1, [](G &g, Value v) { g.addSort(v); }},
      {3, [](G &g, Value v) { g.addReduce(v); }},
      {1, [](G &g, Value v) { g.addReduceWindow(v); }},
      {1, [](G &g, Value v) { g.addDot(v); }},
      {1, [](G &g, Value) { g.addMap(); }},
      {1, [](G &g, Value) { g.oneIn(2) ? g.addIf() : g.addCase(); }},
      {1, [](G &g, Value) { g.addWhile(); }},
      {1, [](G &g, Value) { g.addUpdatingLoop(); }},
      {1, [](G &g, Value) { g.oneIn(2) ? g.addBarrier() : g.addComplex(); }},
      {1, [](G &g, Value v) { g.addSelectAndScatter(v); }},
      {1,
       [](G &g, Value v) {
         g.oneIn(2) ? g.addRandomBits() : g.addTorchIndexSelect(v);
       }},
      {1, [](G &g, Value) { g.addQuantized(); }},
      {2, [](G &g, Value) { g.addDynamic(); }},
      {1, [](G &g, Value) { g.addComposite(); }},
      {1, [](G &g,
             Value) { g.oneIn(2) ? g.addFunctionCall() : g.addCustomCall(); }},
      {1,
       [](G &g, Value) {
         g.oneIn(2) ? g.addOldProduct() : g.addConvolution(true);
       }},
  };
  // What is inexact for floats: in a region only at its end.
  static const Choice inexact[] = {
      {6, [](G &g, Value) { g.addMath(); }},
      {2, [](G &g, Value v) { g.addDot(v); }},
      {1, [](G &g, Value) { g.addConvolution(); }},
      {2, [](G &g, Value v) { g.addFloatSum(v); }},
      {1, [](G &g, Value) { g.addLinearAlgebra(); }},
      {1, [](G &g, Value) { g.addFft(); }},
      {1, [](G &g, Value) { g.addBatchNorm(); }},
      {1, [](G &g, Value) { g.addSpecialFunction(); }},
      {1, [](G &g, Value) { g.addFunctionInRegion(); }},
      {1,
       [](G &g, Value) { g.oneIn(2) ? g.addTuple() : g.addRandomNumbers(); }},
  };
  SmallVector<Choice> choices(std::begin(exact), std::end(exact));
  if (!depth) {
    choices.append(std::begin(inexact), std::end(inexact));
    choices.push_back(
        {grid.size() > 1 ? 20 : 2, [](G &g, Value) { g.addCommunication(); }});
  }
  int64_t sum = 0;
  for (const Choice &choice : choices)
    sum += choice.weight;
  Value operand = anyValue();
  int64_t drawn = below(sum);
  for (const Choice &choice : choices) {
    drawn -= choice.weight;
    if (drawn < 0)
      return choice.add(*this, operand);
  }
}

OwningOpRef<ModuleOp> Generator::run() {
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> owner = ModuleOp::create(loc);
  module = *owner;
  grid.record(module);
  SmallVector<Type> arguments;
  for (int64_t i = 0, e = 1 + below(4); i < e; ++i)
    arguments.push_back(RankedTensorType::get(pickShape(), pickElement()));
  if (oneIn(2)) // Two that go together.
    arguments.push_back(arguments.front());
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder, loc, "main",
                                       builder.getFunctionType(arguments, {}));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  values.assign(block->args_begin(), block->args_end());
  for (int64_t i = 0, e = 3 + below(oneIn(8) ? 60 : 22); i < e; ++i)
    addOp();

  // Results: the last values that nobody reads, and a few others.
  SmallVector<Value> results;
  for (Value value : llvm::reverse(values))
    if (results.size() < 8 && (value.use_empty() || oneIn(6)) &&
        (!isa<BlockArgument>(value) || oneIn(4)))
      results.push_back(value);
  if (results.empty())
    results.push_back(values.back());
  func::ReturnOp::create(builder, loc, results);
  function.setType(
      builder.getFunctionType(arguments, ValueRange(results).getTypes()));
  return owner;
}

OwningOpRef<ModuleOp> xla::fuzz::generateProgram(MLIRContext *context,
                                                 uint64_t seed) {
  return Generator(context, seed).run();
}

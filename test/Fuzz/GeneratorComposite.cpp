//===- GeneratorComposite.cpp - Random ops of chlo ------------------------===//
//
// Ops that decompose: functions with a distance in ulps, and exact ones; calls
// of functions of the program, as such and as composites.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

/// Two operands, of which one or the other is broadcast by its last dimensions.
void Generator::addImplicitBroadcast() {
  Value a = anyValue();
  RankedTensorType type = typeOf(a);
  SmallVector<int64_t> shape(
      type.getShape().drop_front(below(type.getRank() + 1)));
  for (int64_t &size : shape)
    size = oneIn(4) ? 1 : size;
  Type element = type.getElementType();
  Value b = like(shape, element);
  if (oneIn(2))
    std::swap(a, b);
  if (isBool(element))
    value(
        pick({"chlo.broadcast_and", "chlo.broadcast_or", "chlo.broadcast_xor"}),
        {a, b});
  else if (isComplex(element))
    value(pick({"chlo.broadcast_add", "chlo.broadcast_subtract"}), {a, b});
  else if (isInt(element))
    value(pick({"chlo.broadcast_add", "chlo.broadcast_multiply",
                "chlo.broadcast_divide", "chlo.broadcast_shift_left",
                "chlo.broadcast_xor", "chlo.broadcast_remainder"}),
          {a, b});
  else
    value(pick({"chlo.broadcast_add", "chlo.broadcast_subtract",
                "chlo.broadcast_multiply", "chlo.broadcast_divide",
                "chlo.broadcast_maximum", "chlo.broadcast_minimum"}),
          {a, b});
}

/// What every composite gives to the bit.
void Generator::addComposite() {
  Value a = anyValue();
  Type element = elementOf(a);
  RankedTensorType type = typeOf(a);
  if (oneIn(2))
    return addImplicitBroadcast();
  if (oneIn(3) && type.getRank() && !isComplex(element)) {
    int64_t k = below(type.getShape().back() + 1);
    add("chlo.top_k", withoutNaN(a), number("k", k));
    return;
  }
  if (isInt(element))
    value("chlo.mulhi", {a, like(type)}, {}, type);
  else if (isComplex(element))
    value("chlo.conj", a, {}, type);
  else if (isFloat(element) && element.getIntOrFloatBitWidth() >= 16 &&
           oneIn(3))
    value("chlo.next_after", {a, like(type)}, {}, type);
  else if (isFloat(element) && oneIn(2))
    value("chlo.square", a, {}, type);
  else if (isFloat(element))
    value(pick({"chlo.is_inf", "chlo.is_neg_inf", "chlo.is_pos_inf"}), a, {},
          type.clone(builder.getI1Type()));
}

void Generator::addSpecialFunction() {
  Value a = find([](RankedTensorType type) {
    Type element = type.getElementType();
    return isFloat(element) && element.getIntOrFloatBitWidth() >= 16;
  });
  if (!a)
    a = convert(anyValue(), builder.getF32Type());
  if (a && isFloat(elementOf(a)))
    value(pick({"chlo.acos", "chlo.acosh", "chlo.asin", "chlo.asinh",
                "chlo.atan", "chlo.atanh", "chlo.cosh", "chlo.sinh", "chlo.tan",
                "chlo.erf", "chlo.erfc", "chlo.erf_inv"}),
          a, {}, a.getType());
}

/// A branch or a map that ends in a function: what it gives is as far off as
/// the function may be.
void Generator::addFunctionInRegion() {
  Value a = find(
      [](RankedTensorType type) { return isFloat(type.getElementType()); });
  if (!a)
    return;
  auto apply = [&](Value operand) {
    return value(pick({"hlo.sine", "hlo.exponential", "hlo.tanh", "hlo.log",
                       "hlo.logistic", "hlo.cbrt", "hlo.rsqrt"}),
                 operand);
  };
  RankedTensorType type = typeOf(a);
  Regions regions;
  if (oneIn(3)) {
    auto scalar = RankedTensorType::get({}, type.getElementType());
    regions.push_back(region(Type(scalar), false, [&](ValueRange arguments) {
      for (int64_t i = 0, e = below(3); i < e; ++i)
        addScalarOp();
      return SmallVector<Value>{apply(arguments[0])};
    }));
    add("hlo.map", a,
        dims("dimensions", llvm::to_vector(llvm::seq(type.getRank()))), type,
        std::move(regions));
    return;
  }
  Value predicate = like({}, builder.getI1Type());
  for (int i = 0; i < 2; ++i)
    regions.push_back(region({}, true, [&](ValueRange) {
      for (int64_t k = 0, e = below(3); k < e; ++k)
        addOp();
      return SmallVector<Value>{apply(like(type))};
    }));
  add("hlo.if", predicate, {}, {}, std::move(regions));
}

/// A call of a new function, which may be the meaning of a composite.
void Generator::addFunctionCall() {
  if (depth > 1)
    return;
  SmallVector<Value> operands;
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i)
    operands.push_back(anyValue());
  std::string name = "function" + std::to_string(numFunctions++);
  SmallVector<Type> types(ValueRange(operands).getTypes()), results;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    auto function = func::FuncOp::create(builder, loc, name,
                                         builder.getFunctionType(types, {}));
    function.setPrivate();
    Block *block = function.addEntryBlock();
    builder.setInsertionPointToEnd(block);
    SmallVector<Value> outside = std::move(values);
    values.assign(block->args_begin(), block->args_end());
    ++depth;
    for (int64_t i = 0, e = 1 + below(5); i < e; ++i)
      addOp();
    SmallVector<Value> returned;
    for (int64_t i = 0, e = 1 + below(2); i < e; ++i)
      returned.push_back(anyValue());
    func::ReturnOp::create(builder, loc, returned);
    --depth;
    values = std::move(outside);
    llvm::append_range(results, ValueRange(returned).getTypes());
    function.setType(builder.getFunctionType(types, results));
  }
  if (oneIn(3)) {
    auto call = func::CallOp::create(builder, loc, name, results, operands);
    llvm::append_range(values, call.getResults());
    return;
  }
  add("hlo.composite", operands,
      {attr("name", builder.getStringAttr("test." + name)),
       attr("decomposition", FlatSymbolRefAttr::get(context, name))},
      results);
}

/// Targets that are no functions.
void Generator::addCustomCall() {
  Value a = anyValue();
  value("hlo.custom_call", a,
        attr("call_target_name",
             builder.getStringAttr(
                 pick({"Sharding", "SPMDFullToShardShape", "MoveToHost",
                       "annotate_device_placement", "LayoutConstraint"}))),
        a.getType());
}

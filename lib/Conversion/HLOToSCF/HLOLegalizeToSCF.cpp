//===- HLOLegalizeToSCF.cpp - The host level to scf on tensors ------------===//
//
// Writes the host level anew: hlo's loops and conditionals become scf's,
// constants arith's, integers lose their sign, tokens go. What the caller must
// still know is recorded as `xla.entry`.
//
// Assumes outlined kernels. Guarantees a host level of kernel and host calls,
// reshapes, constants and scf ops; kernels are left alone.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "xla/Conversion/Passes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/XLA/IR/Entry.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace xla {
#define GEN_PASS_DEF_HLOLEGALIZETOSCFPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "hlo-legalize-to-scf"
static PassCounter numConvertedFunctions(DEBUG_TYPE, "num-converted-functions");

/// `type` without signedness.
static Type convertType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return type;
  auto integer = dyn_cast<IntegerType>(tensor.getElementType());
  if (!integer || integer.isSignless())
    return type;
  return RankedTensorType::get(
      tensor.getShape(),
      IntegerType::get(type.getContext(), integer.getWidth()));
}

/// Whether a value takes part in the program's data at all.
static bool isData(Value value) {
  return !isa<hlo::TokenType>(value.getType());
}

/// The same elements under a type without signedness; null if there is no such
/// form.
static TypedAttr convertElements(Attribute attribute) {
  auto elements = dyn_cast<ElementsAttr>(attribute);
  if (!elements)
    return {};
  auto type = cast<ShapedType>(convertType(elements.getType()));
  if (type == elements.getType())
    return elements;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return DenseElementsAttr::getFromRawBuffer(type, dense.getRawData());
  return {};
}

namespace {
/// Writes the new body of one function.
class HostConverter {
public:
  explicit HostConverter(func::FuncOp function)
      : function(function), builder(function.getContext()) {}

  LogicalResult convert();

private:
  LogicalResult convertBlock(Block &block);
  LogicalResult convertOp(Operation &op);
  LogicalResult convertWhile(hlo::WhileOp loop);
  LogicalResult convertIf(hlo::IfOp branch);
  LogicalResult convertCase(hlo::CaseOp branch);
  LogicalResult convertReshape(hlo::ReshapeOp reshape);
  LogicalResult convertCustomCall(hlo::CustomCallOp call);
  LogicalResult convertCommunication(Operation *op);
  /// Fills `region` with the block of `from`, whose arguments `arguments` are
  /// the new block's; ends it with a yield of what it returns.
  LogicalResult fillRegion(Region &from, Region &region);
  Value extractScalar(Value tensor, Location loc);
  SmallVector<Value> mapData(ValueRange from);
  void mapResults(ValueRange from, ValueRange to);

  func::FuncOp function;
  OpBuilder builder;
  IRMapping values;
};
} // namespace

SmallVector<Value> HostConverter::mapData(ValueRange from) {
  SmallVector<Value> mapped;
  for (Value value : from)
    if (isData(value))
      mapped.push_back(values.lookup(value));
  return mapped;
}

void HostConverter::mapResults(ValueRange from, ValueRange to) {
  size_t index = 0;
  for (Value value : from)
    if (isData(value))
      values.map(value, to[index++]);
}

static SmallVector<Type> convertDataTypes(ValueRange from) {
  SmallVector<Type> types;
  for (Value value : from)
    if (isData(value))
      types.push_back(convertType(value.getType()));
  return types;
}

Value HostConverter::extractScalar(Value tensor, Location loc) {
  return tensor::ExtractOp::create(builder, loc, tensor, ValueRange());
}

LogicalResult HostConverter::convertWhile(hlo::WhileOp loop) {
  Location loc = loop.getLoc();
  Block &condition = loop->getRegion(0).front();
  Block &body = loop->getRegion(1).front();
  Operation *yield = body.getTerminator();
  // What the body hands on unchanged is not carried: it is the same value
  // before, in and after the loop.
  SmallVector<unsigned> carried;
  SmallVector<Value> inits;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (unsigned index = 0; index < loop->getNumOperands(); ++index) {
    Value init = loop->getOperand(index);
    if (!isData(init))
      continue;
    if (yield->getOperand(index) == body.getArgument(index)) {
      for (Value same :
           {Value(condition.getArgument(index)), Value(body.getArgument(index)),
            Value(loop->getResult(index))})
        values.map(same, values.lookup(init));
      continue;
    }
    carried.push_back(index);
    inits.push_back(values.lookup(init));
    types.push_back(inits.back().getType());
    locations.push_back(body.getArgument(index).getLoc());
  }
  auto converted = scf::WhileOp::create(builder, loc, types, inits);
  auto startBlock = [&](Region &region, Block &from) {
    Block *block = builder.createBlock(&region, region.end(), types, locations);
    for (auto [index, argument] : llvm::zip(carried, block->getArguments()))
      values.map(from.getArgument(index), argument);
    return block;
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *before = startBlock(converted.getBefore(), condition);
    if (failed(convertBlock(condition)))
      return failure();
    Operation *ret = condition.getTerminator();
    Value test =
        extractScalar(values.lookup(ret->getOperand(0)), ret->getLoc());
    scf::ConditionOp::create(builder, ret->getLoc(), test,
                             before->getArguments());
    startBlock(converted.getAfter(), body);
    if (failed(convertBlock(body)))
      return failure();
    SmallVector<Value> next;
    for (unsigned index : carried)
      next.push_back(values.lookup(yield->getOperand(index)));
    scf::YieldOp::create(builder, yield->getLoc(), next);
  }
  for (auto [index, result] : llvm::zip(carried, converted.getResults()))
    values.map(loop->getResult(index), result);
  return success();
}

LogicalResult HostConverter::fillRegion(Region &from, Region &region) {
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&region);
  if (failed(convertBlock(from.front())))
    return failure();
  Operation *ret = from.front().getTerminator();
  scf::YieldOp::create(builder, ret->getLoc(), mapData(ret->getOperands()));
  return success();
}

LogicalResult HostConverter::convertIf(hlo::IfOp branch) {
  Value test = extractScalar(values.lookup(branch.getPred()), branch.getLoc());
  auto converted = scf::IfOp::create(
      builder, branch.getLoc(), convertDataTypes(branch->getResults()), test,
      /*addThenBlock=*/false, /*addElseBlock=*/false);
  if (failed(fillRegion(branch->getRegion(0), converted.getThenRegion())) ||
      failed(fillRegion(branch->getRegion(1), converted.getElseRegion())))
    return failure();
  mapResults(branch->getResults(), converted.getResults());
  return success();
}

LogicalResult HostConverter::convertCase(hlo::CaseOp branch) {
  Location loc = branch.getLoc();
  Value index = extractScalar(values.lookup(branch.getIndex()), loc);
  // A negative index is none of the cases; the last region serves all others.
  index =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  SmallVector<int64_t> cases = llvm::to_vector(
      llvm::seq<int64_t>(0, int64_t(branch->getNumRegions()) - 1));
  auto converted = scf::IndexSwitchOp::create(
      builder, loc, convertDataTypes(branch->getResults()), index, cases,
      cases.size());
  for (auto [region, to] :
       llvm::zip(branch->getRegions().drop_back(), converted.getCaseRegions()))
    if (failed(fillRegion(region, to)))
      return failure();
  if (failed(fillRegion(branch->getRegions().back(),
                        converted.getDefaultRegion())))
    return failure();
  mapResults(branch->getResults(), converted.getResults());
  return success();
}

/// A reshape goes over the flat form: that needs no analysis, and no code.
LogicalResult HostConverter::convertReshape(hlo::ReshapeOp reshape) {
  Location loc = reshape.getLoc();
  Value value = values.lookup(reshape.getOperand());
  auto from = cast<RankedTensorType>(value.getType());
  auto to = cast<RankedTensorType>(convertType(reshape.getType()));
  auto flat =
      RankedTensorType::get({from.getNumElements()}, from.getElementType());
  auto all = [](int64_t rank) {
    SmallVector<ReassociationIndices> groups(1);
    groups.front() = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    return groups;
  };
  SmallVector<ReassociationIndices> none;
  if (from == to) {
    values.map(reshape.getResult(), value);
    return success();
  }
  if (from.getRank() != 1) {
    value = from.getRank() == 0
                ? Value(tensor::ExpandShapeOp::create(builder, loc, flat, value,
                                                      none))
                : Value(tensor::CollapseShapeOp::create(
                      builder, loc, flat, value, all(from.getRank())));
  }
  if (to.getRank() != 1) {
    value = to.getRank() == 0
                ? Value(tensor::CollapseShapeOp::create(builder, loc, to, value,
                                                        none))
                : Value(tensor::ExpandShapeOp::create(builder, loc, to, value,
                                                      all(to.getRank())));
  }
  values.map(reshape.getResult(), value);
  return success();
}

LogicalResult HostConverter::convertCustomCall(hlo::CustomCallOp call) {
  FailureOr<CallHostOp> converted =
      createHostCall(builder, call, mapData(call.getInputs()),
                     convertDataTypes(call.getResults()));
  if (failed(converted))
    return failure();
  mapResults(call.getResults(), converted->getOutputs());
  return success();
}

LogicalResult HostConverter::convertCommunication(Operation *op) {
  FailureOr<CallHostOp> converted =
      createHostCommunication(builder, op, mapData(op->getOperands()),
                              convertDataTypes(op->getResults()));
  if (failed(converted))
    return failure();
  mapResults(op->getResults(), converted->getOutputs());
  return success();
}

LogicalResult HostConverter::convertOp(Operation &op) {
  if (hlo::isCommunication(&op))
    return convertCommunication(&op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](CallKernelOp call) {
        auto converted = CallKernelOp::create(
            builder, call.getLoc(), convertDataTypes(call.getResults()),
            call.getCallee(), mapData(call.getInputs()));
        converted->setDiscardableAttrs(call->getDiscardableAttrDictionary());
        mapResults(call.getResults(), converted.getResults());
        return success();
      })
      .Case([&](hlo::ConstantOp constant) -> LogicalResult {
        TypedAttr value = convertElements(constant.getValueAttr());
        if (!value)
          return constant.emitOpError("expects a dense constant");
        values.map(constant.getResult(),
                   arith::ConstantOp::create(builder, constant.getLoc(), value)
                       .getResult());
        return success();
      })
      .Case([&](hlo::CustomCallOp call) { return convertCustomCall(call); })
      .Case([&](hlo::WhileOp loop) { return convertWhile(loop); })
      .Case([&](hlo::IfOp branch) { return convertIf(branch); })
      .Case([&](hlo::CaseOp branch) { return convertCase(branch); })
      .Case([&](hlo::ReshapeOp reshape) { return convertReshape(reshape); })
      // Ordering is that of the host level itself.
      .Case([](hlo::AfterAllOp) { return success(); })
      // Each is written by the op around it.
      .Case<hlo::ReturnOp>([](Operation *) { return success(); })
      .Case([&](func::ReturnOp ret) {
        func::ReturnOp::create(builder, ret.getLoc(),
                               mapData(ret.getOperands()));
        return success();
      })
      .Default([](Operation *other) {
        return other->emitOpError(
            "expects a call, a constant, a reshape or control flow at the host "
            "level");
      });
}

LogicalResult HostConverter::convertBlock(Block &block) {
  for (Operation &op : block)
    if (failed(convertOp(op)))
      return failure();
  return success();
}

LogicalResult HostConverter::convert() {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitOpError("expects a body of one block");
  if (function.isPublic())
    recordEntry(function);
  Block &old = function.getBody().front();
  auto *entry = new Block();
  for (BlockArgument argument : old.getArguments())
    if (isData(argument))
      values.map(argument, entry->addArgument(convertType(argument.getType()),
                                              argument.getLoc()));
  SmallVector<Type> results;
  for (Type type : function.getResultTypes())
    if (!isa<hlo::TokenType>(type))
      results.push_back(convertType(type));
  function.getBody().push_back(entry);
  builder.setInsertionPointToEnd(entry);
  LogicalResult converted = convertBlock(old);
  if (failed(converted))
    return failure();
  old.dropAllReferences();
  old.erase();
  function.setFunctionType(
      builder.getFunctionType(entry->getArgumentTypes(), results));
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
  return success();
}

namespace {
struct HLOLegalizeToSCFPass
    : xla::impl::HLOLegalizeToSCFPassBase<HLOLegalizeToSCFPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (isKernel(function) || function.isExternal())
        continue;
      if (failed(HostConverter(function).convert()))
        return signalPassFailure();
      numConvertedFunctions += 1;
    }
  }
};
} // namespace

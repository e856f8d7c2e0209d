//===- ImportControlFlow.cpp - Calls, branches, loops, tuples -------------===//
//
// Computations become regions where they are run in place, functions where they
// are called. Tuples dissolve into lists of leaves.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Target/TextLimits.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

/// The leaves of each operand from `first` on.
static SmallVector<Leaves> getArguments(Instruction &inst, unsigned first = 0) {
  SmallVector<Leaves> arguments;
  for (unsigned number = first; number < inst.getNumOperands(); ++number)
    arguments.push_back(inst.getLeaves(number));
  return arguments;
}

static LogicalResult importParameter(Instruction &inst) {
  return success(); // bound where the computation is used
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

static LogicalResult importTuple(Instruction &inst) {
  if (!isTuple(inst.proto.shape()))
    return inst.emitError() << "'tuple' expects to give a tuple, but got "
                            << toString(inst.proto.shape());
  return inst.give(inst.getAllLeaves());
}

static LogicalResult importGetTupleElement(Instruction &inst) {
  int64_t index = inst.proto.tuple_index();
  auto [first, part] = findPart(inst.getOperandShape(0), {index});
  if (!part)
    return inst.emitError()
           << "'get-tuple-element' expects an element of "
           << toString(inst.getOperandShape(0)) << ", but got index " << index;
  return inst.give(
      ArrayRef(inst.getLeaves(0)).slice(first, countLeaves(*part)));
}

static LogicalResult importOptimizationBarrier(Instruction &inst) {
  Leaves leaves = inst.getAllLeaves();
  return inst.give<OptimizationBarrierOp>(TypeRange(inst.types), leaves);
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

/// Callees are the body, then the condition.
static LogicalResult importWhile(Instruction &inst) {
  auto op = inst.create<WhileOp>(TypeRange(inst.types), inst.getAllLeaves());
  if (failed(inst.buildRegion(op.getCond(), 1)) ||
      failed(inst.buildRegion(op.getBody(), 0)))
    return failure();
  return inst.give(op->getResults());
}

static LogicalResult importConditional(Instruction &inst) {
  unsigned count = inst.getNumCallees();
  if (inst.getNumOperands() != count + 1)
    return inst.emitError()
           << "'conditional' expects one argument per branch, "
              "but got "
           << inst.getNumOperands() - 1 << " for " << count << " branches";
  if (!isArray(inst.getOperandShape(0)))
    return inst.emitError() << "'conditional' expects an array as its index, "
                               "but got "
                            << toString(inst.getOperandShape(0));
  Operation *op;
  if (inst.getOperandType(0).getElementType().isInteger(1)) {
    if (count != 2)
      return inst.emitError() << "'conditional' expects 2 branches for a "
                                 "predicate, but got "
                              << count;
    op = inst.create<IfOp>(TypeRange(inst.types), inst.getOperand(0));
  } else {
    op = inst.create<CaseOp>(TypeRange(inst.types), inst.getOperand(0), count);
  }
  for (unsigned branch = 0; branch < count; ++branch)
    if (failed(inst.importer.buildBranch(op->getRegion(branch),
                                         inst.getCallee(branch),
                                         {inst.getLeaves(branch + 1)})))
      return failure();
  return inst.give(op->getResults());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The attributes of a composite as its frontend attributes hold them: text of
/// an MLIR dictionary.
static FailureOr<DictionaryAttr> getCompositeAttributes(Instruction &inst) {
  std::optional<StringRef> text =
      findFrontendAttribute(inst, "composite.attributes");
  if (!text || text->trim().empty())
    return DictionaryAttr::get(inst.getContext());
  Attribute attribute;
  if (!findTextLimitError(*text)) {
    // The parser's own error would show a text that the user does not know.
    ScopedDiagnosticHandler quiet(inst.getContext(), [](Diagnostic &) {});
    attribute = parseAttribute(*text, inst.getContext());
  }
  if (auto dictionary = dyn_cast_if_present<DictionaryAttr>(attribute))
    return dictionary;
  return inst.emitError() << "'call' expects composite.attributes to be a "
                             "dictionary in MLIR's syntax, but got '"
                          << text->take_front(200) << "'";
}

static LogicalResult importComposite(Instruction &inst, StringRef name) {
  FailureOr<DictionaryAttr> attributes = getCompositeAttributes(inst);
  if (failed(attributes))
    return failure();
  int32_t version = 0;
  if (auto text = findFrontendAttribute(inst, "composite.version"))
    if (text->getAsInteger(10, version))
      return inst.emitError() << "'call' expects composite.version to be a "
                                 "number, but got '"
                              << *text << "'";
  return inst.give<CompositeOp>(TypeRange(inst.types), inst.getAllLeaves(),
                                inst.builder.getStringAttr(name), *attributes,
                                inst.importer.getFunction(inst.getCallee(0)),
                                inst.builder.getI32IntegerAttr(version),
                                /*composite_regionsCount=*/0);
}

static LogicalResult importCall(Instruction &inst) {
  std::optional<StringRef> name = findFrontendAttribute(inst, "composite.name");
  if (inst.proto.is_composite() && name)
    return importComposite(inst, *name);
  return inst.give<func::CallOp>(
      inst.importer.getFunction(inst.getCallee(0)).getValue(),
      TypeRange(inst.types), inst.getAllLeaves());
}

/// The computation is what a fusion means, whatever its kind. The op that gives
/// its result remembers the kind.
static LogicalResult importFusion(Instruction &inst) {
  FailureOr<Leaves> results =
      inst.importer.inlineComputation(inst.getCallee(0), getArguments(inst));
  if (failed(results))
    return failure();
  if (!results->empty() && !inst.proto.fusion_kind().empty())
    if (Operation *op = results->front().getDefiningOp())
      op->setAttr("hlo.fusion_kind",
                  inst.builder.getStringAttr(inst.proto.fusion_kind()));
  return inst.give(*results);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static LogicalResult importAfterAll(Instruction &inst) {
  if (inst.types.size() != 1)
    return inst.emitError() << "'after-all' expects to give a token, but got "
                            << toString(inst.proto.shape());
  // XLA's reader takes values too, on which nothing depends.
  Leaves tokens = inst.getAllLeaves();
  llvm::erase_if(tokens,
                 [](Value value) { return !isa<TokenType>(value.getType()); });
  return inst.give<AfterAllOp>(inst.types.front(), tokens);
}

/// Values do not depend on the token, and effects keep their order without it.
static LogicalResult importAddDependency(Instruction &inst) {
  return inst.give(inst.getLeaves(0));
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

/// Operands are inputs, then carried values; results outputs, then these.
static LogicalResult importScan(Instruction &inst) {
  int64_t carried = inst.proto.num_carries();
  int64_t numOperands = inst.getNumOperands(), numResults = inst.types.size();
  FailureOr<int64_t> dim = getDimension(inst);
  if (carried < 0 || carried > numOperands || carried > numResults ||
      failed(dim))
    return inst.emitError() << "'scan' expects to carry some of " << numOperands
                            << " operands and " << numResults
                            << " results, but got num_carries = " << carried;
  OpBuilder &builder = inst.builder;
  TypeRange types(inst.types);
  auto op = inst.create<chlo::ScanOp>(
      types.drop_back(carried), types.take_back(carried),
      inst.getAllLeaves(0, numOperands - carried),
      inst.getAllLeaves(numOperands - carried), builder.getI64IntegerAttr(*dim),
      builder.getBoolAttr(inst.proto.is_reverse()),
      inst.proto.is_associative() == proto::TRI_STATE_TRUE
          ? builder.getBoolAttr(true)
          : BoolAttr(),
      IntegerAttr());
  if (failed(inst.buildRegion(op.getBody(), 0)))
    return failure();
  return inst.give(op->getResults());
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addControlFlow() {
  constexpr unsigned any = ~0u;
  auto free = [](Handler handler, unsigned minOperands, unsigned maxOperands,
                 unsigned minCallees = 0) {
    return Opcode{handler,
                  minOperands,
                  maxOperands,
                  /*takesArrays=*/false,
                  /*givesArray=*/false,
                  minCallees};
  };
  add({"add-dependency"}, free(importAddDependency, 2, 2));
  add({"after-all"}, free(importAfterAll, 0, any));
  add({"call"}, free(importCall, 0, any, 1));
  add({"conditional"}, free(importConditional, 2, any, 1));
  add({"fusion"}, free(importFusion, 0, any, 1));
  add({"get-tuple-element"}, free(importGetTupleElement, 1, 1));
  add({"opt-barrier"}, free(importOptimizationBarrier, 1, any));
  add({"parameter"}, free(importParameter, 0, 0));
  add({"scan"}, {importScan, 1, any, true, /*givesArray=*/false, 1});
  add({"tuple"}, free(importTuple, 0, any));
  add({"while"}, free(importWhile, 1, 1, 2));
}

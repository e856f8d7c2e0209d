//===- ExportControlFlow.cpp - Control flow, calls and tokens to HLO ------===//
//
// A computation of a loop or branch has one parameter: a tuple, unless there is
// one value. Loops carry all they use, branches take what they use from around
// them.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

/// A conditional of `selector` and one operand for each region.
static LogicalResult exportConditional(Computation &c, Operation *op,
                                       Value selector) {
  SmallVector<Instruction *> operands = {c.get(selector)};
  SmallVector<int64_t> computations;
  for (Region &region : op->getRegions()) {
    llvm::SetVector<Value> captures;
    getUsedValuesDefinedAbove(region, captures);
    FailureOr<int64_t> computation = c.getModule().exportRegion(
        region, RegionForm::Tupled, captures.getArrayRef());
    if (failed(computation))
      return failure();
    computations.push_back(*computation);
    operands.push_back(c.pack(op->getLoc(), captures.getArrayRef()));
  }
  Instruction *inst = c.createOp(op, "conditional", operands);
  append(computations, inst->mutable_called_computation_ids());
  return success();
}

static LogicalResult exportWhile(Computation &c, hlo::WhileOp op) {
  FailureOr<int64_t> body =
      c.getModule().exportRegion(op.getBody(), RegionForm::Tupled);
  if (failed(body))
    return failure();
  FailureOr<int64_t> condition =
      c.getModule().exportRegion(op.getCond(), RegionForm::Tupled);
  if (failed(condition))
    return failure();
  Instruction *inst =
      c.createOp(op, "while", {c.pack(op.getLoc(), op.getOperand())});
  inst->add_called_computation_ids(*body);
  inst->add_called_computation_ids(*condition);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Without regions.
static LogicalResult exportComposite(Computation &c, hlo::CompositeOp op) {
  Instruction *inst = c.createOp(op, "call");
  inst->set_is_composite(true);
  inst->add_called_computation_ids(
      c.getModule().getComputation(op.getDecomposition()));
  auto &map = *inst->mutable_frontend_attributes()->mutable_map();
  map["composite.name"] = op.getName().str();
  map["composite.attributes"] = printText(op.getCompositeAttributes());
  map["composite.version"] = std::to_string(op.getVersion());
  return success();
}

static StringRef getFusionKind(StringRef kind) {
  if (kind == "loop")
    return "kLoop";
  if (kind == "input")
    return "kInput";
  if (kind == "output")
    return "kOutput";
  return "kCustom";
}

static LogicalResult exportFusion(Computation &c, hlo::FusionOp op) {
  FailureOr<int64_t> computation =
      c.getModule().exportRegion(op.getBody(), RegionForm::Flat);
  if (failed(computation))
    return failure();
  Instruction *inst = c.createOp(op, "fusion");
  inst->set_fusion_kind(getFusionKind(op.getKind()).str());
  inst->add_called_computation_ids(*computation);
  return success();
}

//===----------------------------------------------------------------------===//
// Asynchronous computations
//===----------------------------------------------------------------------===//

static LogicalResult exportAsyncStart(Computation &c, hlo::AsyncStartOp op) {
  FailureOr<int64_t> computation =
      c.getModule().exportRegion(op.getBody(), RegionForm::Flat);
  if (failed(computation))
    return failure();
  SmallVector<Instruction *> operands = c.get(op.getOperands());
  SmallVector<Shape> shapes;
  for (Instruction *operand : operands)
    shapes.push_back(operand->shape());
  Shape shape = getTupleShape(
      {getTupleShape(shapes),
       c.getModule().findComputation(*computation).program_shape().result()});
  Instruction *inst =
      c.create(op.getLoc(), "async-start", std::move(shape), operands);
  inst->add_called_computation_ids(*computation);
  inst->set_async_execution_thread("main");
  c.getModule().setExecutionThread(*computation, "main");
  c.set(op.getResult(), inst);
  return success();
}

static LogicalResult exportAsyncDone(Computation &c, hlo::AsyncDoneOp op) {
  Instruction *start = c.get(op.getOperand());
  Instruction *inst = c.createOp(op, "async-done");
  append(start->called_computation_ids(),
         inst->mutable_called_computation_ids());
  inst->set_async_execution_thread("main");
  return success();
}

//===----------------------------------------------------------------------===//
// The family
//===----------------------------------------------------------------------===//

static LogicalResult exportBarrier(Computation &c,
                                   hlo::OptimizationBarrierOp op) {
  if (op->getNumOperands() != 0)
    c.createOp(op, "opt-barrier", {c.pack(op.getLoc(), op.getOperand())});
  return success();
}

FamilyResult hlo_export::exportControlFlow(Computation &c, Operation *op) {
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case(
          [&](hlo::IfOp op) { return exportConditional(c, op, op.getPred()); })
      .Case([&](hlo::CaseOp op) {
        return exportConditional(c, op, op.getIndex());
      })
      .Case([&](hlo::WhileOp op) { return exportWhile(c, op); })
      .Case([&](func::CallOp op) {
        c.createOp(op, "call")
            ->add_called_computation_ids(
                c.getModule().getComputation(op.getCallee()));
        return success();
      })
      .Case([&](hlo::CompositeOp op) { return exportComposite(c, op); })
      .Case([&](hlo::CustomCallOp op) { return exportCustomCall(c, op); })
      .Case([&](hlo::FusionOp op) { return exportFusion(c, op); })
      .Case([&](hlo::AsyncStartOp op) { return exportAsyncStart(c, op); })
      .Case([&](hlo::AsyncDoneOp op) { return exportAsyncDone(c, op); })
      .Case([&](hlo::OptimizationBarrierOp op) { return exportBarrier(c, op); })
      .Case([&](hlo::TupleOp op) {
        c.createOp(op, "tuple");
        return success();
      })
      .Case([&](hlo::GetTupleElementOp op) {
        c.createOp(op, "get-tuple-element")->set_tuple_index(op.getIndex());
        return success();
      })
      .Case([&](hlo::AfterAllOp op) {
        c.createOp(op, "after-all");
        return success();
      })
      .Default([](Operation *) { return std::nullopt; });
}

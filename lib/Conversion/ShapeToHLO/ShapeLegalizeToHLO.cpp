//===- ShapeLegalizeToHLO.cpp - Computations of shapes as hlo -------------===//
//
// Front ends without sizes in hlo compute them in arith, shape and tensor.
// Assumes verified IR; afterwards all is hlo, or the pass has failed at an op.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "xla/Conversion/Passes.h"
#include "xla/Conversion/ShapeToHLO.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"

namespace xla {
#define GEN_PASS_DEF_SHAPELEGALIZETOHLOPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "shape-legalize-to-hlo"

static PassCounter numLoweredOps(DEBUG_TYPE, "num-lowered-ops");

/// Whether `op` must be replaced.
static bool isIllegal(Operation *op) {
  return llvm::is_contained({"arith", "cf", "shape", "tensor"},
                            op->getName().getDialectNamespace());
}

static bool isIndexTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isIndex();
}

namespace {
/// Scalars are tensors of rank 0, and sizes are i64.
struct SizeTypeConverter : TypeConverter {
  SizeTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](RankedTensorType type) {
      return isIndexTensor(type)
                 ? type.clone(IntegerType::get(type.getContext(), 64))
                 : type;
    });
    addConversion([](Type type) -> std::optional<Type> {
      if (type.isIntOrFloat())
        return RankedTensorType::get({}, type);
      if (type.isIndex())
        return RankedTensorType::get({},
                                     IntegerType::get(type.getContext(), 64));
      return std::nullopt;
    });
    // For ops that stay, which are reported.
    auto cast = [](OpBuilder &builder, Type type, ValueRange inputs,
                   Location loc) -> Value {
      return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
          .getResult(0);
    };
    addSourceMaterialization(cast);
    addTargetMaterialization(cast);
  }
};

/// An op of hlo that takes or gives sizes.
struct RetypeOp : ConversionPattern {
  RetypeOp(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa_and_present<hlo::HLODialect>(op->getDialect()) ||
        op->getNumRegions() != 0)
      return rewriter.notifyMatchFailure(op,
                                         "expected an op of hlo, no regions");
    Operation *retyped = rewriter.clone(*op);
    retyped->setOperands(operands);
    for (OpResult result : retyped->getResults())
      result.setType(getTypeConverter()->convertType(result.getType()));
    if (auto constant = dyn_cast<hlo::ConstantOp>(retyped))
      if (auto elements = dyn_cast<DenseElementsAttr>(constant.getValue()))
        constant.setValueAttr(elements.bitcast(rewriter.getI64Type()));
    rewriter.replaceOp(op, retyped);
    return success();
  }
};

struct ShapeLegalizeToHLOPass
    : xla::impl::ShapeLegalizeToHLOPassBase<ShapeLegalizeToHLOPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(legalizeShapeToHLO(getOperation())))
      signalPassFailure();
  }
};
} // namespace

/// Reports the first op that is not hlo, or has values that are not.
static LogicalResult verifyConverted(ModuleOp module,
                                     const TypeConverter &converter) {
  auto findForeign = [&](TypeRange types) -> Type {
    auto found = llvm::find_if(
        types, [&](Type type) { return !converter.isLegal(type); });
    return found == types.end() ? Type() : *found;
  };
  auto findForeignOf = [&](Operation *op) -> Type {
    if (Type type = findForeign(op->getOperandTypes()))
      return type;
    if (Type type = findForeign(op->getResultTypes()))
      return type;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (Type type = findForeign(block.getArgumentTypes()))
          return type;
    return Type();
  };
  WalkResult walk = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isIllegal(op)) {
      op->emitOpError("has no counterpart in hlo for these types; give the "
                      "program static shapes");
      return WalkResult::interrupt();
    }
    // Casts lie between such an op and what was converted.
    Type type =
        isa<UnrealizedConversionCastOp>(op) ? Type() : findForeignOf(op);
    if (!type)
      return WalkResult::advance();
    op->emitOpError() << "expects tensors of the types of hlo, but has a value "
                         "of type "
                      << type << "; use " << converter.convertType(type)
                      << " instead";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

bool xla::hasShapeComputations(ModuleOp module) {
  if (module->hasAttr(kPhaseAttr))
    return false;
  bool hasHLO = false, hasShapes = false;
  WalkResult walk = module.walk([&](Operation *op) {
    // A compiler's program between its phases is not ours to convert.
    if (isa_and_present<linalg::LinalgDialect, scf::SCFDialect>(
            op->getDialect()))
      return WalkResult::interrupt();
    hasHLO |= isa_and_present<hlo::HLODialect>(op->getDialect());
    hasShapes |= isIllegal(op);
    return WalkResult::advance();
  });
  return !walk.wasInterrupted() && hasHLO && hasShapes;
}

LogicalResult xla::legalizeShapeToHLO(ModuleOp module) {
  MLIRContext *context = module.getContext();
  SizeTypeConverter converter;
  RewritePatternSet patterns(context);
  populateArithToHLOPatterns(converter, patterns);
  populateShapeToHLOPatterns(converter, patterns);
  patterns.add<RetypeOp>(converter, context);
  uint64_t count = 0;
  module.walk([&](Operation *op) { count += isIllegal(op); });
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) -> std::optional<bool> {
        if (isIllegal(op) ||
            llvm::any_of(op->getOperandTypes(), isIndexTensor) ||
            llvm::any_of(op->getResultTypes(), isIndexTensor))
          return std::nullopt;
        return true;
      });
  if (failed(applyPartialConversion(module, target, std::move(patterns))))
    return failure();
  if (failed(verifyConverted(module, converter)))
    return failure();
  numLoweredOps += count;
  return success();
}

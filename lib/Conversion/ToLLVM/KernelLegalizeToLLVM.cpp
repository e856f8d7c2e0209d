//===- KernelLegalizeToLLVM.cpp - Kernels to the LLVM dialect -------------===//
//
// Converts kernel functions, and the constants they read, to the LLVM dialect
// in one conversion. Leaves every other function alone.
//
//===----------------------------------------------------------------------===//

#include "LaunchTasks.h"
#include "NarrowElements.h"
#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Conversion/Passes.h"
#include "xla/Dialect/XLA/IR/Helper.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/Region.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Matchers.h"

namespace xla {
#define GEN_PASS_DEF_KERNELLEGALIZETOLLVMPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "kernel-legalize-to-llvm"

using namespace mlir;

static xla::PassCounter numConvertedKernels(DEBUG_TYPE,
                                            "num-converted-kernels");

/// Puts the `xla_call` pointer before the buffers of `kernel` and says what
/// LLVM may assume about them. Callers promise the alignment of an element
/// only.
static void prepareSignature(func::FuncOp kernel) {
  Builder builder(kernel.getContext());
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer)
      continue;
    kernel.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI64IntegerAttr(
                          xla::getElementAlignment(buffer.getElementType())));
    if (xla::getInPlaceResult(kernel, i) < 0 && !xla::mayAlias(kernel, i))
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
    // The address of a buffer without elements may be null.
    if (buffer.getNumElements() != 0)
      kernel.setArgAttr(i, LLVM::LLVMDialect::getNonNullAttrName(),
                        builder.getUnitAttr());
  }
  // It counts arguments as they were.
  kernel->removeAttr(xla::kMayAliasAttr);
  (void)kernel.insertArgument(0,
                              LLVM::LLVMPointerType::get(kernel.getContext()),
                              /*argAttrs=*/{}, kernel.getLoc());
}

/// Hands the `xla_call` pointer on to the tasks that `kernel` calls.
static void prepareCalls(func::FuncOp kernel, const SymbolTable &symbols) {
  kernel.walk([&](func::CallOp call) {
    if (!xla::isKernel(symbols.lookup(call.getCallee())))
      return;
    call.getOperandsMutable().assign([&] {
      SmallVector<Value> operands = {kernel.getArgument(0)};
      llvm::append_range(operands, call.getOperands());
      return operands;
    }());
  });
}

/// How often `loop` runs at most if it counts up by one from one constant to
/// another; none where it does not.
static std::optional<int64_t> getTripCount(scf::WhileOp loop) {
  auto test =
      loop.getConditionOp().getCondition().getDefiningOp<arith::CmpIOp>();
  APInt first, last, step;
  if (!test || test.getPredicate() != arith::CmpIPredicate::slt ||
      !matchPattern(test.getRhs(), m_ConstantInt(&last)))
    return std::nullopt;
  auto counter = dyn_cast<BlockArgument>(test.getLhs());
  if (!counter || counter.getOwner() != loop.getBeforeBody() ||
      !matchPattern(loop.getInits()[counter.getArgNumber()],
                    m_ConstantInt(&first)))
    return std::nullopt;
  auto next = loop.getYieldOp()
                  .getOperand(counter.getArgNumber())
                  .getDefiningOp<arith::AddIOp>();
  if (!next || !matchPattern(next.getRhs(), m_ConstantInt(&step)) || step != 1)
    return std::nullopt;
  auto handed = dyn_cast<BlockArgument>(next.getLhs());
  if (!handed || handed.getOwner() != loop.getAfterBody() ||
      loop.getConditionOp().getArgs()[handed.getArgNumber()] != counter)
    return std::nullopt;
  return std::max<int64_t>(0, last.getSExtValue() - first.getSExtValue());
}

/// Most rounds of loops that never look whether the call is cancelled.
static constexpr double shortRounds = 1e5;

/// Whether `loop`, with those around it, is soon over.
static bool isShort(scf::WhileOp loop) {
  double rounds = 1;
  for (; loop; loop = loop->getParentOfType<scf::WhileOp>()) {
    std::optional<int64_t> count = getTripCount(loop);
    if (!count)
      return false;
    rounds *= double(*count);
  }
  return rounds <= shortRounds;
}

/// Lets the loops of a region, which may run long, end when the call is
/// cancelled; the kernel then says so to its caller. Where the call has no flag
/// they look at a zero on the stack, so that none asks whether there is one.
static void prepareCancellation(func::FuncOp kernel) {
  SmallVector<scf::WhileOp> loops;
  kernel.walk([&](scf::WhileOp loop) {
    if (!isShort(loop))
      loops.push_back(loop);
  });
  if (!kernel->hasAttr(xla::kRegionAttr) || loops.empty())
    return;
  Location loc = kernel.getLoc();
  OpBuilder b(kernel.getBody());
  Type i32 = b.getI32Type(), pointer = kernel.getArgument(0).getType();
  auto number = [&](int32_t value) -> Value {
    return LLVM::ConstantOp::create(b, loc, i32, b.getI32IntegerAttr(value));
  };
  Value never = LLVM::AllocaOp::create(b, loc, pointer, i32, number(1));
  LLVM::StoreOp::create(b, loc, number(0), never);
  Value field = LLVM::GEPOp::create(
      b, loc, pointer, b.getI8Type(), kernel.getArgument(0),
      ArrayRef<LLVM::GEPArg>{int32_t(offsetof(xla_call, cancel))});
  Value given = LLVM::LoadOp::create(b, loc, pointer, field);
  Value null = LLVM::ZeroOp::create(b, loc, pointer);
  Value isNull =
      LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, given, null);
  Value flag = LLVM::SelectOp::create(b, loc, isNull, never, given);
  auto isSet = [&](LLVM::ICmpPredicate predicate) -> Value {
    Value value = LLVM::LoadOp::create(b, loc, i32, flag, /*alignment=*/4,
                                       /*isVolatile=*/true);
    return LLVM::ICmpOp::create(b, loc, predicate, value, number(0));
  };
  for (scf::WhileOp loop : loops) {
    scf::ConditionOp condition = loop.getConditionOp();
    b.setInsertionPoint(condition);
    Value goesOn = isSet(LLVM::ICmpPredicate::eq);
    condition.getConditionMutable().assign(
        arith::AndIOp::create(b, loc, condition.getCondition(), goesOn));
  }
  Operation *end = kernel.getBody().back().getTerminator();
  b.setInsertionPoint(end);
  Value status = LLVM::SelectOp::create(b, loc, isSet(LLVM::ICmpPredicate::ne),
                                        number(XLA_CANCELLED), number(XLA_OK));
  end->setOperands(status);
  kernel.setFunctionType(
      b.getFunctionType(kernel.getArgumentTypes(), status.getType()));
}

/// Makes integers of the 16-bit floats that the target does not compute with.
/// By now they are only moved, but LLVM moves some by way of f32, which needs a
/// library's function or, where processors have bf16, an instruction that
/// flushes subnormals.
static void moveAsIntegers(ModuleOp module, bool halfConversion) {
  auto isMoved = [=](Type type) {
    return type.isBF16() || (type.isF16() && !halfConversion);
  };
  Type i16 = IntegerType::get(module.getContext(), 16);
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](FloatType type) { return isMoved(type) ? i16 : Type(type); });
  replacer.addReplacement([&](FloatAttr attr) -> Attribute {
    if (!isMoved(attr.getType()))
      return attr;
    return IntegerAttr::get(i16, attr.getValue().bitcastToAPInt());
  });
  replacer.addReplacement([&](DenseElementsAttr attr) -> Attribute {
    return isMoved(attr.getElementType()) ? attr.bitcast(i16) : attr;
  });
  for (Operation &op : module.getOps())
    if (isa<LLVM::GlobalOp>(op) || xla::isKernel(&op))
      replacer.recursivelyReplaceElementsIn(&op, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/true);
  module.walk([](LLVM::BitcastOp cast) {
    if (cast.getType() == cast.getArg().getType()) {
      cast.replaceAllUsesWith(cast.getArg());
      cast.erase();
    }
  });
}

/// Removes constants whose loads have been folded away.
static void eraseUnusedConstants(ModuleOp module) {
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    if (SymbolTable::symbolKnownUseEmpty(global, module))
      global.erase();
}

/// Gives kernels their final signature; returns the constants that they read.
static DenseSet<StringRef> prepareKernels(ModuleOp module) {
  DenseSet<StringRef> constants;
  SymbolTable symbols(module);
  for (auto kernel : module.getOps<func::FuncOp>()) {
    if (!xla::isKernel(kernel))
      continue;
    prepareSignature(kernel);
    prepareCalls(kernel, symbols);
    prepareCancellation(kernel);
    kernel.walk(
        [&](memref::GetGlobalOp op) { constants.insert(op.getName()); });
  }
  return constants;
}

static bool isKernelOrHelper(Operation *op) {
  return xla::isKernel(op) || xla::isHelper(op);
}

/// Makes branches of the loops and conditions in kernels and helpers: first, as
/// MLIR can do either, but not both at once, without keeping what it replaces.
static LogicalResult convertControlFlow(ModuleOp module,
                                        const ConversionConfig &config) {
  RewritePatternSet patterns(module.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  ConversionTarget target(*module.getContext());
  target.addIllegalDialect<scf::SCFDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  for (auto function : module.getOps<func::FuncOp>())
    if (isKernelOrHelper(function) &&
        failed(applyPartialConversion(function, target, frozen, config)))
      return failure();
  return success();
}

/// Converts kernels, their helpers and `constants`, and nothing else.
static LogicalResult convertKernels(ModuleOp module,
                                    const DenseSet<StringRef> &constants) {
  // No pattern takes back what it did: nothing need be kept for that.
  ConversionConfig config;
  config.allowPatternRollback = false;
  if (failed(convertControlFlow(module, config)))
    return failure();
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.useBarePtrCallConv = true;
  LLVMTypeConverter converter(context, options);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  target.addDynamicallyLegalOp<func::FuncOp>(
      [](func::FuncOp op) { return !isKernelOrHelper(op); });
  target.markOpRecursivelyLegal<func::FuncOp>(
      [](func::FuncOp op) { return !isKernelOrHelper(op); });
  target.addDynamicallyLegalOp<memref::GlobalOp>([&](memref::GlobalOp op) {
    return !constants.contains(op.getSymName());
  });

  RewritePatternSet patterns(context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateComplexToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/false);
  xla::populateNarrowElementsToLLVMPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  return applyPartialConversion(module, target, std::move(patterns), config);
}

/// A helper's calls may be moved, merged and dropped, but not inlined: that
/// would undo what it is for.
static void annotateHelper(LLVM::LLVMFuncOp helper) {
  helper.setLinkage(LLVM::Linkage::Internal);
  helper.setNoInline(true);
  helper.setWillReturn(true);
  auto none = LLVM::ModRefInfo::NoModRef;
  helper.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      helper.getContext(), {none, none, none, none, none, none}));
}

/// Says how LLVM is to treat kernels and helpers.
static void annotateKernels(ModuleOp module, int64_t vectorBytes) {
  Builder builder(module.getContext());
  // LLVM would use half of the widest registers on some processors.
  ArrayAttr width = builder.getArrayAttr({builder.getStrArrayAttr(
      {"prefer-vector-width", std::to_string(vectorBytes * 8)})});
  // Hidden, so that kernels may sit in other objects than the entry.
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>()) {
    if (!isKernelOrHelper(kernel))
      continue;
    kernel.setDsoLocal(true);
    kernel.setNoUnwind(true);
    kernel.setPassthroughAttr(width);
    if (xla::isHelper(kernel)) {
      annotateHelper(kernel);
      continue;
    }
    kernel.setVisibility_(LLVM::Visibility::Hidden);
    numConvertedKernels += 1;
  }
}

namespace {
struct KernelLegalizeToLLVMPass
    : xla::impl::KernelLegalizeToLLVMPassBase<KernelLegalizeToLLVMPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<xla::TargetFeatures> features = xla::TargetFeatures::of(module);
    if (failed(features))
      return signalPassFailure();
    eraseUnusedConstants(module);
    if (failed(convertKernels(module, prepareKernels(module))))
      return signalPassFailure();
    moveAsIntegers(module, features->halfConversion);
    xla::launchTasks(module);
    annotateKernels(module, features->vectorBytes);
  }
};
} // namespace

//===- BufferizeKernels.cpp - Kernels on buffers --------------------------===//
//
// Gives every kernel a memref signature and runs One-Shot Bufferize on its
// body. The signature is made first, with the results materialised in their out
// arguments, so that the bufferisation never sees a function boundary and can
// compute results in place.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Bufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/Threading.h"

namespace xla {
#define GEN_PASS_DEF_XLABUFFERIZEKERNELSPASS
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-bufferize-kernels"

using namespace mlir;

static xla::PassCounter numBufferizedKernels(DEBUG_TYPE,
                                             "num-bufferized-kernels");
static xla::PassCounter numKeptCopies(DEBUG_TYPE, "num-kept-copies");
static xla::PassCounter numCopiedCarries(DEBUG_TYPE, "num-copied-carries");

static MemRefType getBufferType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Replaces the tensor signature of `kernel` by buffers: reads become
/// `to_tensor`, results `materialize_in_destination`.
static LogicalResult convertSignature(func::FuncOp kernel) {
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(),
                                            kernel.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return kernel.emitOpError("expects static tensors, but got ") << type;
  }

  Block &entry = kernel.getBody().front();
  OpBuilder builder(&entry, entry.begin());
  SmallVector<Value> readTensors;
  SmallVector<Type> types;
  for (BlockArgument argument : entry.getArguments()) {
    auto tensor = cast<RankedTensorType>(argument.getType());
    bool written = xla::getInPlaceResult(kernel, argument.getArgNumber()) >= 0;
    argument.setType(getBufferType(tensor));
    types.push_back(argument.getType());
    auto read = bufferization::ToTensorOp::create(
        builder, argument.getLoc(), tensor, argument, /*restrict=*/true,
        /*writable=*/written);
    argument.replaceAllUsesExcept(read.getResult(), read);
    readTensors.push_back(read.getResult());
  }

  auto terminator = cast<func::ReturnOp>(entry.getTerminator());
  builder.setInsertionPoint(terminator);
  SmallVector<std::pair<Value, Value>> overwrites;
  for (auto [i, result] : llvm::enumerate(terminator.getOperands())) {
    int64_t argument = xla::getInPlaceArgument(kernel, i);
    if (argument >= 0) {
      // First as a tensor, where the analysis sees what else reads the
      // argument.
      if (result != readTensors[argument])
        overwrites.push_back({result, readTensors[argument]});
      continue;
    }
    Type buffer = getBufferType(cast<RankedTensorType>(result.getType()));
    BlockArgument out = entry.addArgument(buffer, result.getLoc());
    types.push_back(buffer);
    bufferization::MaterializeInDestinationOp::create(
        builder, result.getLoc(), /*result=*/Type(), result, out,
        /*restrict=*/true, /*writable=*/true);
  }
  // After all reads, because they change what the other results may read.
  for (auto [result, old] : overwrites) {
    Value updated = bufferization::MaterializeInDestinationOp::create(
                        builder, result.getLoc(), old.getType(), result, old)
                        .getResult();
    bufferization::MaterializeInDestinationOp::create(
        builder, result.getLoc(), /*result=*/Type(), updated,
        old.getDefiningOp<bufferization::ToTensorOp>().getBuffer(),
        /*restrict=*/false, /*writable=*/true);
  }
  terminator.getOperandsMutable().clear();
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  return success();
}

/// Writes tensor splats of more than `smallBytes` where they are needed. As
/// constants they would be data of the object, with every element.
static void fillSplats(func::FuncOp kernel, int64_t smallBytes) {
  SmallVector<arith::ConstantOp> splats;
  kernel.walk([&](arith::ConstantOp constant) {
    auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (value && value.isSplat() && isa<TensorType>(constant.getType()) &&
        xla::getDenseByteSize(constant.getType()).value_or(0) > smallBytes)
      splats.push_back(constant);
  });
  for (arith::ConstantOp splat : splats) {
    OpBuilder builder(splat);
    Location loc = splat.getLoc();
    auto type = cast<RankedTensorType>(splat.getType());
    auto element =
        cast<DenseElementsAttr>(splat.getValue()).getSplatValue<Attribute>();
    Value scalar =
        isa<ComplexType>(type.getElementType())
            ? complex::ConstantOp::create(builder, loc, type.getElementType(),
                                          cast<ArrayAttr>(element))
                  .getResult()
            : arith::ConstantOp::create(builder, loc, cast<TypedAttr>(element))
                  .getResult();
    Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                          type.getElementType());
    splat.replaceAllUsesWith(
        linalg::FillOp::create(builder, loc, scalar, empty).getResult(0));
    splat.erase();
  }
}

/// Gives each tensor that is written element by element ops of its own: where
/// two begin alike, CSE has made one of the first ones, whose buffer both would
/// then overwrite.
static void separateInsertions(func::FuncOp kernel) {
  SmallVector<tensor::InsertOp> insertions;
  kernel.walk(
      [&](tensor::InsertOp insertion) { insertions.push_back(insertion); });
  // What is copied uses what stands before it once more.
  for (tensor::InsertOp insertion : llvm::reverse(insertions)) {
    OpBuilder builder(insertion);
    for (OpOperand &use : llvm::make_early_inc_range(insertion->getUses())) {
      auto next = dyn_cast<tensor::InsertOp>(use.getOwner());
      if (next &&
          use.getOperandNumber() == next.getDestMutable().getOperandNumber() &&
          !insertion->hasOneUse())
        use.set(builder.clone(*insertion)->getResult(0));
    }
  }
}

/// Whether `use` cannot lead to a write into the tensor's buffer.
static bool onlyReads(OpOperand &use) {
  auto structured = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return structured ? structured.isDpsInput(&use)
                    : isa<tensor::ExtractOp>(use.getOwner());
}

/// Gives each reduction, or other op that may write into it, that starts from a
/// filled tensor a fill of its own: CSE makes one of those that start from the
/// same number, and the analysis lets the first overwrite what the others start
/// from. What only reads shares one.
static void separateFills(func::FuncOp kernel) {
  SmallVector<linalg::FillOp> fills;
  kernel.walk([&](linalg::FillOp fill) {
    if (fill->getNumResults() == 1 && !fill->use_empty())
      fills.push_back(fill);
  });
  for (linalg::FillOp fill : fills) {
    OpBuilder builder(fill);
    for (OpOperand &use : llvm::make_early_inc_range(fill->getUses()))
      if (!onlyReads(use) && !fill->hasOneUse())
        use.set(builder.clone(*fill)->getResult(0));
  }
}

/// Gives each use of an uninitialised tensor a tensor of its own. Two loop
/// carried tensors that start from one (CSE merges them) would otherwise share
/// a buffer: the analysis sees no content that the second could overwrite.
static void separateEmptyTensors(func::FuncOp kernel) {
  // Collected first: the clones need no second look.
  SmallVector<tensor::EmptyOp> empties;
  kernel.walk([&](tensor::EmptyOp empty) {
    if (!empty->use_empty())
      empties.push_back(empty);
  });
  for (tensor::EmptyOp empty : empties) {
    OpBuilder builder(empty);
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(empty->getUses())))
      use.set(builder.clone(*empty)->getResult(0));
  }
}

/// What the loop `op` starts with where its result `index` comes out; null if
/// nothing.
static OpOperand *getInit(Operation *op, unsigned index) {
  MutableArrayRef<OpOperand> inits;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    inits = loop.getInitsMutable();
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    inits = loop.getInitsMutable();
  return index < inits.size() ? &inits[index] : nullptr;
}

/// Whether `value` is `carried` after updates in place; `updates` gets the
/// operands that these write, last to first. Loops inside are pinned already,
/// so that their results lie where they began.
static bool isUpdateOf(Value value, Value carried,
                       SmallVectorImpl<OpOperand *> *updates = nullptr) {
  while (value != carried) {
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return false;
    Operation *op = result.getOwner();
    auto destination = dyn_cast<DestinationStyleOpInterface>(op);
    OpOperand *taken = destination ? destination.getTiedOpOperand(result)
                                   : getInit(op, result.getResultNumber());
    if (!taken || taken->get().getType() != value.getType())
      return false;
    if (updates)
      updates->push_back(taken);
    value = taken->get();
  }
  return true;
}

/// All tensors of the block whose buffer `value` may be computed in or be a
/// view of, itself among them.
static SetVector<Value>
getSharedTensors(Value value, const bufferization::AnalysisState &state) {
  SetVector<Value> shared;
  shared.insert(value);
  for (unsigned i = 0; i < shared.size(); ++i)
    if (isa<OpResult>(shared[i]))
      for (const bufferization::AliasingOpOperand &alias :
           state.getAliasingOpOperands(shared[i]))
        shared.insert(alias.opOperand->get());
  return shared;
}

/// Makes the tensors that a loop carries keep their buffers: what the next
/// iteration gets is written over what this one got. What may lie in the buffer
/// of another carried tensor (a swap), or is handed on by two, in whole or as
/// views, is copied before any is written: a write of one between a value and
/// its read by another cannot be avoided later.
static void pinCarriedTensors(OpBuilder &builder, Location loc,
                              MutableArrayRef<OpOperand> yielded,
                              ValueRange carried) {
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  DenseSet<Value> taken(carried.begin(), carried.end());
  for (auto [operand, carriedTensor] : llvm::zip(yielded, carried)) {
    Value argument = carriedTensor, value = operand.get();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || value.getType() != type)
      continue;
    SetVector<Value> shared = getSharedTensors(value, state);
    if (!isUpdateOf(value, argument) && llvm::any_of(shared, [&](Value tensor) {
          return tensor != argument && taken.contains(tensor);
        })) {
      Value copy = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                           type.getElementType());
      operand.set(
          linalg::CopyOp::create(builder, loc, value, copy).getResult(0));
    }
    taken.insert_range(shared);
  }
  for (auto [operand, argument] : llvm::zip(yielded, carried)) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || operand.get().getType() != type ||
        isUpdateOf(operand.get(), argument))
      continue;
    operand.set(bufferization::MaterializeInDestinationOp::create(
                    builder, loc, type, operand.get(), argument)
                    .getResult());
  }
}

/// Whether `use` is a tensor that is written over whatever it holds.
static bool overwrites(OpOperand &use) {
  if (auto write =
          dyn_cast<bufferization::MaterializeInDestinationOp>(use.getOwner()))
    return use.get() == write.getDest();
  auto structured = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return structured && structured.isDpsInit(&use) &&
         !structured.payloadUsesValueFromOperand(&use);
}

/// Where an iteration updates a tensor that it gets in place, lets what else
/// uses the tensor, or what it is between two updates, use copies: it may stand
/// behind the next update. `yielded` is what the iteration hands on.
static void copyUpdatedTensors(Operation *terminator,
                               MutableArrayRef<OpOperand> yielded,
                               ValueRange carried) {
  OpBuilder builder(terminator);
  for (auto [handed, argument] : llvm::zip(yielded, carried)) {
    SmallVector<OpOperand *> updates;
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || !isUpdateOf(handed.get(), argument, &updates))
      continue;
    for (OpOperand *update : updates) {
      Value tensor = update->get();
      SmallVector<OpOperand *> reads;
      for (OpOperand &use : tensor.getUses())
        if (&use != update && &use != &handed && !overwrites(use))
          reads.push_back(&use);
      if (reads.empty())
        continue;
      builder.setInsertionPointAfterValue(tensor);
      // Not on an empty tensor, for which another buffer may be taken.
      Value copy = bufferization::AllocTensorOp::create(
          builder, tensor.getLoc(), type, /*dynamicSizes=*/ValueRange(),
          tensor);
      for (OpOperand *read : reads)
        read->set(copy);
      numCopiedCarries += 1;
    }
  }
}

/// Calls `visit` with the terminators of all bodies of loops, what they hand on
/// and the arguments that take it.
static void forEachLoopBody(
    func::FuncOp kernel,
    function_ref<void(Operation *, MutableArrayRef<OpOperand>, ValueRange)>
        visit) {
  kernel.walk([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Operation *yield = loop.getBody()->getTerminator();
      visit(yield, yield->getOpOperands(), loop.getRegionIterArgs());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      visit(loop.getConditionOp(),
            loop.getConditionOp()->getOpOperands().drop_front(),
            loop.getBeforeArguments());
      visit(loop.getYieldOp(), loop.getYieldOp()->getOpOperands(),
            loop.getAfterArguments());
    }
  });
}

static void pinLoops(func::FuncOp kernel) {
  forEachLoopBody(kernel, [](Operation *terminator,
                             MutableArrayRef<OpOperand> yielded,
                             ValueRange carried) {
    OpBuilder builder(terminator);
    pinCarriedTensors(builder, terminator->getParentOp()->getLoc(), yielded,
                      carried);
  });
}

/// Decides what is computed in place and makes the copies that are needed for
/// the rest. Nothing is said where that fails and `isLast` is false.
static LogicalResult
insertCopies(func::FuncOp kernel,
             const bufferization::OneShotBufferizationOptions &options,
             bufferization::BufferizationState &state, bool isLast) {
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(kernel.getContext(), [&](Diagnostic &) {
    return success(!isLast && llvm::get_threadid() == thread);
  });
  IRRewriter rewriter(kernel.getContext());
  return failure(
      failed(bufferization::eliminateEmptyTensors(rewriter, kernel)) ||
      failed(bufferization::insertTensorCopies(kernel, options, state)));
}

/// Whether two buffers are one, or the same part of one.
static bool areSameView(Value lhs, Value rhs) {
  auto left = lhs.getDefiningOp<memref::SubViewOp>(),
       right = rhs.getDefiningOp<memref::SubViewOp>();
  return lhs == rhs ||
         (left && right && left.getSource() == right.getSource() &&
          left.getMixedOffsets() == right.getMixedOffsets() &&
          left.getMixedSizes() == right.getMixedSizes() &&
          left.getMixedStrides() == right.getMixedStrides());
}

/// Copies become linalg.copy on as few dimensions as possible: memref.copy on
/// a strided buffer would be a call into a runtime library.
static void lowerCopies(func::FuncOp kernel) {
  kernel.walk([&](memref::CopyOp copy) {
    OpBuilder builder(copy);
    Value source = copy.getSource(), target = copy.getTarget();
    auto sourceType = cast<MemRefType>(source.getType());
    auto targetType = cast<MemRefType>(target.getType());
    if (!areSameView(source, target) && sourceType.getNumElements() != 0) {
      if (sourceType.getRank() > 1 && sourceType.getLayout().isIdentity() &&
          targetType.getLayout().isIdentity()) {
        int64_t size = sourceType.getNumElements();
        for (Value *buffer : {&source, &target}) {
          auto type = cast<MemRefType>(buffer->getType());
          *buffer = memref::ReinterpretCastOp::create(
              builder, copy.getLoc(),
              MemRefType::get({size}, type.getElementType()), *buffer,
              /*offset=*/0, ArrayRef<int64_t>{size}, ArrayRef<int64_t>{1});
        }
      }
      linalg::CopyOp::create(builder, copy.getLoc(), source, target);
      numKeptCopies += 1;
      remark::missed(copy.getLoc(), remark::RemarkOpts::name("keep-copy")
                                        .category("buffers")
                                        .function(kernel.getSymName()))
          << remark::add("copy of {0} elements kept inside a kernel: the value "
                         "is only moved, or goes to two places",
                         sourceType.getNumElements())
          << remark::metric("Elements", sourceType.getNumElements());
    }
    copy.erase();
  });
}

namespace {
struct XLABufferizeKernelsPass
    : xla::impl::XLABufferizeKernelsPassBase<XLABufferizeKernelsPass> {
  void runOnOperation() override {
    bufferization::BufferizationState state;
    for (auto kernel : getOperation().getOps<func::FuncOp>())
      if (xla::isKernel(kernel) && !kernel.isExternal())
        if (failed(bufferize(kernel, state)))
          return signalPassFailure();
  }

  LogicalResult bufferize(func::FuncOp kernel,
                          bufferization::BufferizationState &state) {
    if (failed(convertSignature(kernel)))
      return failure();
    FailureOr<xla::CompileOptions> compileOptions =
        xla::CompileOptions::of(kernel);
    if (failed(compileOptions))
      return failure();
    fillSplats(kernel, compileOptions->smallConstantBytes);
    separateInsertions(kernel);
    separateFills(kernel);
    separateEmptyTensors(kernel);
    pinLoops(kernel);
    bufferization::OneShotBufferizationOptions options;
    options.unknownTypeConverterFn =
        [](TensorType type, Attribute space,
           const bufferization::BufferizationOptions &) {
          return bufferization::getMemRefTypeWithStaticIdentityLayout(type,
                                                                      space);
        };
    LogicalResult decided =
        insertCopies(kernel, options, state, /*isLast=*/false);
    if (failed(decided)) {
      forEachLoopBody(kernel, copyUpdatedTensors);
      pinLoops(kernel);
      decided = insertCopies(kernel, options, state, /*isLast=*/true);
    }
    if (failed(decided) ||
        failed(bufferization::bufferizeOp(kernel, options, state)))
      return kernel.emitOpError(
          "expects a body that One-Shot Bufferize accepts, but it failed");

    // Folds casts and views, and drops copies onto themselves.
    RewritePatternSet patterns(&getContext());
    for (RegisteredOperationName op :
         getContext().getRegisteredOperationsByDialect(
             memref::MemRefDialect::getDialectNamespace()))
      op.getCanonicalizationPatterns(patterns, &getContext());
    // Loops need not carry the buffers that they keep.
    scf::ForOp::getCanonicalizationPatterns(patterns, &getContext());
    scf::WhileOp::getCanonicalizationPatterns(patterns, &getContext());
    scf::IfOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(kernel, std::move(patterns))))
      return kernel.emitOpError(
          "expects views and loops whose rewriting ends, but it did not");
    lowerCopies(kernel);
    numBufferizedKernels += 1;
    return success();
  }
};
} // namespace

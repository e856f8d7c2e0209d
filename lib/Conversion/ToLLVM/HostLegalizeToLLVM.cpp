//===- HostLegalizeToLLVM.cpp - The entry to the LLVM dialect -------------===//
//
// Writes the entry anew as `llvm.func @main(%call: !llvm.ptr) -> i32`. The host
// level after bufferisation is small (kernel calls, copies, loops, a few
// scalars), so it is written block by block rather than by patterns.
//
// Assumes a bufferised entry with `xla.entry`. Guarantees the entry in the LLVM
// dialect, its constants as read-only data and its `<name>_info` beside it.
//
//===----------------------------------------------------------------------===//

#include "EntryInfo.h"
#include "HostCalls.h"
#include "HostConstants.h"
#include "HostScalars.h"
#include "xla/Conversion/Passes.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/Weights.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

namespace xla {
#define GEN_PASS_DEF_HOSTLEGALIZETOLLVMPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "host-legalize-to-llvm"
static PassCounter numConvertedEntries(DEBUG_TYPE, "num-converted-entries");

namespace {
/// Writes the LLVM function of one entry.
class EntryWriter {
public:
  EntryWriter(func::FuncOp function, bool hasProfile)
      : function(function), hasProfile(hasProfile),
        builder(function.getContext()),
        pointer(LLVM::LLVMPointerType::get(function.getContext())) {}

  /// Returns the function, which takes the place of the old one, or fails
  /// after an error at an op it has no rule for.
  FailureOr<LLVM::LLVMFuncOp> write();

private:
  Value loadField(size_t offset);
  Value loadFrom(Value base, int64_t index, Location loc);
  Value loadBuffer(BlockArgument buffer);
  Value lookup(Value value);
  Value i64(int64_t value, Location loc);

  LogicalResult writeBlock(Block &block);
  LogicalResult writeOp(Operation &op);
  LogicalResult writeWhile(scf::WhileOp loop);
  LogicalResult writeSwitch(Operation *branch, Value selector,
                            ArrayRef<int64_t> cases, ArrayRef<Region *> regions,
                            Region *otherwise);
  LogicalResult writeIf(scf::IfOp branch);
  LogicalResult writeIndexSwitch(scf::IndexSwitchOp branch);
  LogicalResult writeScalar(Operation &op);
  LogicalResult writeCopy(memref::CopyOp copy);
  LogicalResult writeLoad(memref::LoadOp load);
  void writeView(Operation *op);
  void writeReturn(Location loc, int32_t status);
  void writeCall(CallKernelOp call);
  LogicalResult writeHostCall(CallHostOp call);
  void loadCancelFlag();
  void checkCancelled(Location loc);
  Block *addBlock() {
    Block *block = new Block();
    result.getBody().push_back(block);
    return block;
  }
  void jump(Location loc, Block *to) {
    LLVM::BrOp::create(builder, loc, ValueRange(), to);
  }

  func::FuncOp function;
  bool hasProfile;
  OpBuilder builder;
  Type pointer;
  LLVM::LLVMFuncOp result;
  Value call;
  /// Arrays of pointers in the call, and how many the first one has.
  Value arguments, results;
  size_t numArguments = 0;
  /// Address of the flag that stops loops; null where there is no loop.
  Value cancelFlag;
  std::optional<HostCallWriter> hostCalls;
  /// Buffers to pointers, scalars to scalars.
  IRMapping values;
};
} // namespace

Value EntryWriter::i64(int64_t value, Location loc) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                  builder.getI64IntegerAttr(value));
}

/// Loads pointer number `index` of an array.
Value EntryWriter::loadFrom(Value base, int64_t index, Location loc) {
  Value place = LLVM::GEPOp::create(builder, loc, pointer, pointer, base,
                                    ArrayRef<LLVM::GEPArg>(int32_t(index)));
  return LLVM::LoadOp::create(builder, loc, pointer, place);
}

/// Loads a pointer from the `xla_call`.
Value EntryWriter::loadField(size_t offset) {
  return loadFrom(call, offset / sizeof(void *), function.getLoc());
}

/// Loads the pointer of one of the entry's buffers.
Value EntryWriter::loadBuffer(BlockArgument buffer) {
  size_t index = buffer.getArgNumber();
  bool isResult = index >= numArguments;
  return loadFrom(isResult ? results : arguments,
                  isResult ? index - numArguments : index, buffer.getLoc());
}

/// What stands for `value`. Of many buffers, the pointers are loaded where they
/// are used.
Value EntryWriter::lookup(Value value) {
  Value known = values.lookupOrNull(value);
  return known ? known : loadBuffer(cast<BlockArgument>(value));
}

/// The call keeps its op until the kernel has its final form.
void EntryWriter::writeCall(CallKernelOp op) {
  SmallVector<Value> operands = {call};
  for (Value input : op.getInputs())
    operands.push_back(lookup(input));
  hostCalls->writeProfile(op, /*isEnd=*/false);
  CallKernelOp::create(builder, op.getLoc(), TypeRange(), op.getCallee(),
                       operands);
  hostCalls->writeProfile(op, /*isEnd=*/true);
}

LogicalResult EntryWriter::writeHostCall(CallHostOp op) {
  auto getPointers = [&](ValueRange buffers) {
    return llvm::map_to_vector(buffers,
                               [&](Value buffer) { return lookup(buffer); });
  };
  return hostCalls->write(op, getPointers(op.getInputs()),
                          getPointers(op.getDestinations()));
}

/// Takes the flag's address from the call, or that of a zero if it has none, so
/// that loops need not ask whether there is a flag.
void EntryWriter::loadCancelFlag() {
  Location loc = function.getLoc();
  StringRef name = "xla_never_cancelled";
  auto module = function->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
    LLVM::GlobalOp::create(atEnd, loc, atEnd.getI32Type(), /*isConstant=*/true,
                           LLVM::Linkage::Private, name,
                           atEnd.getI32IntegerAttr(0));
  }
  Value given = loadField(offsetof(xla_call, cancel));
  Value null = LLVM::ZeroOp::create(builder, loc, pointer);
  Value isNull =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, given, null);
  Value never = LLVM::AddressOfOp::create(builder, loc, pointer, name);
  cancelFlag = LLVM::SelectOp::create(builder, loc, isNull, never, given);
}

/// Leaves the entry with XLA_CANCELLED if another thread has set the flag.
void EntryWriter::checkCancelled(Location loc) {
  Type i32 = builder.getI32Type();
  Value flag = LLVM::LoadOp::create(builder, loc, i32, cancelFlag,
                                    /*alignment=*/4, /*isVolatile=*/true);
  Value zero =
      LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(0));
  Value isSet =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, flag, zero);
  Block *cancelled = addBlock(), *next = addBlock();
  LLVM::CondBrOp::create(builder, loc, isSet, cancelled, next);
  builder.setInsertionPointToEnd(cancelled);
  writeReturn(loc, XLA_CANCELLED);
  builder.setInsertionPointToEnd(next);
}

LogicalResult EntryWriter::writeWhile(scf::WhileOp loop) {
  if (loop.getNumOperands() != 0 || loop.getNumResults() != 0)
    return loop.emitOpError("expects a loop that carries nothing at the host "
                            "level");
  Location loc = loop.getLoc();
  Block *test = addBlock();
  jump(loc, test);
  builder.setInsertionPointToEnd(test);
  checkCancelled(loc);
  if (failed(writeBlock(loop.getBefore().front())))
    return failure();
  Value condition = lookup(loop.getConditionOp().getCondition());
  Block *body = addBlock(), *exit = addBlock();
  LLVM::CondBrOp::create(builder, loc, condition, body, exit);
  builder.setInsertionPointToEnd(body);
  if (failed(writeBlock(loop.getAfter().front())))
    return failure();
  jump(loc, test);
  builder.setInsertionPointToEnd(exit);
  return success();
}

/// Writes a conditional: the region of the case that `selector` has, else
/// `otherwise`, which may be null.
LogicalResult EntryWriter::writeSwitch(Operation *branch, Value selector,
                                       ArrayRef<int64_t> cases,
                                       ArrayRef<Region *> regions,
                                       Region *otherwise) {
  if (branch->getNumResults() != 0)
    return branch->emitOpError(
        "expects a conditional without results at the host level");
  Location loc = branch->getLoc();
  SmallVector<Block *> targets;
  for (size_t index = 0; index < regions.size(); ++index)
    targets.push_back(addBlock());
  Block *fallback = otherwise ? addBlock() : nullptr;
  Block *exit = addBlock();
  SmallVector<ValueRange> noOperands(cases.size());
  auto width = selector.getType().getIntOrFloatBitWidth();
  SmallVector<APInt> wideCases;
  for (int64_t value : cases)
    wideCases.push_back(APInt(width, value, /*isSigned=*/true,
                              /*implicitTrunc=*/true));
  LLVM::SwitchOp::create(builder, loc, selector, fallback ? fallback : exit,
                         ValueRange(), wideCases, BlockRange(targets),
                         noOperands, ArrayRef<int32_t>());
  auto writeRegion = [&](Region *region, Block *target) {
    builder.setInsertionPointToEnd(target);
    if (failed(writeBlock(region->front())))
      return failure();
    jump(loc, exit);
    return success();
  };
  for (auto [region, target] : llvm::zip(regions, targets))
    if (failed(writeRegion(region, target)))
      return failure();
  if (otherwise && failed(writeRegion(otherwise, fallback)))
    return failure();
  builder.setInsertionPointToEnd(exit);
  return success();
}

LogicalResult EntryWriter::writeScalar(Operation &op) {
  FailureOr<Value> value = writeHostScalar(builder, op, [&](unsigned index) {
    return lookup(op.getOperand(index));
  });
  if (failed(value))
    return failure();
  values.map(op.getResult(0), *value);
  return success();
}

LogicalResult EntryWriter::writeCopy(memref::CopyOp copy) {
  Location loc = copy.getLoc();
  Type type = copy.getSource().getType();
  std::optional<int64_t> bytes = getDenseByteSize(type);
  if (!bytes)
    return copy.emitOpError("expects a buffer of static shape and of plain "
                            "elements, but got ")
           << type;
  if (*bytes == 0)
    return success();
  Value target = lookup(copy.getTarget()), source = lookup(copy.getSource());
  Block *next = nullptr;
  if (copy->hasAttr(kUnlessOneAttr)) {
    Value isOne = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                       target, source);
    Block *apart = addBlock();
    next = addBlock();
    LLVM::CondBrOp::create(builder, loc, isOne, next, apart);
    builder.setInsertionPointToEnd(apart);
  }
  LLVM::MemcpyOp::create(builder, loc, target, source, i64(*bytes, loc),
                         /*isVolatile=*/false);
  if (next) {
    jump(loc, next);
    builder.setInsertionPointToEnd(next);
  }
  return success();
}

/// Loads the one integer of a buffer, as conditions read it.
LogicalResult EntryWriter::writeLoad(memref::LoadOp load) {
  auto type = cast<MemRefType>(load.getMemRef().getType());
  if (type.getNumElements() != 1 || !type.getElementType().isSignlessInteger())
    return load.emitOpError("expects one integer in the buffer");
  Location loc = load.getLoc();
  Type i8 = builder.getI8Type();
  bool isPred = type.getElementType().isInteger(1);
  Value value =
      LLVM::LoadOp::create(builder, loc, isPred ? i8 : type.getElementType(),
                           lookup(load.getMemRef()));
  if (isPred) {
    Value zero =
        LLVM::ConstantOp::create(builder, loc, i8, builder.getI8IntegerAttr(0));
    value = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value,
                                 zero);
  }
  values.map(load.getResult(), value);
  return success();
}

/// Maps the result of an op that names a buffer or a part of one.
void EntryWriter::writeView(Operation *op) {
  Location loc = op->getLoc();
  Value address =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case([&](memref::ViewOp view) {
            Value offset = lookup(view.getByteShift());
            return LLVM::GEPOp::create(
                builder, loc, pointer, builder.getI8Type(),
                lookup(view.getSource()), ArrayRef<LLVM::GEPArg>(offset));
          })
          .Case([&](memref::GetGlobalOp global) {
            return getConstantAddress(builder, global);
          })
          // Another shape of the same bytes.
          .Default([&](Operation *reshape) {
            return lookup(reshape->getOperand(0));
          });
  values.map(op->getResult(0), address);
}

LogicalResult EntryWriter::writeIf(scf::IfOp branch) {
  Region &other = branch.getElseRegion();
  return writeSwitch(branch, lookup(branch.getCondition()), {1},
                     {&branch.getThenRegion()},
                     other.empty() ? nullptr : &other);
}

LogicalResult EntryWriter::writeIndexSwitch(scf::IndexSwitchOp branch) {
  SmallVector<Region *> regions;
  for (Region &region : branch.getCaseRegions())
    regions.push_back(&region);
  return writeSwitch(branch, lookup(branch.getArg()), branch.getCases(),
                     regions, &branch.getDefaultRegion());
}

void EntryWriter::writeReturn(Location loc, int32_t status) {
  Value code = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(status));
  LLVM::ReturnOp::create(builder, loc, code);
}

LogicalResult EntryWriter::writeOp(Operation &op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](CallKernelOp kernel) {
        writeCall(kernel);
        return success();
      })
      .Case([&](CallHostOp call) { return writeHostCall(call); })
      .Case([&](memref::CopyOp copy) { return writeCopy(copy); })
      .Case([&](memref::LoadOp load) { return writeLoad(load); })
      .Case<memref::ViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
            memref::GetGlobalOp>([&](Operation *view) {
        writeView(view);
        return success();
      })
      .Case([&](scf::WhileOp loop) { return writeWhile(loop); })
      .Case([&](scf::IfOp branch) { return writeIf(branch); })
      .Case([&](scf::IndexSwitchOp branch) { return writeIndexSwitch(branch); })
      .Case([&](func::ReturnOp ret) {
        writeReturn(ret.getLoc(), XLA_OK);
        return success();
      })
      // Written by the op around them.
      .Case<scf::YieldOp, scf::ConditionOp>(
          [](Operation *) { return success(); })
      .Default([&](Operation *other) { return writeScalar(*other); });
}

LogicalResult EntryWriter::writeBlock(Block &block) {
  for (Operation &op : block)
    if (failed(writeOp(op)))
      return failure();
  return success();
}

FailureOr<LLVM::LLVMFuncOp> EntryWriter::write() {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitOpError("expects a body of one block");
  auto entry = function->getAttrOfType<EntryAttr>(kEntryAttr);
  numArguments = entry.getArguments().size();
  size_t numResults = entry.getResults().size();
  if (numArguments + numResults + 1 != function.getNumArguments() ||
      !llvm::all_of(function.getArgumentTypes(),
                    [](Type type) { return isa<MemRefType>(type); }))
    return function.emitOpError()
           << "expects buffers for " << numArguments << " arguments, "
           << numResults << " results and an arena, but has "
           << function.getNumArguments() << " arguments";
  builder.setInsertionPoint(function);
  result = LLVM::LLVMFuncOp::create(
      builder, function.getLoc(), entry.getName(),
      LLVM::LLVMFunctionType::get(builder.getI32Type(), pointer));
  Block *block = result.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  call = block->getArgument(0);
  ArrayRef<BlockArgument> buffers = function.getArguments();
  arguments = loadField(offsetof(xla_call, arguments));
  results = loadField(offsetof(xla_call, results));
  // All at once is simple, but thousands would have to be kept somewhere.
  constexpr size_t mostLoadedAtOnce = 64;
  if (buffers.size() <= mostLoadedAtOnce)
    for (BlockArgument buffer : buffers.drop_back())
      values.map(buffer, loadBuffer(buffer));
  values.map(buffers.back(), loadField(offsetof(xla_call, arena)));
  bool hasLoop =
      function.walk([](scf::WhileOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (hasLoop)
    loadCancelFlag();
  SmallVector<CallHostOp> calls;
  function.walk([&](CallHostOp op) { calls.push_back(op); });
  hostCalls.emplace(builder, result, call);
  hostCalls->resolve(calls);
  if (hasProfile)
    hostCalls->startProfile();
  if (failed(writeBlock(function.getBody().front())))
    return failure();
  return result;
}

namespace {
struct HostLegalizeToLLVMPass
    : xla::impl::HostLegalizeToLLVMPassBase<HostLegalizeToLLVMPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options))
      return signalPassFailure();
    EntryFacts facts;
    // The constants of kernels are lowered with them.
    llvm::DenseSet<StringAttr> constants;
    for (Operation &op : module.getOps())
      facts.numKernels += isKernel(&op);
    if (options->profile)
      facts.kernels = getKernelFacts(module);
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      auto entry = function->getAttrOfType<EntryAttr>(kEntryAttr);
      if (!entry)
        continue;
      function.walk([&](memref::GetGlobalOp op) {
        constants.insert(op.getNameAttr().getAttr());
      });
      function.walk([&](memref::CopyOp copy) {
        facts.numCopies +=
            cast<MemRefType>(copy.getSource().getType()).getNumElements() != 0;
      });
      if (failed(EntryWriter(function, options->profile).write()))
        return signalPassFailure();
      numConvertedEntries += 1;
      facts.arenaBytes =
          cast<MemRefType>(function.getArgumentTypes().back()).getNumElements();
      Location loc = function.getLoc();
      function.erase();
      facts.weights = module->getAttrOfType<DictionaryAttr>(kWeightsAttr);
      if (failed(addEntryInfo(module, loc, entry, facts, *options)))
        return signalPassFailure();
    }
    for (auto global :
         llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
      if (constants.contains(global.getSymNameAttr()) &&
          failed(convertHostConstant(global)))
        return signalPassFailure();
  }
};
} // namespace

//===- BufferizeHost.cpp - Host-level tensors to buffers ------------------===//
//
// Rewrites the entry by a HostBufferAssignment: loops and conditionals carry no
// tensors any more, kernels get their buffers, and what the assignment could
// not avoid becomes a copy.
//
// Assumes kernels on buffers and a host level of calls, reshapes, constants and
// structured control flow. Guarantees an entry without tensors
// whose arguments are the program's arguments, its results and one arena.
//
//===----------------------------------------------------------------------===//

#include "HostDonation.h"
#include "TemporaryLimit.h"
#include "xla/Codegen/Buffers/BufferReport.h"
#include "xla/Codegen/Buffers/HostBuffers.h"
#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/Refused.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/TypeSwitch.h"

namespace xla {
#define GEN_PASS_DEF_XLABUFFERIZEHOSTPASS
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "xla-bufferize-host"

static PassCounter numInsertedCopies(DEBUG_TYPE, "num-inserted-copies");

/// Constants are aligned like the arena, for vector loads.
static constexpr int64_t constantAlignment = XLA_BUFFER_ALIGNMENT;

static MemRefType getBufferType(Type tensor) {
  auto shaped = cast<ShapedType>(tensor);
  return MemRefType::get(shaped.getShape(), shaped.getElementType());
}

namespace {
/// Writes the new body of one function.
class HostRewriter {
public:
  HostRewriter(func::FuncOp function, SymbolTable &symbols,
               const HostBufferAssignment &assignment)
      : function(function), symbols(symbols), assignment(assignment),
        builder(function.getContext()), views(function.getContext()) {}

  void rewrite();

private:
  Value getView(unsigned buffer, ShapedType type);
  Value getView(Value tensor) {
    return getView(assignment.getBuffer(tensor),
                   cast<ShapedType>(tensor.getType()));
  }
  Value makeView(unsigned buffer, MemRefType type);
  Value makeArenaView(int64_t offset, MemRefType type, Location loc);
  Value makeStandIn(int64_t result, Value place);
  bool mayBeOne(const HostBuffer &source, const HostBuffer &destination);
  Value reshapeArgument(Value argument, MemRefType type);
  Value makeGlobal(Operation *constant, MemRefType type);

  void emitCopies(Operation *before);
  void emitBlock(Block &block);
  void emit(Operation &op);
  void emitCall(CallKernelOp call);
  void emitHostCall(CallHostOp call);
  void noteUpdatesInPlace(CallKernelOp call, Operation *kernel);
  void emitWhile(scf::WhileOp loop);
  void emitIf(scf::IfOp branch);
  void emitSwitch(scf::IndexSwitchOp branch);
  SmallVector<Value> mapScalars(ValueRange values);
  void mapScalarResults(ValueRange from, ValueRange to);
  void fillRegion(Region &from, Region &to);

  func::FuncOp function;
  SymbolTable &symbols;
  const HostBufferAssignment &assignment;
  OpBuilder builder;
  /// Inserts at the start of the function, where every view stands.
  OpBuilder views;
  DenseMap<std::pair<unsigned, Type>, Value> viewOf;
  DenseMap<std::pair<int64_t, Type>, Value> arenaViewOf;
  DenseMap<Operation *, memref::GlobalOp> globals;
  IRMapping scalars;
  Block *entry = nullptr;
  unsigned numArguments = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value HostRewriter::getView(unsigned buffer, ShapedType type) {
  MemRefType memref = getBufferType(type);
  Value &view = viewOf[{buffer, memref}];
  if (!view)
    view = makeView(buffer, memref);
  return view;
}

Value HostRewriter::makeView(unsigned number, MemRefType type) {
  const HostBuffer &buffer = assignment.get(number);
  switch (buffer.kind) {
  case HostBuffer::Kind::Arena: {
    Value place = makeArenaView(buffer.offset, type, function.getLoc());
    return buffer.standsInFor < 0 ? place
                                  : makeStandIn(buffer.standsInFor, place);
  }
  case HostBuffer::Kind::Argument:
    return reshapeArgument(entry->getArgument(buffer.index), type);
  case HostBuffer::Kind::Result:
    return reshapeArgument(entry->getArgument(numArguments + buffer.index),
                           type);
  case HostBuffer::Kind::Constant:
    return makeGlobal(buffer.constant, type);
  }
  llvm_unreachable("covered switch");
}

/// Buffers that follow each other in one place share the view.
Value HostRewriter::makeArenaView(int64_t offset, MemRefType type,
                                  Location loc) {
  Value &view = arenaViewOf[{offset, type}];
  if (!view) {
    Value place = arith::ConstantIndexOp::create(views, loc, offset);
    view = memref::ViewOp::create(
        views, loc, type, entry->getArguments().back(), place, ValueRange());
  }
  return view;
}

/// `place`, or the buffer of `result` where that is not its donor's.
Value HostRewriter::makeStandIn(int64_t result, Value place) {
  Location loc = function.getLoc();
  auto getAddress = [&](int64_t argument) -> Value {
    return memref::ExtractAlignedPointerAsIndexOp::create(
        views, loc, entry->getArgument(argument));
  };
  Value isDonated = arith::CmpIOp::create(
      views, loc, arith::CmpIPredicate::eq, getAddress(numArguments + result),
      getAddress(assignment.getDonor(result)));
  Value own = reshapeArgument(entry->getArgument(numArguments + result),
                              cast<MemRefType>(place.getType()));
  return arith::SelectOp::create(views, loc, isDonated, place, own);
}

/// A buffer of the caller under another shape of as many elements.
Value HostRewriter::reshapeArgument(Value argument, MemRefType type) {
  auto from = cast<MemRefType>(argument.getType());
  if (from == type)
    return argument;
  Location loc = function.getLoc();
  auto all = [](int64_t rank) {
    SmallVector<ReassociationIndices> groups(1);
    groups.front() = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    return groups;
  };
  MemRefType flat =
      MemRefType::get({from.getNumElements()}, from.getElementType());
  if (from.getRank() == 0)
    argument = memref::ExpandShapeOp::create(views, loc, flat, argument,
                                             ArrayRef<ReassociationIndices>());
  else if (from.getRank() > 1)
    argument = memref::CollapseShapeOp::create(views, loc, flat, argument,
                                               all(from.getRank()));
  if (type.getRank() == 0)
    return memref::CollapseShapeOp::create(views, loc, type, argument,
                                           ArrayRef<ReassociationIndices>());
  if (type.getRank() > 1)
    return memref::ExpandShapeOp::create(views, loc, type, argument,
                                         all(type.getRank()));
  return argument;
}

/// Read-only data of the module with the content of `constant`.
Value HostRewriter::makeGlobal(Operation *op, MemRefType type) {
  auto constant = cast<arith::ConstantOp>(op);
  memref::GlobalOp &global = globals[op];
  if (!global) {
    auto value = cast<ElementsAttr>(constant.getValue());
    OpBuilder moduleBuilder(function);
    global = memref::GlobalOp::create(
        moduleBuilder, constant.getLoc(), "constant",
        moduleBuilder.getStringAttr("private"),
        getBufferType(constant.getType()), value, /*constant=*/true,
        moduleBuilder.getI64IntegerAttr(constantAlignment));
    // The symbol table makes the name unique.
    symbols.insert(global);
  }
  Value buffer = memref::GetGlobalOp::create(
      views, constant.getLoc(), global.getType(), global.getSymName());
  return reshapeArgument(buffer, type);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Why a copy could not be left out.
static StringRef getCopyReason(const HostBuffer &source,
                               const HostBuffer &destination,
                               Operation *before) {
  if (source.standsInFor >= 0 && source.standsInFor == destination.index)
    return "where the result has the buffer of its donor, the argument is "
           "still read when it is made";
  if (source.kind == HostBuffer::Kind::Argument)
    return "arguments belong to the caller";
  if (source.kind == HostBuffer::Kind::Constant)
    return "constants are not written";
  if (isa<CallKernelOp>(before))
    return "the value that the kernel changes is read elsewhere too";
  if (isa<CallHostOp>(before))
    return "the value that the call changes is read elsewhere too";
  if (isa<func::ReturnOp>(before))
    return "the value is another result too";
  return "the value that it replaces is still read when it is made";
}

/// Whether the two are one buffer in some calls, where nothing is to be copied.
bool HostRewriter::mayBeOne(const HostBuffer &source,
                            const HostBuffer &destination) {
  if (destination.kind != HostBuffer::Kind::Result)
    return false;
  return source.kind == HostBuffer::Kind::Argument
             ? source.index == assignment.getDonor(destination.index)
             : source.kind == HostBuffer::Kind::Arena &&
                   source.standsInFor == destination.index;
}

void HostRewriter::emitCopies(Operation *before) {
  for (const BufferCopy &copy : assignment.getCopiesBefore(before)) {
    const HostBuffer &source = assignment.get(copy.source);
    const HostBuffer &destination = assignment.get(copy.destination);
    numInsertedCopies += 1;
    remark::missed(before->getLoc(),
                   remark::RemarkOpts::name("keep-copy").category("buffers"))
        << remark::add("copy of {0} bytes kept: {1}",
                       *getDenseByteSize(copy.type),
                       getCopyReason(source, destination, before));
    auto emitted = memref::CopyOp::create(builder, before->getLoc(),
                                          getView(copy.source, copy.type),
                                          getView(copy.destination, copy.type));
    if (mayBeOne(source, destination))
      emitted->setAttr(kUnlessOneAttr, builder.getUnitAttr());
  }
}

SmallVector<Value> HostRewriter::mapScalars(ValueRange values) {
  SmallVector<Value> mapped;
  for (Value value : values)
    if (!isa<TensorType>(value.getType()))
      mapped.push_back(scalars.lookup(value));
  return mapped;
}

/// Maps those of `from` that are not tensors to `to`, in order.
void HostRewriter::mapScalarResults(ValueRange from, ValueRange to) {
  size_t index = 0;
  for (Value value : from)
    if (!isa<TensorType>(value.getType()))
      scalars.map(value, to[index++]);
}

/// Emits the block of `from` into `to`, whose block arguments are the scalars.
void HostRewriter::fillRegion(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&to);
  for (BlockArgument argument : from.getArguments())
    if (!isa<TensorType>(argument.getType()))
      scalars.map(argument,
                  block->addArgument(argument.getType(), argument.getLoc()));
  emitBlock(from.front());
}

static SmallVector<Type> getScalarTypes(TypeRange types) {
  return llvm::to_vector(llvm::make_filter_range(
      types, [](Type type) { return !isa<TensorType>(type); }));
}

/// Says which results a kernel writes over operands that needed no copy first.
void HostRewriter::noteUpdatesInPlace(CallKernelOp call, Operation *kernel) {
  ArrayRef<int64_t> pairs = getInPlacePairs(kernel);
  for (size_t i = 0; i < pairs.size(); i += 2) {
    Value result = call.getOutputs()[pairs[i + 1]];
    unsigned buffer = assignment.getBuffer(result);
    bool copied = llvm::any_of(
        assignment.getCopiesBefore(call),
        [&](const BufferCopy &copy) { return copy.destination == buffer; });
    if (copied)
      continue;
    int64_t bytes = getDenseByteSize(result.getType()).value_or(0);
    remark::passed(call->getLoc(), remark::RemarkOpts::name("update-in-place")
                                       .category("buffers")
                                       .function(call.getCallee()))
        << remark::add("operand {0} is updated in place, which saves a copy of "
                       "{1} bytes",
                       pairs[i], bytes)
        << remark::metric("SavedBytes", bytes);
  }
}

void HostRewriter::emitCall(CallKernelOp call) {
  emitCopies(call);
  Operation *kernel = symbols.lookup(call.getCallee());
  noteUpdatesInPlace(call, kernel);
  SmallVector<Value> operands;
  for (auto [index, input] : llvm::enumerate(call.getInputs())) {
    int64_t result = getInPlaceResult(kernel, index);
    // An operand that is written is the result's buffer: either the operand
    // was in it or has just been copied there.
    operands.push_back(
        getView(result >= 0 ? Value(call.getOutputs()[result]) : input));
  }
  for (OpResult output : call.getResults())
    if (getInPlaceArgument(kernel, output.getResultNumber()) < 0)
      operands.push_back(getView(output));
  int64_t scratch = assignment.getScratchOffset(call);
  if (scratch >= 0) {
    auto bytes = kernel->getAttrOfType<IntegerAttr>(kScratchBytesAttr);
    operands.push_back(makeArenaView(
        scratch, MemRefType::get({bytes.getInt()}, builder.getI8Type()),
        call.getLoc()));
  }
  auto emitted = CallKernelOp::create(builder, call.getLoc(), TypeRange(),
                                      call.getCallee(), operands);
  emitted->setDiscardableAttrs(call->getDiscardableAttrDictionary());
}

void HostRewriter::emitHostCall(CallHostOp call) {
  emitCopies(call);
  SmallVector<Value> inputs, destinations;
  for (Value output : call.getOutputs())
    destinations.push_back(getView(output));
  for (Value input : call.getInputs())
    inputs.push_back(getView(input));
  // An input that is written is the result's buffer, as for a kernel.
  for (size_t result = 0; result < destinations.size(); ++result)
    if (int64_t input = call.getInPlaceInput(result); input >= 0)
      inputs[input] = destinations[result];
  auto emitted = CallHostOp::create(
      builder, call.getLoc(), TypeRange(), call.getServiceAttr(),
      call.getConfigAttr(), call.getInPlaceAttr(), inputs, destinations);
  emitted->setDiscardableAttrs(call->getDiscardableAttrDictionary());
}

void HostRewriter::emitWhile(scf::WhileOp loop) {
  emitCopies(loop);
  auto emitted = scf::WhileOp::create(builder, loop.getLoc(),
                                      getScalarTypes(loop.getResultTypes()),
                                      mapScalars(loop.getInits()));
  fillRegion(loop.getBefore(), emitted.getBefore());
  fillRegion(loop.getAfter(), emitted.getAfter());
  mapScalarResults(loop.getResults(), emitted.getResults());
}

void HostRewriter::emitIf(scf::IfOp branch) {
  auto emitted = scf::IfOp::create(
      builder, branch.getLoc(), getScalarTypes(branch.getResultTypes()),
      scalars.lookup(branch.getCondition()), /*addThenBlock=*/false,
      /*addElseBlock=*/false);
  fillRegion(branch.getThenRegion(), emitted.getThenRegion());
  if (!branch.getElseRegion().empty())
    fillRegion(branch.getElseRegion(), emitted.getElseRegion());
  mapScalarResults(branch.getResults(), emitted.getResults());
}

void HostRewriter::emitSwitch(scf::IndexSwitchOp branch) {
  auto emitted = scf::IndexSwitchOp::create(
      builder, branch.getLoc(), getScalarTypes(branch.getResultTypes()),
      scalars.lookup(branch.getArg()), branch.getCases(),
      branch.getCases().size());
  for (auto [from, to] : llvm::zip(branch->getRegions(), emitted->getRegions()))
    fillRegion(from, to);
  mapScalarResults(branch.getResults(), emitted.getResults());
}

void HostRewriter::emit(Operation &op) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](CallKernelOp call) { emitCall(call); })
      .Case([&](CallHostOp call) { emitHostCall(call); })
      .Case([&](scf::WhileOp loop) { emitWhile(loop); })
      .Case([&](scf::IfOp branch) { emitIf(branch); })
      .Case([&](scf::IndexSwitchOp branch) { emitSwitch(branch); })
      .Case([&](scf::ConditionOp condition) {
        emitCopies(condition);
        scf::ConditionOp::create(builder, condition.getLoc(),
                                 scalars.lookup(condition.getCondition()),
                                 mapScalars(condition.getArgs()));
      })
      .Case([&](scf::YieldOp yield) {
        emitCopies(yield);
        scf::YieldOp::create(builder, yield.getLoc(),
                             mapScalars(yield.getOperands()));
      })
      .Case([&](func::ReturnOp ret) {
        emitCopies(ret);
        func::ReturnOp::create(builder, ret.getLoc());
      })
      .Case([&](tensor::ExtractOp extract) {
        Value loaded = memref::LoadOp::create(builder, extract.getLoc(),
                                              getView(extract.getTensor()),
                                              mapScalars(extract.getIndices()));
        scalars.map(extract.getResult(), loaded);
      })
      .Default([&](Operation *other) {
        // Constants and reshapes are views; the rest computes on scalars.
        if (llvm::none_of(other->getResultTypes(),
                          [](Type type) { return isa<TensorType>(type); }))
          builder.clone(*other, scalars);
      });
}

void HostRewriter::emitBlock(Block &block) {
  for (Operation &op : block)
    emit(op);
}

void HostRewriter::rewrite() {
  Block &old = function.getBody().front();
  numArguments = old.getNumArguments();
  // Only now it is known of all.
  HostDonation donation(function);
  for (unsigned result = 0; result < function.getNumResults(); ++result)
    donation.setDonor(result, assignment.getDonor(result));
  donation.record();
  entry = new Block();
  for (BlockArgument argument : old.getArguments())
    entry->addArgument(getBufferType(argument.getType()), argument.getLoc());
  for (Type type : function.getResultTypes())
    entry->addArgument(getBufferType(type), function.getLoc());
  entry->addArgument(
      MemRefType::get({assignment.getArenaBytes()}, builder.getI8Type()),
      function.getLoc());
  function.getBody().push_back(entry);
  builder.setInsertionPointToEnd(entry);
  // A mark that stays in front of the code: views are put before it.
  auto mark = arith::ConstantIndexOp::create(builder, function.getLoc(), 0);
  views.setInsertionPoint(mark);
  emitBlock(old);
  mark->erase();
  old.dropAllReferences();
  old.erase();
  function.setFunctionType(
      builder.getFunctionType(entry->getArgumentTypes(), TypeRange()));
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
}

namespace {
struct XLABufferizeHostPass
    : xla::impl::XLABufferizeHostPassBase<XLABufferizeHostPass> {
  using XLABufferizeHostPassBase::XLABufferizeHostPassBase;

  void runOnOperation() override {
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    SymbolTable symbols(getOperation());
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (isKernel(function) || function.isExternal())
        continue;
      FailureOr<HostBufferAssignment> assignment =
          HostBufferAssignment::compute(function, symbols);
      if (failed(assignment))
        return signalPassFailure();
      if (getContext().getRemarkEngine())
        BufferReport::get(function, symbols, *assignment).note(function);
      if (options->maxTempBytes &&
          assignment->getArenaBytes() > options->maxTempBytes) {
        refuseTemporaries(function,
                          BufferReport::get(function, symbols, *assignment),
                          options->maxTempBytes);
        getOperation()->setAttr(kRefusedAttr, UnitAttr::get(&getContext()));
        return signalPassFailure();
      }
      HostRewriter(function, symbols, *assignment).rewrite();
    }
  }
};
} // namespace

//===- HostCommunication.cpp - Collectives, feeds and ids -----------------===//
//
// The calls of services that concern other processes or the host's queues. The
// function that combines elements is a loop over a kernel that combines two.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Config
//===----------------------------------------------------------------------===//

static int64_t getInteger(CallHostOp op, StringRef name) {
  auto attr = op.getConfig().getAs<IntegerAttr>(name);
  return attr ? attr.getInt() : 0;
}

/// The xla_collective_kind of a name, -1 for none.
static int32_t getKind(CallHostOp op) {
  auto name = op.getConfig().getAs<StringAttr>("kind");
  return llvm::StringSwitch<int32_t>(name ? name.getValue() : "")
      .Case("all_gather", XLA_ALL_GATHER)
      .Case("all_reduce", XLA_ALL_REDUCE)
      .Case("all_to_all", XLA_ALL_TO_ALL)
      .Case("collective_broadcast", XLA_COLLECTIVE_BROADCAST)
      .Case("collective_permute", XLA_COLLECTIVE_PERMUTE)
      .Case("collective_reduce", XLA_COLLECTIVE_REDUCE)
      .Case("recv", XLA_RECV)
      .Case("reduce_scatter", XLA_REDUCE_SCATTER)
      .Case("send", XLA_SEND)
      .Default(-1);
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

/// Memory of a function, made in its first block.
static Value makeRoom(ImplicitLocOpBuilder &b, Type pointer, int64_t bytes) {
  Value size =
      LLVM::ConstantOp::create(b, b.getI64Type(), b.getI64IntegerAttr(bytes));
  return LLVM::AllocaOp::create(b, pointer, b.getI8Type(), size,
                                /*alignment=*/XLA_BUFFER_ALIGNMENT);
}

/// Fills `void NAME(into, from, count)`: calls `kernel` for each element.
static void fillCombiner(LLVM::LLVMFuncOp function, func::FuncOp kernel,
                         int64_t bytes) {
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel->getContext());
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type number = b.getI64Type();
  Block *entry = function.addEntryBlock(b);
  Block *head = b.createBlock(&function.getBody(), function.getBody().end(),
                              number, b.getLoc());
  Block *body = b.createBlock(&function.getBody());
  Block *exit = b.createBlock(&function.getBody());
  auto constant = [&](int64_t value) {
    return LLVM::ConstantOp::create(b, number, b.getI64IntegerAttr(value));
  };

  b.setInsertionPointToEnd(entry);
  Value result = makeRoom(b, pointer, bytes), scratch;
  if (auto size = kernel->getAttrOfType<IntegerAttr>(kScratchBytesAttr))
    if (size.getInt() > 0)
      scratch = makeRoom(b, pointer, size.getInt());
  Value none = LLVM::ZeroOp::create(b, pointer);
  LLVM::BrOp::create(b, ValueRange{constant(0)}, head);

  b.setInsertionPointToEnd(head);
  Value index = head->getArgument(0);
  Value more = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::slt, index,
                                    entry->getArgument(2));
  LLVM::CondBrOp::create(b, more, body, exit);

  b.setInsertionPointToEnd(body);
  Value offset = LLVM::MulOp::create(b, index, constant(bytes));
  auto address = [&](unsigned argument) {
    return LLVM::GEPOp::create(b, pointer, b.getI8Type(),
                               entry->getArgument(argument),
                               ArrayRef<LLVM::GEPArg>{offset});
  };
  Value into = address(0), from = address(1);
  // Elementwise code has no use for the call.
  SmallVector<Value> operands = {none, into, from, result};
  if (scratch)
    operands.push_back(scratch);
  CallKernelOp::create(b, TypeRange(), kernel.getSymName(), operands);
  LLVM::MemcpyOp::create(b, into, result, constant(bytes),
                         /*isVolatile=*/false);
  Value next = LLVM::AddOp::create(b, index, constant(1));
  LLVM::BrOp::create(b, ValueRange{next}, head);

  b.setInsertionPointToEnd(exit);
  LLVM::ReturnOp::create(b, ValueRange());
}

/// The function that combines many elements by the kernel that the config
/// names, which combines two.
static FailureOr<LLVM::LLVMFuncOp>
getCombiner(CallHostOp op, FlatSymbolRefAttr name, ModuleOp module) {
  auto kernel = module.lookupSymbol<func::FuncOp>(name.getValue());
  auto type = kernel && kernel.getNumArguments() >= 3
                  ? dyn_cast<MemRefType>(kernel.getArgumentTypes()[0])
                  : MemRefType();
  if (!type || type.getRank() != 0)
    return op.emitOpError()
           << "expects " << name << " to be a kernel on two elements";
  std::string all = (name.getValue() + "_all").str();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(all))
    return known;
  OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  auto function = LLVM::LLVMFuncOp::create(
      atEnd, kernel.getLoc(), all,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()),
                                  {pointer, pointer, atEnd.getI64Type()}));
  // Hidden, so that it may sit in another object than the entry.
  function.setVisibility_(LLVM::Visibility::Hidden);
  function.setDsoLocal(true);
  fillCombiner(function, kernel, *getDenseByteSize(type));
  return function;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void HostCallWriter::callService(int64_t offset, StringRef name,
                                 ValueRange arguments) {
  Value function = loadField(host, offset);
  Value none = LLVM::ZeroOp::create(builder, loc, pointer);
  Value isMissing = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                         function, none);
  leaveIf(isMissing, [&] {
    return fail(makeNumber(i32, XLA_UNIMPLEMENTED),
                ("the host has no service for '" + name + "'").str());
  });
  SmallVector<Value> operands = {function, hostContext, call};
  llvm::append_range(operands, arguments);
  auto type = LLVM::LLVMFunctionType::get(
      i32, llvm::to_vector(llvm::drop_begin(TypeRange(ValueRange(operands)))));
  Value code = LLVM::CallOp::create(builder, loc, type, operands).getResult();
  Value isWrong = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                       code, makeNumber(i32, XLA_OK));
  leaveIf(isWrong, [&] { return fail(code, ("'" + name + "' failed").str()); });
}

LogicalResult HostCallWriter::writeFeed(CallHostOp op, StringRef what,
                                        ValueRange pointers, int64_t offset) {
  FailureOr<Value> buffers = makeBuffers(op, what, pointers);
  auto text = op.getConfig().getAs<StringAttr>("text");
  if (failed(buffers))
    return failure();
  callService(offset, op.getService(),
              {*buffers, makeNumber(i64, pointers.size()),
               makeText(text ? text.getValue() : "")});
  return success();
}

LogicalResult HostCallWriter::writeId(CallHostOp op, ValueRange destinations,
                                      int64_t offset) {
  if (destinations.size() != 1)
    return op.emitOpError()
           << "expects one result, but has " << destinations.size();
  Value place =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), call,
                          ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  Value id = LLVM::LoadOp::create(builder, loc, i32, place);
  LLVM::StoreOp::create(builder, loc, id, destinations.front());
  return success();
}

LogicalResult HostCallWriter::writeCollective(CallHostOp op, ValueRange inputs,
                                              ValueRange destinations) {
  int32_t kind = getKind(op);
  auto groups = op.getConfig().getAs<DenseI64ArrayAttr>("groups");
  bool hasRoot = op.getConfig().contains("has_dynamic_root");
  if (kind < 0 || !groups || (hasRoot && inputs.empty()))
    return op.emitOpError("expects a config with kind and groups");
  Value none = LLVM::ZeroOp::create(builder, loc, pointer);
  Value roots = hasRoot ? inputs.back() : none, combine = none;
  if (hasRoot)
    inputs = inputs.drop_back();
  FailureOr<Value> arguments = makeBuffers(op, "operand", inputs);
  FailureOr<Value> results = makeBuffers(op, "result", destinations);
  if (failed(arguments) || failed(results))
    return failure();
  if (auto name = op.getConfig().getAs<FlatSymbolRefAttr>("combiner")) {
    FailureOr<LLVM::LLVMFuncOp> function =
        getCombiner(op, name, entry->getParentOfType<ModuleOp>());
    if (failed(function))
      return failure();
    combine = LLVM::AddressOfOp::create(builder, loc, *function);
  }
  Value frame = makeTemporary(sizeof(xla_collective));
  auto storeAt = [&](size_t offset, Value value) {
    storeField(frame, offset, value);
  };
  auto store32 = [&](size_t offset, int64_t value) {
    storeAt(offset, makeNumber(i32, value));
  };
  auto store64 = [&](size_t offset, int64_t value) {
    storeAt(offset, makeNumber(i64, value));
  };
  int64_t size = getInteger(op, "group_size");
  store32(offsetof(xla_collective, abi_version), XLA_ABI_VERSION);
  store32(offsetof(xla_collective, struct_size), sizeof(xla_collective));
  store32(offsetof(xla_collective, kind), kind);
  store32(offsetof(xla_collective, num_buffers),
          std::max(inputs.size(), destinations.size()));
  storeAt(offsetof(xla_collective, arguments),
          kind == XLA_RECV ? none : *arguments);
  storeAt(offsetof(xla_collective, results),
          kind == XLA_SEND ? none : *results);
  storeAt(offsetof(xla_collective, groups), makeNumbers(groups.asArrayRef()));
  store64(offsetof(xla_collective, num_groups),
          size ? groups.size() / size : 0);
  store64(offsetof(xla_collective, group_size), size);
  store64(offsetof(xla_collective, channel_id), getInteger(op, "channel"));
  store32(offsetof(xla_collective, use_global_ids),
          op.getConfig().contains("use_global_device_ids"));
  store32(offsetof(xla_collective, is_host_transfer),
          op.getConfig().contains("is_host_transfer"));
  store64(offsetof(xla_collective, dimension), getInteger(op, "dimension"));
  store64(offsetof(xla_collective, concat_dimension),
          getInteger(op, "concat_dimension"));
  storeAt(offsetof(xla_collective, combine), combine);
  storeAt(offsetof(xla_collective, roots), roots);
  storeAt(offsetof(xla_collective, location), makePlace());
  callService(offsetof(xla_host, collective),
              op.getConfig().getAs<StringAttr>("kind").getValue(), {frame});
  return success();
}

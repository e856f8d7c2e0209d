//===- LaunchTasks.cpp - Calls of the host's parallel_for -----------------===//
//
// A task's arguments go through an array on the caller's stack: one word each,
// the first the xla_call. The offsets are those of xla_runtime.h.
//
//===----------------------------------------------------------------------===//

#include "LaunchTasks.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Runtime/xla_runtime.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

static Value createNumber(ImplicitLocOpBuilder &b, int64_t number) {
  return LLVM::ConstantOp::create(b, b.getI64Type(),
                                  b.getI64IntegerAttr(number));
}

/// The address `bytes` after `base`.
static Value createAddress(ImplicitLocOpBuilder &b, Value base, int64_t bytes) {
  return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{int32_t(bytes)});
}

/// `i32 NAME(data, begin, end, chunk)`: calls `task` for each iteration.
static LLVM::LLVMFuncOp createPart(LLVM::LLVMFuncOp task) {
  ImplicitLocOpBuilder b(task.getLoc(), task->getContext());
  b.setInsertionPointAfter(task);
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type number = b.getI64Type(), code = b.getI32Type();
  auto part = LLVM::LLVMFuncOp::create(
      b, (task.getSymName() + "_part").str(),
      LLVM::LLVMFunctionType::get(code, {pointer, number, number, number}));
  part->setAttr(xla::kKernelAttr, b.getUnitAttr());
  Block *entry = part.addEntryBlock(b);
  Block *head =
      b.createBlock(&part.getBody(), part.getBody().end(), number, b.getLoc());
  Block *body = b.createBlock(&part.getBody());
  Block *exit = b.createBlock(&part.getBody());

  b.setInsertionPointToEnd(entry);
  SmallVector<Value> arguments;
  for (auto [index, type] : llvm::enumerate(task.getArgumentTypes()))
    arguments.push_back(LLVM::LoadOp::create(
        b, type, createAddress(b, entry->getArgument(0), 8 * index)));
  LLVM::BrOp::create(b, ValueRange{entry->getArgument(1)}, head);

  b.setInsertionPointToEnd(head);
  Value iteration = head->getArgument(0);
  Value more = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::slt, iteration,
                                    entry->getArgument(2));
  LLVM::CondBrOp::create(b, more, body, exit);

  b.setInsertionPointToEnd(body);
  arguments[1] = iteration;
  LLVM::CallOp::create(b, task, arguments);
  Value next = LLVM::AddOp::create(b, iteration, createNumber(b, 1));
  LLVM::BrOp::create(b, ValueRange{next}, head);

  b.setInsertionPointToEnd(exit);
  LLVM::ReturnOp::create(
      b, LLVM::ConstantOp::create(b, code, b.getI32IntegerAttr(XLA_OK)));
  return part;
}

static void launch(LLVM::CallOp call, LLVM::LLVMFuncOp task,
                   LLVM::LLVMFuncOp part) {
  ImplicitLocOpBuilder b(call.getLoc(), call);
  auto kernel = call->getParentOfType<LLVM::LLVMFuncOp>();
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Type number = b.getI64Type(), code = b.getI32Type();
  Value data;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&kernel.getBody().front());
    data = LLVM::AllocaOp::create(b, pointer, number,
                                  createNumber(b, call.getNumOperands()));
  }
  for (auto [index, value] : llvm::enumerate(call.getOperands()))
    LLVM::StoreOp::create(b, value, createAddress(b, data, 8 * index));
  Value xlaCall = call.getOperand(0);
  Value host = LLVM::LoadOp::create(
      b, pointer, createAddress(b, xlaCall, offsetof(xla_call, host)));
  Value context = LLVM::LoadOp::create(
      b, pointer, createAddress(b, host, offsetof(xla_host, context)));
  Value function = LLVM::LoadOp::create(
      b, pointer, createAddress(b, host, offsetof(xla_host, parallel_for)));
  int64_t tasks = task->getAttrOfType<IntegerAttr>(xla::kTasksAttr).getInt();
  Value body = LLVM::AddressOfOp::create(b, part);
  LLVM::CallOp::create(
      b,
      LLVM::LLVMFunctionType::get(
          code, {pointer, pointer, number, number, pointer, pointer}),
      ValueRange{function, context, xlaCall, createNumber(b, tasks),
                 createNumber(b, 1), body, data});
  call.erase();
}

void xla::launchTasks(ModuleOp module) {
  SymbolTable symbols(module);
  SmallVector<LLVM::CallOp> calls;
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>())
    kernel.walk([&](LLVM::CallOp call) { calls.push_back(call); });
  for (LLVM::CallOp call : calls) {
    if (!call.getCallee())
      continue;
    auto task = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
    if (task && task->hasAttr(kTasksAttr))
      launch(call, task, createPart(task));
  }
}

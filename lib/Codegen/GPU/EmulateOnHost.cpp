//===- EmulateOnHost.cpp - Run device kernels on the CPU ------------------===//
//
// Moves NVVM kernels to the host. For each kernel `k` of device module `m`:
//   * `m_k` is the kernel with a leading pointer to its thread
//     (xla_gpu_thread); NVVM ops read it or call the emulator with it;
//   * `m_k_packed` unpacks the argument array and calls `m_k`.
// Assumes the NVVM dialect on the device side; the host side is left in
// whatever dialects it is in, gpu.launch_func aside.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/GPU/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

namespace xla::gpu {
#define GEN_PASS_DEF_XLAGPUEMULATEONHOSTPASS
#include "xla/Codegen/GPU/Passes.h.inc"
} // namespace xla::gpu

using namespace mlir;

#define DEBUG_TYPE "xla-gpu-emulate-on-host"
static xla::PassCounter numEmulatedKernels(DEBUG_TYPE, "num-emulated-kernels");

namespace {
/// Carries the module's symbols and types through the rewriting.
class HostEmulation {
public:
  explicit HostEmulation(ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())),
        none(LLVM::LLVMVoidType::get(module.getContext())) {}

  LogicalResult run() {
    for (auto device :
         llvm::make_early_inc_range(module.getOps<mlir::gpu::GPUModuleOp>())) {
      moveGlobals(device);
      for (auto function : device.getOps<LLVM::LLVMFuncOp>())
        if (failed(moveKernel(device, function)))
          return failure();
    }
    SmallVector<mlir::gpu::LaunchFuncOp> launches;
    module.walk([&](mlir::gpu::LaunchFuncOp op) { launches.push_back(op); });
    for (mlir::gpu::LaunchFuncOp launch : launches)
      if (failed(replaceLaunch(launch)))
        return failure();
    for (auto device :
         llvm::make_early_inc_range(module.getOps<mlir::gpu::GPUModuleOp>()))
      device.erase();
    module->removeAttr(mlir::gpu::GPUDialect::getContainerModuleAttrName());
    return success();
  }

private:
  static std::string hostName(StringRef device, StringRef symbol) {
    return (device + "_" + symbol).str();
  }

  LLVM::LLVMFuncOp declare(StringRef name, Type result, TypeRange operands) {
    if (auto found = symbols.lookup<LLVM::LLVMFuncOp>(name))
      return found;
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(result, llvm::to_vector(operands));
    auto function =
        LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
    function->setAttr(xla::kHostFunctionAttr, builder.getUnitAttr());
    symbols.insert(function);
    return function;
  }

  /// Shared memory becomes ordinary memory: blocks run one after another.
  void moveGlobals(mlir::gpu::GPUModuleOp device) {
    for (auto global : device.getOps<LLVM::GlobalOp>()) {
      auto clone = global.clone();
      clone.setSymName(hostName(device.getName(), global.getSymName()));
      clone.setAddrSpace(0);
      symbols.insert(clone, module.getBody()->begin());
    }
  }

  /// A pointer into any address space becomes one into the host's.
  Type hostType(Type type) const {
    return isa<LLVM::LLVMPointerType>(type) ? Type(pointer) : type;
  }

  LogicalResult moveKernel(mlir::gpu::GPUModuleOp device,
                           LLVM::LLVMFuncOp kernel) {
    if (kernel.isExternal())
      return kernel.emitError("expected a device function with a body");
    LLVM::LLVMFuncOp host = kernel.clone();
    host.setSymName(hostName(device.getName(), kernel.getSymName()));
    host->setDiscardableAttrs(ArrayRef<NamedAttribute>());
    host.setLinkage(LLVM::Linkage::Internal);
    symbols.insert(host);
    SmallVector<Type> parameters{pointer};
    for (Type type : kernel.getFunctionType().getParams())
      parameters.push_back(hostType(type));
    // Attributes of parameters concern the device's ABI.
    host.removeArgAttrsAttr();
    host.setFunctionType(LLVM::LLVMFunctionType::get(none, parameters));
    Value thread =
        host.getBody().front().insertArgument(0u, pointer, host.getLoc());
    WalkResult result = host.walk([&](Operation *op) {
      if (op == host)
        return WalkResult::advance();
      for (Value value : op->getResults())
        value.setType(hostType(value.getType()));
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument arg : block.getArguments())
            arg.setType(hostType(arg.getType()));
      if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
        address.setGlobalName(
            hostName(device.getName(), address.getGlobalName()));
      return failed(replaceDeviceOp(op, thread)) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
    });
    for (Block &block : host.getBody())
      for (BlockArgument arg : block.getArguments())
        arg.setType(hostType(arg.getType()));
    if (result.wasInterrupted())
      return failure();
    LLVM::LLVMFuncOp packed = createPacked(host);
    host.walk([&](LLVM::CallOp call) {
      if (call.getCallee()->starts_with("xla_gpu_emulator_"))
        cooperative.insert(packed.getSymName());
    });
    numEmulatedKernels += 1;
    return success();
  }

  /// Index of the i32 field of xla_gpu_thread that `op` reads, if it is a read
  /// of a special register.
  static std::optional<int> getThreadField(Operation *op) {
    return llvm::StringSwitch<std::optional<int>>(op->getName().getStringRef())
        .Case("nvvm.read.ptx.sreg.tid.x", 0)
        .Case("nvvm.read.ptx.sreg.tid.y", 1)
        .Case("nvvm.read.ptx.sreg.tid.z", 2)
        .Case("nvvm.read.ptx.sreg.ctaid.x", 3)
        .Case("nvvm.read.ptx.sreg.ctaid.y", 4)
        .Case("nvvm.read.ptx.sreg.ctaid.z", 5)
        .Case("nvvm.read.ptx.sreg.ntid.x", 6)
        .Case("nvvm.read.ptx.sreg.ntid.y", 7)
        .Case("nvvm.read.ptx.sreg.ntid.z", 8)
        .Case("nvvm.read.ptx.sreg.nctaid.x", 9)
        .Case("nvvm.read.ptx.sreg.nctaid.y", 10)
        .Case("nvvm.read.ptx.sreg.nctaid.z", 11)
        .Default(std::nullopt);
  }

  LogicalResult replaceDeviceOp(Operation *op, Value thread) {
    Location loc = op->getLoc();
    Type word = builder.getI32Type();
    if (std::optional<int> field = getThreadField(op)) {
      builder.setInsertionPoint(op);
      Value address = LLVM::GEPOp::create(builder, loc, pointer, word, thread,
                                          ArrayRef<LLVM::GEPArg>{*field});
      Value value = LLVM::LoadOp::create(builder, loc, word, address);
      op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    } else if (isa<NVVM::BarrierOp, NVVM::Barrier0Op>(op)) {
      if (op->getNumOperands() != 0 || op->getNumResults() != 0)
        return op->emitError("expected a barrier of the whole block");
      auto callee = declare("xla_gpu_emulator_barrier", none, pointer);
      builder.setInsertionPoint(op);
      LLVM::CallOp::create(builder, loc, callee, thread);
      op->erase();
    } else if (auto shuffle = dyn_cast<NVVM::ShflOp>(op)) {
      return replaceShuffle(shuffle, thread);
    } else if (isa<NVVM::NVVMDialect>(op->getDialect())) {
      return op->emitError("has no emulation: expected thread positions, "
                           "barriers and xor shuffles");
    } else if (isa<LLVM::AddrSpaceCastOp>(op)) {
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    }
    return success();
  }

  LogicalResult replaceShuffle(NVVM::ShflOp op, Value thread) {
    if (op.getKind() != NVVM::ShflKind::bfly)
      return op.emitError("has no emulation: expected an xor shuffle");
    Location loc = op.getLoc();
    Type word = builder.getI32Type();
    auto callee =
        declare("xla_gpu_emulator_shuffle_xor", word, {pointer, word, word});
    builder.setInsertionPoint(op);
    Type type = op.getVal().getType();
    Value value = op.getVal();
    if (type != word)
      value = LLVM::BitcastOp::create(builder, loc, word, value);
    value = LLVM::CallOp::create(builder, loc, callee,
                                 ValueRange{thread, value, op.getOffset()})
                .getResult();
    if (type != word)
      value = LLVM::BitcastOp::create(builder, loc, type, value);
    if (op.getReturnValueAndIsValid()) {
      Value pair = LLVM::PoisonOp::create(builder, loc, op.getType());
      Value valid = LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                             builder.getBoolAttr(true));
      pair = LLVM::InsertValueOp::create(builder, loc, pair, value,
                                         ArrayRef<int64_t>{0});
      value = LLVM::InsertValueOp::create(builder, loc, pair, valid,
                                          ArrayRef<int64_t>{1});
    }
    op.getResult().replaceAllUsesWith(value);
    op.erase();
    return success();
  }

  /// void k_packed(ptr thread, ptr arguments).
  LLVM::LLVMFuncOp createPacked(LLVM::LLVMFuncOp kernel) {
    Location loc = kernel.getLoc();
    builder.setInsertionPointAfter(kernel);
    auto packed = LLVM::LLVMFuncOp::create(
        builder, loc, (kernel.getSymName() + "_packed").str(),
        LLVM::LLVMFunctionType::get(none, {pointer, pointer}));
    Block *entry = packed.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    SmallVector<Value> operands{entry->getArgument(0)};
    auto parameters = kernel.getFunctionType().getParams();
    for (auto [number, type] : llvm::enumerate(parameters.drop_front())) {
      Value slot = LLVM::GEPOp::create(
          builder, loc, pointer, pointer, entry->getArgument(1),
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
      slot = LLVM::LoadOp::create(builder, loc, pointer, slot);
      operands.push_back(LLVM::LoadOp::create(builder, loc, type, slot));
    }
    LLVM::CallOp::create(builder, loc, kernel, operands);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    symbols.insert(packed);
    return packed;
  }

  /// The value that a kernel gets for `operand`: buffers as bare pointers.
  Value toArgument(Location loc, Value operand) {
    Type type = operand.getType();
    Type word = builder.getI64Type();
    if (isa<MemRefType>(type)) {
      Value address =
          memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, operand);
      address = arith::IndexCastOp::create(builder, loc, word, address);
      return LLVM::IntToPtrOp::create(builder, loc, pointer, address);
    }
    if (type.isIndex())
      return arith::IndexCastOp::create(builder, loc, word, operand);
    return operand;
  }

  LogicalResult replaceLaunch(mlir::gpu::LaunchFuncOp launch) {
    std::string name = hostName(launch.getKernelModuleName().getValue(),
                                launch.getKernelName().getValue()) +
                       "_packed";
    if (!symbols.lookup(name))
      return launch.emitError("launches a kernel that is not defined");
    Type word = builder.getI64Type();
    auto callee = declare(
        cooperative.contains(name) ? "xla_gpu_emulator_launch"
                                   : "xla_gpu_emulator_launch_independent",
        none, {pointer, word, word, word, word, word, word, pointer});
    Location loc = launch.getLoc();
    builder.setInsertionPoint(launch);
    // A launch may stand in a loop.
    Value stack = LLVM::StackSaveOp::create(builder, loc, pointer);
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder, loc, word,
                                      builder.getI64IntegerAttr(value));
    };
    Value one = constant(1);
    SmallVector<Value> values;
    for (Value operand : launch.getKernelOperands())
      values.push_back(toArgument(loc, operand));
    Value array =
        LLVM::AllocaOp::create(builder, loc, pointer, pointer,
                               constant(std::max<size_t>(values.size(), 1)));
    for (auto [number, value] : llvm::enumerate(values)) {
      Value slot =
          LLVM::AllocaOp::create(builder, loc, pointer, value.getType(), one);
      LLVM::StoreOp::create(builder, loc, value, slot);
      Value element = LLVM::GEPOp::create(
          builder, loc, pointer, pointer, array,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(number)});
      LLVM::StoreOp::create(builder, loc, slot, element);
    }
    SmallVector<Value> operands{
        LLVM::AddressOfOp::create(builder, loc, pointer, name)};
    auto grid = launch.getGridSizeOperandValues();
    auto block = launch.getBlockSizeOperandValues();
    for (Value size : {grid.x, grid.y, grid.z, block.x, block.y, block.z})
      operands.push_back(arith::IndexCastOp::create(builder, loc, word, size));
    operands.push_back(array);
    LLVM::CallOp::create(builder, loc, callee, operands);
    LLVM::StackRestoreOp::create(builder, loc, stack);
    launch.erase();
    return success();
  }

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
  LLVM::LLVMPointerType pointer;
  Type none;
  /// Packed kernels whose threads wait for each other.
  llvm::StringSet<> cooperative;
};

struct EmulateOnHostPass
    : xla::gpu::impl::XLAGPUEmulateOnHostPassBase<EmulateOnHostPass> {
  void runOnOperation() override {
    if (failed(HostEmulation(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace

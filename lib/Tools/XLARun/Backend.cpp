//===- Backend.cpp - Ways to run a program --------------------------------===//
//
// Native code through `xla::Program`, emulated device code, and the
// interpreter.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "Arguments.h"

#include "xla/Codegen/GPU/Emulator.h"
#include "xla/Codegen/GPU/Passes.h"
#include "xla/JIT/Program.h"
#include "xla/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace xla;

char run::FailedCheck::ID = 0;

void run::FailedCheck::log(llvm::raw_ostream &os) const {
  os << "a check of the program failed";
}

std::error_code run::FailedCheck::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error run::checkMemory(const Executable &executable, int64_t limit,
                             int numProcesses) {
  const xla_info &info = executable.getInfo();
  // Each part is far below 2^63.
  double total = double(info.arena_bytes);
  for (int32_t i = 0; i < info.num_arguments; ++i)
    total += double(executable.getArgument(i).byte_size);
  for (int32_t i = 0; i < info.num_results; ++i)
    total += double(executable.getResult(i).byte_size);
  total *= numProcesses;
  if (total <= double(limit))
    return llvm::Error::success();
  return llvm::createStringError(
      "expected arguments, results and temporaries of at most " + Twine(limit) +
      " bytes together (--memory-limit), but they take " +
      Twine(int64_t(total)) + ", " + Twine(info.arena_bytes * numProcesses) +
      " of them for temporaries");
}

namespace {
class NativeBackend : public run::Backend {
public:
  NativeBackend(std::unique_ptr<Program> program, MLIRContext *context,
                int threads, int64_t memoryLimit, bool donate = false)
      : program(std::move(program)), context(context),
        memoryLimit(memoryLimit) {
    options.threadLimit = threads;
    options.donate = donate;
  }

  llvm::Expected<SmallVector<RankedTensorType>> getArgumentTypes() override;

  llvm::Error prepare(ArrayRef<Literal> arguments) override {
    auto code = program->specialize(arguments);
    if (!code)
      return code.takeError();
    executable = std::move(*code);
    return run::checkMemory(*executable, memoryLimit, /*numProcesses=*/1);
  }

  llvm::Expected<SmallVector<Literal>>
  run(ArrayRef<Literal> arguments) override {
    if (!options.donate)
      return executable->run(arguments, context, options);
    // What is compared, recorded and measured later needs them as they are.
    auto copies = llvm::map_to_vector(
        arguments, [](const Literal &literal) { return literal.clone(); });
    return executable->run(copies, context, options);
  }

  llvm::Error runOnce(ArrayRef<Literal> arguments) override;

  KernelProfile *startProfile() override {
    profile = std::make_unique<KernelProfile>(executable->getInfo());
    profile->attach(options);
    return profile.get();
  }

private:
  std::unique_ptr<Program> program;
  /// For the arguments that were prepared.
  std::shared_ptr<const Executable> executable;
  MLIRContext *context;
  int64_t memoryLimit;
  std::unique_ptr<KernelProfile> profile;
  RunOptions options;
};
} // namespace

llvm::Expected<SmallVector<RankedTensorType>>
NativeBackend::getArgumentTypes() {
  SmallVector<RankedTensorType> types;
  const xla_info &info = program->getInfo();
  for (int32_t i = 0; i < info.num_arguments; ++i) {
    types.push_back(
        getTensorType(getTensorInfo(info, info.arguments, i), context));
    if (!types.back())
      return llvm::createStringError("expected a known type of argument %d", i);
  }
  return types;
}

llvm::Error NativeBackend::runOnce(ArrayRef<Literal> arguments) {
  // What a caller pays: results from the reused pool, and the call.
  const xla_info &info = executable->getInfo();
  SmallVector<void *, 8> inputs, outputs, own;
  for (const Literal &literal : arguments)
    inputs.push_back(literal.getBytes());
  llvm::Error error = llvm::Error::success();
  for (int32_t i = 0; i < info.num_results && !error; ++i) {
    const xla_tensor_info &result = executable->getResult(i);
    // Each run goes on with what the last one left.
    if (options.donate && result.alias >= 0) {
      outputs.push_back(inputs[result.alias]);
      continue;
    }
    own.push_back(xla_buffer_allocate(result.byte_size));
    outputs.push_back(own.back());
    if (!outputs.back())
      error = llvm::createStringError("out of memory for result %d", i);
  }
  if (!error)
    error = executable->run(inputs, outputs, options);
  for (void *buffer : own)
    xla_buffer_free(buffer);
  return error;
}

FailureOr<std::unique_ptr<run::Backend>>
run::createNativeBackend(ModuleOp module, const CompileOptions &options,
                         const CompileControl &control, int threads,
                         bool donate, llvm::SourceMgr *sources) {
  // Nobody feeds a program here: to wait for data would be for ever.
  xla_queue_close(/*group=*/nullptr);
  auto program = Program::compile(module, options, sources, control);
  if (failed(program))
    return failure();
  return std::unique_ptr<Backend>(std::make_unique<NativeBackend>(
      std::move(*program), module.getContext(), threads,
      options.memoryLimitBytes, donate));
}

FailureOr<std::unique_ptr<run::Backend>>
run::createGPUEmulatorBackend(ModuleOp module, const CompileOptions &options,
                              StringRef chip) {
  auto emitError = [&] { return module.emitError(); };
  CompileOptions host = options, device = options;
  device.triple = "nvptx64-nvidia-cuda";
  device.cpu = chip.str();
  if (failed(host.resolveTarget(emitError)) ||
      failed(device.resolveTarget(emitError)))
    return failure();
  PassManager toDevice(module.getContext());
  buildPhasesPipeline(toDevice, Phase::Input, Phase::Bufferize, device);
  gpu::buildLowerToNVVMPipeline(toDevice, device);
  toDevice.addPass(gpu::createXLAGPUEmulateOnHostPass());
  if (failed(toDevice.run(module)))
    return failure();
  // What is left is for the machine that launches.
  module->setAttr(kOptionsAttr, host.toAttribute(module.getContext()));
  PassManager toHost(module.getContext());
  buildPhasePipeline(toHost, Phase::Lower, host);
  if (failed(toHost.run(module)))
    return failure();
  const HostFunction emulator[] = {
      {"xla_gpu_emulator_launch",
       reinterpret_cast<void *>(&xla_gpu_emulator_launch)},
      {"xla_gpu_emulator_launch_independent",
       reinterpret_cast<void *>(&xla_gpu_emulator_launch_independent)},
      {"xla_gpu_emulator_barrier",
       reinterpret_cast<void *>(&xla_gpu_emulator_barrier)},
      {"xla_gpu_emulator_shuffle_xor",
       reinterpret_cast<void *>(&xla_gpu_emulator_shuffle_xor)}};
  auto executable = Executable::compile(module, host, emulator);
  if (!executable) {
    emitError() << llvm::toString(executable.takeError());
    return failure();
  }
  return std::unique_ptr<Backend>(std::make_unique<NativeBackend>(
      std::make_unique<Program>(std::move(*executable)), module.getContext(),
      /*threads=*/1, options.memoryLimitBytes));
}

namespace {
class InterpreterBackend : public run::Backend {
public:
  InterpreterBackend(ModuleOp module, StringRef entry, int64_t memoryLimit)
      : module(module), entry(entry.str()), memoryLimit(memoryLimit) {}

  llvm::Expected<SmallVector<RankedTensorType>> getArgumentTypes() override {
    auto function = module.lookupSymbol<func::FuncOp>(entry);
    if (!function)
      return llvm::createStringError("expected @" + entry +
                                     " to be a func.func");
    return run::flattenTypes(function.getArgumentTypes());
  }

  llvm::Expected<SmallVector<Literal>>
  run(ArrayRef<Literal> arguments) override {
    return run::interpret<SmallVector<Literal>>(
        memoryLimit, arguments, [&](const interpreter::Options &options) {
          return interpreter::evaluate(module, entry, arguments, options);
        });
  }

private:
  ModuleOp module;
  std::string entry;
  int64_t memoryLimit;
};
} // namespace

FailureOr<std::unique_ptr<run::Backend>>
run::createInterpreterBackend(ModuleOp module, StringRef entry,
                              int64_t memoryLimit) {
  if (failed(checkArguments(module, entry)))
    return failure();
  return std::unique_ptr<Backend>(
      std::make_unique<InterpreterBackend>(module, entry, memoryLimit));
}

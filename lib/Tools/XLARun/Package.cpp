//===- Package.cpp - Run a program that was compiled before ---------------===//
//
// A package (.xla) goes the way of any program that loads one: through the C
// API of the run time.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "xla-c/Package.h"

using namespace mlir;
using namespace xla;

namespace {
class PackageBackend : public run::Backend {
public:
  PackageBackend(xla_package *program, const xla_info &info, xla_entry_fn entry,
                 MLIRContext *context, int threads)
      : program(program, xla_package_destroy), info(info), entry(entry),
        context(context), threads(threads) {}

  llvm::Expected<SmallVector<RankedTensorType>> getArgumentTypes() override {
    return getTypes(info.arguments, info.num_arguments, "argument");
  }

  llvm::Expected<SmallVector<Literal>>
  run(ArrayRef<Literal> arguments) override;

private:
  llvm::Expected<SmallVector<RankedTensorType>>
  getTypes(const xla_tensor_info *list, int32_t count, StringRef what);

  std::unique_ptr<xla_package, void (*)(xla_package *)> program;
  const xla_info &info;
  xla_entry_fn entry;
  MLIRContext *context;
  int threads;
};
} // namespace

llvm::Expected<SmallVector<RankedTensorType>>
PackageBackend::getTypes(const xla_tensor_info *list, int32_t count,
                         StringRef what) {
  SmallVector<RankedTensorType> types;
  for (int32_t i = 0; i < count; ++i) {
    types.push_back(getTensorType(getTensorInfo(info, list, i), context));
    if (!types.back())
      return llvm::createStringError("expected a known type of " + what + " " +
                                     Twine(i));
  }
  return types;
}

llvm::Expected<SmallVector<Literal>>
PackageBackend::run(ArrayRef<Literal> arguments) {
  auto types = getTypes(info.results, info.num_results, "result");
  if (!types)
    return types.takeError();
  SmallVector<Literal> results;
  SmallVector<void *> inputs, outputs;
  for (const Literal &argument : arguments)
    inputs.push_back(argument.getBytes());
  for (RankedTensorType type : *types) {
    auto result = allocateFromPool(type);
    if (!result)
      return result.takeError();
    outputs.push_back(result->getBytes());
    results.push_back(std::move(*result));
  }
  char message[512] = "";
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = inputs.data();
  call.results = outputs.data();
  call.thread_limit = threads;
  call.error = message;
  call.error_capacity = sizeof(message);
  int32_t code = xla_invoke(entry, &info, &call);
  if (code != XLA_OK)
    return llvm::createStringError("%s%s%s", xla_status_name(code),
                                   message[0] ? ": " : "", message);
  return results;
}

llvm::Expected<std::unique_ptr<run::Backend>>
run::createPackageBackend(StringRef path, StringRef content, StringRef name,
                          MLIRContext *context, int threads) {
  // Nobody feeds a program here: to wait for data would be for ever.
  xla_queue_close(/*group=*/nullptr);
  if (threads > xla_thread_count())
    xla_set_thread_count(threads);
  char message[512] = "";
  xla_load_options options = {};
  options.abi_version = XLA_ABI_VERSION;
  options.struct_size = sizeof(options);
  options.error = message;
  options.error_capacity = sizeof(message);
  xla_package *program =
      path == "-"
          ? xla_package_load_memory(content.data(), content.size(), &options)
          : xla_package_load(path.str().c_str(), &options);
  if (!program)
    return llvm::createStringError(Twine(path) + ": " + message);
  xla_entry_fn entry = nullptr;
  if (const xla_info *info = xla_package_choose(
          program, name.str().c_str(), &entry, message, sizeof(message)))
    return std::make_unique<PackageBackend>(program, *info, entry, context,
                                            threads);
  xla_package_destroy(program);
  return llvm::createStringError(Twine(path) + ": " + message);
}

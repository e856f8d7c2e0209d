//===- HostCalls.h - Calls of the host's services ---------------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_HOSTCALLS_H
#define XLA_LIB_CONVERSION_TOLLVM_HOSTCALLS_H

#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace xla {
/// Writes xla.call_host ops into an entry: each leaves the entry with the code
/// that the service returns, if that is not XLA_OK.
///
/// The config of service "custom_call" is a dictionary of `target` and `text`
/// (strings), `api_version` (i32), `has_side_effect` (bool), `attributes` (the
/// function's, a dictionary), `operands` and `results` (the program's types)
/// and `operand_layouts` and `result_layouts` (for each its dimensions from the
/// fastest in memory, empty for row-major). That of "collective" has the same
/// four and `kind`, `groups`, `group_size`, `channel`, `dimension`,
/// `concat_dimension`, perhaps `combiner` (a kernel on two elements) and the
/// flags `use_global_device_ids`, `is_host_transfer` and `has_dynamic_root`
/// (the last input); that of "infeed" and "outfeed" `text`. "replica_id" and
/// "partition_id" want nothing.
class HostCallWriter {
public:
  /// Code goes where `builder` stands; temporaries are put at the start of
  /// `entry`, whose first block must be there. `call` is the xla_call.
  HostCallWriter(mlir::OpBuilder &builder, mlir::LLVM::LLVMFuncOp entry,
                 mlir::Value call);

  /// Looks up the functions that `calls` need; without one of them the entry
  /// fails before anything else has run.
  void resolve(llvm::ArrayRef<CallHostOp> calls);

  /// Writes one call on pointers. Emits an error and fails where the service or
  /// its config is none that the host's table knows.
  mlir::LogicalResult write(CallHostOp op, mlir::ValueRange inputs,
                            mlir::ValueRange destinations);

  /// From now on `writeProfile` tells the call's `profile`; before, it writes
  /// nothing.
  void startProfile();
  /// Tells that the kernel of `call` begins or ends.
  void writeProfile(CallKernelOp call, bool isEnd);

private:
  mlir::LogicalResult writeCustomCall(CallHostOp op, mlir::ValueRange inputs,
                                      mlir::ValueRange destinations);
  mlir::LogicalResult writeCollective(CallHostOp op, mlir::ValueRange inputs,
                                      mlir::ValueRange destinations);
  mlir::LogicalResult writeFeed(CallHostOp op, llvm::StringRef what,
                                mlir::ValueRange pointers, int64_t offset);
  mlir::LogicalResult writeId(CallHostOp op, mlir::ValueRange destinations,
                              int64_t offset);
  /// Calls the service at `offset` of the host's table.
  void callService(int64_t offset, llvm::StringRef name,
                   mlir::ValueRange arguments);
  mlir::FailureOr<mlir::Value> makeBuffers(CallHostOp op, llvm::StringRef what,
                                           mlir::ValueRange pointers);
  mlir::FailureOr<mlir::Value> makeAttributes(CallHostOp op, int32_t &count);

  mlir::Value makeNumber(mlir::Type type, int64_t value);
  mlir::Value makeTemporary(int64_t bytes);
  mlir::Value makeData(llvm::StringRef bytes);
  mlir::Value makeText(llvm::StringRef text);
  /// Null for an empty list.
  mlir::Value makeNumbers(llvm::ArrayRef<int64_t> numbers);
  /// The place of `loc` in the source, null if unknown.
  mlir::Value makePlace();
  mlir::Value loadField(mlir::Value base, int64_t offset);
  void storeField(mlir::Value base, int64_t offset, mlir::Value value);
  /// Leaves the entry with what `makeCode` writes where `condition` holds.
  void leaveIf(mlir::Value condition,
               llvm::function_ref<mlir::Value()> makeCode);
  mlir::Value fail(mlir::Value code, llvm::StringRef message);

  mlir::OpBuilder &builder;
  mlir::LLVM::LLVMFuncOp entry;
  mlir::Value call;
  mlir::Location loc;
  mlir::Type pointer, i32, i64;
  mlir::Value host, hostContext;
  /// Null: there is no profile.
  mlir::Value profile, profileContext, isProfiled;
  struct Function {
    mlir::Value address, context;
  };
  llvm::StringMap<Function> functions;
  /// Names of globals by their content.
  llvm::StringMap<std::string> data;
};
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_HOSTCALLS_H

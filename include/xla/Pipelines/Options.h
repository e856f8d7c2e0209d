//===- Options.h - Everything a compilation can be told ---------*- C++ -*-===//

#ifndef XLA_PIPELINES_OPTIONS_H
#define XLA_PIPELINES_OPTIONS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace xla {
class TargetAttr;

/// How far a compilation may change floating-point results.
enum class Numerics {
  /// IEEE; nothing is reassociated beyond what one op allows; deterministic.
  Strict,
  /// Only by explicit request.
  Fast,
};

/// Where the large constants of a program go.
enum class WeightsPlace {
  Embed,   ///< Into the code.
  Package, ///< Into the package, once for all processors.
  File,    ///< Into a file of their own, which is mapped at load.
};

/// No tensor of a compiled program has more bytes: the address space of a
/// process ends there, and sums of sizes stay within 64 bits.
inline constexpr int64_t maxTensorBytes = int64_t(1) << 47;

/// The options of a compilation: one struct, with one text form, `str`.
///
/// Most of them change the code that comes out. Those are part of every cache
/// key (`getCodeText`) and stand as `xla.options` on the module
/// (`toAttribute`), so that a printed module carries them; a pass asks
/// `CompileOptions::of(op)`, and has no options of its own that repeat these.
/// The last group says how the compiler and calls go about it: the code is the
/// same, and so is its key.
struct CompileOptions {
  /// The GPU that code is for where none is named, and its features: the
  /// version of PTX that our code needs.
  static constexpr llvm::StringLiteral defaultGPU = "sm_90";
  static constexpr llvm::StringLiteral defaultGPUFeatures = "+ptx80";

  /// Function to compile; the others are inlined or removed.
  std::string entry = "main";
  /// Target triple. Empty: the machine that compiles.
  std::string triple;
  /// CPU or GPU architecture. Empty: the CPU that compiles if the triple is
  /// its own, else the target's baseline.
  std::string cpu;
  /// Features as LLVM writes them, `+a,-b`, on top of those of `cpu`.
  std::string features;
  /// Bits of the vectors that code uses. 0: derived from the features.
  int64_t vectorBits = 0;
  /// Threads of a block of a GPU kernel, a multiple of the warp size.
  int64_t gpuBlockSize = 256;
  Numerics numerics = Numerics::Strict;
  /// Constants of up to this many bytes are cloned into kernels.
  int64_t smallConstantBytes = 4096;
  /// Stack that one kernel may use; more becomes its scratch buffer.
  int64_t kernelStackBytes = 16384;
  /// Whether kernels may hold parallel loops.
  bool parallel = true;
  /// Least estimated work of one parallel task.
  int64_t taskNanoseconds = 20000;
  /// Effort of LLVM, 0 to 3.
  int64_t optLevel = 2;
  /// Where large constants go.
  WeightsPlace weights = WeightsPlace::Embed;
  /// What is large: constants of at least this many bytes.
  int64_t weightBytes = 65536;
  /// Most bytes that constants may take in the compiled code, splats that are
  /// written out included.
  int64_t constantLimitBytes = int64_t(1) << 30;
  /// Most bytes that arguments, results and arena of the entry may take
  /// together.
  int64_t memoryLimitBytes = int64_t(1) << 40;
  /// Most bytes of the arena. 0: what it takes. Where it needs more, kernels
  /// are called in another order and cheap values computed again; what still
  /// needs more is refused.
  int64_t maxTempBytes = 0;
  /// Whether the entry tells the host before and after each kernel
  /// (xla_call::profile).
  bool profile = false;

  //===--------------------------------------------------------------------===//
  // How it is done: nothing below changes the code
  //===--------------------------------------------------------------------===//

  /// Most threads that a call uses where it does not say. 0: as many as the
  /// host has.
  int64_t threads = 0;
  /// Threads that the compiler uses. 0: as many as this process may.
  int64_t compileThreads = 0;
  /// Time that a compilation may take before it gives up. 0: no limit.
  int64_t timeLimitMilliseconds = 0;
  /// Memory that a compilation may add to that of the process before it gives
  /// up. 0: no limit.
  int64_t compileMemoryBytes = 0;
  /// Folder that the stages of the compilation are written to, or "-" for
  /// standard output. Empty: what XLA_FLAGS says.
  std::string dumpTo;
  /// File that takes what is decided and why (DecisionLog.h), or "-" for
  /// standard output. Empty: none. A program that is compiled again for other
  /// shapes begins it anew.
  std::string decisions;
  /// The file of weights, seen from the folder of the code. Empty: named like
  /// the code, with the ending `.weights`.
  std::string weightsFile;
  /// Folder of the cache of compiled code. Empty: the environment variable
  /// XLA_CACHE_DIR, without which there is none. "-": none.
  std::string cacheDir;
  /// What that folder may take. 0: the environment variable
  /// XLA_CACHE_LIMIT_BYTES, or 1 GiB.
  int64_t cacheLimitBytes = 0;

  /// Fills in triple, cpu, features and vectorBits, so that a compilation gives
  /// the same code in another process or on another machine. Fails through
  /// `emitError` on a triple that LLVM has no target for. Does nothing where
  /// vectorBits is known.
  mlir::LogicalResult
  resolveTarget(llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  /// Whether kernels are for a GPU, by the triple.
  bool isForGPU() const;

  /// The target, which must have been resolved.
  TargetAttr getTarget(mlir::MLIRContext *context) const;

  /// All options as `name=value;...`; read back by `parse`. A backslash stands
  /// before semicolons and backslashes in a value.
  std::string str() const;

  /// The same of the options that change code: two compilations of a program
  /// with equal text give equal code.
  std::string getCodeText() const;

  /// Reads `name=value;...` on top of what `this` holds. Fails through
  /// `emitError` on an unknown name or a value of the wrong kind or out of
  /// range.
  mlir::LogicalResult
  parse(llvm::StringRef text,
        llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  /// The names of all options, or of those that change code, for people.
  static std::string getNames(bool onlyOfCode = false);

  /// The dictionary that stands as `xla.options` on a module: the options that
  /// change code.
  mlir::DictionaryAttr toAttribute(mlir::MLIRContext *context) const;

  /// Reads such a dictionary on top of what `this` holds; fails as `parse`, and
  /// on the options that do not change code: a program does not choose folders.
  mlir::LogicalResult
  fromAttribute(mlir::DictionaryAttr attribute,
                llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

  /// The options of the module around `op`, which may be `op` itself: what
  /// `xla.options` says, defaults otherwise, target not resolved. Emits an
  /// error at the module where the attribute cannot be read.
  static mlir::FailureOr<CompileOptions> of(mlir::Operation *op);

private:
  mlir::LogicalResult
  setField(llvm::StringRef key, llvm::StringRef content, bool onlyOfCode,
           llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
  template <typename Options, typename Callback>
  static void forEachField(Options &options, Callback &&callback);
  std::string format(bool onlyOfCode) const;
};
} // namespace xla

#endif // XLA_PIPELINES_OPTIONS_H

//===- Program.h - A program for calls of any shape -------------*- C++ -*-===//
//
// Native code of a program, made before its first call where all shapes are
// static, and for the shapes of each call where they are not.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_JIT_PROGRAM_H
#define XLA_JIT_PROGRAM_H

#include "xla/JIT/Executable.h"

#include <list>
#include <mutex>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace xla {

/// Threads may specialize and run one program at once.
class Program {
public:
  /// Versions that are kept at once; the one that was not asked for longest is
  /// dropped first.
  static constexpr size_t kMaxVersions = 16;

  /// Compiles the program in `module`, in hlo or later phases, for this
  /// machine. `module` is consumed. One whose entry leaves shapes to the call
  /// is only checked and kept, as bytecode. `sources`, which may be null, holds
  /// the text that later diagnostics point at, and must outlive the program;
  /// while calls are specialized, nothing but programs may use it.
  /// `control` watches this compilation and those of versions. `key` stands for
  /// the module in `CodeCache` (see getProgramKey); empty: its bytecode does.
  /// Errors are diagnostics at the module's operations.
  static mlir::FailureOr<std::unique_ptr<Program>>
  compile(mlir::ModuleOp module, const CompileOptions &options = {},
          llvm::SourceMgr *sources = nullptr,
          const CompileControl &control = {}, llvm::StringRef key = "");

  /// Code that is there already.
  explicit Program(std::shared_ptr<const Executable> code);

  /// Whether shapes are left to the call; then there is no code before
  /// `specialize`.
  bool isDynamic() const { return !code; }

  /// What the program takes and gives. Where it is dynamic: no kernels, no
  /// arena, -1 for what the call decides, no names.
  const xla_info &getInfo() const { return code ? code->getInfo() : info; }

  const CompileOptions &getOptions() const {
    return code ? code->getOptions() : options;
  }

  /// The arguments of the C ABI whose values decide shapes.
  llvm::ArrayRef<unsigned> getShapeArguments() const { return shapeArguments; }

  /// Code for one call: `dynamicDims` are the extents of `getInfo()`'s dynamic
  /// dimensions, in order of arguments, then dimensions, and `arguments` has a
  /// pointer for each argument, of which only those of `getShapeArguments()`
  /// are read. Compiles if such a call has not been seen lately, watched as
  /// `control` says, or, if that is null, as the program was. Error: what the
  /// compiler reported.
  llvm::Expected<std::shared_ptr<const Executable>>
  specialize(llvm::ArrayRef<int64_t> dynamicDims,
             llvm::ArrayRef<const void *> arguments,
             const CompileControl *control = nullptr);

  /// The same for a call with these literals. Error: also for other numbers of
  /// arguments and dimensions.
  llvm::Expected<std::shared_ptr<const Executable>>
  specialize(llvm::ArrayRef<Literal> arguments);

  /// How versions are watched from now on.
  void watchVersions(CompileControl watch) { control = std::move(watch); }

private:
  Program() = default;
  void describe(mlir::func::FuncOp entry);
  llvm::Expected<std::shared_ptr<const Executable>>
  compileVersion(llvm::ArrayRef<int64_t> dynamicDims,
                 llvm::ArrayRef<const void *> arguments,
                 llvm::StringRef version, const CompileControl &control) const;

  std::shared_ptr<const Executable> code;

  //===--------------------------------------------------------------------===//
  // Dynamic programs
  //===--------------------------------------------------------------------===//

  /// The module, to be read in a context of its own for each version.
  std::string bytecode;
  mlir::DialectRegistry registry;
  CompileOptions options;
  CompileControl control;
  std::string key;
  llvm::SourceMgr *sources = nullptr;
  llvm::SmallVector<unsigned> shapeArguments;
  /// The parameter of the entry for each argument of the ABI, which leaves
  /// tokens out.
  llvm::SmallVector<unsigned> parameters;
  xla_info info = {};
  std::vector<std::vector<int64_t>> dims;
  std::vector<xla_tensor_info> argumentInfos, resultInfos;

  /// Latest first, by dimensions and values.
  struct Version {
    std::string key;
    std::shared_ptr<const Executable> code;
  };
  std::list<Version> versions;
  std::mutex mutex;
};

} // namespace xla

#endif // XLA_JIT_PROGRAM_H

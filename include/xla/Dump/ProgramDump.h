//===- ProgramDump.h - Write the stages of a compilation --------*- C++ -*-===//
//
// What XLA's flags ask for (--xla_dump_to and its like): the program before and
// after optimisation and between passes, buffers, LLVM IR and code, in files
// that are named as XLA names them.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DUMP_PROGRAMDUMP_H
#define XLA_DUMP_PROGRAMDUMP_H

#include "xla/Pipelines/CompileControl.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class PassManager;
} // namespace mlir

namespace xla {

/// Before `module` is compiled with `options`: if the flags of this process ask
/// for dumps of it, numbers it, writes it as it is, and sets
/// `control.observer`, unless that is set, to what writes the rest. What cannot
/// be written is said once, as a warning on standard error, and changes nothing
/// of the compilation.
void beginDump(mlir::ModuleOp module, const CompileOptions &options,
               CompileControl &control);

/// The same for a pipeline whose program is not known yet: it begins with the
/// first pass that runs on a module, whose options it takes from there.
void addDumpOfPasses(mlir::PassManager &passes);

/// Whether XLA's flags ask for snapshots of runs and name a place for them;
/// says once where there is none.
bool wantsSnapshots();

/// Takes the runs of a program.
class RunDump {
public:
  virtual ~RunDump() = default;

  /// Writes a run, as the bytes of a snapshot.
  virtual void seeRun(llvm::StringRef snapshot) = 0;
};

/// Like `beginDump`, which must not have been called; returns what takes the
/// program's runs, or null if it is not dumped.
std::shared_ptr<RunDump> beginDumpWithRuns(mlir::ModuleOp module,
                                           const CompileOptions &options,
                                           CompileControl &control);

} // namespace xla

#endif // XLA_DUMP_PROGRAMDUMP_H

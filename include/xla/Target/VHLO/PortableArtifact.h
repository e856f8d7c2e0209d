//===- PortableArtifact.h - StableHLO's portable bytecode -------*- C++ -*-===//
//
// What `jax.export` stores and PJRT clients send: MLIR bytecode of the
// versioned dialect vhlo. Programs come in as hlo and go out as a version of
// the format.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_VHLO_PORTABLEARTIFACT_H
#define XLA_TARGET_VHLO_PORTABLEARTIFACT_H

#include "xla/Dialect/VHLO/IR/Version.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace xla {

/// True if `content` begins as a portable artifact does.
bool isPortableArtifact(llvm::StringRef content);

/// The version of the artifact that `content` holds, if it says one.
std::optional<vhlo::Version> getPortableVersion(llvm::StringRef content);

/// Reads a portable artifact as a verified module of hlo, functions and
/// whatever other dialects it holds. Locations are those the artifact stores.
/// Null after an error. No bytes make it crash.
mlir::OwningOpRef<mlir::ModuleOp>
readPortableArtifact(llvm::MemoryBufferRef buffer, mlir::MLIRContext *context);

/// The module that an artifact of `version` holds for `module`, which must
/// verify: ops of vhlo. Null after an error at the first op that this version
/// does not have. Ops of other dialects stay as they are if `version` has them.
mlir::OwningOpRef<mlir::ModuleOp> buildPortableModule(mlir::ModuleOp module,
                                                      vhlo::Version version);

/// Writes `module`, which must verify, as `version` of the format. Fails with
/// an error where `buildPortableModule` does, before anything is written.
llvm::LogicalResult writePortableArtifact(mlir::ModuleOp module,
                                          vhlo::Version version,
                                          llvm::raw_ostream &os);

} // namespace xla

#endif // XLA_TARGET_VHLO_PORTABLEARTIFACT_H

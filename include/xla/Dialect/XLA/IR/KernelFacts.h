//===- KernelFacts.h - What is known of a kernel before it runs -*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_KERNELFACTS_H
#define XLA_DIALECT_XLA_IR_KERNELFACTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace xla {

/// Module: a dictionary of the facts of its kernels, by their names. Only where
/// code is compiled with the option `profile`.
inline constexpr llvm::StringLiteral kKernelFactsAttr = "xla.kernel_facts";

/// What stands for one kernel there. xla_kernel_info says what it means.
struct KernelFacts {
  std::string lines;
  double bytes = 0, flops = 0, transcendentals = 0;

  mlir::DictionaryAttr toAttribute(mlir::MLIRContext *context) const;
  /// Nothing where `attribute` is not what `toAttribute` makes.
  static std::optional<KernelFacts> fromAttribute(mlir::Attribute attribute);
};

} // namespace xla

#endif // XLA_DIALECT_XLA_IR_KERNELFACTS_H

//===- Foreign.h - Dialects that programs mention ---------------*- C++ -*-===//
//
// Programs from JAX and PyTorch carry attributes of dialects that are not ours.
// The dialects here know just enough to read them, keep them as text and write
// them back unchanged. Contexts stay strict for every other unknown name.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_FOREIGN_IR_FOREIGN_H
#define XLA_DIALECT_FOREIGN_IR_FOREIGN_H

#include "mlir/IR/Dialect.h"

namespace xla {

/// Attributes and types of the dialect are opaque text, its ops are unknown ops
/// in generic form.
class ForeignDialect : public mlir::Dialect {
public:
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type type) const override;
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;

protected:
  ForeignDialect(llvm::StringRef name, mlir::MLIRContext *context,
                 mlir::TypeID id);
};

/// XLA's former dialect: `#mhlo.sharding<...>`, `!mhlo.token`, and the unary
/// ops that converters leave behind: `mhlo.copy %x : T`.
class MHLODialect : public ForeignDialect {
public:
  explicit MHLODialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return llvm::StringLiteral("mhlo");
  }
  std::optional<ParseOpHook>
  getParseOperationHook(llvm::StringRef opName) const override;
  llvm::unique_function<void(mlir::Operation *, mlir::OpAsmPrinter &)>
  getOperationPrinter(mlir::Operation *op) const override;
};

/// True of ops that hand their operand on: mhlo.copy.
bool isForeignIdentity(mlir::Operation *op);

} // namespace xla

MLIR_DECLARE_EXPLICIT_TYPE_ID(xla::MHLODialect)

#endif // XLA_DIALECT_FOREIGN_IR_FOREIGN_H

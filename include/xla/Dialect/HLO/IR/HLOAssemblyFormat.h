//===- HLOAssemblyFormat.h - Custom assembly directives ---------*- C++ -*-===//
//
// Parsers and printers behind `custom<...>` in the assembly formats of hlo (and
// of dialects that share its forms). Parsers report errors themselves and
// return failure; printers print what the parser of the same name reads.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_HLOASSEMBLYFORMAT_H
#define XLA_DIALECT_HLO_IR_HLOASSEMBLYFORMAT_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// One field of a struct-like attribute: its key and what reads its value.
struct StructField {
  llvm::StringRef name;
  llvm::function_ref<mlir::ParseResult()> parse;
};

/// Reads `<key = value, ...>` with the keys in any order, each at most once.
mlir::ParseResult parseStructFields(mlir::AsmParser &parser,
                                    llvm::ArrayRef<StructField> fields);

/// `[1, 2]`.
mlir::ParseResult parseIntList(mlir::AsmParser &parser,
                               llvm::SmallVectorImpl<int64_t> &values);
void printIntList(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> values);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` or `raw key = value, ...`, the
/// content of `#hlo.conv<...>`.
mlir::ParseResult parseConvDimensionNumbers(mlir::AsmParser &parser,
                                            ConvDimensionNumbersAttr &attr);
void printConvDimensionNumbers(mlir::AsmPrinter &printer,
                               ConvDimensionNumbersAttr attr);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_HLOASSEMBLYFORMAT_H

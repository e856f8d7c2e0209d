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

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// `T` if all types are the same, else a functional type.
mlir::ParseResult
parseSameOperandsAndResultTypes(mlir::OpAsmParser &parser,
                                llvm::ArrayRef<mlir::Type *> operands,
                                mlir::Type &result);
void printSameOperandsAndResultTypes(mlir::OpAsmPrinter &printer,
                                     llvm::ArrayRef<mlir::Type> operands,
                                     mlir::Type result);

template <typename... Types>
std::enable_if_t<(std::is_same_v<Types, mlir::Type> && ...), mlir::ParseResult>
parseSameOperandsAndResultType(mlir::OpAsmParser &parser, Types &...types) {
  mlir::Type *all[] = {&types...};
  llvm::ArrayRef<mlir::Type *> list(all);
  return parseSameOperandsAndResultTypes(parser, list.drop_back(),
                                         *list.back());
}

template <typename... Types>
std::enable_if_t<(std::is_convertible_v<Types, mlir::Type> && ...)>
printSameOperandsAndResultType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                               Types... types) {
  mlir::Type all[] = {types...};
  llvm::ArrayRef<mlir::Type> list(all);
  printSameOperandsAndResultTypes(printer, list.drop_back(), list.back());
}

/// The complex type alone if the operands' types follow from it.
mlir::ParseResult parseComplexOpType(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                     mlir::Type &rhs, mlir::Type &result);
void printComplexOpType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::Type lhs, mlir::Type rhs, mlir::Type result);

/// `P, T` if the last three types are the same, else a functional type.
mlir::ParseResult parseSelectOpType(mlir::OpAsmParser &parser, mlir::Type &pred,
                                    mlir::Type &onTrue, mlir::Type &onFalse,
                                    mlir::Type &result);
void printSelectOpType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                       mlir::Type result);

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// Operands each followed by a comma: an attribute comes after them.
mlir::ParseResult parseVariadicOperandWithAttribute(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printVariadicOperandWithAttribute(mlir::OpAsmPrinter &printer,
                                       mlir::Operation *,
                                       mlir::OperandRange operands);

/// `e5m10`.
mlir::ParseResult parseExponentMantissa(mlir::AsmParser &parser,
                                        mlir::IntegerAttr &exponent,
                                        mlir::IntegerAttr &mantissa);
void printExponentMantissa(mlir::AsmPrinter &printer, mlir::Operation *,
                           mlir::IntegerAttr exponent,
                           mlir::IntegerAttr mantissa);

/// `, precision = [HIGH, DEFAULT]`, or nothing.
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser,
                                       mlir::ArrayAttr &precision);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *,
                          mlir::ArrayAttr precision);

/// The same, then `, algorithm = <...>`, or nothing.
mlir::ParseResult parsePrecisionConfigAndAlgorithm(mlir::OpAsmParser &parser,
                                                   mlir::ArrayAttr &precision,
                                                   DotAlgorithmAttr &algorithm);
void printPrecisionConfigAndAlgorithm(mlir::OpAsmPrinter &printer,
                                      mlir::Operation *op,
                                      mlir::ArrayAttr precision,
                                      DotAlgorithmAttr algorithm);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`.
mlir::ParseResult parseDotDimensionNumbers(mlir::AsmParser &parser,
                                           DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(mlir::AsmPrinter &printer, mlir::Operation *,
                              DotDimensionNumbersAttr numbers);

/// The content of `#hlo.conv<...>` in a convolution.
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser,
                                             ConvDimensionNumbersAttr &attr);
void printConvolutionDimensions(mlir::AsmPrinter &printer, mlir::Operation *,
                                ConvDimensionNumbersAttr attr);

/// `stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1],
/// reverse = [false]`, each optional, in any order.
mlir::ParseResult parseWindowAttributes(mlir::OpAsmParser &parser,
                                        mlir::DenseI64ArrayAttr &strides,
                                        mlir::DenseIntElementsAttr &padding,
                                        mlir::DenseI64ArrayAttr &lhsDilation,
                                        mlir::DenseI64ArrayAttr &rhsDilation,
                                        mlir::DenseBoolArrayAttr &reversal);
void printWindowAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::DenseI64ArrayAttr strides,
                           mlir::DenseIntElementsAttr padding,
                           mlir::DenseI64ArrayAttr lhsDilation,
                           mlir::DenseI64ArrayAttr rhsDilation,
                           mlir::DenseBoolArrayAttr reversal);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_HLOASSEMBLYFORMAT_H

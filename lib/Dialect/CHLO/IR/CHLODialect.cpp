//===- CHLODialect.cpp - The chlo dialect ---------------------------------===//
//
// Registers ops and attributes, and holds the attributes' code.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"
#include "xla/Dialect/HLO/IR/HLOInliner.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla::chlo;

#include "xla/Dialect/CHLO/IR/CHLODialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/CHLO/IR/CHLOAttributes.cpp.inc"

void CHLODialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/CHLO/IR/CHLOOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "xla/Dialect/CHLO/IR/CHLOAttributes.cpp.inc"
      >();
  addInterfaces<xla::hlo::InlinerInterface>();
}

Operation *CHLODialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return hlo::ConstantOp::create(builder, loc, type, elements);
}

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lists[6];
  auto parseInto = [&](SmallVector<int64_t> &list) {
    return hlo::parseIntList(parser, list);
  };
  if (hlo::parseStructFields(
          parser,
          {{"lhs_batching_dimensions", [&] { return parseInto(lists[0]); }},
           {"rhs_batching_dimensions", [&] { return parseInto(lists[1]); }},
           {"lhs_contracting_dimensions", [&] { return parseInto(lists[2]); }},
           {"rhs_contracting_dimensions", [&] { return parseInto(lists[3]); }},
           {"lhs_ragged_dimensions", [&] { return parseInto(lists[4]); }},
           {"rhs_group_dimensions", [&] { return parseInto(lists[5]); }}}))
    return {};
  return RaggedDotDimensionNumbersAttr::get(parser.getContext(), lists[0],
                                            lists[1], lists[2], lists[3],
                                            lists[4], lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  std::pair<StringRef, ArrayRef<int64_t>> fields[] = {
      {"lhs_batching_dimensions", getLhsBatchingDimensions()},
      {"rhs_batching_dimensions", getRhsBatchingDimensions()},
      {"lhs_contracting_dimensions", getLhsContractingDimensions()},
      {"rhs_contracting_dimensions", getRhsContractingDimensions()},
      {"lhs_ragged_dimensions", getLhsRaggedDimensions()},
      {"rhs_group_dimensions", getRhsGroupDimensions()}};
  auto filled = llvm::make_filter_range(
      fields, [](const auto &field) { return !field.second.empty(); });
  printer << "<";
  llvm::interleaveComma(filled, printer.getStream(), [&](const auto &field) {
    printer << field.first << " = ";
    hlo::printIntList(printer, field.second);
  });
  printer << ">";
}

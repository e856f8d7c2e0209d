//===- HLOControlFlowOps.cpp - Control flow, calls and tokens -------------===//
//
// The generated code of the family, its assembly forms and what its ops say
// about control flow and side effects.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOAssemblyFormat.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Assembly forms
//===----------------------------------------------------------------------===//

/// `tuple<T, U>`, or a function type where the parts differ from the operands.
static ParseResult parseTupleType(OpAsmParser &parser,
                                  SmallVectorImpl<Type> &operands,
                                  Type &result) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type)) {
    llvm::append_range(operands, function.getInputs());
    if (function.getNumResults() != 1)
      return parser.emitError(location, "expected single output");
    result = function.getResult(0);
    return success();
  }
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return parser.emitError(location, "expected tuple type");
  llvm::append_range(operands, tuple.getTypes());
  result = tuple;
  return success();
}

static void printTupleType(OpAsmPrinter &printer, Operation *,
                           TypeRange operands, Type result) {
  auto tuple = dyn_cast<TupleType>(result);
  if (tuple && TypeRange(tuple.getTypes()) == operands)
    printer << result;
  else
    printer.printFunctionalType(operands, TypeRange(result));
}

/// `T, U`: the types of operands and of results alike.
static ParseResult parseSameTypes(OpAsmParser &parser,
                                  SmallVectorImpl<Type> &operands,
                                  SmallVectorImpl<Type> &results) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseTypeList(operands))
    return parser.emitError(location, "expected type list");
  results.assign(operands.begin(), operands.end());
  return success();
}

static void printSameTypes(OpAsmPrinter &printer, Operation *,
                           TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

/// One type that all operands and the result have.
static ParseResult
parseVariadicSameType(OpAsmParser &parser,
                      SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                      SmallVectorImpl<Type> &operandTypes, Type &result) {
  if (parser.parseType(result))
    return failure();
  operandTypes.assign(operands.size(), result);
  return success();
}

static void printVariadicSameType(OpAsmPrinter &printer, Operation *,
                                  OperandRange, TypeRange, Type result) {
  printer << result;
}

/// `@target`.
static ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

static void printCallTarget(OpAsmPrinter &printer, Operation *,
                            StringAttr target) {
  printer.printSymbolName(target.getValue());
}

/// `%a, %b ({...}, {...})`, without the parentheses if there is no region.
static ParseResult parseCompositeOperands(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
    SmallVectorImpl<std::unique_ptr<Region>> &regions) {
  if (parser.parseOperandList(operands))
    return failure();
  if (failed(parser.parseOptionalLParen()))
    return success();
  auto parseOne = [&]() {
    return parser.parseRegion(
        *regions.emplace_back(std::make_unique<Region>()));
  };
  return failure(parser.parseCommaSeparatedList(parseOne) ||
                 parser.parseRParen());
}

static void printCompositeOperands(OpAsmPrinter &printer, Operation *,
                                   OperandRange operands,
                                   MutableArrayRef<Region> regions) {
  printer.printOperands(operands);
  if (regions.empty())
    return;
  printer << " (";
  llvm::interleaveComma(regions, printer,
                        [&](Region &region) { printer.printRegion(region); });
  printer << ")";
}

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

/// `(%arg = %init, ...) : T, ... attributes {...} cond {...} do {...}`. The
/// names stand for the arguments of both regions. Where arguments or results
/// leave to run time what operands state, arguments have types of their own,
/// `%arg: T = %init`, and a function type follows.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto parseBinding = [&]() {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(parser.parseArgument(argument) ||
                   (succeeded(parser.parseOptionalColon()) &&
                    parser.parseType(argument.type)) ||
                   parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseBinding))
    return failure();
  SmallVector<Type> operandTypes, resultTypes;
  if (!operands.empty()) {
    SMLoc typeLocation = parser.getCurrentLocation();
    SmallVector<Type> types;
    if (parser.parseColonTypeList(types))
      return failure();
    auto function = dyn_cast<FunctionType>(types.front());
    if (function && types.size() != 1)
      return parser.emitError(typeLocation, "expected one function type");
    llvm::append_range(operandTypes,
                       function ? function.getInputs() : ArrayRef(types));
    llvm::append_range(resultTypes,
                       function ? function.getResults() : ArrayRef(types));
  }
  if (parser.resolveOperands(operands, operandTypes, location,
                             result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (auto [argument, type] : llvm::zip(arguments, operandTypes))
    if (!argument.type)
      argument.type = type;
  result.addTypes(resultTypes);
  Region *cond = result.addRegion();
  Region *body = result.addRegion();
  return failure(
      parser.parseKeyword("cond") || parser.parseRegion(*cond, arguments) ||
      parser.parseKeyword("do") || parser.parseRegion(*body, arguments));
}

void WhileOp::print(OpAsmPrinter &printer) {
  // Both regions call their arguments by the same names.
  Region &cond = getCond();
  printer.shadowRegionArgs(getBody(), cond.getArguments());
  TypeRange types = getOperandTypes();
  bool sameTypes = types == TypeRange(getResultTypes()) &&
                   types == TypeRange(cond.getArgumentTypes());
  printer << "(";
  llvm::interleaveComma(llvm::zip(cond.getArguments(), getOperand()), printer,
                        [&](auto binding) {
                          auto [argument, init] = binding;
                          printer << argument;
                          if (!sameTypes)
                            printer << ": " << argument.getType();
                          printer << " = " << init;
                        });
  printer << ")";
  if (!getOperand().empty()) {
    printer << " : ";
    if (sameTypes)
      llvm::interleaveComma(types, printer);
    else
      printer.printFunctionalType(*this);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << " cond ";
  printer.printRegion(cond, /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Control flow and side effects
//===----------------------------------------------------------------------===//

/// From the op to any of its regions, from a region back to the op.
static void getBranchSuccessors(Operation *op, RegionBranchPoint point,
                                SmallVectorImpl<RegionSuccessor> &successors) {
  if (!point.isParent()) {
    successors.emplace_back(op, op->getResults());
    return;
  }
  for (Region &region : op->getRegions())
    successors.emplace_back(&region);
}

/// The integer that a scalar constant holds, if it is one.
static std::optional<int64_t> getConstantScalar(Attribute attribute) {
  auto elements = dyn_cast_if_present<DenseIntElementsAttr>(attribute);
  if (!elements || elements.getNumElements() != 1)
    return std::nullopt;
  APInt value = *elements.value_begin<APInt>();
  return value.getBitWidth() == 1 ? value.getZExtValue() : value.getSExtValue();
}

/// Which region a constant selector chooses, if it is constant.
static std::optional<unsigned> getChosenRegion(IfOp, Attribute selector) {
  if (std::optional<int64_t> value = getConstantScalar(selector))
    return *value ? 0 : 1;
  return std::nullopt;
}

static std::optional<unsigned> getChosenRegion(CaseOp op, Attribute selector) {
  std::optional<int64_t> value = getConstantScalar(selector);
  if (!value)
    return std::nullopt;
  int64_t last = op.getBranches().size() - 1;
  return *value < 0 || *value > last ? last : *value;
}

template <typename OpT>
static void getEntrySuccessors(OpT op, ArrayRef<Attribute> operands,
                               SmallVectorImpl<RegionSuccessor> &successors) {
  if (std::optional<unsigned> chosen = getChosenRegion(op, operands.front()))
    successors.emplace_back(&op->getRegion(*chosen));
  else
    getBranchSuccessors(op, RegionBranchPoint::parent(), successors);
}

template <typename OpT>
static void getBranchBounds(OpT op, ArrayRef<Attribute> operands,
                            SmallVectorImpl<InvocationBounds> &bounds) {
  std::optional<unsigned> chosen = getChosenRegion(op, operands.front());
  for (unsigned index = 0; index < op->getNumRegions(); ++index)
    bounds.emplace_back(/*lb=*/chosen && *chosen == index ? 1 : 0,
                        /*ub=*/!chosen || *chosen == index ? 1 : 0);
}

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &successors) {
  getBranchSuccessors(*this, point, successors);
}

void IfOp::getEntrySuccessorRegions(
    ArrayRef<Attribute> operands,
    SmallVectorImpl<RegionSuccessor> &successors) {
  getEntrySuccessors(*this, operands, successors);
}

void IfOp::getRegionInvocationBounds(
    ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  getBranchBounds(*this, operands, bounds);
}

bool IfOp::areTypesCompatible(Type lhs, Type rhs) {
  return isCompatibleType(lhs, rhs);
}

void CaseOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &successors) {
  getBranchSuccessors(*this, point, successors);
}

void CaseOp::getEntrySuccessorRegions(
    ArrayRef<Attribute> operands,
    SmallVectorImpl<RegionSuccessor> &successors) {
  getEntrySuccessors(*this, operands, successors);
}

void CaseOp::getRegionInvocationBounds(
    ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  getBranchBounds(*this, operands, bounds);
}

bool CaseOp::areTypesCompatible(Type lhs, Type rhs) {
  return isCompatibleType(lhs, rhs);
}

void CustomCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect() && !isShapeAssertion(*this))
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

#define GET_OP_CLASSES
#include "xla/Dialect/HLO/IR/HLOControlFlowOps.cpp.inc"

void HLODialect::addControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/HLO/IR/HLOControlFlowOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// FusionOp
//===----------------------------------------------------------------------===//

LogicalResult FusionOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getArgumentTypes() != getInputs().getTypes())
    return emitOpError() << "expects a body that takes the types of the "
                            "operands, "
                         << getInputs().getTypes() << ", but it takes "
                         << body.getArgumentTypes();
  auto ret = dyn_cast<ReturnOp>(body.getTerminator());
  if (!ret || ret->getOperandTypes() != getResultTypes())
    return emitOpError() << "expects a body that returns the types of the "
                            "results, "
                         << getResultTypes() << ", but it returns "
                         << body.getTerminator()->getOperandTypes();
  return success();
}

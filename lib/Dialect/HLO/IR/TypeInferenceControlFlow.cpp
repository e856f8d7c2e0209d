//===- TypeInferenceControlFlow.cpp - Types of control flow and calls -----===//
//
// One function per op computes the result types and checks what they depend
// on; builders and the verifier both call it. Tags name the constraint of the
// specification.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/CallValues.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

/// Results of an op that runs one of `regions`: what the first returns. The
/// others must agree, and none takes arguments.
static LogicalResult inferBranchTypes(std::optional<Location> location,
                                      RegionRange regions,
                                      SmallVectorImpl<Type> &types) {
  for (auto [index, region] : llvm::enumerate(regions)) {
    if (!region->hasOneBlock() || region->front().empty() ||
        !isa<ReturnOp>(region->front().back()))
      return emitOptionalError(location, "expects branch ", index,
                               " to be one block that ends with 'hlo.return'");
    if (region->getNumArguments() != 0) // if_c1, case_c2
      return emitOptionalError(location, "expects branch ", index,
                               " to take no arguments, but got ",
                               region->getNumArguments());
    TypeRange returned = getReturnedTypes(*region);
    TypeRange first = getReturnedTypes(*regions.front());
    if (!areAllCompatible(first, returned)) // if_c2, case_c3
      return emitOptionalError(location, "expects branch ", index,
                               " to return the types of branch 0, (", first,
                               "), but got (", returned, ")");
  }
  llvm::append_range(types,
                     getReturnedTypes(*regions.front())); // if_c3, case_c4
  return success();
}

LogicalResult IfOp::inferReturnTypes(MLIRContext *,
                                     std::optional<Location> location,
                                     Adaptor adaptor,
                                     SmallVectorImpl<Type> &types) {
  return inferBranchTypes(location, adaptor.getRegions(), types);
}

LogicalResult CaseOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  if (adaptor.getRegions().empty()) // case_c1
    return emitOptionalError(location, "expects 1 or more branches, but got 0");
  return inferBranchTypes(location, adaptor.getRegions(), types);
}

LogicalResult WhileOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getOperand().getTypes()); // while_c3
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  TypeRange carried = getOperandTypes();
  auto predicate = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyRegionTypes(*this, getCond(), "the condition", carried,
                               predicate))) // while_c1
    return failure();
  if (failed(verifyRegionTypes(*this, getBody(), "the body", carried,
                               carried))) // while_c2
    return failure();
  // One list of arguments is printed for both.
  if (TypeRange(getCond().getArgumentTypes()) !=
      TypeRange(getBody().getArgumentTypes()))
    return emitOpError("expects condition and body to take the same types, but "
                       "got (")
           << getCond().getArgumentTypes() << ") and ("
           << getBody().getArgumentTypes() << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// Tuples and barriers
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  types.push_back(
      TupleType::get(context, adaptor.getVal().getTypes())); // tuple_c1
  return success();
}

LogicalResult GetTupleElementOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  auto tuple = cast<TupleType>(adaptor.getOperand().getType());
  size_t index = adaptor.getIndex();
  if (index >= tuple.size()) // get_tuple_element_c1
    return emitOptionalError(location, "expects an index below ", tuple.size(),
                             ", but got ", index);
  types.push_back(tuple.getType(index)); // get_tuple_element_c2
  return success();
}

LogicalResult
OptimizationBarrierOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  llvm::append_range(
      types, adaptor.getOperand().getTypes()); // optimization_barrier_c1
  return success();
}

//===----------------------------------------------------------------------===//
// Calls and asynchronous computations
//===----------------------------------------------------------------------===//

/// Checks the layouts of operands or results: one permutation of the
/// dimensions per value, empty for what is no tensor.
static LogicalResult verifyLayouts(CustomCallOp op, StringRef name,
                                   ArrayAttr layouts, TypeRange types) {
  // A tuple counts as its elements.
  SmallVector<Type> values(types);
  if (types.size() == 1)
    if (auto tuple = dyn_cast<TupleType>(types.front()))
      values.assign(tuple.begin(), tuple.end());
  if (layouts.size() != values.size())
    return op.emitOpError("expects ") << values.size() << " entries of " << name
                                      << ", but got " << layouts.size();
  for (auto [index, attribute, type] : llvm::enumerate(layouts, values)) {
    auto layout = cast<DenseIntElementsAttr>(attribute);
    auto tensor = dyn_cast<RankedTensorType>(type);
    int64_t rank = tensor ? tensor.getRank() : 0;
    SmallVector<bool> seen(rank, false);
    bool valid =
        layout.getType().getRank() == 1 && layout.getNumElements() == rank;
    for (const APInt &value : layout.getValues<APInt>()) {
      int64_t dim = value.getSExtValue();
      if (!valid || dim < 0 || dim >= rank || seen[dim]) {
        valid = false;
        break;
      }
      seen[dim] = true;
    }
    if (!valid)
      return op.emitOpError("expects entry ")
             << index << " of " << name << " to be a permutation of the "
             << rank << " dimensions of " << type << ", but got " << layout;
  }
  return success();
}

/// The part of `types` that `indices` leads to through tuples, null if none.
static Type getTypeAt(Type type, ArrayRef<int64_t> indices) {
  for (int64_t index : indices) {
    auto tuple = dyn_cast_if_present<TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
      return Type();
    type = tuple.getType(index);
  }
  return type;
}

static LogicalResult verifyAlias(CustomCallOp op,
                                 OutputOperandAliasAttr alias) {
  int64_t operandIndex = alias.getOperandIndex();
  if (operandIndex < 0 ||
      operandIndex >= static_cast<int64_t>(op.getInputs().size()))
    return op.emitOpError("expects the operand_index of an output operand "
                          "alias below ")
           << op.getInputs().size() << ", but got " << operandIndex;
  Type operand = getTypeAt(op.getInputs()[operandIndex].getType(),
                           alias.getOperandTupleIndices());
  // Several results count as a tuple of them.
  Type results = op.getNumResults() == 1
                     ? op.getResult(0).getType()
                     : TupleType::get(op.getContext(), op.getResultTypes());
  Type result = getTypeAt(results, alias.getOutputTupleIndices());
  if (!operand || !result)
    return op.emitOpError("expects tuple indices of an output operand alias "
                          "that exist, but got ")
           << alias;
  if (!isCompatibleType(operand, result))
    return op.emitOpError("expects an aliased operand and result of one type, "
                          "but got ")
           << operand << " and " << result;
  return success();
}

LogicalResult CustomCallOp::verify() {
  if (isShapeAssertion(*this) && failed(verifyShapeAssertion(*this)))
    return failure();
  if (getOperandLayouts().has_value() != getResultLayouts().has_value())
    return emitOpError("expects both operand_layouts and result_layouts or "
                       "neither");
  if (auto layouts = getOperandLayouts())
    if (failed(verifyLayouts(*this, "operand_layouts", *layouts,
                             getInputs().getTypes())))
      return failure();
  if (auto layouts = getResultLayouts())
    if (failed(
            verifyLayouts(*this, "result_layouts", *layouts, getResultTypes())))
      return failure();
  for (Attribute alias : getOutputOperandAliases())
    if (failed(verifyAlias(*this, cast<OutputOperandAliasAttr>(alias))))
      return failure();
  return verifyCallValues(*this);
}

LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // composite_c1: a namespace, a dot, a name.
  auto [space, name] = getName().split('.');
  if (space.empty() || name.empty())
    return emitOpError("expects a name with a namespace, such as "
                       "\"my_namespace.my_op\", but got \"")
           << getName() << "\"";
  Operation *target =
      symbols.lookupNearestSymbolFrom(*this, getDecompositionAttr());
  auto function = dyn_cast_if_present<FunctionOpInterface>(target);
  if (!function) // composite_c2
    return emitOpError("expects decomposition ")
           << getDecompositionAttr() << " to be a function";
  auto attachFunction = [&](InFlightDiagnostic error) {
    error.attachNote(function.getLoc()) << "decomposition defined here";
    return error;
  };
  if (!areAllCompatible(function.getArgumentTypes(),
                        getOperandTypes())) // composite_c3
    return attachFunction(emitOpError("expects operand types (")
                          << function.getArgumentTypes()
                          << ") of the decomposition, but got ("
                          << getOperandTypes() << ")");
  if (!areAllCompatible(function.getResultTypes(),
                        getResultTypes())) // composite_c4
    return attachFunction(emitOpError("expects result types (")
                          << function.getResultTypes()
                          << ") of the decomposition, but got ("
                          << getResultTypes() << ")");
  return success();
}

LogicalResult AsyncStartOp::verifyRegions() {
  return verifyRegionTypes(*this, getBody(), "the body", getOperandTypes(),
                           cast<FutureType>(getResult().getType()).getTypes());
}

LogicalResult AsyncDoneOp::verify() {
  ArrayRef<Type> types = cast<FutureType>(getOperand().getType()).getTypes();
  if (!areAllCompatible(types, getResultTypes()))
    return emitOpError("expects results of types (")
           << types << "), but got (" << getResultTypes() << ")";
  return success();
}

//===- RefineShapes.cpp - Programs for the shapes of a call ---------------===//
//
// Checks the arguments against the entry's parameters, refines, and says what
// stayed open. Assumes verified HLO; guarantees static types in all that the
// entry reaches.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/Transforms/RefineShapes.h"
#include "RefineTypes.h"
#include "ShapeConstants.h"
#include "ShapeRefiner.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/Generator.h"
#include "xla/Support/PassCounter.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOREFINESHAPESPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-refine-shapes"
static xla::PassCounter numRefinedPrograms(DEBUG_TYPE, "num-refined-programs");
static xla::PassCounter numAssertedArguments(DEBUG_TYPE,
                                             "num-asserted-arguments");

//===----------------------------------------------------------------------===//
// What is given
//===----------------------------------------------------------------------===//

/// Checks that every argument may be passed to its parameter and that nothing
/// is left open.
static LogicalResult checkArguments(func::FuncOp entry,
                                    ArrayRef<KnownArgument> arguments) {
  if (arguments.size() > entry.getNumArguments())
    return entry.emitError("expected ")
           << entry.getNumArguments() << " arguments of @" << entry.getSymName()
           << ", but got " << arguments.size();
  for (auto [index, parameter] : llvm::enumerate(entry.getArguments())) {
    KnownArgument known =
        index < arguments.size() ? arguments[index] : KnownArgument();
    Type type = known.type ? Type(known.type) : parameter.getType();
    auto declared = dyn_cast<RankedTensorType>(parameter.getType());
    bool fits =
        !known.type ||
        (declared && declared.getElementType() == known.type.getElementType() &&
         meetTypes(declared, type));
    if (!fits)
      return emitError(parameter.getLoc())
             << "expected argument " << index << " of type "
             << parameter.getType() << ", but got " << type;
    if (isDynamicType(type))
      return emitError(parameter.getLoc())
             << "expected a static shape, but argument " << index << " of @"
             << entry.getSymName() << " has type " << type
             << "; compile for the shapes of a call (--refine=SPEC, or the "
                "option arguments of hlo-refine-shapes)";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// What stays open
//===----------------------------------------------------------------------===//

/// The value that keeps `value` from being a constant: the first that is not
/// known, going back through what is computed from others.
static Value findUnknown(Value value) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (Operation *op = value.getDefiningOp()) {
    Value next;
    if (op->getNumRegions() == 0 && seen.insert(op).second)
      for (Value operand : op->getOperands())
        if (!getSmallConstant(operand)) {
          next = operand;
          break;
        }
    if (!next)
      break;
    value = next;
  }
  return value;
}

/// Adds to `diagnostic` why the shape that `operand` holds is not known.
static void explainOperand(InFlightDiagnostic &diagnostic, OpOperand &operand) {
  Value unknown = findUnknown(operand.get());
  Diagnostic &note = diagnostic.attachNote(unknown.getLoc());
  note << "operand " << operand.getOperandNumber()
       << " decides the shape, and ";
  auto argument = dyn_cast<BlockArgument>(unknown);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  if (function)
    note << "depends on argument " << argument.getArgNumber() << " of @"
         << function.getSymName() << ", whose value is not given";
  else
    note << "depends on this value, which is known at run time only";
}

/// Reports `op`, whose operands are static and whose results are not.
static void reportOpen(Operation *op) {
  InFlightDiagnostic diagnostic =
      isa<WhileOp>(op)
          ? op->emitOpError("carries a value whose shape changes from round "
                            "to round: ")
          : op->emitOpError("has a result whose shape does not follow from "
                            "the arguments of the call: ");
  diagnostic << *llvm::find_if(op->getResultTypes(), isDynamicType);
  for (OpOperand *operand : getShapeOperands(op))
    if (!getSmallConstant(operand->get())) {
      explainOperand(diagnostic, *operand);
      break;
    }
  diagnostic.attachNote() << "--backend=interpreter runs the program as it is";
}

/// True if open shapes begin at `op`: its operands, and what its branches
/// return, are static.
static bool beginsOpen(Operation *op) {
  auto isOpen = [](Value value) { return isDynamicType(value.getType()); };
  // What a function returns is reported in its body.
  if (llvm::none_of(op->getResults(), isOpen) ||
      llvm::any_of(op->getOperands(), isOpen) ||
      isa<func::CallOp, CompositeOp>(op))
    return false;
  return !isa<IfOp, CaseOp>(op) ||
         llvm::none_of(op->getRegions(), [&](Region &region) {
           return llvm::any_of(region.front().getTerminator()->getOperands(),
                               isOpen);
         });
}

/// Reports the ops where open shapes begin, in all that `entry` reaches.
static LogicalResult checkStatic(func::FuncOp entry) {
  llvm::SetVector<Operation *> reached;
  reached.insert(entry);
  bool isStatic = true;
  SymbolTableCollection symbols;
  for (size_t i = 0; i < reached.size(); ++i)
    reached[i]->walk([&](Operation *op) {
      if (FlatSymbolRefAttr callee = getCallee(op))
        if (auto function =
                symbols.lookupNearestSymbolFrom<func::FuncOp>(op, callee))
          reached.insert(function);
      if (!beginsOpen(op))
        return;
      reportOpen(op);
      isStatic = false;
    });
  return success(isStatic);
}

LogicalResult xla::hlo::refineShapes(func::FuncOp entry,
                                     ArrayRef<KnownArgument> arguments) {
  auto module = entry->getParentOfType<ModuleOp>();
  if (failed(checkArguments(entry, arguments)))
    return failure();
  ShapeRefiner refiner(module);
  if (failed(refiner.refine(entry, arguments)))
    return failure();
  refiner.removeUnused();
  numRefinedPrograms += 1;
  return checkStatic(entry);
}

//===----------------------------------------------------------------------===//
// What the caller has to keep
//===----------------------------------------------------------------------===//

/// The elements of `argument`, integers, as scalars of 64 bits.
static SmallVector<Value> createElements(OpBuilder &builder,
                                         BlockArgument argument) {
  Location loc = argument.getLoc();
  auto type = cast<RankedTensorType>(argument.getType());
  Type element = type.getElementType();
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  Type wide = builder.getIntegerType(64);
  if (isUnsigned)
    wide = builder.getIntegerType(64, /*isSigned=*/false);
  int64_t count = type.getNumElements();
  Value all = argument;
  if (element != wide)
    all = ConvertOp::create(builder, loc, all, wide);
  if (type.getRank() == 0)
    return {all};
  all = ReshapeOp::create(builder, loc, RankedTensorType::get({count}, wide),
                          all);
  SmallVector<Value> elements;
  for (int64_t i : llvm::seq(count)) {
    Value slice =
        SliceOp::create(builder, loc, all, ArrayRef<int64_t>(i),
                        ArrayRef<int64_t>(i + 1), ArrayRef<int64_t>(1));
    elements.push_back(ReshapeOp::create(
        builder, loc, RankedTensorType::get({}, wide), slice));
  }
  return elements;
}

/// Makes a call fail whose `argument` has another value than `known`.
static void assertValue(OpBuilder &builder, BlockArgument argument,
                        DenseElementsAttr known) {
  Location loc = argument.getLoc();
  SmallVector<Value> values = createElements(builder, argument);
  Value condition;
  std::string wanted, got;
  llvm::ListSeparator wantedComma, gotComma;
  for (auto [index, number] : llvm::enumerate(known.getValues<APInt>())) {
    Value value = values[index];
    auto type = cast<RankedTensorType>(value.getType());
    bool isUnsigned = type.getElementType().isUnsignedInteger();
    APInt wide = isUnsigned ? number.zext(64) : number.sext(64);
    Value expected =
        ConstantOp::create(builder, loc, DenseElementsAttr::get(type, wide));
    Value equal = CompareOp::create(builder, loc, value, expected,
                                    ComparisonDirection::EQ);
    condition =
        condition ? AndOp::create(builder, loc, condition, equal) : equal;
    wanted +=
        StringRef(wantedComma).str() + std::to_string(wide.getSExtValue());
    got += StringRef(gotComma).str() + "{" + std::to_string(index) + "}";
  }
  // Without elements there is one value only.
  if (!condition)
    return;
  if (known.getType().getRank() != 0) {
    wanted = "[" + wanted + "]";
    got = "[" + got + "]";
  }
  std::string message =
      ("expected argument " + Twine(argument.getArgNumber()) + " to be " +
       wanted + ", as the program was compiled for, but got " + got)
          .str();
  createShapeAssertion(builder, loc, condition, values, message);
  numAssertedArguments += 1;
}

/// Nobody but the caller knows what it will pass: checks that it is what the
/// entry was refined for.
static void assertValues(func::FuncOp entry,
                         ArrayRef<KnownArgument> arguments) {
  auto builder = OpBuilder::atBlockBegin(&entry.getBody().front());
  for (auto [argument, known] : llvm::zip(entry.getArguments(), arguments))
    if (known.value)
      assertValue(builder, argument, known.value);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Reads `4x8xf32;i64=4;` with an entry for each argument, empty where nothing
/// is known.
static FailureOr<SmallVector<KnownArgument>> parseArguments(StringRef text,
                                                            Operation *op) {
  SmallVector<KnownArgument> arguments;
  SmallVector<StringRef> parts;
  text.split(parts, ';');
  for (StringRef part : parts) {
    auto known = parseKnownArgument(part, op->getContext());
    if (!known)
      return op->emitError("in the option arguments: ")
             << llvm::toString(known.takeError());
    arguments.push_back(*known);
  }
  if (text.empty())
    arguments.clear();
  return arguments;
}

llvm::Expected<KnownArgument>
xla::hlo::parseKnownArgument(StringRef text, MLIRContext *context) {
  text = text.trim();
  if (text.empty())
    return KnownArgument();
  if (!text.contains('=')) {
    KnownArgument known{parseShapedType(text, context), {}};
    if (!known.type)
      return llvm::createStringError("expected a type such as 4x8xf32, but got "
                                     "'" +
                                     text + "'");
    return known;
  }
  auto spec = ArgumentSpec::parse(text, context);
  if (!spec)
    return spec.takeError();
  auto literal = spec->generate(context);
  if (!literal)
    return literal.takeError();
  if (!isa<IntegerType>(literal->getElementType()) ||
      literal->getNumElements() > kMaxShapeElements)
    return llvm::createStringError(
        "expected a value of at most " + Twine(kMaxShapeElements) +
        " integers, which may decide shapes, but got '" + text +
        "'; give the shape alone");
  return KnownArgument{literal->getType(), literal->getAttr()};
}

/// The function called `name`; without a name the only public one, or main.
static func::FuncOp findEntry(ModuleOp module, StringRef name) {
  if (!name.empty())
    return module.lookupSymbol<func::FuncOp>(name);
  auto functions = llvm::to_vector(llvm::make_filter_range(
      module.getOps<func::FuncOp>(),
      [](func::FuncOp function) { return function.isPublic(); }));
  return functions.size() == 1 ? functions.front()
                               : module.lookupSymbol<func::FuncOp>("main");
}

namespace {
struct RefineShapesPass
    : xla::hlo::impl::HLORefineShapesPassBase<RefineShapesPass> {
  using HLORefineShapesPassBase::HLORefineShapesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto known = parseArguments(arguments, module);
    if (failed(known))
      return signalPassFailure();
    if (known->empty() && !hasOpenShapes(module))
      return;
    func::FuncOp function = findEntry(module, entry);
    if (!function || function.isExternal()) {
      module.emitError("expected a function to refine, @")
          << (entry.empty() ? "main" : entry.getValue()) << ", with a body";
      return signalPassFailure();
    }
    if (failed(refineShapes(function, *known)))
      return signalPassFailure();
    assertValues(function, *known);
  }
};
} // namespace

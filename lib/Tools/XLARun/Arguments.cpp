//===- Arguments.cpp - Arguments of the program that runs -----------------===//
//
// Matches given arguments with parameters and makes up the others.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Pipelines/Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;

static llvm::Error flattenType(Type type,
                               SmallVectorImpl<RankedTensorType> &flat) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type part : tuple.getTypes())
      if (llvm::Error error = flattenType(part, flat))
        return error;
    return llvm::Error::success();
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    flat.push_back(cast<RankedTensorType>(hlo::getStorageType(tensor)));
    return llvm::Error::success();
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  if (StringRef(text).ends_with("token"))
    return llvm::Error::success();
  return llvm::createStringError("expected a tensor of a known number of "
                                 "dimensions as argument, but got " +
                                 text);
}

LogicalResult run::checkArguments(ModuleOp module, StringRef entry) {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function)
    return module.emitError("expected @") << entry << " to be a func.func";
  if (function.isExternal())
    return success();
  for (BlockArgument argument : function.getArguments()) {
    auto types = flattenTypes(argument.getType());
    if (!types)
      return emitError(argument.getLoc(), llvm::toString(types.takeError()));
  }
  return success();
}

llvm::Expected<SmallVector<RankedTensorType>>
run::flattenTypes(TypeRange types) {
  SmallVector<RankedTensorType> flat;
  for (Type type : types)
    if (llvm::Error error = flattenType(type, flat))
      return error;
  return flat;
}

/// True if a value of `type` may be passed to a parameter of type `parameter`.
static bool fits(RankedTensorType type, RankedTensorType parameter) {
  return type.getElementType() == parameter.getElementType() &&
         succeeded(verifyCompatibleShape(type, parameter));
}

/// A static type for a parameter of which nothing else is known.
static RankedTensorType makeStatic(RankedTensorType type) {
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t &extent : shape)
    if (ShapedType::isDynamic(extent))
      extent = 4;
  return RankedTensorType::get(shape, type.getElementType());
}

/// What argument `index` is made of: `given`, or values made up, with a line on
/// `os`.
static llvm::Expected<ArgumentSpec> getSpec(RankedTensorType parameter,
                                            const ArgumentSpec *given,
                                            size_t index,
                                            llvm::raw_ostream &os) {
  if (given) {
    ArgumentSpec spec = *given;
    // A file takes the parameter's type, which may be one NumPy lacks.
    if (!spec.type && parameter.hasStaticShape())
      spec.type = parameter;
    return spec;
  }
  if (!ElementStorage::get(parameter.getElementType()))
    return llvm::createStringError("expected a value for argument " +
                                   Twine(index) + " of type " +
                                   formatShapedType(parameter));
  ArgumentSpec spec;
  spec.type = makeStatic(parameter);
  spec.generator = Generator::getDefault(parameter.getElementType(), index);
  os << "argument " << index << ": " << formatShapedType(spec.type) << "=";
  spec.generator.print(os);
  os << "\n";
  return spec;
}

llvm::Expected<SmallVector<Literal>>
run::createArguments(ArrayRef<RankedTensorType> types,
                     ArrayRef<ArgumentSpec> specs, int64_t memoryLimit,
                     MLIRContext *context, llvm::raw_ostream &os) {
  if (specs.size() > types.size())
    return llvm::createStringError(
        "expected at most " + Twine(types.size()) +
        (types.size() == 1 ? " argument" : " arguments") + ", but got " +
        Twine(specs.size()));
  SmallVector<Literal> literals;
  int64_t available = memoryLimit;
  for (auto [index, parameter] : llvm::enumerate(types)) {
    auto checkType = [&, index = index,
                      parameter = parameter](RankedTensorType type) {
      return fits(type, parameter)
                 ? llvm::Error::success()
                 : llvm::createStringError(
                       "expected argument " + Twine(index) + " of type " +
                       formatShapedType(parameter) + ", but got " +
                       formatShapedType(type));
    };
    auto spec = getSpec(
        parameter, index < specs.size() ? &specs[index] : nullptr, index, os);
    if (!spec)
      return spec.takeError();
    // Before memory is taken for it.
    if (spec->type) {
      if (llvm::Error error = checkType(spec->type))
        return error;
      available -= getTensorByteSize(spec->type).value_or(maxTensorBytes);
      if (available < 0)
        return llvm::createStringError(
            "expected arguments of at most " + Twine(memoryLimit) +
            " bytes together (--memory-limit), but argument " + Twine(index) +
            " of type " + formatShapedType(spec->type) + " exceeds that");
    }
    auto literal = spec->generate(context);
    if (!literal)
      return llvm::createStringError("argument " + Twine(index) + ": " +
                                     llvm::toString(literal.takeError()));
    if (llvm::Error error = checkType(literal->getType()))
      return error;
    // Encodings, such as bounds, belong to the parameter's type only.
    literals.push_back(std::move(*literal));
  }
  return literals;
}

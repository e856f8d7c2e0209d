//===- Arguments.cpp - Arguments of the program that runs -----------------===//
//
// Matches given arguments with parameters and makes up the others.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

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
    flat.push_back(tensor);
    return llvm::Error::success();
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  if (StringRef(text).ends_with("token"))
    return llvm::Error::success();
  return llvm::createStringError("expected tensors, but got type " + text);
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

llvm::Expected<SmallVector<Literal>>
run::createArguments(ArrayRef<RankedTensorType> types,
                     ArrayRef<ArgumentSpec> specs, MLIRContext *context,
                     llvm::raw_ostream &os) {
  if (specs.size() > types.size())
    return llvm::createStringError("expected " + Twine(types.size()) +
                                   " arguments, but got " +
                                   Twine(specs.size()));
  SmallVector<Literal> literals;
  for (auto [index, parameter] : llvm::enumerate(types)) {
    ArgumentSpec spec;
    if (index < specs.size()) {
      spec = specs[index];
      // A file takes the parameter's type, which may be one NumPy lacks.
      if (!spec.type && parameter.hasStaticShape())
        spec.type = parameter;
    } else {
      if (!ElementStorage::get(parameter.getElementType()))
        return llvm::createStringError("expected a value for argument " +
                                       Twine(index) + " of type " +
                                       formatShapedType(parameter));
      spec.type = makeStatic(parameter);
      spec.generator = Generator::getDefault(parameter.getElementType(), index);
      os << "argument " << index << ": " << formatShapedType(spec.type) << "=";
      spec.generator.print(os);
      os << "\n";
    }
    auto literal = spec.generate(context);
    if (!literal)
      return llvm::createStringError("argument " + Twine(index) + ": " +
                                     llvm::toString(literal.takeError()));
    if (!fits(literal->getType(), parameter))
      return llvm::createStringError("expected argument " + Twine(index) +
                                     " of type " + formatShapedType(parameter) +
                                     ", but got " +
                                     formatShapedType(literal->getType()));
    // Encodings, such as bounds, belong to the parameter's type only.
    literals.push_back(std::move(*literal));
  }
  return literals;
}

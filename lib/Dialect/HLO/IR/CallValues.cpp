//===- CallValues.cpp - What a function is told of its values -------------===//

#include "xla/Dialect/HLO/IR/CallValues.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Support/ElementKind.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace xla::hlo;

/// On a call whose values became bytes: the description of what they were.
static constexpr llvm::StringLiteral kCallValuesAttr = "hlo.call_values";

static void describe(NamedAttrList &values, CustomCallOp op, StringRef what,
                     TypeRange types, ArrayAttr layouts) {
  Builder builder(op.getContext());
  bool isPhysical = op->hasAttr(kPhysicalOrderAttr);
  SmallVector<Attribute> described, orders;
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    SmallVector<int64_t> order;
    if (isPhysical && layouts) {
      order = getMinorToMajor(layouts[index]);
      tensor = getLogicalType(tensor, order);
      if (isRowMajor(order))
        order.clear();
    }
    described.push_back(TypeAttr::get(tensor));
    orders.push_back(builder.getDenseI64ArrayAttr(order));
  }
  values.append((what + "s").str(), builder.getArrayAttr(described));
  values.append((what + "_layouts").str(), builder.getArrayAttr(orders));
}

DictionaryAttr xla::hlo::describeCallValues(CustomCallOp op) {
  if (auto known = op->getAttrOfType<DictionaryAttr>(kCallValuesAttr))
    return known;
  NamedAttrList values;
  describe(values, op, "operand", op.getOperandTypes(),
           op.getOperandLayoutsAttr());
  describe(values, op, "result", op.getResultTypes(),
           op.getResultLayoutsAttr());
  return values.getDictionary(op.getContext());
}

/// Bytes of a tensor as the interface has it; nothing where they are unknown.
static std::optional<int64_t> countBytes(RankedTensorType type) {
  std::optional<xla::ElementKind> kind =
      xla::getStorageKind(type.getElementType());
  if (!kind || !type.hasStaticShape())
    return std::nullopt;
  int64_t count = 1, bytes;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(count, size, count))
      return std::nullopt;
  // Of the widest elements.
  if (llvm::MulOverflow<int64_t>(count, 16, bytes))
    return std::nullopt;
  return xla::getPackedSize(*kind, count);
}

/// Whether a value of `type` may hold what `shown` and `order` say.
static bool isDescribedBy(Type type, Attribute shown, Attribute order) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto shownType = dyn_cast<TypeAttr>(shown);
  auto dims = dyn_cast<DenseI64ArrayAttr>(order);
  if (!tensor || !shownType || !dims)
    return false;
  auto described = dyn_cast<RankedTensorType>(shownType.getValue());
  if (!described)
    return false;
  SmallVector<int64_t> sorted(dims.asArrayRef());
  llvm::sort(sorted);
  if (!sorted.empty() &&
      !llvm::equal(sorted, llvm::seq<int64_t>(0, described.getRank())))
    return false;
  std::optional<int64_t> bytes = countBytes(tensor);
  return bytes && bytes == countBytes(described);
}

/// Checks what `values` say of the operands or the results of `op`.
static LogicalResult verifySide(CustomCallOp op, DictionaryAttr values,
                                StringRef what, TypeRange types) {
  std::string typesName = (what + "s").str(),
              ordersName = (what + "_layouts").str();
  SmallVector<Type> tensors;
  llvm::copy_if(types, std::back_inserter(tensors),
                [](Type type) { return !isa<TokenType>(type); });
  auto described = values.getAs<ArrayAttr>(typesName);
  auto orders = values.getAs<ArrayAttr>(ordersName);
  if (!described || !orders || described.size() != tensors.size() ||
      orders.size() != tensors.size())
    return op.emitOpError("expects '")
           << kCallValuesAttr << "' to have " << tensors.size() << " types as '"
           << typesName << "' and as many orders as '" << ordersName
           << "', but got " << values;
  for (auto [type, shown, order] : llvm::zip_equal(tensors, described, orders))
    if (!isDescribedBy(type, shown, order))
      return op.emitOpError("expects '")
             << kCallValuesAttr << "' to describe the " << what << " of "
             << type
             << " by a tensor of as many bytes and an order of its dimensions, "
                "but got "
             << shown << " and " << order;
  return success();
}

LogicalResult xla::hlo::verifyCallValues(CustomCallOp op) {
  if (op->hasAttr(kPhysicalOrderAttr))
    for (TypeRange types :
         {TypeRange(op.getOperandTypes()), TypeRange(op.getResultTypes())})
      for (Type type : types)
        if (isa<TupleType>(type))
          return op.emitOpError("expects tensors and tokens beside '")
                 << kPhysicalOrderAttr << "', but got " << type;
  Attribute known = op->getAttr(kCallValuesAttr);
  if (!known)
    return success();
  auto values = dyn_cast<DictionaryAttr>(known);
  if (!values)
    return op.emitOpError("expects '")
           << kCallValuesAttr << "' to be a dictionary, but got " << known;
  if (failed(verifySide(op, values, "operand", op.getOperandTypes())))
    return failure();
  return verifySide(op, values, "result", op.getResultTypes());
}

bool xla::hlo::isCallOnBytes(CustomCallOp op) {
  return op->hasAttr(kCallValuesAttr);
}

CustomCallOp xla::hlo::recreateCall(OpBuilder &builder, CustomCallOp op,
                                    TypeRange types, ValueRange operands) {
  auto call = CustomCallOp::create(builder, op.getLoc(), types, operands,
                                   op->getAttrs());
  call->setAttr(kCallValuesAttr, describeCallValues(op));
  // Those were of the values as they were.
  call.removeOperandLayoutsAttr();
  call.removeResultLayoutsAttr();
  call->removeAttr(kPhysicalOrderAttr);
  return call;
}

//===- KernelFacts.cpp - What is known of a kernel before it runs ---------===//
//
// One list of fields serves writer and reader.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/XLA/IR/KernelFacts.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla;

/// Calls `callback` with name and value of each number in `facts`.
template <typename Facts, typename Callback>
static void forEachNumber(Facts &facts, Callback &&callback) {
  callback("bytes", facts.bytes);
  callback("flops", facts.flops);
  callback("transcendentals", facts.transcendentals);
}

DictionaryAttr KernelFacts::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList attributes;
  attributes.append("lines", builder.getStringAttr(lines));
  forEachNumber(*this, [&](StringRef name, double value) {
    attributes.append(name, builder.getF64FloatAttr(value));
  });
  return attributes.getDictionary(context);
}

std::optional<KernelFacts> KernelFacts::fromAttribute(Attribute attribute) {
  auto dictionary = dyn_cast<DictionaryAttr>(attribute);
  auto lines =
      dictionary ? dictionary.getAs<StringAttr>("lines") : StringAttr();
  if (!lines)
    return std::nullopt;
  KernelFacts facts;
  facts.lines = lines.str();
  bool valid = true;
  forEachNumber(facts, [&](StringRef name, double &value) {
    auto number = dictionary.getAs<FloatAttr>(name);
    valid = valid && number && number.getType().isF64();
    if (valid)
      value = number.getValueAsDouble();
  });
  return valid ? std::optional(facts) : std::nullopt;
}

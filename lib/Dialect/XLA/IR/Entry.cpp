//===- Entry.cpp - The entry as its callers see it ------------------------===//
//
// What the C interface says of an entry, taken from a signature that later
// phases change.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/XLA/IR/Entry.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace xla;

/// The name that the front end gave a value.
static StringRef getName(DictionaryAttr attributes, StringRef key,
                         Location loc) {
  if (attributes)
    if (auto name = attributes.getAs<StringAttr>(key))
      return name;
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName();
  return "";
}

static EntryValueAttr describeArgument(FunctionOpInterface function,
                                       BlockArgument argument) {
  DictionaryAttr attributes = DictionaryAttr::get(
      function.getContext(), function.getArgAttrs(argument.getArgNumber()));
  int64_t alias = -1;
  bool donated = false;
  if (auto output = attributes.getAs<IntegerAttr>("tf.aliasing_output"))
    // Tokens take no place.
    alias =
        llvm::count_if(function.getResultTypes().take_front(output.getInt()),
                       llvm::IsaPred<RankedTensorType>);
  Attribute donor = attributes.get("jax.buffer_donor");
  if (auto isDonor = dyn_cast_or_null<BoolAttr>(donor))
    donated = isDonor.getValue();
  else
    donated = donor != nullptr;
  return EntryValueAttr::get(
      function.getContext(),
      getName(attributes, "jax.arg_info", argument.getLoc()),
      argument.getType(), alias, donated || alias >= 0);
}

void xla::recordEntry(FunctionOpInterface function) {
  if (function->hasAttr(kEntryAttr))
    return;
  MLIRContext *context = function.getContext();
  SmallVector<EntryValueAttr> arguments, results;
  for (BlockArgument argument : function.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      arguments.push_back(describeArgument(function, argument));
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    if (!isa<RankedTensorType>(type))
      continue;
    auto attributes =
        DictionaryAttr::get(context, function.getResultAttrs(index));
    results.push_back(EntryValueAttr::get(
        context,
        getName(attributes, "jax.result_info", UnknownLoc::get(context)), type,
        -1, false));
  }
  function->setAttr(kEntryAttr, EntryAttr::get(context, function.getName(),
                                               arguments, results));
}

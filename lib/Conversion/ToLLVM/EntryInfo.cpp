//===- EntryInfo.cpp - The constant that describes an entry ---------------===//
//
// Writes an `xla_info` and the tables it points to as LLVM globals. The order
// of fields is that of xla_runtime.h; the unit test of the run time reads them
// back through the header.
//
//===----------------------------------------------------------------------===//

#include "EntryInfo.h"
#include "xla/Pipelines/Options.h"
#include "xla/Runtime/xla_profile.h"
#include "xla/Support/ABITypes.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/Version.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla;

namespace {
/// Adds globals to a module and fills structs.
class TableBuilder {
public:
  TableBuilder(ModuleOp module, Location loc, StringRef prefix)
      : builder(module.getContext()), loc(loc), prefix(prefix.str()) {
    builder.setInsertionPointToEnd(module.getBody());
    pointer = LLVM::LLVMPointerType::get(module.getContext());
  }

  /// A private constant whose value `fill` returns. Returns its name.
  template <typename Fill>
  std::string add(StringRef name, Type type, LLVM::Linkage linkage,
                  Fill &&fill) {
    OpBuilder::InsertionGuard guard(builder);
    auto global = LLVM::GlobalOp::create(
        builder, loc, type, /*isConstant=*/true, linkage, name, Attribute());
    builder.createBlock(&global.getInitializerRegion());
    LLVM::ReturnOp::create(builder, loc, fill());
    return name.str();
  }

  Value number(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, value));
  }
  Value i32(int64_t value) { return number(builder.getI32Type(), value); }
  Value i64(int64_t value) { return number(builder.getI64Type(), value); }
  Value f64(double value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getF64Type(),
                                    builder.getF64FloatAttr(value));
  }
  Value null() { return LLVM::ZeroOp::create(builder, loc, pointer); }
  Value address(StringRef name) {
    return LLVM::AddressOfOp::create(builder, loc, pointer, name);
  }

  /// A struct of `fields`.
  Value pack(ArrayRef<Value> fields) {
    SmallVector<Type> types = llvm::to_vector(
        llvm::map_range(fields, [](Value field) { return field.getType(); }));
    Value packed = LLVM::UndefOp::create(
        builder, loc,
        LLVM::LLVMStructType::getLiteral(builder.getContext(), types));
    for (auto [index, field] : llvm::enumerate(fields))
      packed = LLVM::InsertValueOp::create(builder, loc, packed, field,
                                           ArrayRef<int64_t>(index));
    return packed;
  }

  /// The name of a NUL-ended string.
  std::string text(StringRef what, StringRef content) {
    std::string name = prefix + what.str();
    std::string data = content.str();
    data.push_back('\0');
    LLVM::GlobalOp::create(
        builder, loc,
        LLVM::LLVMArrayType::get(builder.getI8Type(), data.size()),
        /*isConstant=*/true, LLVM::Linkage::Private, name,
        builder.getStringAttr(data));
    return name;
  }

  /// The name of an array of int64_t.
  std::string numbers(StringRef what, ArrayRef<int64_t> values) {
    std::string name = prefix + what.str();
    LLVM::GlobalOp::create(
        builder, loc,
        LLVM::LLVMArrayType::get(builder.getI64Type(), values.size()),
        /*isConstant=*/true, LLVM::Linkage::Private, name,
        builder.getI64TensorAttr(values));
    return name;
  }

  /// A pointer that whoever loads the code sets.
  void slot(StringRef name) {
    OpBuilder::InsertionGuard guard(builder);
    // Common: that of several processors' code in one object is one.
    auto global = LLVM::GlobalOp::create(
        builder, loc, pointer,
        /*isConstant=*/false, LLVM::Linkage::Common, name, Attribute());
    builder.createBlock(&global.getInitializerRegion());
    LLVM::ReturnOp::create(builder, loc, null());
  }

  /// The name of a table of `xla_tensor_info`. `givers` are the arguments
  /// among which are the donors of results.
  std::string tensors(StringRef what, ArrayRef<EntryValueAttr> values,
                      ArrayRef<EntryValueAttr> givers = {});

  /// The name of a table of `xla_kernel_info`.
  std::string kernels(ArrayRef<std::pair<std::string, KernelFacts>> kernels);

private:
  /// The name of a table of `count` entries of `type`, which `fill` makes.
  std::string table(StringRef what, Type type, size_t count,
                    function_ref<Value(size_t)> fill);
  /// The names of what a tensor's entry points to.
  struct Names {
    std::string dims, label;
  };
  /// One `xla_tensor_info`. `donor`: of a result, an argument, or -1.
  Value tensor(EntryValueAttr value, const Names &names, int64_t donor);

  OpBuilder builder;
  Location loc;
  std::string prefix;
  Type pointer;
};
} // namespace

Value TableBuilder::tensor(EntryValueAttr value, const Names &names,
                           int64_t donor) {
  auto type = cast<ShapedType>(value.getType());
  // Of results `alias` is not set: what is left has a result to go to.
  uint32_t flags = value.getAlias() >= 0 ? XLA_TENSOR_DONATABLE : 0;
  return pack({i32(getABIElementType(type.getElementType())),
               i32(type.getRank()),
               names.dims.empty() ? null() : address(names.dims), null(),
               i64(*getTensorByteSize(type)),
               names.label.empty() ? null() : address(names.label), i32(donor),
               i32(flags)});
}

std::string TableBuilder::tensors(StringRef what,
                                  ArrayRef<EntryValueAttr> values,
                                  ArrayRef<EntryValueAttr> givers) {
  SmallVector<int64_t> donors(values.size(), -1);
  for (auto [index, giver] : llvm::enumerate(givers))
    if (giver.getAlias() >= 0)
      donors[giver.getAlias()] = index;
  SmallVector<Names> names;
  for (auto [index, value] : llvm::enumerate(values)) {
    auto type = cast<ShapedType>(value.getType());
    std::string base = what.str() + "_" + std::to_string(index);
    Names &added = names.emplace_back();
    if (type.getRank() != 0)
      added.dims = numbers(base + "_dims", type.getShape());
    if (!value.getName().empty())
      added.label = text(base + "_name", value.getName());
  }
  Type i32Type = builder.getI32Type(), i64Type = builder.getI64Type();
  auto infoType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(),
      {i32Type, i32Type, pointer, pointer, i64Type, pointer, i32Type, i32Type});
  return table(what, infoType, values.size(), [&](size_t i) {
    return tensor(values[i], names[i], donors[i]);
  });
}

std::string
TableBuilder::kernels(ArrayRef<std::pair<std::string, KernelFacts>> kernels) {
  SmallVector<std::pair<std::string, std::string>> texts;
  for (auto [index, kernel] : llvm::enumerate(kernels)) {
    std::string base = "kernel_" + std::to_string(index);
    texts.emplace_back(text(base + "_name", kernel.first),
                       text(base + "_lines", kernel.second.lines));
  }
  Type f64Type = builder.getF64Type();
  auto infoType = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), {pointer, pointer, f64Type, f64Type, f64Type});
  return table("kernels", infoType, kernels.size(), [&](size_t i) {
    const KernelFacts &facts = kernels[i].second;
    return pack({address(texts[i].first), address(texts[i].second),
                 f64(facts.bytes), f64(facts.flops),
                 f64(facts.transcendentals)});
  });
}

std::string TableBuilder::table(StringRef what, Type type, size_t count,
                                function_ref<Value(size_t)> fill) {
  // Rows, one behind the other: LLVM makes a new constant with each entry that
  // is put into one, and a long one would be made as often as it has entries.
  constexpr size_t rowSize = 64;
  SmallVector<Type> rowTypes;
  for (size_t first = 0; first < std::max<size_t>(count, 1); first += rowSize)
    rowTypes.push_back(
        LLVM::LLVMArrayType::get(type, std::min(rowSize, count - first)));
  Type tableType =
      rowTypes.size() == 1
          ? rowTypes.front()
          : LLVM::LLVMStructType::getLiteral(builder.getContext(), rowTypes);
  return add(prefix + what.str(), tableType, LLVM::Linkage::Private, [&] {
    SmallVector<Value> rows;
    for (auto [number, rowType] : llvm::enumerate(rowTypes)) {
      Value row = LLVM::UndefOp::create(builder, loc, rowType);
      for (size_t i = number * rowSize, e = std::min(i + rowSize, count); i < e;
           ++i)
        row = LLVM::InsertValueOp::create(builder, loc, row, fill(i),
                                          ArrayRef<int64_t>(i % rowSize));
      rows.push_back(row);
    }
    return rows.size() == 1 ? rows.front() : pack(rows);
  });
}

SmallVector<std::pair<std::string, KernelFacts>, 0>
xla::getKernelFacts(ModuleOp module) {
  auto known = module->getAttrOfType<DictionaryAttr>(kKernelFactsAttr);
  SmallVector<std::pair<std::string, KernelFacts>, 0> list;
  for (Operation &op : module.getOps()) {
    if (!isKernel(&op))
      continue;
    StringRef name = SymbolTable::getSymbolName(&op);
    Attribute facts = known ? known.get(name) : Attribute();
    list.emplace_back(name.str(), facts ? *KernelFacts::fromAttribute(facts)
                                        : KernelFacts());
  }
  return list;
}

std::string xla::getWeightsName(EntryAttr entry) {
  return entry.getName().str() + "_weights";
}

/// Fails where an argument or result has no element code, or no size.
static LogicalResult checkValues(Location loc, EntryAttr entry) {
  for (ArrayRef<EntryValueAttr> values :
       {entry.getArguments(), entry.getResults()})
    for (EntryValueAttr value : values) {
      auto type = dyn_cast<ShapedType>(value.getType());
      if (!type || getABIElementType(type.getElementType()) == XLA_INVALID_TYPE)
        return emitError(loc) << "expects arguments and results of types that "
                                 "the C interface has a code for, but got "
                              << value.getType();
      if (!getTensorByteSize(type))
        return emitError(loc) << "expects arguments and results that fit into "
                                 "memory, but got "
                              << value.getType();
    }
  return success();
}

LogicalResult xla::addEntryInfo(ModuleOp module, Location loc, EntryAttr entry,
                                const EntryFacts &facts,
                                const CompileOptions &options) {
  if (failed(checkValues(loc, entry)))
    return failure();
  std::string infoName = entry.getName().str() + "_info";
  TableBuilder tables(module, loc, infoName + "_");
  std::string arguments = tables.tensors("arguments", entry.getArguments());
  std::string results =
      tables.tensors("results", entry.getResults(), entry.getArguments());
  std::string name = tables.text("name", entry.getName());
  std::string triple = tables.text("triple", options.triple);
  std::string cpu = tables.text("cpu", options.cpu);
  std::string features = tables.text("features", options.features);
  std::string text = tables.text("options", options.getCodeText());
  std::string version =
      tables.text("version", ("xla-mlir " + getVersion()).str());
  std::string weights, weightsId;
  int64_t weightsBytes = 0;
  if (facts.weights) {
    weights = getWeightsName(entry);
    tables.slot(weights);
    weightsId = tables.text("weights_id",
                            facts.weights.getAs<StringAttr>("id").getValue());
    weightsBytes = facts.weights.getAs<IntegerAttr>("bytes").getInt();
  }
  std::string kernels;
  if (!facts.kernels.empty())
    kernels = tables.kernels(facts.kernels);
  auto addressOrNull = [&](const std::string &name) {
    return name.empty() ? tables.null() : tables.address(name);
  };
  Builder builder(module.getContext());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  auto type = LLVM::LLVMStructType::getLiteral(
      module.getContext(),
      {i32, i32, pointer, pointer, pointer, i32,     i32,     i32,
       i32, i64, i64,     pointer, pointer, pointer, pointer, pointer,
       i32, i32, pointer, i64,     pointer, pointer, i64});
  tables.add(infoName, type, LLVM::Linkage::External, [&] {
    return tables.pack({tables.i32(XLA_ABI_VERSION),
                        tables.i32(sizeof(xla_info)),
                        tables.address(name),
                        tables.address(arguments),
                        tables.address(results),
                        tables.i32(entry.getArguments().size()),
                        tables.i32(entry.getResults().size()),
                        tables.i32(sizeof(xla_tensor_info)),
                        tables.i32(/*num_dynamic_dims=*/0),
                        tables.i64(facts.arenaBytes),
                        tables.i64(XLA_BUFFER_ALIGNMENT),
                        tables.address(triple),
                        tables.address(cpu),
                        tables.address(features),
                        tables.address(text),
                        tables.address(version),
                        tables.i32(facts.numKernels),
                        tables.i32(facts.numCopies),
                        addressOrNull(weights),
                        tables.i64(weightsBytes),
                        addressOrNull(weightsId),
                        addressOrNull(kernels),
                        tables.i64(sizeof(xla_kernel_info))});
  });
  return success();
}

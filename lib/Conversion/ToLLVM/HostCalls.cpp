//===- HostCalls.cpp - Calls of the host's services -----------------------===//
//
// What a service is handed is made on the stack of the entry, with the layout
// of xla_runtime.h; its constant parts are read-only data. Data is written as
// it lies in memory: all targets are little-endian.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ABITypes.h"
#include "xla/Support/CallAttributes.h"
#include "xla/Support/KnownCalls.h"

using namespace mlir;
using namespace xla;

/// Bytes to which data and temporaries are aligned; that of pointers.
static constexpr int64_t dataAlignment = 8;

HostCallWriter::HostCallWriter(OpBuilder &builder, LLVM::LLVMFuncOp entry,
                               Value call)
    : builder(builder), entry(entry), call(call), loc(entry.getLoc()),
      pointer(call.getType()), i32(builder.getI32Type()),
      i64(builder.getI64Type()) {}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

Value HostCallWriter::makeNumber(Type type, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

/// Memory of one activation of the entry.
Value HostCallWriter::makeTemporary(int64_t bytes) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&entry.getBody().front());
  return LLVM::AllocaOp::create(builder, loc, pointer, builder.getI8Type(),
                                makeNumber(i64, bytes), dataAlignment);
}

/// The address of read-only `bytes`.
Value HostCallWriter::makeData(StringRef bytes) {
  std::string &name = data[bytes];
  if (name.empty()) {
    name = (entry.getSymName() + "_data_" + Twine(data.size())).str();
    OpBuilder atEnd =
        OpBuilder::atBlockEnd(entry->getParentOfType<ModuleOp>().getBody());
    LLVM::GlobalOp::create(
        atEnd, loc, LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Private, name,
        builder.getStringAttr(bytes), dataAlignment);
  }
  return LLVM::AddressOfOp::create(builder, loc, pointer, name);
}

Value HostCallWriter::makeText(StringRef text) {
  std::string ended = text.str();
  ended.push_back('\0');
  return makeData(ended);
}

Value HostCallWriter::loadField(Value base, int64_t offset) {
  Value place =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), base,
                          ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  return LLVM::LoadOp::create(builder, loc, pointer, place);
}

void HostCallWriter::storeField(Value base, int64_t offset, Value value) {
  Value place =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), base,
                          ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  LLVM::StoreOp::create(builder, loc, value, place);
}

void HostCallWriter::leaveIf(Value condition, function_ref<Value()> makeCode) {
  auto addBlock = [&] {
    auto *block = new Block();
    entry.getBody().push_back(block);
    return block;
  };
  Block *leave = addBlock(), *next = addBlock();
  LLVM::CondBrOp::create(builder, loc, condition, leave, next);
  builder.setInsertionPointToEnd(leave);
  Value code = makeCode();
  LLVM::ReturnOp::create(builder, loc, code);
  builder.setInsertionPointToEnd(next);
}

/// `numbers` as they lie in memory.
Value HostCallWriter::makeNumbers(ArrayRef<int64_t> numbers) {
  if (numbers.empty())
    return LLVM::ZeroOp::create(builder, loc, pointer);
  return makeData(StringRef(reinterpret_cast<const char *>(numbers.data()),
                            numbers.size() * sizeof(int64_t)));
}

Value HostCallWriter::makePlace() {
  auto source = loc->findInstanceOf<FileLineColLoc>();
  if (!source)
    return LLVM::ZeroOp::create(builder, loc, pointer);
  return makeText((source.getFilename().getValue() + ":" +
                   Twine(source.getLine()) + ":" + Twine(source.getColumn()))
                      .str());
}

/// Reports a failure at `loc`, unless one is reported already; the code to
/// return.
Value HostCallWriter::fail(Value code, StringRef message) {
  Value function = loadField(host, offsetof(xla_host, fail));
  auto type = LLVM::LLVMFunctionType::get(
      i32, {pointer, pointer, i32, pointer, pointer});
  return LLVM::CallOp::create(builder, loc, type,
                              ValueRange{function, hostContext, call, code,
                                         makeText(message), makePlace()})
      .getResult();
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

static StringRef getTarget(CallHostOp op) {
  auto target = op.getConfig().getAs<StringAttr>("target");
  return target ? target.getValue() : "";
}

void HostCallWriter::resolve(ArrayRef<CallHostOp> calls) {
  Value none = LLVM::ZeroOp::create(builder, loc, pointer);
  auto isNull = [&](Value value) {
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, value,
                                none);
  };
  Value find;
  for (CallHostOp op : calls) {
    if (!host) {
      host = loadField(call, offsetof(xla_call, host));
      hostContext = loadField(host, offsetof(xla_host, context));
    }
    if (op.getService() != "custom_call" || functions.contains(getTarget(op)))
      continue;
    loc = op.getLoc();
    StringRef target = getTarget(op);
    std::string reason = explainMissingFunction(target);
    auto refuse = [&] {
      return fail(makeNumber(i32, XLA_UNIMPLEMENTED), reason);
    };
    if (!find) {
      find = loadField(host, offsetof(xla_host, find_custom_call));
      leaveIf(isNull(find), refuse);
    }
    Value slot = makeTemporary(sizeof(void *));
    auto type =
        LLVM::LLVMFunctionType::get(pointer, {pointer, pointer, pointer});
    Value address = LLVM::CallOp::create(
                        builder, loc, type,
                        ValueRange{find, hostContext, makeText(target), slot})
                        .getResult();
    leaveIf(isNull(address), refuse);
    functions[target] = {address, loadField(slot, 0)};
  }
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

/// An array of xla_buffer: what the config says of `what`, with `pointers`.
FailureOr<Value> HostCallWriter::makeBuffers(CallHostOp op, StringRef what,
                                             ValueRange pointers) {
  auto types = op.getConfig().getAs<ArrayAttr>((what + "s").str());
  auto orders = op.getConfig().getAs<ArrayAttr>((what + "_layouts").str());
  if (!types || !orders || types.size() != pointers.size() ||
      orders.size() != pointers.size())
    return op.emitOpError() << "expects a type and a layout of each of the "
                            << pointers.size() << " " << what << "s";
  Value buffers = makeTemporary(sizeof(xla_buffer) * pointers.size());
  for (auto [index, data] : llvm::enumerate(pointers)) {
    auto attribute = dyn_cast<TypeAttr>(types[index]);
    auto type = attribute ? dyn_cast<RankedTensorType>(attribute.getValue())
                          : RankedTensorType();
    auto order = dyn_cast<DenseI64ArrayAttr>(orders[index]);
    int32_t code =
        type ? getABIElementType(type.getElementType()) : XLA_INVALID_TYPE;
    if (code == XLA_INVALID_TYPE || !order)
      return op.emitOpError()
             << "expects " << what << "s of types that the C "
             << "interface has a code for, but got " << types[index];
    int64_t base = sizeof(xla_buffer) * index;
    auto store = [&](size_t offset, Value value) {
      storeField(buffers, base + offset, value);
    };
    store(offsetof(xla_buffer, data), data);
    store(offsetof(xla_buffer, dims), makeNumbers(type.getShape()));
    store(offsetof(xla_buffer, minor_to_major),
          makeNumbers(order.asArrayRef()));
    store(offsetof(xla_buffer, rank), makeNumber(i32, type.getRank()));
    store(offsetof(xla_buffer, element_type), makeNumber(i32, code));
  }
  return buffers;
}

/// An array of xla_attribute.
FailureOr<Value> HostCallWriter::makeAttributes(CallHostOp op, int32_t &count) {
  auto dictionary = op.getConfig().getAs<DictionaryAttr>("attributes");
  auto attributes = encodeCallAttributes(
      dictionary ? dictionary : DictionaryAttr::get(op.getContext()),
      [&] { return op.emitOpError(); });
  if (failed(attributes))
    return failure();
  count = attributes->size();
  Value array = makeTemporary(sizeof(xla_attribute) * attributes->size());
  for (auto [index, attribute] : llvm::enumerate(*attributes)) {
    auto store = [&, index = index](size_t offset, Value value) {
      storeField(array, sizeof(xla_attribute) * index + offset, value);
    };
    store(offsetof(xla_attribute, name), makeText(attribute.name));
    store(offsetof(xla_attribute, data), makeText(attribute.data));
    store(offsetof(xla_attribute, count), makeNumber(i64, attribute.count));
    store(offsetof(xla_attribute, element_type),
          makeNumber(i32, attribute.elementType));
    store(offsetof(xla_attribute, is_list), makeNumber(i32, attribute.isList));
  }
  return array;
}

LogicalResult HostCallWriter::writeCustomCall(CallHostOp op, ValueRange inputs,
                                              ValueRange destinations) {
  auto found = functions.find(getTarget(op));
  auto text = op.getConfig().getAs<StringAttr>("text");
  auto version = op.getConfig().getAs<IntegerAttr>("api_version");
  auto hasSideEffect = op.getConfig().getAs<BoolAttr>("has_side_effect");
  if (found == functions.end() || !text || !version || !hasSideEffect)
    return op.emitOpError("expects a config with target, text, api_version and "
                          "has_side_effect");
  FailureOr<Value> arguments = makeBuffers(op, "operand", inputs);
  FailureOr<Value> results = makeBuffers(op, "result", destinations);
  int32_t numAttributes = 0;
  FailureOr<Value> attributes = makeAttributes(op, numAttributes);
  if (failed(arguments) || failed(results) || failed(attributes))
    return failure();
  Value frame = makeTemporary(sizeof(xla_custom_call));
  auto store = [&](size_t offset, Value value) {
    storeField(frame, offset, value);
  };
  auto storeNumber = [&](size_t offset, int64_t value) {
    store(offset, makeNumber(i32, value));
  };
  storeNumber(offsetof(xla_custom_call, abi_version), XLA_ABI_VERSION);
  storeNumber(offsetof(xla_custom_call, struct_size), sizeof(xla_custom_call));
  store(offsetof(xla_custom_call, call), call);
  store(offsetof(xla_custom_call, target), makeText(getTarget(op)));
  store(offsetof(xla_custom_call, backend_config), makeText(text));
  store(offsetof(xla_custom_call, arguments), *arguments);
  store(offsetof(xla_custom_call, results), *results);
  storeNumber(offsetof(xla_custom_call, num_arguments), inputs.size());
  storeNumber(offsetof(xla_custom_call, num_results), destinations.size());
  storeNumber(offsetof(xla_custom_call, api_version), version.getInt());
  storeNumber(offsetof(xla_custom_call, has_side_effect),
              hasSideEffect.getValue());
  store(offsetof(xla_custom_call, attributes), *attributes);
  storeNumber(offsetof(xla_custom_call, num_attributes), numAttributes);
  storeNumber(offsetof(xla_custom_call, reserved), 0);
  store(offsetof(xla_custom_call, location), makePlace());
  auto type = LLVM::LLVMFunctionType::get(i32, {pointer, pointer});
  Value code = LLVM::CallOp::create(builder, loc, type,
                                    ValueRange{found->second.address,
                                               found->second.context, frame})
                   .getResult();
  Value isWrong = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                       code, makeNumber(i32, XLA_OK));
  leaveIf(isWrong, [&] {
    return fail(code, ("custom call '" + getTarget(op) + "' failed").str());
  });
  return success();
}

void HostCallWriter::startProfile() {
  profile = loadField(call, offsetof(xla_call, profile));
  profileContext = loadField(call, offsetof(xla_call, profile_context));
  isProfiled =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, profile,
                           LLVM::ZeroOp::create(builder, loc, pointer));
}

void HostCallWriter::writeProfile(CallKernelOp op, bool isEnd) {
  if (!profile)
    return;
  loc = op.getLoc();
  auto *tell = new Block(), *next = new Block();
  entry.getBody().push_back(tell);
  entry.getBody().push_back(next);
  LLVM::CondBrOp::create(builder, loc, isProfiled, tell, next);
  builder.setInsertionPointToEnd(tell);
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(op.getContext()),
                                  {pointer, pointer, pointer, i32});
  LLVM::CallOp::create(builder, loc, type,
                       ValueRange{profile, profileContext, call,
                                  makeText(op.getCallee()),
                                  makeNumber(i32, isEnd)});
  LLVM::BrOp::create(builder, loc, ValueRange(), next);
  builder.setInsertionPointToEnd(next);
}

LogicalResult HostCallWriter::write(CallHostOp op, ValueRange inputs,
                                    ValueRange destinations) {
  loc = op.getLoc();
  if (op.getService() == "custom_call")
    return writeCustomCall(op, inputs, destinations);
  if (op.getService() == "collective")
    return writeCollective(op, inputs, destinations);
  if (op.getService() == "infeed")
    return writeFeed(op, "result", destinations, offsetof(xla_host, infeed));
  if (op.getService() == "outfeed")
    return writeFeed(op, "operand", inputs, offsetof(xla_host, outfeed));
  if (op.getService() == "replica_id")
    return writeId(op, destinations, offsetof(xla_call, replica_id));
  if (op.getService() == "partition_id")
    return writeId(op, destinations, offsetof(xla_call, partition_id));
  return op.emitOpError() << "expects a service of the host's table, but got '"
                          << op.getService() << "'";
}

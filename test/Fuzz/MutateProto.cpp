//===- MutateProto.cpp - Protos of HLO with wrong places ------------------===//
//
// Changes messages field by field: changed bytes would mostly be no message.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOText/HLOText.h"
#include "xla/Tools/ToolSupport.h"

#include "llvm/Support/MemoryBufferRef.h"

using namespace xla;
using namespace xla::fuzz;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

namespace {
class ProtoMutator : public Mutator {
public:
  explicit ProtoMutator(std::vector<std::unique_ptr<Message>> messages)
      : messages(std::move(messages)) {}

private:
  std::string make() override {
    const Message &original = *messages[pick(messages.size())];
    std::unique_ptr<Message> message(original.New());
    message->CopyFrom(original);
    for (unsigned left = 1 + pick(4); left != 0; --left)
      descend(*message);
    std::string bytes = message->SerializePartialAsString();
    if (pick(8) != 0 || bytes.empty())
      return bytes;
    return createBytesMutator({std::move(bytes)})->make(random());
  }

  int64_t number() {
    static constexpr int64_t numbers[] = {0,
                                          1,
                                          2,
                                          3,
                                          4,
                                          7,
                                          8,
                                          13,
                                          16,
                                          33,
                                          64,
                                          -1,
                                          -2,
                                          255,
                                          1 << 20,
                                          1 << 30,
                                          int64_t(1) << 33,
                                          std::numeric_limits<int64_t>::max(),
                                          std::numeric_limits<int64_t>::min()};
    return numbers[pick(std::size(numbers))];
  }

  /// Changes a field of `message` or of a message in it.
  void descend(Message &message) {
    const google::protobuf::Reflection &access = *message.GetReflection();
    std::vector<const FieldDescriptor *> fields;
    access.ListFields(message, &fields);
    if (fields.empty() || pick(24) == 0) {
      const auto &all = *message.GetDescriptor();
      if (all.field_count())
        change(message, all.field(pick(all.field_count())));
      return;
    }
    const FieldDescriptor *field = fields[pick(fields.size())];
    if (field->is_map() || pick(6) == 0 ||
        field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE)
      return change(message, field);
    if (!field->is_repeated())
      return descend(*access.MutableMessage(&message, field));
    descend(*access.MutableRepeatedMessage(
        &message, field, pick(access.FieldSize(message, field))));
  }

  void change(Message &message, const FieldDescriptor *field) {
    const google::protobuf::Reflection &access = *message.GetReflection();
    if (!field->is_repeated())
      return pick(4) == 0 ? access.ClearField(&message, field)
                          : set(message, field);
    int size = access.FieldSize(message, field);
    if (size == 0 || pick(3) == 0)
      return add(message, field);
    if (pick(2) == 0)
      return access.RemoveLast(&message, field);
    access.SwapElements(&message, field, pick(size), size - 1);
  }

  void set(Message &message, const FieldDescriptor *field) {
    const google::protobuf::Reflection &access = *message.GetReflection();
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return access.SetInt32(&message, field, number());
    case FieldDescriptor::CPPTYPE_INT64:
      return access.SetInt64(&message, field, number());
    case FieldDescriptor::CPPTYPE_BOOL:
      return access.SetBool(&message, field, pick(2));
    case FieldDescriptor::CPPTYPE_ENUM:
      return access.SetEnumValue(&message, field, pick(40) - 2);
    case FieldDescriptor::CPPTYPE_STRING:
      return access.SetString(&message, field, name());
    case FieldDescriptor::CPPTYPE_MESSAGE:
      access.MutableMessage(&message, field);
      return;
    default:
      return;
    }
  }

  void add(Message &message, const FieldDescriptor *field) {
    const google::protobuf::Reflection &access = *message.GetReflection();
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return access.AddInt32(&message, field, number());
    case FieldDescriptor::CPPTYPE_INT64:
      return access.AddInt64(&message, field, number());
    case FieldDescriptor::CPPTYPE_BOOL:
      return access.AddBool(&message, field, pick(2));
    case FieldDescriptor::CPPTYPE_ENUM:
      return access.AddEnumValue(&message, field, pick(40) - 2);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      if (!field->is_map())
        access.AddMessage(&message, field);
      return;
    default:
      return;
    }
  }

  const char *name() {
    static constexpr const char *names[] = {"add",         "",
                                            "tuple",       "get-tuple-element",
                                            "bitcast",     "while",
                                            "dot",         "convolution",
                                            "custom-call", "fusion",
                                            "reduce",      "sort",
                                            "gather",      "all-to-all",
                                            "call",        "constant",
                                            "iota",        "conditional",
                                            "topk",        "transpose"};
    return names[pick(std::size(names))];
  }

  std::vector<std::unique_ptr<Message>> messages;
};
} // namespace

/// The message that `file` was, without the layers that hold a mere module.
static std::unique_ptr<Message> getMessage(HLOProtoFile &file) {
  switch (file.kind) {
  case HLOProtoKind::Snapshot: {
    auto snapshot = std::make_unique<proto::HloSnapshot>();
    *snapshot->mutable_hlo()->mutable_hlo_module() = std::move(file.module);
    if (!file.inputs.empty())
      *snapshot->mutable_arguments() = file.inputs.front().arguments();
    if (file.result)
      *snapshot->mutable_result() = *file.result;
    return snapshot;
  }
  case HLOProtoKind::UnoptimizedSnapshot: {
    auto snapshot = std::make_unique<proto::HloUnoptimizedSnapshot>();
    *snapshot->mutable_hlo_module() = std::move(file.module);
    for (proto::HloInputs &inputs : file.inputs)
      *snapshot->add_partitions() = std::move(inputs);
    return snapshot;
  }
  case HLOProtoKind::Module:
  case HLOProtoKind::Proto:
    return std::make_unique<proto::HloModuleProto>(std::move(file.module));
  }
  llvm_unreachable("covered above");
}

/// Null after printing why `content` does not read.
static std::unique_ptr<Message> readMessage(llvm::StringRef content) {
  if (isHLOText(content)) {
    auto module = std::make_unique<proto::HloModuleProto>();
    auto report = [](const HLOTextDiagnostic &diagnostic) {
      if (!diagnostic.isWarning)
        printError(diagnostic.message);
    };
    if (failed(parseHLOText(content, *module, report)))
      return nullptr;
    return module;
  }
  auto file = readHLOProto(
      llvm::MemoryBufferRef(content, "input"),
      [](size_t, const llvm::Twine &message) { printError(message); });
  return file ? getMessage(*file) : nullptr;
}

std::unique_ptr<Mutator> xla::fuzz::createProtoMutator(Files files) {
  std::vector<std::unique_ptr<Message>> messages;
  for (const std::string &file : files) {
    messages.push_back(readMessage(file));
    if (!messages.back())
      return nullptr;
  }
  return std::make_unique<ProtoMutator>(std::move(messages));
}

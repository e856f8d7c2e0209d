//===- xla-test-hlo-import.cpp - HLO messages as hlo programs -------------===//
//
// xla-test-hlo-import [-z] [-g] FILE
//   Prints the program that the module in FILE is: HLO text, or a message,
//   binary or as text. -z makes elided constants zeros, -g prints locations.
//
// xla-test-hlo-import -f SEED COUNT FILE...
//   Imports COUNT changed copies of the modules. Each must give a program or an
//   error. A crash ends the tool; the last line it printed to
//   standard error names the case, which `-f SEED 1` repeats.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/Target/HLOModule/Import.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOText/HLOText.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <cstdio>
#include <random>

using namespace mlir;
using namespace xla;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

//===----------------------------------------------------------------------===//
// Changed modules
//===----------------------------------------------------------------------===//

namespace {
/// Changes a module field by field: bytes would mostly be no message.
class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  void run(Message &module) {
    for (unsigned left = 1 + pick(4); left != 0; --left)
      descend(module);
  }

private:
  size_t pick(size_t count) { return random() % count; }

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

  std::mt19937_64 random;
};
} // namespace

/// Reads `file` into `module`; prints what is wrong with it.
static bool readModule(llvm::MemoryBufferRef file,
                       proto::HloModuleProto &module) {
  if (isHLOText(file.getBuffer())) {
    auto report = [](const HLOTextDiagnostic &diagnostic) {
      printError(diagnostic.message);
    };
    return succeeded(parseHLOText(file.getBuffer(), module, report));
  }
  std::unique_ptr<HLOProtoFile> content = readHLOProto(
      file, [](size_t, const llvm::Twine &message) { printError(message); });
  if (content)
    module = std::move(content->module);
  return content != nullptr;
}

static int runFuzz(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  std::vector<proto::HloModuleProto> modules;
  for (int i = 4; i < argc; ++i) {
    auto file = readInput(argv[i]);
    if (!file || !readModule(*file, modules.emplace_back()))
      return kExitUsage;
  }
  uint64_t first = std::strtoull(argv[2], nullptr, 10);
  uint64_t count = std::strtoull(argv[3], nullptr, 10), programs = 0;
  std::unique_ptr<MLIRContext> context;
  for (uint64_t i = 0; i != count; ++i) {
    // A context keeps all attributes it ever made.
    if (i % 500 == 0)
      context = std::make_unique<MLIRContext>(registry,
                                              MLIRContext::Threading::DISABLED);
    std::fprintf(stderr, "\r%llu", static_cast<unsigned long long>(first + i));
    proto::HloModuleProto module = modules[(first + i) % modules.size()];
    Mutator(first + i).run(module);
    ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) {});
    programs += static_cast<bool>(importHLOModule(module, context.get()));
  }
  std::fprintf(stderr, "\n");
  std::printf("%llu read, %llu programs, %lld MiB\n",
              static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(programs),
              static_cast<long long>(getPeakMemory() >> 20));
  return kExitRight;
}

//===----------------------------------------------------------------------===//
// One module
//===----------------------------------------------------------------------===//

static int runImport(int argc, char **argv) {
  ImportOptions options;
  bool hasLocations = false;
  std::unique_ptr<llvm::MemoryBuffer> file;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "-z")
      options.zeroElidedConstants = true;
    else if (argument == "-g")
      hasLocations = true;
    else
      file = readInput(argument);
  }
  if (!file)
    return kExitUsage;
  proto::HloModuleProto module;
  if (!readModule(*file, module))
    return kExitRefused;
  if (isHLOText(file->getBuffer())) {
    options.fileName = file->getBufferIdentifier();
    options.text = file->getBuffer();
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  OwningOpRef<ModuleOp> program = importHLOModule(module, &context, options);
  if (!program)
    return kExitRefused;
  OpPrintingFlags flags;
  program->print(llvm::outs(), flags.enableDebugInfo(hasLocations));
  llvm::outs() << "\n";
  return finishOutput(kExitRight);
}

int main(int argc, char **argv) {
  if (argc > 4 && StringRef(argv[1]) == "-f")
    return runFuzz(argc, argv);
  return runImport(argc, argv);
}

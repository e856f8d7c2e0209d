//===- Header.cpp - The C header of a compiled program --------------------===//

#include "xla/Target/Header/Header.h"

#include "xla-c/Package.h"
#include "xla/Target/Package/Package.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// Words that cannot name a variable in C or C++, and those that the functions
/// use themselves.
static constexpr StringLiteral takenWords[] = {
    "alignas",  "alignof",  "and",      "asm",       "auto",      "bool",
    "break",    "case",     "catch",    "char",      "class",     "compl",
    "const",    "continue", "default",  "delete",    "do",        "double",
    "else",     "enum",     "explicit", "export",    "extern",    "false",
    "float",    "for",      "friend",   "goto",      "if",        "inline",
    "int",      "long",     "mutable",  "namespace", "new",       "not",
    "operator", "or",       "private",  "protected", "public",    "register",
    "restrict", "return",   "short",    "signed",    "sizeof",    "static",
    "struct",   "switch",   "template", "this",      "throw",     "true",
    "try",      "typedef",  "typeid",   "typename",  "union",     "unsigned",
    "using",    "virtual",  "void",     "volatile",  "while",     "xor",
    "call",     "complete", "arena",    "weights",   "arguments", "results",
    "error",    "code",     "main"};

std::string xla::makeIdentifier(StringRef name) {
  std::string identifier;
  for (char c : name) {
    char kept = isAlnum(c) ? c : '_';
    // One stands for all: `args[0]['w']` becomes args_0_w.
    if (kept != '_' || identifier.empty() || identifier.back() != '_')
      identifier += kept;
  }
  while (identifier.size() > 1 && identifier.back() == '_')
    identifier.pop_back();
  if (identifier.empty() || isDigit(identifier.front()))
    identifier.insert(identifier.begin(), '_');
  if (llvm::is_contained(takenWords, identifier))
    identifier += '_';
  return identifier;
}

namespace {
/// An argument or result as C has it.
struct Buffer {
  const xla_tensor_info *info;
  std::string name;
  StringRef type; ///< of the elements in memory
  int64_t size;   ///< how many there are
  bool isResult;
};

class HeaderWriter {
public:
  HeaderWriter(const xla_info &info, StringRef source)
      : info(info), source(source), os(text),
        name(xla::makeIdentifier(info.name)) {
    addBuffers(/*isResult=*/false);
    addBuffers(/*isResult=*/true);
  }

  std::string write();

private:
  void addBuffers(bool isResult);
  void writeTable(bool areResults);
  void writeDeclarations();
  void writeWeights();
  void writeCall(bool isAlone);
  void writeWrapper();
  std::string getParameters() const;
  std::string getNames() const;

  const xla_info &info;
  StringRef source;
  std::string text;
  raw_string_ostream os;
  std::string name;
  SmallVector<Buffer> buffers;
};
} // namespace

/// What holds an element, or several of less than a byte.
static std::pair<StringRef, int> getCType(int32_t elementType) {
  switch (elementType) {
  case XLA_I8:
    return {"int8_t", 1};
  case XLA_I16:
    return {"int16_t", 2};
  case XLA_I32:
    return {"int32_t", 4};
  case XLA_I64:
    return {"int64_t", 8};
  case XLA_UI16:
  case XLA_F16:
  case XLA_BF16:
    return {"uint16_t", 2};
  case XLA_UI32:
    return {"uint32_t", 4};
  case XLA_UI64:
    return {"uint64_t", 8};
  case XLA_F32:
  case XLA_C64:
    return {"float", 4};
  case XLA_F64:
  case XLA_C128:
    return {"double", 8};
  default: // Bytes, and what is packed into them.
    return {"uint8_t", 1};
  }
}

/// How the elements lie in memory, where the C type does not say it.
static StringRef getLayoutNote(int32_t elementType) {
  switch (elementType) {
  case XLA_I1:
    return "0 or 1";
  case XLA_I2:
  case XLA_UI2:
    return "four in a byte, low end first";
  case XLA_I4:
  case XLA_UI4:
  case XLA_F4E2M1FN:
    return "two in a byte, low end first";
  case XLA_F16:
  case XLA_BF16:
    return "the bits of each";
  case XLA_C64:
  case XLA_C128:
    return "real part, imaginary part";
  default:
    return elementType >= XLA_F6E2M3FN ? "the bits of each" : "";
  }
}

void HeaderWriter::addBuffers(bool isResult) {
  int32_t count = isResult ? info.num_results : info.num_arguments;
  StringSet<> used;
  for (const Buffer &buffer : buffers)
    used.insert(buffer.name);
  for (int32_t i = 0; i < count; ++i) {
    const xla_tensor_info *tensor =
        isResult ? xla_info_result(&info, i) : xla_info_argument(&info, i);
    std::string fallback =
        (isResult ? count == 1 ? "result" : "result" + Twine(i)
                  : "argument" + Twine(i))
            .str();
    std::string wanted = tensor->name && *tensor->name
                             ? xla::makeIdentifier(tensor->name)
                             : fallback;
    std::string unique = wanted;
    for (int n = 2; !used.insert(unique).second; ++n)
      unique = wanted + "_" + std::to_string(n);
    auto [type, bytes] = getCType(tensor->element_type);
    buffers.push_back(
        {tensor, unique, type, tensor->byte_size / bytes, isResult});
  }
}

/// `f32[4,8]`.
static std::string formatType(const xla_tensor_info &tensor) {
  std::string shape = xla_element_type_name(tensor.element_type);
  shape += "[";
  for (int32_t d = 0; d < tensor.rank; ++d)
    shape += (d ? "," : "") + std::to_string(tensor.dims[d]);
  return shape + "]";
}

void HeaderWriter::writeTable(bool areResults) {
  os << " * " << (areResults ? "Results" : "Arguments")
     << ", row-major, aligned as their elements are:\n";
  bool any = false;
  for (const Buffer &buffer : buffers) {
    if (buffer.isResult != areResults)
      continue;
    any = true;
    os << " *   " << buffer.name << ": " << formatType(*buffer.info) << ", "
       << buffer.info->byte_size << " bytes";
    StringRef note = getLayoutNote(buffer.info->element_type);
    if (!note.empty())
      os << " (" << note << ")";
    // Arguments come first.
    if (areResults && buffer.info->alias >= 0)
      os << "; the pointer may be that of " << buffers[buffer.info->alias].name
         << ",\n *     which is overwritten";
    os << "\n";
  }
  if (!any)
    os << " *   none\n";
}

std::string HeaderWriter::getParameters() const {
  std::string list;
  for (const Buffer &buffer : buffers)
    list +=
        (Twine(list.empty() ? "" : ", ") + (buffer.isResult ? "" : "const ") +
         buffer.type + " *" + buffer.name)
            .str();
  return list;
}

std::string HeaderWriter::getNames() const {
  return join(map_range(buffers, [](const Buffer &b) { return b.name; }), ", ");
}

void HeaderWriter::writeDeclarations() {
  os << "/* The entry and its description, which the object defines. */\n"
     << "int32_t " << name << "(const xla_call *call);\n"
     << "extern const xla_info " << name << "_info;\n\n"
     << "/* What a buffer holds, in elements of its C type. */\n";
  for (const Buffer &buffer : buffers)
    os << "#define " << name << "_" << buffer.name << "_size INT64_C("
       << buffer.size << ")\n";
  os << "/* Temporary memory of a call, at a multiple of 64. */\n"
     << "#define " << name << "_arena_bytes INT64_C(" << info.arena_bytes
     << ")\n";
  os << "\n";
}

/// How the weights get to code that has them outside.
void HeaderWriter::writeWeights() {
  if (!info.weights)
    return;
  os << "/* Large constants have a file of their own, by the name of\n * "
     << info.weights_id << ". " << name
     << "_load_weights maps it, before the\n * first call; null: the reason of "
        "a failure is not wanted. A program without\n * libxla_runtime sets "
     << name
     << "_weights itself: to what follows the first\n * 64 bytes of the file, "
        "at a multiple of 64. */\n"
     << "extern const void *" << name << "_weights;\n#define " << name
     << "_weights_bytes INT64_C(" << info.weights_bytes << ")\n"
     << "static inline int32_t " << name
     << "_load_weights(const char *path, char *error,\n"
        "    int64_t error_capacity) {\n"
        "  return xla_load_weights(&"
     << name << "_info, path, 0, error, error_capacity);\n}\n\n";
}

/// Writes the typed function that goes through the run time, or `isAlone`, the
/// one that needs no library.
void HeaderWriter::writeCall(bool isAlone) {
  std::string parameters = getParameters();
  if (isAlone) {
    os << "/* Calls the program without any library, on this thread. `arena` "
          "has\n * "
       << name
       << "_arena_bytes; null only if that is 0. Returns an\n * xla_status. "
          "*/\n"
       << "static inline int32_t " << name << "_run_alone(void *arena";
  } else {
    os << "/* Calls the program through libxla_runtime: buffers are checked, "
          "temporaries\n * come from its pool, its threads help. `call` may be "
          "null; else it says what\n * else there is to say (thread_limit, "
          "cancel, error, host). Returns an\n * xla_status. */\n"
       << "static inline int32_t " << name << "_run(const xla_call *call";
  }
  os << (parameters.empty() ? "" : ", ") << parameters << ") {\n";
  for (bool areResults : {false, true}) {
    os << "  void *const " << (areResults ? "results" : "arguments")
       << "[] = {";
    for (const Buffer &buffer : buffers)
      if (buffer.isResult == areResults)
        os << "(void *)" << buffer.name << ", ";
    // An array has an element.
    os << "(void *)0};\n";
  }
  if (isAlone && info.arena_bytes > 0)
    os << "  if (!arena)\n    return XLA_INVALID_ARGUMENT;\n";
  if (isAlone && info.weights)
    os << "  if (!" << name << "_weights)\n    return XLA_INVALID_ARGUMENT;\n";
  if (isAlone)
    os << "  xla_call complete = xla_serial_call();\n"
          "  complete.arena = arena;\n"
          "  complete.arena_bytes = "
       << name << "_arena_bytes;\n";
  else
    os << "  xla_call complete = xla_copy_call(call);\n";
  os << "  complete.arguments = arguments;\n"
        "  complete.results = results;\n"
        "  return ";
  if (isAlone)
    os << name << "(&complete);\n";
  else
    os << "xla_invoke(" << name << ", &" << name << "_info, &complete);\n";
  os << "}\n\n";
}

/// A class whose objects are called with pointers or with containers.
void HeaderWriter::writeWrapper() {
  std::string parameters = getParameters();
  os << "namespace xla_models {\n\n"
     << "/// Calls the program through libxla_runtime. A failure is an "
        "xla_models::Error.\n"
     << "class " << name << " : public Model {\n"
     << "public:\n";
  if (info.weights)
    os << "  /// `weights`: the file with its large constants.\n"
       << "  explicit " << name
       << "(const std::string &weights) : Model(::" << name << ", ::" << name
       << "_info) {\n    loadWeights(weights);\n"
       << "  }\n\n";
  else
    os << "  " << name << "() : Model(::" << name << ", ::" << name
       << "_info) {}\n\n";
  os << "  void operator()(" << parameters << ") const {\n"
     << "    run({";
  for (bool areResults : {false, true}) {
    ListSeparator comma;
    for (const Buffer &buffer : buffers)
      if (buffer.isResult == areResults)
        os << comma << buffer.name;
    os << (areResults ? "});\n" : "}, {");
  }
  os << "  }\n";
  if (!buffers.empty()) {
    os << "\n  /// The same with containers, whose sizes are checked.\n"
       << "  template <";
    ListSeparator comma;
    for (size_t i = 0; i < buffers.size(); ++i)
      os << comma << "typename T" << i;
    os << ",\n            typename = decltype(std::declval<T0 &>().size())>\n"
       << "  void operator()(";
    ListSeparator next;
    for (auto [i, buffer] : enumerate(buffers))
      os << next << (buffer.isResult ? "" : "const ") << "T" << i << " &"
         << buffer.name;
    os << ") const {\n    (*this)(";
    ListSeparator last(",\n            ");
    for (const Buffer &buffer : buffers)
      os << last << "getData<" << (buffer.isResult ? "" : "const ")
         << buffer.type << ">(" << buffer.name << ", " << name << "_"
         << buffer.name << "_size, \"" << buffer.name << "\")";
    os << ");\n  }\n";
  }
  os << "};\n\n} // namespace xla_models\n";
}

std::string HeaderWriter::write() {
  // As it is: `add` and `Add` may be entries of one file.
  std::string guard = "XLA_MODEL_" + name + "_H";
  os << "/* " << name << " - how to call a compiled program\n *\n * Written by "
     << info.version << " from " << source << "; changes get lost.\n *\n";
  writeTable(/*areResults=*/false);
  writeTable(/*areResults=*/true);
  os << " * The code is for " << info.cpu << " (" << info.triple
     << "). Names of types are those of\n * StableHLO; xla_runtime.h says more "
        "of how values lie in memory.\n */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"xla/Runtime/xla_model.h\"\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  writeDeclarations();
  writeWeights();
  writeCall(/*isAlone=*/false);
  writeCall(/*isAlone=*/true);
  os << "#ifdef __cplusplus\n} /* extern \"C\" */\n\n";
  writeWrapper();
  os << "#endif /* __cplusplus */\n\n#endif /* " << guard << " */\n";
  return text;
}

std::string xla::writeHeader(const xla_info &info, StringRef source) {
  return HeaderWriter(info, source).write();
}

Expected<std::string> xla::writeHeaders(ArrayRef<char> image,
                                        StringRef source) {
  std::vector<uint64_t> storage;
  std::string text;
  for (const xla_info *info : getImageInfos(image, storage)) {
    if (makeIdentifier(info->name) != info->name)
      return createStringError("expected an entry with a name of C and C++ for "
                               "a header, but got '" +
                               Twine(info->name) +
                               "'; a symbol gives it another");
    text += writeHeader(*info, source);
  }
  return text;
}

//===- ReadHLOProto.cpp - Files of XLA's messages, in ---------------------===//
//
// A message of proto3 reads as almost any other, so the kinds are tried in turn
// until one gives a module with a name and computations. In text, the names of
// the outermost fields tell the kinds apart.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/HLOProto/HLOProto.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <climits>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

using namespace llvm;
using xla::HLOProtoErrorFn;
using xla::HLOProtoFile;
using xla::HLOProtoKind;
namespace pb = google::protobuf;

StringRef xla::stringifyHLOProtoKind(HLOProtoKind kind) {
  switch (kind) {
  case HLOProtoKind::Module:
    return "HloModuleProto";
  case HLOProtoKind::Proto:
    return "HloProto";
  case HLOProtoKind::Snapshot:
    return "HloSnapshot";
  case HLOProtoKind::UnoptimizedSnapshot:
    return "HloUnoptimizedSnapshot";
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// What the messages hold
//===----------------------------------------------------------------------===//

static bool isModule(const xla::proto::HloModuleProto &module) {
  return !module.name().empty() && module.computations_size() != 0;
}

/// Moves what `message` holds into `file`; false if that is no module.
static bool take(xla::proto::HloModuleProto &message, HLOProtoFile &file) {
  file.kind = HLOProtoKind::Module;
  file.module.Swap(&message);
  return isModule(file.module);
}

static bool take(xla::proto::HloProto &message, HLOProtoFile &file) {
  if (!take(*message.mutable_hlo_module(), file))
    return false;
  file.kind = HLOProtoKind::Proto;
  return true;
}

static bool take(xla::proto::HloSnapshot &message, HLOProtoFile &file) {
  if (!take(*message.mutable_hlo(), file))
    return false;
  file.kind = HLOProtoKind::Snapshot;
  if (message.arguments_size() != 0 || message.has_result()) {
    file.inputs.emplace_back().mutable_arguments()->Swap(
        message.mutable_arguments());
    if (message.has_result())
      file.result.emplace().Swap(message.mutable_result());
  }
  return true;
}

static bool take(xla::proto::HloUnoptimizedSnapshot &message,
                 HLOProtoFile &file) {
  if (!take(*message.mutable_hlo_module(), file))
    return false;
  file.kind = HLOProtoKind::UnoptimizedSnapshot;
  for (xla::proto::HloInputs &partition : *message.mutable_partitions())
    file.inputs.emplace_back().Swap(&partition);
  return true;
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

namespace {
/// Walks the outermost fields of a message.
class WireWalker {
public:
  explicit WireWalker(StringRef bytes) : bytes(bytes) {}

  /// Goes over the next field; false at the end and where it makes no sense.
  bool next() {
    start = position;
    uint64_t tag, length = 0;
    if (position >= bytes.size() || !readVarint(tag))
      return false;
    field = tag >> 3;
    switch (tag & 7) {
    case 0:
      return field != 0 && readVarint(length);
    case 1:
      return field != 0 && skip(8);
    case 2:
      return field != 0 && readVarint(length) && skip(length);
    case 5:
      return field != 0 && skip(4);
    default: // Groups, which XLA's messages do not have.
      return false;
    }
  }
  bool isAtEnd() const { return position == bytes.size(); }

  /// The number of the last field, and where it begins.
  uint64_t field = 0;
  size_t start = 0;

private:
  bool readVarint(uint64_t &value) {
    value = 0;
    for (unsigned shift = 0; shift < 64 && position < bytes.size();
         shift += 7) {
      auto byte = static_cast<uint8_t>(bytes[position++]);
      value |= uint64_t(byte & 0x7f) << shift;
      if (byte < 0x80)
        return true;
    }
    return false;
  }

  bool skip(uint64_t length) {
    if (length > bytes.size() - position)
      return false;
    position += length;
    return true;
  }

  StringRef bytes;
  size_t position = 0;
};
} // namespace

/// Reads `content` as a `Message` that holds a module. `parsed` tells whether
/// it is some message of that form.
template <typename Message>
static bool readAs(StringRef content, HLOProtoFile &file, bool &parsed) {
  Message message;
  if (!message.ParseFromArray(content.data(), static_cast<int>(content.size())))
    return false;
  parsed = true;
  return take(message, file);
}

/// Whether the message, in which a module was found, has a field that only an
/// HloUnoptimizedSnapshot has: the partitions, which no HloProto has, or the
/// version, which would be a message there.
static bool hasPartitions(StringRef content) {
  WireWalker walker(content);
  while (walker.next())
    if (walker.field == 2)
      return true;
  return false;
}

static bool readBinary(StringRef content, HLOProtoFile &file,
                       HLOProtoErrorFn emitError) {
  bool parsed = false;
  if (hasPartitions(content) &&
      readAs<xla::proto::HloUnoptimizedSnapshot>(content, file, parsed))
    return true;
  if (readAs<xla::proto::HloSnapshot>(content, file, parsed) ||
      readAs<xla::proto::HloProto>(content, file, parsed) ||
      readAs<xla::proto::HloModuleProto>(content, file, parsed) ||
      readAs<xla::proto::HloUnoptimizedSnapshot>(content, file, parsed))
    return true;
  WireWalker walker(content);
  while (walker.next())
    ;
  if (!walker.isAtEnd())
    emitError(walker.start,
              "expected a proto of HLO, but got data in which the message "
              "breaks off at byte " +
                  Twine(walker.start) +
                  (walker.field ? " in field " + Twine(walker.field)
                                : Twine(" before any field")) +
                  "; is the file complete?");
  else if (parsed)
    emitError(0, "expected HloModuleProto, HloProto, HloSnapshot or "
                 "HloUnoptimizedSnapshot, but got a proto without a module "
                 "that has a name and computations");
  else
    emitError(0, "expected HloModuleProto, HloProto, HloSnapshot or "
                 "HloUnoptimizedSnapshot, but got a proto with other fields, "
                 "or one nested more than 100 levels deep");
  return false;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// Goes over the names of the outermost fields of a text proto.
class FieldScanner {
public:
  explicit FieldScanner(StringRef text) : text(text) {}

  /// The next name, or an empty one at the end.
  StringRef next() {
    while (position < text.size()) {
      char c = text[position];
      if (c == '#') {
        position = std::min(text.find('\n', position), text.size());
      } else if (c == '"' || c == '\'') {
        skipString(c);
      } else if (isAlpha(c) || c == '_') {
        StringRef name = text.substr(position).take_while(
            [](char c) { return isAlnum(c) || c == '_' || c == '.'; });
        position += name.size();
        if (depth == 0 && isField())
          return name;
      } else {
        depth += (c == '{' || c == '<') - (c == '}' || c == '>');
        ++position;
      }
    }
    return {};
  }

private:
  /// Whether a field's value follows the name before this position.
  bool isField() const {
    StringRef rest = text.substr(position).ltrim();
    return rest.starts_with(":") || rest.starts_with("{") ||
           rest.starts_with("<");
  }

  void skipString(char quote) {
    for (++position; position < text.size() && text[position] != quote;
         ++position)
      position += text[position] == '\\';
    ++position;
  }

  StringRef text;
  size_t position = 0;
  int depth = 0;
};

/// Collects the errors of a text proto.
class ErrorCollector : public pb::io::ErrorCollector {
public:
  ErrorCollector(StringRef content, HLOProtoErrorFn emitError)
      : content(content), emitError(emitError) {}

  void AddError(int line, pb::io::ColumnNumber column,
                const std::string &message) override {
    StringRef text = StringRef(message).rtrim('.');
    emitError(getOffset(line, column),
              "expected a text proto of HLO: " + text.take_front().lower() +
                  text.drop_front(std::min<size_t>(text.size(), 1)));
  }

private:
  /// The offset of a place as the tokenizer counts, tabs up to the next eighth
  /// column.
  size_t getOffset(int line, int column) const {
    size_t offset = 0;
    for (int i = 0; i < line; ++i)
      offset = std::min(content.find('\n', offset), content.size() - 1) + 1;
    for (int at = 0; at < column && offset < content.size(); ++offset)
      at += content[offset] == '\t' ? 8 - at % 8 : 1;
    return std::min(offset, content.size());
  }

  StringRef content;
  HLOProtoErrorFn emitError;
};
} // namespace

bool xla::isHLOProtoText(StringRef content) {
  StringRef front = content;
  while (front = front.ltrim(), front.starts_with("#"))
    front = front.drop_front(std::min(front.find('\n'), front.size()));
  StringRef name = FieldScanner(front).next();
  // Most programs are MLIR text: no need to set up the schema for them.
  if (name.empty() || name == "module" || !front.starts_with(name))
    return false;
  for (const pb::Descriptor *message :
       {proto::HloModuleProto::descriptor(), proto::HloProto::descriptor(),
        proto::HloSnapshot::descriptor(),
        proto::HloUnoptimizedSnapshot::descriptor()})
    if (message->FindFieldByName(name.str()))
      return true;
  return false;
}

/// The kind of a text proto by the names of its outermost fields.
static HLOProtoKind findTextKind(StringRef content) {
  StringSet<> names;
  FieldScanner scanner(content);
  for (StringRef name = scanner.next(); !name.empty(); name = scanner.next())
    names.insert(name);
  if (names.contains("hlo"))
    return HLOProtoKind::Snapshot;
  if (!names.contains("hlo_module"))
    return HLOProtoKind::Module;
  if (names.contains("partitions") || names.contains("version"))
    return HLOProtoKind::UnoptimizedSnapshot;
  return HLOProtoKind::Proto;
}

template <typename Message>
static bool readTextAs(StringRef content, HLOProtoFile &file,
                       HLOProtoErrorFn emitError) {
  ErrorCollector errors(content, emitError);
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.AllowUnknownField(true);
  parser.SetRecursionLimit(100);
  pb::io::ArrayInputStream stream(content.data(),
                                  static_cast<int>(content.size()));
  Message message;
  if (!parser.Parse(&stream, &message))
    return false;
  if (take(message, file))
    return true;
  emitError(0, "expected a module with a name and computations in the text "
               "proto, but got none");
  return false;
}

static bool readText(StringRef content, HLOProtoFile &file,
                     HLOProtoErrorFn emitError) {
  switch (findTextKind(content)) {
  case HLOProtoKind::Module:
    return readTextAs<xla::proto::HloModuleProto>(content, file, emitError);
  case HLOProtoKind::Proto:
    return readTextAs<xla::proto::HloProto>(content, file, emitError);
  case HLOProtoKind::Snapshot:
    return readTextAs<xla::proto::HloSnapshot>(content, file, emitError);
  case HLOProtoKind::UnoptimizedSnapshot:
    return readTextAs<xla::proto::HloUnoptimizedSnapshot>(content, file,
                                                          emitError);
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// Marks arrays of which the file has only the shape: XLA keeps optimised
/// modules, which TensorFlow hands out, without the elements of constants.
static void markElided(xla::proto::LiteralProto &literal) {
  // As deep as the message, which its reader bounds.
  for (xla::proto::LiteralProto &part : *literal.mutable_tuple_literals())
    markElided(part);
  const xla::proto::ShapeProto &shape = literal.shape();
  if (shape.element_type() == xla::proto::TUPLE ||
      shape.element_type() == xla::proto::TOKEN ||
      is_contained(shape.dimensions(), 0))
    return;
  std::vector<const pb::FieldDescriptor *> fields;
  literal.GetReflection()->ListFields(literal, &fields);
  literal.set_is_elided(fields.size() == 1 &&
                        fields.front()->name() == "shape");
}

static void markElidedConstants(xla::proto::HloModuleProto &module) {
  for (auto &computation : *module.mutable_computations())
    for (auto &instruction : *computation.mutable_instructions())
      if (instruction.opcode() == "constant" && instruction.has_literal())
        markElided(*instruction.mutable_literal());
}

std::unique_ptr<HLOProtoFile> xla::readHLOProto(MemoryBufferRef buffer,
                                                HLOProtoErrorFn emitError) {
  StringRef content = buffer.getBuffer();
  if (content.starts_with("\x1f\x8b")) {
    emitError(0, "expected a proto of HLO, but got gzip data; decompress it "
                 "first (gunzip)");
    return nullptr;
  }
  if (content.size() > INT_MAX) {
    emitError(0, "expected a proto of less than 2 GiB, which is all that the "
                 "format allows, but got " +
                     Twine(content.size()) + " bytes");
    return nullptr;
  }
  // The library would print to standard error on its own.
  pb::LogSilencer silencer;
  auto file = std::make_unique<HLOProtoFile>();
  bool read = isHLOProtoText(content) ? readText(content, *file, emitError)
                                      : readBinary(content, *file, emitError);
  if (!read)
    return nullptr;
  markElidedConstants(file->module);
  return file;
}

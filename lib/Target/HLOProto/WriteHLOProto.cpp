//===- WriteHLOProto.cpp - Files of XLA's messages, out -------------------===//
//
// Fields that exist in memory only are cleared in a copy. A file that would
// lack something is refused: it would read back as another program.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/HLOProto/HLOProto.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

using namespace llvm;
namespace pb = google::protobuf;

static bool isElided(const xla::proto::LiteralProto &literal) {
  if (literal.is_elided())
    return true;
  for (const xla::proto::LiteralProto &part : literal.tuple_literals())
    if (isElided(part))
      return true;
  return false;
}

/// Fails where a field that cannot be written means something.
static Error checkWritable(const xla::proto::HloInstructionProto &instruction) {
  if (isElided(instruction.literal()))
    return createStringError(
        "expected the elements of constant '" + instruction.name() +
        "', but the file it came from leaves them out, as {...} in HLO text "
        "does; dump it with large constants");
  return Error::success();
}

/// Clears the fields of `message` that exist in memory only; not those of
/// messages in it.
static void clearMemoryFields(pb::Message &message) {
  constexpr int first = 100000;
  const pb::Descriptor *type = message.GetDescriptor();
  for (int i = type->field_count(); i-- != 0;)
    if (type->field(i)->number() >= first)
      message.GetReflection()->ClearField(&message, type->field(i));
}

/// Clears what exists in memory only, and names what cannot be done without.
static Error prepare(xla::proto::HloModuleProto &module) {
  clearMemoryFields(module);
  for (xla::proto::HloComputationProto &computation :
       *module.mutable_computations()) {
    clearMemoryFields(computation);
    for (xla::proto::HloInstructionProto &instruction :
         *computation.mutable_instructions()) {
      if (Error error = checkWritable(instruction))
        return error;
      clearMemoryFields(instruction);
    }
  }
  return Error::success();
}

/// Writes any message whose fields are prepared.
static Error writeMessage(const pb::Message &message, bool text,
                          raw_ostream &os) {
  pb::LogSilencer silencer;
  std::string bytes;
  if (text) {
    if (!pb::TextFormat::PrintToString(message, &bytes))
      return createStringError("the module cannot be written as text proto");
    os << bytes;
    return Error::success();
  }
  size_t size = message.ByteSizeLong();
  if (size > INT_MAX)
    return createStringError("expected a module of less than 2 GiB, which is "
                             "all that a proto can hold, but got one of " +
                             Twine(size) + " bytes");
  {
    pb::io::StringOutputStream stream(&bytes);
    pb::io::CodedOutputStream coded(&stream);
    // Maps have no order of their own.
    coded.SetSerializationDeterministic(true);
    if (!message.SerializeToCodedStream(&coded))
      return createStringError("the module cannot be written as proto");
  }
  os << bytes;
  return Error::success();
}

Error xla::writeHLOProto(const proto::HloModuleProto &module, raw_ostream &os,
                         const HLOProtoWriteOptions &options) {
  proto::HloProto wrapped;
  proto::HloModuleProto &copy = *wrapped.mutable_hlo_module();
  copy = module;
  if (Error error = prepare(copy))
    return error;
  if (options.wrap)
    return writeMessage(wrapped, options.text, os);
  return writeMessage(copy, options.text, os);
}

Error xla::writeHLOSnapshot(proto::HloUnoptimizedSnapshot snapshot,
                            raw_ostream &os) {
  if (Error error = prepare(*snapshot.mutable_hlo_module()))
    return error;
  return writeMessage(snapshot, /*text=*/false, os);
}

Error xla::writeHLOSnapshot(proto::HloSnapshot snapshot, raw_ostream &os) {
  if (Error error = prepare(*snapshot.mutable_hlo()->mutable_hlo_module()))
    return error;
  return writeMessage(snapshot, /*text=*/false, os);
}

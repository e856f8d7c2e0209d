//===- xla-test-hlo-text.cpp - Reads and prints HLO text ------------------===//
//
// xla-test-hlo-text [--style=long|default|short|canonical] [--print]
//                   [--out=DIR] [--reference=DIR] FILE...
//
// Reads every module of the files, prints it, reads that and compares. With
// --out it writes, for the n-th module, n.txt (as given), n.printed.txt and
// n.pb; with --reference it compares with n.ref.pb, which another reader has
// made of n.txt, but for the differences that `normalize` names. Prints what
// failed and a line of counts; exits with 1 if anything failed to read or
// re-read.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/HLOText/HLOText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>
#include <google/protobuf/util/message_differencer.h>

using namespace llvm;
namespace proto = xla::proto;

namespace {
struct Options {
  xla::HLOTextOptions style;
  bool print = false;
  std::string out, reference;
  unsigned time = 0;
};

struct Counts {
  unsigned texts = 0, read = 0, reread = 0, compared = 0, equal = 0;
};
} // namespace

/// Reads `text`, which lies in `buffer`, with diagnostics at their lines.
static LogicalResult read(StringRef text, SourceMgr &sources,
                          proto::HloModuleProto &module) {
  return xla::parseHLOText(
      text, module, [&](const xla::HLOTextDiagnostic &diagnostic) {
        auto place = SMLoc::getFromPointer(text.data() + diagnostic.offset);
        sources.PrintMessage(errs(), place,
                             diagnostic.isWarning ? SourceMgr::DK_Warning
                                                  : SourceMgr::DK_Error,
                             diagnostic.message);
      });
}

/// Drops what exists in memory only.
static void clearOffsets(proto::HloModuleProto &module) {
  for (auto &computation : *module.mutable_computations()) {
    computation.clear_text_offset();
    for (auto &instruction : *computation.mutable_instructions())
      instruction.clear_text_offset();
  }
}

/// Empty messages and what XLA's default is say nothing.
static void normalize(google::protobuf::Message &message) {
  const auto *reflection = message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor *> fields;
  reflection->ListFields(message, &fields);
  for (const auto *field : fields) {
    using Field = google::protobuf::FieldDescriptor;
    if (field->is_map())
      continue;
    if (field->name() == "tail_padding_alignment_in_elements" &&
        reflection->GetInt64(message, field) == 1) {
      reflection->ClearField(&message, field);
      continue;
    }
    if (field->cpp_type() != Field::CPPTYPE_MESSAGE)
      continue;
    if (field->is_repeated()) {
      for (int i = 0; i < reflection->FieldSize(message, field); ++i)
        normalize(*reflection->MutableRepeatedMessage(&message, field, i));
      continue;
    }
    auto *inner = reflection->MutableMessage(&message, field);
    normalize(*inner);
    if (inner->ByteSizeLong() == 0)
      reflection->ClearField(&message, field);
  }
}

/// XLA's reader orders instructions by their uses and makes names unique in the
/// module, numbers stay.
static void sortById(proto::HloModuleProto &module) {
  for (auto &computation : *module.mutable_computations()) {
    llvm::sort(*computation.mutable_instructions(),
               [](const auto &a, const auto &b) { return a.id() < b.id(); });
    computation.mutable_program_shape()->clear_parameter_names();
    for (auto &instruction : *computation.mutable_instructions()) {
      instruction.clear_name();
      // The same twice over, for older readers.
      if (instruction.has_iota_collective_device_list())
        instruction.clear_collective_device_list();
      if (instruction.cross_program_prefetch_index() == 0)
        instruction.clear_is_cross_program_prefetch();
    }
  }
  llvm::sort(*module.mutable_computations(),
             [](const auto &a, const auto &b) { return a.id() < b.id(); });
  module.mutable_host_program_shape()->clear_parameter_names();
  // A number that a process counts, and what has no field in a file.
  module.clear_id();
  module.clear_replica_count();
  module.clear_num_partitions();
  normalize(module);
}

static bool areEqual(const proto::HloModuleProto &a,
                     const proto::HloModuleProto &b, std::string &difference) {
  google::protobuf::util::MessageDifferencer differencer;
  differencer.set_float_comparison(
      google::protobuf::util::MessageDifferencer::EXACT);
  google::protobuf::util::DefaultFieldComparator comparator;
  comparator.set_treat_nan_as_equal(true);
  differencer.set_field_comparator(&comparator);
  differencer.ReportDifferencesToString(&difference);
  return differencer.Compare(a, b);
}

static void writeFile(const Twine &path, StringRef bytes) {
  std::error_code error;
  raw_fd_ostream os(path.str(), error);
  if (error)
    errs() << path << ": " << error.message() << "\n";
  os << bytes;
}

/// Drops the elements that XLA's reader makes up where the text has none.
static void dropElided(proto::HloModuleProto &module,
                       proto::HloModuleProto &reference) {
  auto hasElided = [](const auto &self, const proto::LiteralProto &literal) {
    if (literal.is_elided())
      return true;
    return llvm::any_of(literal.tuple_literals(), [&](const auto &element) {
      return self(self, element);
    });
  };
  for (int i = 0; i < module.computations_size(); ++i) {
    auto &computation = *module.mutable_computations(i);
    for (int k = 0; k < computation.instructions_size(); ++k) {
      if (!hasElided(hasElided, computation.instructions(k).literal()) ||
          i >= reference.computations_size() ||
          k >= reference.computations(i).instructions_size())
        continue;
      computation.mutable_instructions(k)->clear_literal();
      reference.mutable_computations(i)
          ->mutable_instructions(k)
          ->clear_literal();
    }
  }
}

/// Compares with what another reader has made of the same text.
static void compareWithReference(proto::HloModuleProto module,
                                 const Options &options, unsigned number,
                                 StringRef name, Counts &counts) {
  auto file = MemoryBuffer::getFile(options.reference + "/" + Twine(number) +
                                    ".ref.pb");
  if (!file)
    return;
  ++counts.compared;
  proto::HloModuleProto reference;
  reference.ParseFromString((*file)->getBuffer().str());
  reference.DiscardUnknownFields();
  sortById(module);
  sortById(reference);
  dropElided(module, reference);
  std::string difference;
  if (areEqual(module, reference, difference)) {
    ++counts.equal;
    return;
  }
  outs() << name << " (" << number << "): differs from the reference:\n"
         << StringRef(difference).take_front(2000) << "\n";
}

/// Prints how fast `text` reads, in time of the processor.
static void measure(StringRef text, StringRef name, unsigned times) {
  double best = 1e9;
  for (unsigned i = 0; i != times; ++i) {
    proto::HloModuleProto module;
    std::clock_t start = std::clock();
    LogicalResult result =
        xla::parseHLOText(text, module, [](const xla::HLOTextDiagnostic &) {});
    double taken = double(std::clock() - start) / CLOCKS_PER_SEC;
    if (failed(result))
      return;
    best = std::min(best, taken);
  }
  outs() << name << ": " << text.size() << " bytes, "
         << format("%.1f ms, %.1f MB/s\n", best * 1e3,
                   double(text.size()) / best * 1e-6);
}

static void checkOne(StringRef text, StringRef name, SourceMgr &sources,
                     const Options &options, Counts &counts) {
  unsigned number = counts.texts++;
  if (!options.out.empty())
    writeFile(options.out + "/" + Twine(number) + ".txt", text);
  proto::HloModuleProto module, again;
  if (!xla::isHLOText(text))
    outs() << name << " (" << number << "): not taken for HLO text\n";
  if (failed(read(text, sources, module))) {
    outs() << name << " (" << number << "): does not read\n";
    return;
  }
  ++counts.read;
  if (options.time != 0)
    measure(text, name, options.time);
  std::string printed;
  raw_string_ostream os(printed);
  xla::printHLOText(module, options.style, os);
  if (options.print)
    outs() << printed;
  clearOffsets(module);
  if (!options.out.empty()) {
    writeFile(options.out + "/" + Twine(number) + ".printed.txt", printed);
    writeFile(options.out + "/" + Twine(number) + ".pb",
              module.SerializeAsString());
  }
  if (!options.reference.empty())
    compareWithReference(module, options, number, name, counts);
  SourceMgr printedSources;
  printedSources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(printed, "printed"), SMLoc());
  if (failed(read(printed, printedSources, again))) {
    outs() << name << " (" << number << "): what is printed does not read\n";
    return;
  }
  clearOffsets(again);
  std::string difference, printedAgain;
  raw_string_ostream osAgain(printedAgain);
  xla::printHLOText(again, options.style, osAgain);
  if (printedAgain != printed)
    outs() << name << " (" << number << "): prints differently again\n";
  else if (!areEqual(module, again, difference))
    outs() << name << " (" << number << "): differs when read again:\n"
           << StringRef(difference).take_front(1000) << "\n";
  else
    ++counts.reread;
}

/// Reads all modules of a file; false if there is no such file.
static bool checkFile(StringRef path, const Options &options, Counts &counts) {
  auto file = MemoryBuffer::getFileOrSTDIN(path);
  if (!file) {
    errs() << path << ": " << file.getError().message() << "\n";
    return false;
  }
  StringRef whole = (*file)->getBuffer();
  SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*file), SMLoc());
  for (StringRef text : xla::splitHLOText(whole))
    checkOne(text, path, sources, options, counts);
  return true;
}

/// The files that a path of the command line stands for.
static std::vector<std::string> findFiles(StringRef path) {
  if (!sys::fs::is_directory(path))
    return {path.str()};
  std::vector<std::string> files;
  std::error_code error;
  for (sys::fs::recursive_directory_iterator it(path, error), end;
       it != end && !error; it.increment(error)) {
    StringRef extension = sys::path::extension(it->path());
    if (extension == ".hlo" || extension == ".txt")
      files.push_back(it->path());
  }
  llvm::sort(files);
  return files;
}

static bool parseOption(StringRef argument, Options &options) {
  if (argument.consume_front("--style=")) {
    options.style = argument == "short" ? xla::HLOTextOptions::shortParsable()
                    : argument == "canonical"
                        ? xla::HLOTextOptions::canonicalForm()
                        : xla::HLOTextOptions();
    options.style.elideLargeConstants = argument == "default";
    options.style.asyncSugar = argument == "default";
    return true;
  }
  if (argument.consume_front("--out="))
    options.out = argument.str();
  else if (argument.consume_front("--reference="))
    options.reference = argument.str();
  else if (argument == "--print")
    options.print = true;
  else if (argument.consume_front("--time="))
    return !argument.getAsInteger(10, options.time);
  else
    return false;
  return true;
}

int main(int argc, char **argv) {
  Options options;
  Counts counts;
  std::string index;
  for (int i = 1; i < argc; ++i) {
    if (parseOption(argv[i], options))
      continue;
    for (const std::string &path : findFiles(argv[i])) {
      unsigned first = counts.texts;
      if (!checkFile(path, options, counts))
        return 2;
      for (unsigned number = first; number != counts.texts; ++number)
        index += (Twine(number) + " " + path + "\n").str();
    }
  }
  if (!options.out.empty())
    writeFile(options.out + "/index", index);
  outs() << counts.texts << " texts, " << counts.read << " read, "
         << counts.reread << " the same when printed and read again";
  if (!options.reference.empty())
    outs() << ", " << counts.equal << " of " << counts.compared
           << " equal to the reference";
  outs() << "\n";
  return counts.read == counts.texts && counts.reread == counts.texts ? 0 : 1;
}

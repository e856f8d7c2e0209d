//===- Printer.h - The writer of HLO text -----------------------*- C++ -*-===//
//
// Prints a module as XLA does. Modules may come from any file: ids may dangle,
// lists may be too short, computations may call themselves; what is printed
// then does not read, but printing ends. The files: PrintModule,
// PrintInstruction, PrintAttributes (the table), PrintDistribution,
// PrintMetadata, PrintLiteral, PrintShape.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOTEXT_PRINTER_H
#define XLA_LIB_TARGET_HLOTEXT_PRINTER_H

#include "Opcodes.h"
#include "xla/Target/HLOText/HLOText.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <unordered_map>

namespace xla::hlotext {
/// Makes a name of HLO text of any string.
std::string sanitizeName(llvm::StringRef name);

/// `text` with the escapes of C, in double quotes.
void printQuoted(llvm::StringRef text, llvm::raw_ostream &os);
/// As it is if it is one pair of braces with balanced content, else quoted.
void printQuotedOrBalanced(llvm::StringRef text, llvm::raw_ostream &os);

/// All elements, or `{...}` in place of more than `maxElements`.
void printLiteral(const proto::LiteralProto &literal, int64_t maxElements,
                  llvm::raw_ostream &os);

void printSharding(const proto::OpSharding &sharding, bool indexComments,
                   llvm::raw_ostream &os);
/// `[4,2]` or `[2,4]T(1,0)`
void printIota(llvm::ArrayRef<int64_t> reshape,
               llvm::ArrayRef<int32_t> permutation, llvm::raw_ostream &os);
void printMetadata(const proto::OpMetadata &metadata, llvm::raw_ostream &os);
void printFrontendAttributes(const proto::FrontendAttributes &attributes,
                             llvm::raw_ostream &os);
/// The shortest decimal form that reads back.
void printDouble(double value, llvm::raw_ostream &os);
void printOrigin(const proto::OriginalValueProto &origin,
                 llvm::raw_ostream &os);

/// `{1,0}`
template <typename Values>
void printNumbers(const Values &values, llvm::raw_ostream &os) {
  os << '{';
  llvm::interleave(values, os, ",");
  os << '}';
}

class Printer {
public:
  Printer(const proto::HloModuleProto &module, const HLOTextOptions &options,
          llvm::raw_ostream &os)
      : module(module), options(options), os(os) {}

  void print();

private:
  using Message = proto::HloInstructionProto;
  using Computation = proto::HloComputationProto;

  /// The instructions of one computation, by the low half of their ids, which
  /// is unique in it whatever numbered them.
  struct Names {
    std::unordered_map<uint32_t, std::string> names;
    std::unordered_map<uint32_t, const Message *> messages;
  };

  // PrintModule.
  void printHeader();
  void printAliases();
  void printTables();
  void printComputation(const Computation &computation);
  void printSignature(const Computation &computation);
  void printBody(const Computation &computation, unsigned indent);
  void nameComputations();
  Names nameInstructions(const Computation &computation) const;
  const Computation *findEntry() const;
  const Computation *findComputation(int64_t id) const;
  bool isSugared(const Message &message) const;
  void findSugared();

  // PrintInstruction.
  void printInstruction(const Message &message, unsigned indent);
  void printOpcode(const Message &message);
  void printOperands(const Message &message);
  void printOperandName(int64_t id);
  void printAttributes(const Message &message);
  void printCommonAttributes(const Message &message);
  void printCalled(const Message &message);
  void printReference(int64_t id);
  const Message *getOperand(const Message &message, int i) const;
  /// `, name=`
  llvm::raw_ostream &attribute(llvm::StringRef name);

  // PrintAttributes.
  using AttributePrinter = void (Printer::*)(const Message &);
  static const llvm::StringMap<AttributePrinter> &getAttributePrinters();
  void printDimensions(const Message &message);
  void printFirstDimension(const Message &message);
  void printInferredDimension(const Message &message);
  void printDot(const Message &message);
  void printRaggedDims(const Message &message);
  void printPrecision(const Message &message);
  void printAlgorithm(const Message &message);
  void printGather(const Message &message);
  void printScatter(const Message &message);
  void printSlice(const Message &message);
  void printSliceSizes(const Message &message);
  void printPadding(const Message &message);
  void printWindow(const Message &message);
  void printDimLabels(const Message &message);
  void printGroupCounts(const Message &message);
  void printComparisonType(const Message &message);
  void printFft(const Message &message);
  void printBatchNorm(const Message &message);
  void printPrecisionBits(const Message &message);
  void printSolveOptions(const Message &message);
  void printLower(const Message &message);
  void printTopK(const Message &message);
  void printScan(const Message &message);
  void printTarget(const Message &message);
  void printOperandLayouts(const Message &message);
  void printOutputAliasing(const Message &message);
  void printCallOptions(const Message &message);
  void printReplicaGroups(const Message &message);
  void printSourceTargets(const Message &message);
  void printOutfeedShape(const Message &message);
  void printDomain(const Message &message);
  void printReplication(const Message &message);
  void printThread(const Message &message);
  void printChannel(const Message &message);
  void printPrefetchIndex(const Message &message);
  void printIndexFlags(const Message &message);
  void printStable(const Message &message);
  void printComposite(const Message &message);
  void printConstrainLayout(const Message &message);
  void printGlobalIds(const Message &message);
  void printHostTransfer(const Message &message);
  void printTupleIndex(const Message &message);
  void printFusionKind(const Message &message);
  void printRandomDistribution(const Message &message);
  void printDelta(const Message &message);
  void printInfeedConfig(const Message &message);
  void printLiteralAttribute(const Message &message);
  void printPaddingType(const Message &message);
  template <typename Values>
  void numbers(llvm::StringRef name, const Values &values) {
    printNumbers(values, attribute(name));
  }
  void flag(llvm::StringRef name, bool value) {
    if (value)
      attribute(name) << "true";
  }
  void text(llvm::StringRef name, llvm::StringRef value) {
    if (!value.empty())
      printQuoted(value, attribute(name));
  }
  template <typename Values, typename Print>
  void list(llvm::StringRef name, const Values &values, Print print) {
    attribute(name) << '{';
    llvm::interleave(values, os, print, ", ");
    os << '}';
  }

  const proto::HloModuleProto &module;
  const HLOTextOptions &options;
  llvm::raw_ostream &os;
  std::unordered_map<int64_t, const Computation *> computations;
  std::unordered_map<const Computation *, std::string> computationNames;
  /// Computations that are printed as part of an asynchronous op.
  std::unordered_map<const Computation *, bool> sugared;
  const Computation *entry = nullptr;
  /// Of the computation that is being printed.
  const Names *names = nullptr;
  /// What canonical form has put in place of names so far, and how deep.
  uint64_t numInlined = 0;
  uint64_t maxInlined = 0;
  unsigned depth = 0;
};
} // namespace xla::hlotext

#endif // XLA_LIB_TARGET_HLOTEXT_PRINTER_H

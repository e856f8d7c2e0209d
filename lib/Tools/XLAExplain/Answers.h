//===- Answers.h - Questions about a compilation ----------------*- C++ -*-===//
//
// Each answer is an object of JSON; what prints it for people sees nothing
// else.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TOOLS_XLAEXPLAIN_ANSWERS_H
#define XLA_LIB_TOOLS_XLAEXPLAIN_ANSWERS_H

#include "DecisionFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace xla::explain {

using Decisions = llvm::ArrayRef<Decision>;

/// How many of each kind there are, why what was not done was not, and the
/// memory in a line.
llvm::json::Object summarize(Decisions decisions);
void printSummary(const llvm::json::Object &answer, llvm::raw_ostream &os);

/// What was decided about an op: by its name (hlo.add, stablehlo.add, add, or
/// what a framework calls it), its line, or the kernel that it is in. The
/// error lists what there is.
llvm::Expected<llvm::json::Object> explainOp(Decisions decisions,
                                             llvm::StringRef op);
void printOp(const llvm::json::Object &answer, llvm::raw_ostream &os);

/// What is needed when most is, by source line, and the largest buffers of all.
/// The error says that the file has no buffers.
llvm::Expected<llvm::json::Object> explainMemory(Decisions decisions,
                                                 size_t most);
void printMemory(const llvm::json::Object &answer, llvm::raw_ostream &os);

/// What the second compilation decided otherwise than the first.
llvm::json::Object compare(Decisions before, Decisions after);
void printComparison(const llvm::json::Object &answer, llvm::raw_ostream &os);

/// 1234567 as `1.2 MB`.
std::string formatBytes(int64_t bytes);
/// An object of the list `key` of `answer`, for each.
void forEach(const llvm::json::Object &answer, llvm::StringRef key,
             llvm::function_ref<void(const llvm::json::Object &)> visit);

} // namespace xla::explain

#endif // XLA_LIB_TOOLS_XLAEXPLAIN_ANSWERS_H

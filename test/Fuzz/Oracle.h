//===- Oracle.h - What results of a random program are right ----*- C++ -*-===//
//
// Most ops are exact: integers, data movement, IEEE arithmetic that rounds at
// every op. Their results have to agree to the bit. Some are not: a math
// function may be a few ulps off, a sum may be taken in any order. What follows
// from an inexact value is not near what follows from another one (a comparison
// may turn), so no tolerance on the results of a whole program is sound.
//
// Therefore every inexact value of @main is also a result of it. A run is
// judged by evaluating the program again with each inexact value replaced, for
// its users, by the value that the run itself gave: then all exact results have
// to agree to the bit, and each inexact op, computed from the run's own
// operands, within its rule. As every op rounds to its type and a value is one
// value however many users it has, this holds for any right compiler.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TEST_FUZZ_ORACLE_H
#define XLA_TEST_FUZZ_ORACLE_H

#include "Processes.h"

#include "mlir/IR/OwningOpRef.h"

namespace xla::fuzz {

/// How the result of an inexact op is compared.
struct InexactRule {
  enum Kind {
    /// Within a number of ulps.
    Ulps,
    /// Within the bound of a reduction of `count` terms, whose magnitudes the
    /// judging program sums in f64. Not finite terms decide by themselves.
    Terms,
    /// Parts within `count` eps of the largest magnitude of the result or 1,
    /// whichever is greater.
    Norm
  } kind;
  int64_t count;
};

/// The rule of an op; nothing for an exact one. A branch or map is as inexact
/// as the functions that its regions end in.
std::optional<InexactRule> getInexactRule(mlir::Operation *op);

/// Makes the inexact values at the top level of `main` results of it, unless
/// they are.
void exposeInexactValues(mlir::func::FuncOp main);

class Oracle {
public:
  /// For a function whose inexact values are exposed.
  explicit Oracle(mlir::func::FuncOp main);

  /// Judges what a run on `given` gave. Returns what is wrong, empty if all
  /// agrees; fails if the interpreter does.
  mlir::FailureOr<std::string> judge(const Traffic &given, const Traffic &got);

private:
  /// The same for one process, given what the judging program found for it.
  std::string compare(llvm::ArrayRef<Literal> results,
                      llvm::ArrayRef<Literal> expected) const;

  struct Inexact {
    InexactRule rule;
    std::string name;
    /// Which result it is, and which result of the judge has its magnitudes.
    unsigned result, magnitudes;
  };
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  llvm::SmallVector<Inexact> inexact;
  unsigned numResults;
};

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_ORACLE_H

//===- ProgramWriter.h - Programs of many ops, run both ways ----*- C++ -*-===//
//
// Test programs that are a list of ops, each of whose results is a result of
// the program, so that one compilation checks them all.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TEST_UNIT_PROGRAMWRITER_H
#define XLA_TEST_UNIT_PROGRAMWRITER_H

#include "xla/InitAll.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Executable.h"
#include "xla/Support/Agreement.h"
#include "xla/Target/ProgramReader.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

/// Writes a function @main whose results are those of all ops added.
class ProgramWriter {
public:
  static std::string tensor(const std::string &shape, const std::string &type) {
    return "tensor<" + shape + type + ">";
  }

  /// A parameter; returns its name.
  std::string addArgument(const std::string &type) {
    std::string name = "%arg" + std::to_string(numArguments++);
    parameters += (parameters.empty() ? "" : ", ") + name + ": " + type;
    return name;
  }

  /// Adds the op `text` (without result) on operands of types `operands`.
  /// Returns its result's name.
  std::string add(const std::string &text, const std::string &operands,
                  const std::string &result) {
    return addTyped(text, "(" + operands + ") -> " + result, result);
  }
  /// The same where the assembly ends in `signature`.
  std::string addTyped(const std::string &text, const std::string &signature,
                       const std::string &result) {
    std::string name = "%r" + std::to_string(numResults);
    body += "  " + name + " = " + text + " : " + signature + "\n";
    returned += (numResults ? ", " : "") + name;
    types += (numResults ? ", " : "") + result;
    ++numResults;
    return name;
  }

  std::string finish() const {
    return "func.func @main(" + parameters + ") -> (" + types + ") {\n" + body +
           "  return " + returned + " : " + types + "\n}\n";
  }

private:
  std::string parameters, body, returned, types;
  int numArguments = 0, numResults = 0;
};

/// The module that `text` says; a failure of the test if it is none.
inline mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text,
                                               mlir::MLIRContext &context) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      xla::parseProgram(llvm::MemoryBufferRef(text, "program"), &context);
  EXPECT_TRUE(module) << text;
  return module;
}

/// Runs `text` both ways; every result has to have the same bits.
inline void expectSameResults(const std::string &text,
                              llvm::ArrayRef<xla::Literal> arguments,
                              mlir::MLIRContext &context,
                              int64_t optLevel = 0) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(text, context);
  ASSERT_TRUE(module);
  auto expected = xla::interpreter::evaluate(*module, "main", arguments);
  ASSERT_TRUE(succeeded(expected));
  xla::CompileOptions options;
  options.optLevel = optLevel;
  auto executable = xla::Executable::compileProgram(*module, options);
  ASSERT_TRUE(succeeded(executable));
  auto got = (*executable)->run(arguments, &context);
  ASSERT_TRUE(bool(got)) << llvm::toString(got.takeError());
  ASSERT_EQ(got->size(), expected->size());
  for (auto [i, one, other] : llvm::enumerate(*got, *expected)) {
    xla::AgreementReport report =
        compareLiterals(one, other, xla::AgreementRule::bitEqual());
    size_t at = text.find("%r" + std::to_string(i) + " = ");
    EXPECT_TRUE(report.agrees()) << text.substr(at, text.find('\n', at) - at)
                                 << ": " << report.describe();
  }
}

#endif // XLA_TEST_UNIT_PROGRAMWRITER_H

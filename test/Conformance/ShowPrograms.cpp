//===- ShowPrograms.cpp - What the interpreter prints ---------------------===//
//
// Some files of the suite compare text: what programs print, and their results
// in the form of StableHLO's own interpreter.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "xla/InitAll.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;
using namespace xla::conformance;

/// Reads `[dense<1> : tensor<2xi32>, ...]`; says what is wrong with it.
static FailureOr<SmallVector<Literal>> readArguments(StringRef text,
                                                     MLIRContext *context) {
  static constexpr StringLiteral example =
      ", i.e. --args=[dense<1> : tensor<2xi32>, ...]\n";
  SmallVector<Literal> literals;
  if (text.empty())
    return literals;
  Attribute parsed;
  {
    ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
    parsed = parseAttribute(text, context);
  }
  auto array = dyn_cast_if_present<ArrayAttr>(parsed);
  if (!array) {
    llvm::errs() << "expected array attribute string for args" << example;
    return failure();
  }
  for (Attribute element : array) {
    auto dense = dyn_cast<DenseElementsAttr>(element);
    if (!dense) {
      llvm::errs() << "expected dense elements attribute for args elements"
                   << example;
      return failure();
    }
    auto literal = Literal::get(dense);
    if (!literal) {
      llvm::errs() << llvm::toString(literal.takeError()) << "\n";
      return failure();
    }
    literals.push_back(std::move(*literal));
  }
  return literals;
}

static LogicalResult showProgram(const Program &program, bool dense,
                                 StringRef argumentText,
                                 const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module =
      parseProgram(llvm::MemoryBufferRef(program.text, program.name), &context);
  if (!module)
    return failure();
  func::FuncOp entry = findEntry(*module);
  if (!entry)
    return success(module->getBody()->empty());
  FailureOr<SmallVector<Literal>> arguments =
      readArguments(argumentText, &context);
  if (failed(arguments))
    return failure();
  auto results = interpreter::evaluate(entry, *arguments);
  if (failed(results))
    return failure();
  for (const Literal &literal : *results) {
    if (dense)
      llvm::outs() << literal.getAttr();
    else
      interpreter::printInStableHLOForm(llvm::outs(), literal);
    llvm::outs() << '\n';
  }
  return success();
}

bool xla::conformance::showPrograms(const std::vector<Program> &programs,
                                    bool dense, StringRef arguments) {
  DialectRegistry registry;
  registerAllDialects(registry);
  for (const Program &program : programs)
    if (failed(showProgram(program, dense, arguments, registry)))
      return false;
  return true;
}

//===- Probe.cpp - Evaluation of print and probe --------------------------===//
//
// Shows values while a program runs: as text, or as files of a directory whose
// index.csv has one line for each: id, type, file.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "mlir/IR/AsmState.h"
#include "xla/Dialect/Interpreter/IR/InterpreterOps.h"
#include "xla/Support/Npy.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

static constexpr StringLiteral indexName = "index.csv";

static Literal getLiteral(OpContext &context) {
  return tensorToLiteral(
      context.getTensor(0),
      cast<RankedTensorType>(context.getOp()->getOperand(0).getType()));
}

static LogicalResult evaluatePrint(PrintOp op, OpContext &context) {
  // In one piece, whoever else writes there.
  std::string text;
  llvm::raw_string_ostream os(text);
  op.getOperand().printAsOperand(os, OpPrintingFlags());
  os << " = ";
  printInStableHLOForm(os, getLiteral(context));
  os << '\n';
  raw_ostream *stream = context.evaluator.getSession()->options.printStream;
  (stream ? *stream : llvm::outs()) << text;
  (stream ? *stream : llvm::outs()).flush();
  return success();
}

/// The path of a file in the probes' directory; none without a directory.
static FailureOr<std::string> getPath(OpContext &context, StringRef name) {
  SmallString<128> path(context.evaluator.getSession()->options.probeDirectory);
  if (path.empty())
    return context.error() << "needs a directory for probes, but none is given";
  llvm::sys::path::append(path, name);
  return path.str().str();
}

static LogicalResult evaluateProbe(ProbeOp op, OpContext &context) {
  StringRef id = op.getProbeId();
  if (id.contains('\n'))
    return context.error() << "expects a probe id of one line";
  std::map<std::string, int64_t> &probes =
      context.evaluator.getSession()->probes;
  bool isFirst = probes.empty();
  // Numbers make file names unique, whatever of the id they can hold.
  int64_t iteration = probes[id.str()]++, number = 0;
  for (const auto &[other, count] : probes)
    number += count;
  std::string name;
  for (char c : id)
    name += llvm::isAlnum(c) || c == '-' ? c : '_';
  name +=
      "_" + std::to_string(iteration) + "_" + std::to_string(number) + ".npy";
  FailureOr<std::string> path = getPath(context, name);
  FailureOr<std::string> indexPath = getPath(context, indexName);
  if (failed(path) || failed(indexPath))
    return failure();
  Literal literal = getLiteral(context);
  if (llvm::Error error = writeNpy(*path, literal))
    return context.error() << llvm::toString(std::move(error));
  std::error_code code;
  llvm::raw_fd_ostream index(*indexPath, code,
                             isFirst ? llvm::sys::fs::OF_None
                                     : llvm::sys::fs::OF_Append);
  if (code)
    return context.error() << *indexPath << ": " << code.message();
  index << id << ',' << literal.getType() << ',' << name << '\n';
  context.results = std::move(context.operands);
  return success();
}

FailureOr<Tensor> xla::interpreter::readProbe(OpContext &context, StringRef id,
                                              int64_t iteration,
                                              RankedTensorType type) {
  FailureOr<std::string> indexPath = getPath(context, indexName);
  if (failed(indexPath))
    return failure();
  auto buffer = llvm::MemoryBuffer::getFile(*indexPath);
  if (!buffer)
    return context.error() << *indexPath << ": " << buffer.getError().message();
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  int64_t seen = 0;
  for (StringRef line : lines) {
    auto [head, file] = line.rsplit(',');
    auto [lineId, lineType] = head.rsplit(',');
    if (lineId != id || seen++ != iteration)
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << type;
    if (lineType != text)
      return context.error() << "expects a probe of " << type << ", but \""
                             << id << "\" has " << lineType;
    FailureOr<std::string> path = getPath(context, file);
    auto literal = readNpy(*path, type);
    if (!literal)
      return context.error() << llvm::toString(literal.takeError());
    return literalToTensor(*literal, context.getOp(),
                           &context.evaluator.getBudget());
  }
  return context.error() << "expects " << iteration + 1 << " values of probe \""
                         << id << "\", but there are " << seen;
}

void xla::interpreter::addProbeHandlers(HandlerTable &table) {
  table.add<PrintOp, evaluatePrint>();
  table.add<ProbeOp, evaluateProbe>();
}

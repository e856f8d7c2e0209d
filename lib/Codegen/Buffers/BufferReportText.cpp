//===- BufferReportText.cpp - Say which memory a program takes ------------===//
//
// As text in the form of XLA's buffer assignments, and as remarks.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/BufferReport.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/SourceLines.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;

using Buffer = BufferReport::Buffer;
using Kind = BufferReport::Kind;

/// The shape as HLO has it: f32[2,16].
static void printShape(ShapedType type, raw_ostream &os) {
  os << type.getElementType() << '[';
  llvm::interleave(type.getShape(), os, ",");
  os << ']';
}

static void printCalls(const BufferReport &report, const Buffer &buffer,
                       raw_ostream &os) {
  constexpr size_t most = 4;
  os << (buffer.calls.empty() ? " unused" : " used by");
  for (int64_t call : ArrayRef(buffer.calls).take_front(most))
    os << ' ' << report.calls[call];
  if (buffer.calls.size() > most)
    os << " ...";
}

static void printPlace(const Buffer &buffer, raw_ostream &os) {
  std::string lines = SourceLines(buffer.loc).str();
  if (!lines.empty())
    os << ", from " << lines;
}

static bool shareBytes(const Buffer &a, const Buffer &b) {
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

/// One buffer of the arena. `number`: its place in `arena`.
static void printInArena(const BufferReport &report, ArrayRef<Buffer> arena,
                         size_t number, raw_ostream &os) {
  const Buffer &buffer = arena[number];
  os << " value " << number << ": (size=" << buffer.bytes
     << ",offset=" << buffer.offset << "): ";
  if (buffer.type)
    printShape(buffer.type, os);
  else
    os << (buffer.kind == Kind::Scratch ? "scratch" : "swap");
  if (buffer.first <= buffer.last)
    os << ", live in calls " << buffer.first << " to " << buffer.last << ',';
  printCalls(report, buffer, os);
  if (buffer.partner >= 0)
    os << ", not used where result " << buffer.partner
       << " has a buffer of its own";
  // In order of offset: what begins behind its end shares nothing with it.
  constexpr size_t most = 8;
  size_t count = 0;
  for (auto [index, other] : llvm::enumerate(arena)) {
    if (index == number || !shareBytes(buffer, other))
      continue;
    if (++count <= most)
      os << (count == 1 ? ", shares bytes with value " : ", ") << index;
  }
  if (count > most)
    os << " and " << count - most << " more";
  printPlace(buffer, os);
  os << '\n';
}

static void printOfCaller(const BufferReport &report, const Buffer &buffer,
                          int64_t number, raw_ostream &os) {
  os << "allocation " << number << ": size " << buffer.bytes << ", ";
  if (buffer.kind == Kind::Constant)
    os << "constant";
  else
    os << (buffer.kind == Kind::Result ? "result " : "parameter ")
       << buffer.index;
  if (buffer.partner >= 0)
    os << ", may be parameter " << buffer.partner;
  if (buffer.type) {
    os << ", shape |";
    printShape(buffer.type, os);
    os << '|';
  }
  os << ":\n value:";
  printCalls(report, buffer, os);
  printPlace(buffer, os);
  os << '\n';
}

void BufferReport::print(raw_ostream &os) const {
  os << "BufferAssignment:\n";
  int64_t number = 0;
  ArrayRef<Buffer> arena(buffers);
  for (; !arena.empty() && arena.front().kind < Kind::Temporary;
       arena = arena.drop_front())
    printOfCaller(*this, arena.front(), number++, os);
  os << "allocation " << number << ": size " << arenaBytes
     << ", preallocated-temp:\n";
  for (size_t index = 0; index < arena.size(); ++index)
    printInArena(*this, arena, index, os);
  if (liveCall >= 0)
    os << "Most temporary bytes at once: " << liveBytes << ", in call "
       << liveCall << " (" << calls[liveCall] << ")\n";
  os << "Total bytes used: " << getTotalBytes() << "\n";
}

static StringRef getName(Kind kind) {
  switch (kind) {
  case Kind::Argument:
    return "argument";
  case Kind::Result:
    return "result";
  case Kind::Constant:
    return "constant";
  case Kind::Temporary:
    return "temporary";
  case Kind::Scratch:
    return "scratch";
  }
  llvm_unreachable("covered switch");
}

void BufferReport::note(func::FuncOp function) const {
  if (!function.getContext()->getRemarkEngine())
    return;
  remark::RemarkOpts options =
      remark::RemarkOpts::name("bufferize-host").category("memory");
  for (const Buffer &buffer : buffers) {
    std::string shape, users;
    llvm::raw_string_ostream shapeStream(shape), userStream(users);
    if (buffer.type)
      printShape(buffer.type, shapeStream);
    printCalls(*this, buffer, userStream);
    remark::detail::InFlightRemark entry =
        remark::analysis(buffer.loc, options);
    entry << remark::add("{0} {1}:{2}", getName(buffer.kind), shape, users)
          << remark::metric("Buffer", getName(buffer.kind).str())
          << remark::metric("Bytes", buffer.bytes);
    if (buffer.kind < Kind::Temporary)
      continue;
    entry << remark::metric("Offset", buffer.offset)
          << remark::metric("FirstCall", buffer.first)
          << remark::metric("LastCall", buffer.last);
  }
  remark::analysis(function.getLoc(), options)
      << remark::add("arena of {0} bytes: up to {1} are needed at once",
                     arenaBytes, liveBytes)
      << remark::metric("Buffer", std::string("arena"))
      << remark::metric("Bytes", arenaBytes)
      << remark::metric("LiveBytes", liveBytes)
      << remark::metric("LiveCall", liveCall)
      << remark::metric("TotalBytes", getTotalBytes());
}

void xla::reportBuffers(ModuleOp module,
                        function_ref<void(const BufferReport &)> take) {
  // The pass that follows says what is wrong.
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  SymbolTable symbols(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (isKernel(function) || function.isExternal())
      continue;
    auto assignment = HostBufferAssignment::compute(function, symbols);
    if (succeeded(assignment))
      take(BufferReport::get(function, symbols, *assignment));
  }
}

namespace {
class BufferPrinter : public PassInstrumentation {
public:
  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == kAssignBuffersPass)
      reportBuffers(cast<ModuleOp>(op), [](const BufferReport &report) {
        report.print(llvm::errs());
      });
  }
};
} // namespace

void xla::addBufferPrinter(PassManager &passes) {
  passes.addInstrumentation(std::make_unique<BufferPrinter>());
}

//===- BufferAssignment.cpp - Print the buffers of a program --------------===//
//
// Read from the IR after phase bufferize, where everything stands: arguments of
// the entry, constants, and views of the arena.
//
//===----------------------------------------------------------------------===//

#include "xla/Dump/ProgramDump.h"

#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static int64_t getBytes(MemRefType type) {
  auto bytes = xla::getTensorByteSize(
      RankedTensorType::get(type.getShape(), type.getElementType()));
  return bytes.value_or(0);
}

/// The shape as HLO has it: f32[2,16].
static void printShape(MemRefType type, raw_ostream &os) {
  os << type.getElementType() << '[';
  llvm::interleave(type.getShape(), os, ",");
  os << ']';
}

namespace {
/// Prints the ops that use a buffer, in the order of the program.
class UserPrinter {
public:
  UserPrinter(func::FuncOp function, raw_ostream &os) : os(os) {
    function.walk(
        [&](Operation *op) { places.try_emplace(op, places.size()); });
  }

  size_t getPlace(Operation *op) const { return places.lookup(op); }

  void print(Value buffer) {
    constexpr size_t most = 4;
    llvm::SetVector<Operation *> unique(buffer.user_begin(), buffer.user_end());
    SmallVector<Operation *> users = unique.takeVector();
    llvm::sort(users, [&](Operation *lhs, Operation *rhs) {
      return places.lookup(lhs) < places.lookup(rhs);
    });
    os << (users.empty() ? " unused" : " used by");
    for (Operation *user : ArrayRef(users).take_front(most)) {
      os << ' ';
      if (auto callee = user->getAttrOfType<FlatSymbolRefAttr>("callee"))
        os << callee;
      else
        os << user->getName();
    }
    os << (users.size() > most ? " ...\n" : "\n");
  }

private:
  raw_ostream &os;
  llvm::DenseMap<Operation *, size_t> places;
};
} // namespace

static void printAllocation(int64_t &number, int64_t bytes, const Twine &what,
                            MemRefType type, raw_ostream &os) {
  os << "allocation " << number++ << ": size " << bytes << ", " << what;
  if (type) {
    os << ", shape |";
    printShape(type, os);
    os << '|';
  }
  os << ":\n";
}

void xla::printBufferAssignment(ModuleOp module, StringRef entry,
                                raw_ostream &os) {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function || function.isExternal() || function.getNumArguments() == 0)
    return;
  os << "BufferAssignment:\n";
  int64_t number = 0, total = 0;
  UserPrinter users(function, os);
  // Arguments, then results, then the arena.
  auto described = function->getAttrOfType<EntryAttr>(kEntryAttr);
  size_t numArguments = described ? described.getArguments().size() : 0;
  for (BlockArgument argument : function.getArguments().drop_back()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type)
      continue;
    size_t index = argument.getArgNumber();
    bool isResult = index >= numArguments;
    total += getBytes(type);
    printAllocation(number, getBytes(type),
                    isResult ? "result " + Twine(index - numArguments)
                             : "parameter " + Twine(index),
                    type, os);
    os << " value:";
    users.print(argument);
  }
  BlockArgument arena = function.getArguments().back();
  auto arenaType = dyn_cast<MemRefType>(arena.getType());
  int64_t arenaBytes = arenaType ? getBytes(arenaType) : 0;
  total += arenaBytes;
  printAllocation(number, arenaBytes, "preallocated-temp", {}, os);
  std::vector<std::pair<int64_t, memref::ViewOp>> places;
  function.walk([&](memref::ViewOp view) {
    APInt offset;
    if (view.getSource() == arena &&
        matchPattern(view.getByteShift(), m_ConstantInt(&offset)))
      places.emplace_back(offset.getSExtValue(), view);
  });
  llvm::sort(places, [&](const auto &lhs, const auto &rhs) {
    return std::pair(lhs.first, users.getPlace(lhs.second)) <
           std::pair(rhs.first, users.getPlace(rhs.second));
  });
  for (auto &[offset, view] : places) {
    os << " value: (size=" << getBytes(view.getType()) << ",offset=" << offset
       << "): ";
    printShape(view.getType(), os);
    users.print(view);
  }
  os << "Total bytes used: " << total << "\n";
}

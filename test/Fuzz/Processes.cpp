//===- Processes.cpp - Random programs of several processes ---------------===//
//
// The grid of a program, and its evaluation in all processes of it.
//
//===----------------------------------------------------------------------===//

#include "Processes.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Support/Agreement.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

Grid Grid::of(ModuleOp module) {
  auto count = [&](llvm::StringRef name) {
    auto number = module->getAttrOfType<IntegerAttr>(name);
    return number ? number.getInt() : 1;
  };
  return {count("mhlo.num_replicas"), count("mhlo.num_partitions")};
}

void Grid::record(ModuleOp module) const {
  if (size() == 1)
    return;
  Builder builder(module.getContext());
  module->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(replicas));
  module->setAttr("mhlo.num_partitions", builder.getI32IntegerAttr(partitions));
}

static bool sameElements(llvm::ArrayRef<SmallVector<Literal>> a,
                         llvm::ArrayRef<SmallVector<Literal>> b) {
  return llvm::equal(
      a, b, [](llvm::ArrayRef<Literal> some, llvm::ArrayRef<Literal> others) {
        return llvm::equal(
            some, others, [](const Literal &x, const Literal &y) {
              return x.getByteArray() == y.getByteArray() ||
                     compareLiterals(x, y, AgreementRule::bitEqual()).agrees();
            });
      });
}

bool xla::fuzz::sameElements(const Traffic &a, const Traffic &b) {
  return ::sameElements(a.values, b.values) && ::sameElements(a.feed, b.feed);
}

FailureOr<Traffic> xla::fuzz::interpretProcesses(func::FuncOp function,
                                                 const Grid &grid,
                                                 const Traffic &given) {
  interpreter::HostQueues queues;
  queues.infeed.assign(given.feed.begin(), given.feed.end());
  interpreter::Options options;
  options.queues = &queues;
  Traffic result;
  if (grid.size() == 1) {
    auto values = interpreter::evaluate(function, given.values[0], options);
    if (failed(values))
      return failure();
    result.values.push_back(std::move(*values));
  } else {
    auto values = interpreter::evaluateParallel(
        function, grid.replicas, grid.partitions, given.values, options);
    if (failed(values))
      return failure();
    result.values.assign(values->begin(), values->end());
  }
  result.feed.assign(queues.outfeed.begin(), queues.outfeed.end());
  return result;
}

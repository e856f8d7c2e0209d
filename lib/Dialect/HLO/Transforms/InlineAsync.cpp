//===- InlineAsync.cpp - Asynchronous computations where they start -------===//
//
// Puts the body of each async_start in its place and lets async_done's users
// read its results. Nothing here runs beside something else yet, and what a
// computation gives does not depend on when it ends.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/Builders.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOINLINEASYNCPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-inline-async"

static PassCounter numInlinedStarts(DEBUG_TYPE, "num-inlined-starts");

/// Replaces a start and what waits for it; not where the future goes anywhere
/// else.
static void inlineStart(AsyncStartOp start) {
  for (Operation *user : start->getUsers())
    if (!isa<AsyncDoneOp>(user))
      return;
  Block &body = start.getBody().front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), start.getOperands()))
    argument.replaceAllUsesWith(operand);
  Operation *terminator = body.getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  for (Operation *done : llvm::make_early_inc_range(start->getUsers())) {
    done->replaceAllUsesWith(results);
    done->erase();
  }
  terminator->erase();
  start->getBlock()->getOperations().splice(start->getIterator(),
                                            body.getOperations());
  start.erase();
  numInlinedStarts += 1;
}

namespace {
struct InlineAsyncPass
    : xla::hlo::impl::HLOInlineAsyncPassBase<InlineAsyncPass> {
  void runOnOperation() override {
    SmallVector<AsyncStartOp> starts;
    getOperation()->walk([&](AsyncStartOp start) { starts.push_back(start); });
    llvm::for_each(starts, inlineStart);
  }
};
} // namespace

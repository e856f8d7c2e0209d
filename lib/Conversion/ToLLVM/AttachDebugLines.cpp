//===- AttachDebugLines.cpp - The user's lines in machine code ------------===//
//
// Every function with code becomes a subprogram of one compile unit, and every
// operation gets the one file position that its location names first: an op
// that was fused from several shows the first of them, an op that came from a
// call the callee's line. Line tables hold no more than that.
//
//===----------------------------------------------------------------------===//

#include "xla/Conversion/Passes.h"
#include "xla/Support/PassCounter.h"
#include "xla/Support/Version.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

namespace xla {
#define GEN_PASS_DEF_XLAATTACHDEBUGLINESPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "xla-attach-debug-lines"
static PassCounter numAttachedFunctions(DEBUG_TYPE, "num-attached-functions");

/// The first position in a file that `loc` names; null if there is none.
static FileLineColLoc findPosition(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location nested) {
    // A range of positions begins with one.
    if (auto range = dyn_cast<FileLineColRange>(LocationAttr(nested)))
      found = FileLineColLoc::get(nested.getContext(),
                                  range.getFilename().getValue(),
                                  range.getStartLine(), range.getStartColumn());
    // The caller of a call site comes after its callee.
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static LLVM::DIFileAttr getFile(MLIRContext *context, StringRef path) {
  return LLVM::DIFileAttr::get(context, llvm::sys::path::filename(path),
                               llvm::sys::path::parent_path(path));
}

/// The position of `function`, or else of the first op in it that has one.
static FileLineColLoc findPosition(LLVM::LLVMFuncOp function) {
  FileLineColLoc found = findPosition(function.getLoc());
  if (found)
    return found;
  function.walk([&](Operation *op) {
    found = findPosition(op->getLoc());
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Gives each op in `function` a position whose scope is `subprogram`.
static void attachLines(LLVM::LLVMFuncOp function, FileLineColLoc start,
                        LLVM::DISubprogramAttr subprogram) {
  MLIRContext *context = function.getContext();
  for (Block &block : function.getBody())
    for (Operation &op : block) {
      FileLineColLoc position = findPosition(op.getLoc());
      if (!position) {
        op.setLoc(UnknownLoc::get(context));
      } else if (position.getFilename() == start.getFilename()) {
        op.setLoc(position);
      } else {
        auto scope = LLVM::DILexicalBlockFileAttr::get(
            subprogram, getFile(context, position.getFilename()),
            /*discriminator=*/0);
        op.setLoc(FusedLoc::get(context, {position}, scope));
      }
    }
}

namespace {
struct XLAAttachDebugLinesPass
    : xla::impl::XLAAttachDebugLinesPassBase<XLAAttachDebugLinesPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    LLVM::DICompileUnitAttr unit;
    auto type = LLVM::DISubroutineTypeAttr::get(context, {});
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      FileLineColLoc start =
          function.isExternal() ? FileLineColLoc() : findPosition(function);
      if (!start)
        continue;
      LLVM::DIFileAttr file = getFile(context, start.getFilename());
      if (!unit)
        unit = LLVM::DICompileUnitAttr::get(
            DistinctAttr::create(UnitAttr::get(context)),
            llvm::dwarf::DW_LANG_C, file,
            StringAttr::get(context, "xla-mlir " + getVersion()),
            /*isOptimized=*/true, LLVM::DIEmissionKind::LineTablesOnly);
      auto subprogram = LLVM::DISubprogramAttr::get(
          context, DistinctAttr::create(UnitAttr::get(context)), unit, file,
          function.getSymNameAttr(), function.getSymNameAttr(), file,
          start.getLine(), start.getLine(),
          LLVM::DISubprogramFlags::Definition |
              LLVM::DISubprogramFlags::Optimized,
          type, /*retainedNodes=*/{}, /*annotations=*/{});
      attachLines(function, start, subprogram);
      function->setLoc(FusedLoc::get(context, {start}, subprogram));
      numAttachedFunctions += 1;
    }
  }
};
} // namespace

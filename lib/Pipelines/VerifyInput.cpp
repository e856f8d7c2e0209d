//===- VerifyInput.cpp - Refuse what no phase can compile -----------------===//
//
// Checks of a whole program that need no phase: later, a reason is hard to see.
//
// Assumes the entry is selected; guarantees the properties that stand in the
// pass's description.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"
#include "xla/Support/Literal.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYINPUTPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The entry's name is a symbol of the object file, beside ours and LLVM's.
static LogicalResult checkName(func::FuncOp entry) {
  StringRef name = entry.getSymName();
  bool hasControl = llvm::any_of(name, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (name.empty() || hasControl)
    return entry.emitOpError("expects a name without control characters, "
                             "because it becomes a symbol");
  if (name.starts_with("llvm.") || name.starts_with("xla_") ||
      llvm::is_contained({"memcpy", "memmove", "memset"}, name))
    return entry.emitOpError("expects another name: 'xla_*', 'llvm.*', "
                             "'memcpy', 'memmove' and 'memset' are taken");
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether the C interface can pass a value of `type`, once tuples are flat and
/// tokens are gone.
static bool isPassable(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isPassable);
  if (isa<hlo::TokenType>(type))
    return true;
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getElementType().isIndex() &&
         ElementStorage::get(tensor.getElementType());
}

static LogicalResult checkTypes(func::FuncOp entry) {
  auto check = [](Location loc, StringRef what, Type type) -> LogicalResult {
    if (isPassable(type))
      return success();
    InFlightDiagnostic error =
        emitError(loc) << "expects " << what
                       << "s of the entry to be tensors of booleans, integers "
                          "of 2 to 64 bits, floats of 4 to 64 bits or complex "
                          "numbers, but got "
                       << type;
    if (type.isIntOrFloat())
      error.attachNote(loc)
          << "a scalar is " << RankedTensorType::get({}, type);
    if (isa<UnrankedTensorType>(type))
      error.attachNote(loc)
          << "give the number of dimensions; their sizes may be open, as in "
          << RankedTensorType::get({ShapedType::kDynamic, ShapedType::kDynamic},
                                   getElementTypeOrSelf(type));
    return error;
  };
  for (BlockArgument argument : entry.getArguments())
    if (failed(check(argument.getLoc(), "argument", argument.getType())))
      return failure();
  for (Type type : entry.getResultTypes())
    if (failed(check(entry.getLoc(), "result", type)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Donation
//===----------------------------------------------------------------------===//

/// Checks what argument `index` says of the result that may take its buffer.
/// `donors` holds the argument of each result that has one.
static LogicalResult checkDonation(func::FuncOp entry, unsigned index,
                                   SmallVectorImpl<int64_t> &donors) {
  Location loc = entry.getArgument(index).getLoc();
  if (Attribute donor = entry.getArgAttr(index, "jax.buffer_donor"))
    if (!isa<BoolAttr, UnitAttr>(donor))
      return emitError(loc)
             << "expects true or false for 'jax.buffer_donor', but got "
             << donor;
  Attribute attribute = entry.getArgAttr(index, "tf.aliasing_output");
  if (!attribute)
    return success();
  auto output = dyn_cast<IntegerAttr>(attribute);
  int64_t number = output && output.getValue().getSignificantBits() <= 64
                       ? output.getValue().getSExtValue()
                       : -1;
  int64_t numResults = entry.getNumResults();
  if (number < 0 || number >= numResults)
    return emitError(loc) << "expects 'tf.aliasing_output' to be the number of "
                             "one of "
                          << numResults << " results, but got " << attribute;
  Type type = entry.getArgumentTypes()[index];
  Type result = entry.getResultTypes()[number];
  if (getElementTypeOrSelf(type) != getElementTypeOrSelf(result) ||
      failed(verifyCompatibleShape(type, result)))
    return emitError(loc) << "expects to donate its buffer to a result of type "
                          << type << ", but result " << number << " is "
                          << result;
  if (donors[number] >= 0) {
    InFlightDiagnostic error =
        emitError(loc) << "expects to be the only argument that donates its "
                          "buffer to result "
                       << number;
    error.attachNote(entry.getArgument(donors[number]).getLoc())
        << "argument " << donors[number] << " does too";
    return error;
  }
  donors[number] = index;
  return success();
}

static LogicalResult checkDonations(func::FuncOp entry) {
  SmallVector<int64_t> donors(entry.getNumResults(), -1);
  for (unsigned index = 0; index < entry.getNumArguments(); ++index)
    if (failed(checkDonation(entry, index, donors)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Whether a value of `type` has at most maxTensorBytes; extents of 0 aside,
/// because strides are computed from the others.
static bool isAddressable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return true;
  auto storage = ElementStorage::get(tensor.getElementType());
  int64_t bits = storage ? storage->bits : 8;
  for (int64_t size : tensor.getShape())
    if (!ShapedType::isDynamic(size) && size != 0 &&
        (llvm::MulOverflow(bits, size, bits) || bits / 8 > maxTensorBytes))
      return false;
  return true;
}

static LogicalResult checkSizes(func::FuncOp function) {
  auto check = [](Location loc, Type type) -> LogicalResult {
    if (isAddressable(type))
      return success();
    return emitError(loc) << "expected tensors of at most 2^47 bytes, but got "
                          << type;
  };
  WalkResult walk = function.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (failed(check(op->getLoc(), result.getType())))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(check(argument.getLoc(), argument.getType())))
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// Reports an entry whose caller would need too much memory.
static LogicalResult checkMemory(func::FuncOp entry, int64_t limit) {
  int64_t total = 0;
  for (Type type : llvm::concat<const Type>(entry.getArgumentTypes(),
                                            entry.getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (tensor.hasStaticShape())
        // Each is at most 2^47.
        total += std::min(getTensorByteSize(tensor).value_or(0),
                          (int64_t(1) << 62) - total);
  if (total <= limit)
    return success();
  return entry.emitOpError()
         << "expects arguments and results of at most " << limit
         << " bytes together (memory-limit-bytes), but they take " << total;
}

//===----------------------------------------------------------------------===//
// Calls and ops
//===----------------------------------------------------------------------===//

/// Reports ops that are no program's, and functions that cannot be inlined.
static LogicalResult checkBody(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitOpError("expects a body of one block; branches are "
                                "written as if, case or while");
  bool fine = true;
  function.walk([&](Operation *op) {
    Dialect *dialect = op->getDialect();
    StringRef name = dialect->getNamespace();
    // Those of mhlo and sdy are replaced, or refused, with those of chlo.
    if (isa<hlo::HLODialect, chlo::CHLODialect>(dialect) || name == "mhlo" ||
        name == "sdy" || isa<func::FuncOp, func::CallOp, func::ReturnOp>(op))
      return;
    InFlightDiagnostic error =
        op->emitOpError("cannot be compiled: programs are of func, stablehlo "
                        "(hlo) and chlo ops");
    if (name == "check" || name == "interpreter")
      error.attachNote() << "--backend=interpreter runs the program as it is";
    fine = false;
  });
  return success(fine);
}

namespace {
/// A function whose callees are being looked at.
struct Visit {
  func::FuncOp function;
  SmallVector<SymbolTable::SymbolUse> uses;
  size_t next = 0;
  /// Ops of its body, with those of all callees looked at so far as often as
  /// they are called: what inlining will make of it.
  uint64_t numOps = 0;
};
} // namespace

/// A program's functions become one. Calls of functions that call others
/// several times multiply, and a text of a few lines could ask for more than
/// any machine holds.
static constexpr uint64_t maxInlinedOps = uint64_t(1) << 20;

static Visit visit(func::FuncOp function) {
  Visit begun{function, {}};
  function.walk([&](Operation *) { ++begun.numOps; });
  if (auto uses = SymbolTable::getSymbolUses(&function.getBody()))
    begun.uses.assign(uses->begin(), uses->end());
  return begun;
}

/// Collects the functions that `entry` needs, itself first. Reports calls that
/// cannot end and those of functions without a body.
static LogicalResult collectFunctions(func::FuncOp entry,
                                      SmallVectorImpl<func::FuncOp> &found) {
  SymbolTable symbols(entry->getParentOfType<ModuleOp>());
  enum State { New, Open, Done };
  DenseMap<Operation *, State> states;
  DenseMap<Operation *, uint64_t> numOps;
  // Not recursive: the stack would be the program's to choose.
  SmallVector<Visit> open = {visit(entry)};
  found.push_back(entry);
  states[entry] = Open;
  while (!open.empty()) {
    Visit &current = open.back();
    if (current.next == current.uses.size()) {
      states[current.function] = Done;
      uint64_t count = numOps[current.function] = current.numOps;
      open.pop_back();
      if (!open.empty())
        open.back().numOps = llvm::SaturatingAdd(open.back().numOps, count);
      continue;
    }
    SymbolTable::SymbolUse use = current.uses[current.next++];
    auto callee =
        symbols.lookup<func::FuncOp>(use.getSymbolRef().getRootReference());
    if (!callee)
      continue; // The verifier knows which ops need one.
    if (callee.isExternal()) {
      InFlightDiagnostic error = use.getUser()->emitOpError()
                                 << "expects @" << callee.getSymName()
                                 << " to have a body, but it is only declared";
      error.attachNote(callee.getLoc()) << "declared here";
      return error;
    }
    State &state = states[callee];
    if (state == Open)
      return use.getUser()->emitOpError()
             << "cannot be compiled: @" << callee.getSymName()
             << " would call itself; write a loop (while) instead";
    if (state == Done) {
      current.numOps = llvm::SaturatingAdd(current.numOps, numOps[callee]);
      continue;
    }
    state = Open;
    found.push_back(callee);
    open.push_back(visit(callee));
  }
  if (numOps[entry] <= maxInlinedOps)
    return success();
  return entry.emitOpError()
         << "expects at most " << maxInlinedOps
         << " ops once all calls are inlined, but got " << numOps[entry]
         << "; what is called many times may be a loop (while)";
}

namespace {
struct XLAVerifyInputPass
    : xla::impl::XLAVerifyInputPassBase<XLAVerifyInputPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<CompileOptions> options = CompileOptions::of(module);
    if (failed(options) || failed(check(module, *options)))
      signalPassFailure();
  }

  static LogicalResult check(ModuleOp module, const CompileOptions &options) {
    auto entry = module.lookupSymbol<func::FuncOp>(options.entry);
    if (!entry)
      return module.emitOpError("expects a function @") << options.entry;
    SmallVector<func::FuncOp> functions;
    if (failed(checkName(entry)) || failed(checkTypes(entry)) ||
        failed(checkDonations(entry)) ||
        failed(collectFunctions(entry, functions)))
      return failure();
    for (func::FuncOp function : functions)
      if (failed(checkBody(function)) || failed(checkSizes(function)))
        return failure();
    return checkMemory(entry, options.memoryLimitBytes);
  }
};
} // namespace

//===- XLADialect.cpp - The xla dialect -----------------------------------===//
//
// Registers ops and attributes and checks the attributes that the compiler puts
// on modules and functions.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/XLA/IR/Combiner.h"
#include "xla/Dialect/XLA/IR/Helper.h"
#include "xla/Dialect/XLA/IR/KernelFacts.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/Parts.h"
#include "xla/Dialect/XLA/IR/Recompute.h"
#include "xla/Dialect/XLA/IR/Refused.h"
#include "xla/Dialect/XLA/IR/Region.h"
#include "xla/Dialect/XLA/IR/Weights.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace xla;

#include "xla/Dialect/XLA/IR/XLADialect.cpp.inc"
#include "xla/Dialect/XLA/IR/XLAEnums.cpp.inc"

void XLADialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/XLA/IR/XLAOps.cpp.inc"
      >();
  registerAttributes();
}

bool xla::isKernel(Operation *op) {
  return isa<FunctionOpInterface>(op) && op->hasAttr(kKernelAttr);
}

ArrayRef<int64_t> xla::getInPlacePairs(Operation *kernel) {
  auto pairs = kernel->getAttrOfType<DenseI64ArrayAttr>(kInPlaceAttr);
  return pairs ? pairs.asArrayRef() : ArrayRef<int64_t>();
}

int64_t xla::getInPlaceResult(Operation *kernel, int64_t argument) {
  ArrayRef<int64_t> pairs = getInPlacePairs(kernel);
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i] == argument)
      return pairs[i + 1];
  return -1;
}

int64_t xla::getInPlaceArgument(Operation *kernel, int64_t result) {
  ArrayRef<int64_t> pairs = getInPlacePairs(kernel);
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i + 1] == result)
      return pairs[i];
  return -1;
}

/// Checks an `xla.in_place`: pairs, each value at most once, and while the
/// function is on tensors, equal types within the signature.
static LogicalResult verifyInPlace(Operation *op, Attribute value) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto pairs = dyn_cast<DenseI64ArrayAttr>(value);
  if (!function || !pairs || pairs.size() % 2 != 0)
    return op->emitOpError() << "expects '" << kInPlaceAttr
                             << "' to be an array<i64> of (argument, result) "
                                "pairs on a function, but got "
                             << value;
  llvm::SmallSet<int64_t, 4> arguments, results;
  for (int64_t i = 0; i < pairs.size(); i += 2) {
    int64_t argument = pairs[i], result = pairs[i + 1];
    if (!arguments.insert(argument).second || !results.insert(result).second)
      return op->emitOpError() << "expects each value once in '" << kInPlaceAttr
                               << "', but got " << value;
    if (argument < 0 || argument >= function.getNumArguments() || result < 0)
      return op->emitOpError()
             << "expects '" << kInPlaceAttr << "' within "
             << function.getNumArguments() << " arguments, but got pair ("
             << argument << ", " << result << ")";
    // On buffers the result is gone: the argument stands for both.
    if (!isa<TensorType>(function.getArgumentTypes()[argument]))
      continue;
    if (result >= function.getNumResults())
      return op->emitOpError()
             << "expects '" << kInPlaceAttr << "' within "
             << function.getNumResults() << " results, but got pair ("
             << argument << ", " << result << ")";
    if (function.getArgumentTypes()[argument] !=
        function.getResultTypes()[result])
      return op->emitOpError()
             << "expects argument " << argument << " and result " << result
             << " that share a buffer to have one type, but got "
             << function.getArgumentTypes()[argument] << " and "
             << function.getResultTypes()[result];
  }
  return success();
}

/// Checks an `xla.may_alias`: pairs of arguments of a function.
static LogicalResult verifyMayAlias(Operation *op, Attribute value) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  auto pairs = dyn_cast<DenseI64ArrayAttr>(value);
  auto isArgument = [&](int64_t number) {
    return number >= 0 && number < int64_t(function.getNumArguments());
  };
  if (function && pairs && pairs.size() % 2 == 0 &&
      llvm::all_of(pairs.asArrayRef(), isArgument))
    return success();
  return op->emitOpError() << "expects '" << kMayAliasAttr
                           << "' to be an array<i64> of pairs of arguments of "
                              "a function, but got "
                           << value;
}

/// Checks an `xla.weights`: what is read of it without another look.
static LogicalResult verifyWeights(Operation *op, Attribute value) {
  auto weights = dyn_cast<DictionaryAttr>(value);
  if (!isa<ModuleOp>(op) || !weights)
    return op->emitOpError()
           << "expects '" << kWeightsAttr
           << "' to be a dictionary on a module, but got " << value;
  auto bytes = weights.getAs<IntegerAttr>("bytes");
  if (!weights.getAs<StringAttr>("id") || !bytes ||
      !bytes.getType().isSignlessInteger(64) || bytes.getInt() < 0)
    return op->emitOpError()
           << "expects '" << kWeightsAttr
           << "' to have a string 'id' and an i64 'bytes' that is not "
              "negative, but got "
           << value;
  auto values = weights.getAs<ArrayAttr>("values");
  if (!values || !llvm::all_of(values, [](Attribute value) {
        auto elements = dyn_cast<ElementsAttr>(value);
        return elements && elements.getElementType().isInteger(8);
      }))
    return op->emitOpError() << "expects '" << kWeightsAttr
                             << "' to have arrays of i8 as 'values', but got "
                             << (values ? Attribute(values) : value);
  return success();
}

static LogicalResult verifyKernelFacts(Operation *op, Attribute value) {
  auto kernels = dyn_cast<DictionaryAttr>(value);
  if (isa<ModuleOp>(op) && kernels &&
      llvm::all_of(kernels, [](NamedAttribute kernel) {
        return KernelFacts::fromAttribute(kernel.getValue()).has_value();
      }))
    return success();
  return op->emitOpError()
         << "expects '" << kKernelFactsAttr
         << "' to be a dictionary on a module that has for each kernel a "
            "string 'lines' and f64 'bytes', 'flops' and 'transcendentals', "
            "but got "
         << value;
}

static LogicalResult expectUnit(Operation *op, NamedAttribute attribute) {
  if (isa<UnitAttr>(attribute.getValue()))
    return success();
  return op->emitOpError() << "expects '" << attribute.getName().strref()
                           << "' to be a unit attribute, but got "
                           << attribute.getValue();
}

/// Fails unless `op` is a function.
static LogicalResult expectFunction(Operation *op, NamedAttribute attribute) {
  if (isa<FunctionOpInterface>(op))
    return success();
  return op->emitOpError() << "expects '" << attribute.getName().strref()
                           << "' on a function only";
}

/// Fails unless the attribute is an i64 that is not negative.
static LogicalResult expectByteCount(Operation *op, NamedAttribute attribute) {
  auto bytes = dyn_cast<IntegerAttr>(attribute.getValue());
  if (bytes && bytes.getType().isSignlessInteger(64) && bytes.getInt() >= 0)
    return success();
  return op->emitOpError() << "expects '" << attribute.getName().strref()
                           << "' to be an i64 that is not negative, but got "
                           << attribute.getValue();
}

LogicalResult XLADialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == kPhaseAttr) {
    auto phase = dyn_cast<StringAttr>(value);
    if (!isa<ModuleOp>(op) || !phase || !symbolizePhase(phase.getValue()))
      return op->emitOpError() << "expects '" << name
                               << "' to be the name of a phase on a module, "
                                  "but got "
                               << value;
    return success();
  }
  if (name == kWeightsAttr)
    return verifyWeights(op, value);
  if (name == kKernelFactsAttr)
    return verifyKernelFacts(op, value);
  if (name == kOptionsAttr) {
    if (!isa<ModuleOp>(op) || !isa<DictionaryAttr>(value))
      return op->emitOpError()
             << "expects '" << name
             << "' to be a dictionary on a module, but got " << value;
    return success();
  }
  if (name == kInPlaceAttr || name == kMayAliasAttr)
    return name == kInPlaceAttr ? verifyInPlace(op, value)
                                : verifyMayAlias(op, value);
  if (name == kRefusedAttr || name == kUnlessOneAttr)
    return expectUnit(op, attribute);
  if (name == kEntryAttr) {
    if (!isa<EntryAttr>(value))
      return op->emitOpError() << "expects '" << name
                               << "' to be an #xla.entry, but got " << value;
    return expectFunction(op, attribute);
  }
  if (name == kKernelAttr || name == kHostFunctionAttr || name == kRegionAttr ||
      name == kRecomputeAttr || name == kHelperAttr)
    return failed(expectUnit(op, attribute)) ? failure()
                                             : expectFunction(op, attribute);
  if (name == kScratchBytesAttr)
    return failed(expectByteCount(op, attribute))
               ? failure()
               : expectFunction(op, attribute);
  if (name == kWeightOffsetAttr) {
    if (!isa<memref::GlobalOp>(op))
      return op->emitOpError()
             << "expects '" << name << "' on a memref.global only";
    return expectByteCount(op, attribute);
  }
  if (name == kTasksAttr || name == kPartsAttr || name == kIndependentAttr) {
    auto number = dyn_cast<IntegerAttr>(value);
    if (!number || !number.getType().isSignlessInteger(64) ||
        number.getInt() < 1)
      return op->emitOpError()
             << "expects '" << name << "' to be a positive number, but got "
             << value;
    return success();
  }
  if (name == kCombinerAttr) {
    if (!isa<FlatSymbolRefAttr>(value))
      return op->emitOpError()
             << "expects '" << name << "' to name a kernel, but got " << value;
    return success();
  }
  if (name == kScheduleAttr) {
    if (!isa<ScheduleAttr>(value))
      return op->emitOpError() << "expects '" << name
                               << "' to be an #xla.schedule, but got " << value;
    return success();
  }
  return op->emitOpError() << "has an unknown attribute '" << name
                           << "' of the xla dialect";
}

//===- InterpreterDialect.cpp - The interpreter dialect -------------------===//
//
// The generated code and the check of run_parallel against its programs.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/Interpreter/IR/InterpreterOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace xla::interpreter;

#include "xla/Dialect/Interpreter/IR/InterpreterDialect.cpp.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/Interpreter/IR/InterpreterOps.cpp.inc"

void InterpreterDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "xla/Dialect/Interpreter/IR/InterpreterOps.cpp.inc"
      >();
}

LogicalResult RunParallelOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto lookUp = [&](Attribute name) -> FunctionOpInterface {
    auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
        *this, cast<FlatSymbolRefAttr>(name));
    if (!function)
      emitOpError("expects ") << name << " to be a function";
    return function;
  };
  if (getPrograms().empty())
    return emitOpError("expects 1 or more replicas, but got 0");
  size_t numPartitions = cast<ArrayAttr>(getPrograms()[0]).size();
  SmallVector<Type> inputs, results;
  for (Attribute replica : getPrograms()) {
    auto partitions = cast<ArrayAttr>(replica);
    if (partitions.empty() || partitions.size() != numPartitions)
      return emitOpError(
          "expects replicas of as many partitions, at least one");
    for (Attribute program : partitions) {
      FunctionOpInterface function = lookUp(program);
      if (!function)
        return failure();
      llvm::append_range(inputs, function.getArgumentTypes());
      llvm::append_range(results, function.getResultTypes());
    }
  }
  if (!hlo::areAllCompatible(inputs, getOperandTypes()))
    return emitOpError("expects operand types (")
           << inputs << ") of the programs, but got (" << getOperandTypes()
           << ")";
  if (!hlo::areAllCompatible(results, getResultTypes()))
    return emitOpError("expects result types (")
           << results << ") of the programs, but got (" << getResultTypes()
           << ")";
  if (std::optional<ArrayAttr> infeed = getInfeed())
    for (Attribute name : *infeed)
      if (!lookUp(name))
        return failure();
  return success();
}

//===- HostScalars.cpp - Scalar ops of the entry --------------------------===//
//
// The few that conditions of loops and choices between buffers need.
//
//===----------------------------------------------------------------------===//

#include "HostScalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static Type convertScalar(OpBuilder &builder, Type type) {
  return type.isIndex() ? builder.getI64Type() : type;
}

FailureOr<Value> xla::writeHostScalar(OpBuilder &builder, Operation &op,
                                      function_ref<Value(unsigned)> operand) {
  Location loc = op.getLoc();
  return llvm::TypeSwitch<Operation *, FailureOr<Value>>(&op)
      .Case([&](arith::ConstantOp constant) -> FailureOr<Value> {
        auto value = dyn_cast<IntegerAttr>(constant.getValue());
        if (!value)
          return op.emitOpError("expects an integer at the host level");
        Type type = convertScalar(builder, constant.getType());
        return Value(LLVM::ConstantOp::create(
            builder, loc, type,
            builder.getIntegerAttr(type, value.getValue().sextOrTrunc(
                                             type.getIntOrFloatBitWidth()))));
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](Operation *cast)
                                                          -> FailureOr<Value> {
        Type type = convertScalar(builder, cast->getResult(0).getType());
        unsigned from = operand(0).getType().getIntOrFloatBitWidth();
        unsigned to = type.getIntOrFloatBitWidth();
        if (from == to)
          return operand(0);
        if (from > to)
          return Value(LLVM::TruncOp::create(builder, loc, type, operand(0)));
        if (isa<arith::IndexCastUIOp>(cast))
          return Value(LLVM::ZExtOp::create(builder, loc, type, operand(0)));
        return Value(LLVM::SExtOp::create(builder, loc, type, operand(0)));
      })
      .Case([&](memref::ExtractAlignedPointerAsIndexOp) -> FailureOr<Value> {
        return Value(LLVM::PtrToIntOp::create(
            builder, loc, builder.getI64Type(), operand(0)));
      })
      .Case([&](arith::CmpIOp compare) -> FailureOr<Value> {
        if (compare.getPredicate() != arith::CmpIPredicate::eq)
          return op.emitOpError("expects to compare for equality at the host "
                                "level");
        return Value(LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                          operand(0), operand(1)));
      })
      .Case([&](arith::SelectOp) -> FailureOr<Value> {
        return Value(LLVM::SelectOp::create(builder, loc, operand(0),
                                            operand(1), operand(2)));
      })
      .Default([](Operation *other) -> FailureOr<Value> {
        return other->emitOpError(
            "expects a kernel call, a copy, a view or structured control flow "
            "at the host level");
      });
}

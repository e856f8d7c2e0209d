//===- ExpandCopySign.cpp - Signs copied by integer operations ------------===//
//
// LLVM's code generator moves roundings through llvm.copysign: a sign that came
// by way of f64 and f32 to f16 is then rounded from f64 to f16 in one step, for
// which x86 calls a library. On bits there is nothing to move, and the
// instructions are the same.
//
//===----------------------------------------------------------------------===//

#include "ExpandCopySign.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static Value *copySign(IRBuilder<> &b, Value *magnitude, Value *sign) {
  Type *type = magnitude->getType();
  unsigned width = type->getScalarSizeInBits();
  Type *bits = type->getWithNewType(b.getIntNTy(width));
  Constant *top = ConstantInt::get(bits, APInt::getSignMask(width));
  Constant *rest = ConstantInt::get(bits, APInt::getSignedMaxValue(width));
  Value *value = b.CreateOr(b.CreateAnd(b.CreateBitCast(magnitude, bits), rest),
                            b.CreateAnd(b.CreateBitCast(sign, bits), top));
  return b.CreateBitCast(value, type);
}

void xla::expandCopySign(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != Intrinsic::copysign)
        continue;
      IRBuilder<> b(call);
      call->replaceAllUsesWith(
          copySign(b, call->getArgOperand(0), call->getArgOperand(1)));
      call->eraseFromParent();
    }
}

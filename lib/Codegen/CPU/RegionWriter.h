//===- RegionWriter.h - Writes region kernels anew --------------*- C++ -*-===//
//
// Goes through the body of a kernel and builds the same on registers.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_CPU_REGIONWRITER_H
#define XLA_LIB_CODEGEN_CPU_REGIONWRITER_H

#include "RegisterTensor.h"
#include "xla/Support/RegisterTensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace xla {

/// Writes the new body of one kernel.
class RegionWriter {
public:
  RegionWriter(mlir::func::FuncOp kernel, int64_t lanes)
      : kernel(kernel), b(kernel.getContext()), registers(b, lanes) {}

  void write();

private:
  // What stands for a value of the old body.
  bool isHeld(mlir::Value value) const {
    return fitsRegisters(value.getType());
  }
  RegisterTensor getHeld(mlir::Value value);
  mlir::Value getTensor(mlir::Value value);
  mlir::Value getScalar(mlir::Value value) const {
    return values.lookup(value);
  }
  mlir::OpFoldResult getOffset(mlir::OpFoldResult offset) const;
  void hold(mlir::Value value, RegisterTensor tensor);
  void hold(mlir::Value value, llvm::ArrayRef<mlir::Value> own);

  // Lists of values in which registers stand for the tensors that have them.
  llvm::SmallVector<mlir::Type> expandTypes(mlir::TypeRange types) const;
  llvm::SmallVector<mlir::Value> expand(mlir::ValueRange from);
  void bind(mlir::ValueRange from, mlir::ValueRange to);

  void writeBlock(mlir::Block &block);
  void writeOp(mlir::Operation &op);
  void writeKept(mlir::Operation &op);
  void writeConstant(mlir::arith::ConstantOp op);
  bool writeGeneric(mlir::linalg::GenericOp op);
  void writeReshape(mlir::Operation *op);
  void writeExtract(mlir::tensor::ExtractOp op);
  void writeExtractSlice(mlir::tensor::ExtractSliceOp op);
  void writeInsertSlice(mlir::tensor::InsertSliceOp op);
  bool blendSlice(mlir::tensor::InsertSliceOp op);
  mlir::Value keepElsewhere(mlir::Location loc, mlir::Value updated,
                            mlir::Value old,
                            llvm::ArrayRef<mlir::OpFoldResult> offsets,
                            llvm::ArrayRef<int64_t> shape, int64_t first);
  void writeWhile(mlir::scf::WhileOp op);
  void writeFor(mlir::scf::ForOp op);
  void writeBranches(mlir::Operation &op);
  void fillRegion(mlir::Region &from, mlir::Region &to);

  mlir::func::FuncOp kernel;
  mlir::OpBuilder b;
  RegisterBuilder registers;
  mlir::IRMapping values;
  llvm::DenseMap<mlir::Value, RegisterTensor> held;
};

} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_REGIONWRITER_H

//===- Opcodes.h - The operations of classic HLO ----------------*- C++ -*-===//
//
// One table, by op family, that reader and printer go by: how many operands an
// op has, its own attributes in the order in which they are printed, and how
// the shape of its result follows where the text leaves it out.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOTEXT_OPCODES_H
#define XLA_LIB_TARGET_HLOTEXT_OPCODES_H

#include "Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace xla::hlotext {
/// What the shape of a result is inferred from. Attributes are in their fields.
struct Inference {
  const proto::HloInstructionProto &instruction;
  llvm::ArrayRef<const proto::ShapeProto *> operands;
  /// In the order of `called_computation_ids`.
  llvm::ArrayRef<const proto::HloComputationProto *> called;
  proto::ShapeProto result;
  std::string error;

  /// Sets the error; false, to return.
  bool fail(const llvm::Twine &message) {
    error = message.str();
    return false;
  }
  const proto::ShapeProto &operand(unsigned i) const { return *operands[i]; }
  /// Checks that operand `i` is an array.
  bool needArray(unsigned i);
  /// Checks that all `values` are dimensions of `shape`, each at most once.
  bool needDimensions(llvm::ArrayRef<int64_t> values,
                      const proto::ShapeProto &shape, llvm::StringRef what);
  /// Appends a dimension to the result.
  void addDimension(int64_t size, bool isDynamic = false) {
    result.add_dimensions(size);
    result.add_is_dynamic_dimension(isDynamic);
  }
  /// Appends dimension `i` of `shape` to the result.
  void copyDimension(const proto::ShapeProto &shape, int64_t i);
};

using InferFunction = bool (*)(Inference &);

struct Opcode {
  llvm::StringLiteral name;
  /// Operands; a negative number: at least that many, less one (-1: any).
  int numOperands;
  /// Names separated by blanks, `!` before those that must be given.
  llvm::StringLiteral attributes;
  /// Null where the text must give the shape.
  InferFunction infer = nullptr;

  bool acceptsOperands(size_t count) const {
    return numOperands < 0 ? count + 1 >= size_t(-numOperands)
                           : count == size_t(numOperands);
  }
  bool hasAttribute(llvm::StringRef attribute) const;
};

inline bool isDynamic(const proto::ShapeProto &shape, int64_t i) {
  return i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i);
}
template <typename Field> llvm::ArrayRef<int64_t> asArray(const Field &field) {
  return {field.data(), size_t(field.size())};
}

/// Null if there is none.
const Opcode *findOpcode(llvm::StringRef name);
/// The name most like `name`, empty if none is.
llvm::StringRef suggestOpcode(llvm::StringRef name);

/// Result of the op's only operand.
bool inferFirstOperand(Inference &inference);
/// Shape of the result of the only called computation.
bool inferCalledResult(Inference &inference);

/// Number of places of a window in a dimension of `size`; nullopt if sizes
/// overflow or make no sense.
std::optional<int64_t> countWindows(int64_t size,
                                    const proto::WindowDimension &window);

llvm::ArrayRef<Opcode> getElementwiseOpcodes();
llvm::ArrayRef<Opcode> getShapeOpcodes();
llvm::ArrayRef<Opcode> getReductionOpcodes();
llvm::ArrayRef<Opcode> getContractionOpcodes();
llvm::ArrayRef<Opcode> getIndexingOpcodes();
llvm::ArrayRef<Opcode> getControlFlowOpcodes();
llvm::ArrayRef<Opcode> getCollectiveOpcodes();
llvm::ArrayRef<Opcode> getRandomOpcodes();
} // namespace xla::hlotext

#endif // XLA_LIB_TARGET_HLOTEXT_OPCODES_H

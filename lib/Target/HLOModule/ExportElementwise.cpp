//===- ExportElementwise.cpp - Elementwise ops and constants to HLO -------===//
//
// Opcodes are the ops' names with dashes. Nothing in HLO is broadcast
// implicitly.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Target/HLOProto/LiteralProto.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

/// `round_nearest_even` of hlo or chlo as `round-nearest-even`.
static std::string getOpcode(Operation *op) {
  std::string opcode = op->getName().stripDialect().str();
  llvm::replace(opcode, '_', '-');
  return opcode;
}

/// The operands, scalars among them broadcast to the shape of the result.
static SmallVector<Instruction *> getOperands(Computation &c,
                                              hlo::ElementwiseOpInterface op) {
  SmallVector<Instruction *> operands = c.get(op->getOperands());
  Shape shape = getShape(op->getResultTypes());
  for (auto [index, operand] : llvm::enumerate(operands))
    if (op.isScalarOperand(index))
      operand = c.createSplat(op.getLoc(), operand, shape);
  return operands;
}

static void fillAccuracy(hlo::ResultAccuracyAttr attr, Instruction &inst) {
  if (attr == hlo::ResultAccuracyAttr::getDefault(attr.getContext()))
    return;
  proto::ResultAccuracy &accuracy = *inst.mutable_result_accuracy();
  hlo::ResultAccuracyMode mode = attr.getMode().getValue();
  if (mode == hlo::ResultAccuracyMode::HIGHEST)
    accuracy.set_mode(proto::ResultAccuracy::HIGHEST);
  if (mode != hlo::ResultAccuracyMode::TOLERANCE)
    return;
  proto::Tolerance &tolerance = *accuracy.mutable_tolerance();
  tolerance.set_atol(attr.getAtol().convertToDouble());
  tolerance.set_rtol(attr.getRtol().convertToDouble());
  tolerance.set_ulps(attr.getUlps());
}

static LogicalResult exportSimple(Computation &c,
                                  hlo::ElementwiseOpInterface op) {
  Instruction *inst = c.createOp(op, getOpcode(op), getOperands(c, op));
  if (auto accuracy =
          op->getAttrOfType<hlo::ResultAccuracyAttr>("result_accuracy"))
    fillAccuracy(accuracy, *inst);
  return success();
}

static LogicalResult exportCompare(Computation &c, hlo::CompareOp op) {
  Instruction *inst = c.createOp(op, "compare");
  inst->set_comparison_direction(
      stringifyComparisonDirection(op.getComparisonDirection()).str());
  inst->set_comparison_type(
      stringifyComparisonType(op.getEffectiveCompareType()).str());
  return success();
}

/// A scalar zero in the element type of `shape`.
static Instruction *createZero(Computation &c, Location loc,
                               const Shape &shape) {
  Instruction *zero = c.create(loc, "constant", getShapeLike(shape, {}));
  proto::LiteralProto &literal = *zero->mutable_literal();
  *literal.mutable_shape() = zero->shape();
  if (shape.element_type() == proto::C64)
    literal.mutable_c64s()->Resize(2, 0);
  else
    literal.mutable_c128s()->Resize(2, 0);
  return zero;
}

static LogicalResult exportConvert(Computation &c, hlo::ConvertOp op) {
  auto from = cast<RankedTensorType>(op.getOperand().getType());
  auto to = cast<RankedTensorType>(op.getType());
  auto complex = dyn_cast<ComplexType>(from.getElementType());
  if (!complex || isa<ComplexType>(to.getElementType())) {
    c.createOp(op, "convert");
    return success();
  }
  // HLO converts no complex numbers to others.
  Instruction *operand = c.get(op.getOperand());
  if (to.getElementType().isInteger(1)) {
    Instruction *zero =
        c.createSplat(op.getLoc(), createZero(c, op.getLoc(), operand->shape()),
                      operand->shape());
    Instruction *inst = c.createOp(op, "compare", {operand, zero});
    inst->set_comparison_direction("NE");
    inst->set_comparison_type("FLOAT");
    return success();
  }
  Instruction *real =
      c.create(op.getLoc(), "real",
               getShape(from.clone(complex.getElementType())), {operand});
  c.createOp(op, "convert", {real});
  return success();
}

static LogicalResult exportMap(Computation &c, hlo::MapOp op) {
  FailureOr<int64_t> computation =
      c.getModule().exportRegion(op.getComputation(), RegionForm::Flat);
  if (failed(computation))
    return failure();
  Instruction *inst = c.createOp(op, "map");
  append(op.getDimensions(), inst->mutable_dimensions());
  inst->add_called_computation_ids(*computation);
  return success();
}

/// The value of `attr`; it takes at most `maxBytes`, or an error.
static llvm::Error fillLiteral(ElementsAttr attr, uint64_t maxBytes,
                               proto::LiteralProto &proto) {
  auto type = cast<RankedTensorType>(attr.getShapedType());
  // Looked at before elements are written out.
  std::optional<ElementStorage> storage =
      ElementStorage::get(type.getElementType());
  if (storage && storage->getByteSize(type.getNumElements()) > maxBytes)
    return llvm::createStringError(
        "expects constants of less than 2 GiB in a module of HLO; pass large "
        "ones as arguments");
  llvm::Expected<Literal> literal = Literal::get(attr);
  if (!literal)
    return literal.takeError();
  if (llvm::Error error = writeLiteral(*literal, proto))
    return error;
  *proto.mutable_shape() = getShape(type);
  return llvm::Error::success();
}

static LogicalResult exportConstant(Computation &c, Operation *op,
                                    ElementsAttr value) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  // Written out, a splat may have any size.
  auto dense = dyn_cast<DenseElementsAttr>(value);
  bool isSplat = dense && dense.isSplat() && type.getRank() > 0 &&
                 type.getNumElements() > 0;
  if (isSplat)
    value = dense.resizeSplat(
        cast<ShapedType>(RankedTensorType::get({}, dense.getElementType())));
  Instruction *inst =
      c.create(op->getLoc(), "constant",
               getShape(RankedTensorType::get(value.getShapedType().getShape(),
                                              type.getElementType())));
  uint64_t &room = c.getModule().literalBytes;
  if (llvm::Error error = fillLiteral(value, room, *inst->mutable_literal()))
    return op->emitOpError(llvm::toString(std::move(error)));
  room -= std::min<uint64_t>(room, inst->literal().ByteSizeLong());
  if (isSplat)
    inst = c.createSplat(op->getLoc(), inst, getShape(Type(type)));
  c.set(op->getResult(0), inst);
  return success();
}

FamilyResult hlo_export::exportElementwise(Computation &c, Operation *op) {
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case([&](hlo::CompareOp op) { return exportCompare(c, op); })
      .Case([&](hlo::ConvertOp op) { return exportConvert(c, op); })
      .Case([&](hlo::MapOp op) { return exportMap(c, op); })
      .Case([&](hlo::ConstantOp op) {
        return exportConstant(c, op, op.getValue());
      })
      .Case([&](hlo::ReducePrecisionOp op) {
        Instruction *inst = c.createOp(op, "reduce-precision");
        inst->set_exponent_bits(op.getExponentBits());
        inst->set_mantissa_bits(op.getMantissaBits());
        return success();
      })
      .Case<hlo::BitcastConvertOp, chlo::AcosOp, chlo::AcoshOp, chlo::AsinOp,
            chlo::AsinhOp, chlo::AtanhOp, chlo::CoshOp, chlo::ErfOp,
            chlo::MulhiOp, chlo::SinhOp>([&](Operation *op) {
        c.createOp(op, getOpcode(op));
        return success();
      })
      .Case([&](hlo::ElementwiseOpInterface op) { return exportSimple(c, op); })
      .Default([](Operation *) { return std::nullopt; });
}

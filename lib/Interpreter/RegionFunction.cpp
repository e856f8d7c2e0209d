//===- RegionFunction.cpp - A region of scalars over many elements --------===//
//
// Compiles a region to a list of kernels over registers of up to 256 elements.
//
//===----------------------------------------------------------------------===//

#include "RegionFunction.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// The kind of what a rank-0 tensor stores.
static std::optional<ElementKind> getScalarKind(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != 0)
    return std::nullopt;
  return getStorageKind(tensor.getElementType());
}

RegionFunction::RegionFunction(Region &region, OpContext &context)
    : region(region), context(context) {
  if (!region.hasOneBlock()) {
    valid = false;
    return;
  }
  auto getKinds = [&](TypeRange types, SmallVectorImpl<ElementKind> &kinds) {
    for (Type type : types) {
      std::optional<ElementKind> kind = getScalarKind(type);
      valid &= kind.has_value();
      kinds.push_back(kind.value_or(ElementKind::Pred));
    }
  };
  getKinds(region.getArgumentTypes(), argKinds);
  getKinds(region.front().getTerminator()->getOperandTypes(), resultKinds);
  if (!valid)
    return;
  findShortcuts();
  compiled = compile();
}

LogicalResult RegionFunction::check() {
  if (!valid)
    return context.error()
           << "expects a region from scalars to scalars of plain types";
  return success();
}

void RegionFunction::findShortcuts() {
  Block &block = region.front();
  Operation *terminator = block.getTerminator();
  if (terminator->getNumOperands() != 1)
    return;
  Value result = terminator->getOperand(0);
  auto arg = dyn_cast<BlockArgument>(result);
  if (arg && arg.getOwner() == &block)
    forwardedArg = arg.getArgNumber();
  Operation *op = result.getDefiningOp();
  if (op && op == &block.front() && op->getNextNode() == terminator &&
      ValueRange(op->getOperands()) == ValueRange(block.getArguments()))
    singleOp = op;
}

unsigned RegionFunction::addRegister(Value value, ElementKind kind) {
  unsigned index = places.size();
  registers[value] = index;
  storage.push_back(
      std::make_unique<char[]>(batchSize * getUnpackedBytes(kind) + 16));
  places.push_back(storage.back().get());
  return index;
}

void RegionFunction::addConstant(Value value, const Tensor &scalar) {
  unsigned index = addRegister(value, scalar.getKind());
  fillElements(places[index], scalar.getData(), scalar.getElementBytes(),
               batchSize);
}

bool RegionFunction::compile() {
  Block &block = region.front();
  for (BlockArgument arg : block.getArguments()) {
    registers[arg] = places.size();
    places.push_back(nullptr);
  }
  auto find = [&](Value value) -> std::optional<unsigned> {
    auto known = registers.find(value);
    if (known != registers.end())
      return known->second;
    // From outside the region: a scalar that does not change meanwhile.
    if (region.isAncestor(value.getParentRegion()) ||
        !getScalarKind(value.getType()))
      return std::nullopt;
    addConstant(value, context.frame.get(value).getTensor());
    return registers[value];
  };
  for (Operation &op : block.without_terminator()) {
    if (auto constant = dyn_cast<hlo::ConstantOp>(op)) {
      if (!getScalarKind(constant.getType()))
        return false;
      llvm::Expected<Literal> literal = Literal::get(constant.getValue());
      if (!literal) {
        llvm::consumeError(literal.takeError());
        return false; // The slow way will say what is wrong.
      }
      FailureOr<Tensor> tensor =
          literalToTensor(*literal, &op, &context.evaluator.getBudget());
      if (failed(tensor))
        return false;
      addConstant(constant, *tensor);
      continue;
    }
    std::optional<ElementwiseKernel> kernel = ElementwiseKernel::get(&op);
    if (!kernel || !getScalarKind(op.getResult(0).getType()))
      return false;
    Instruction instruction{*kernel, {}, 0};
    for (Value operand : op.getOperands()) {
      std::optional<unsigned> index = find(operand);
      if (!index)
        return false;
      instruction.operands.push_back(*index);
    }
    instruction.result =
        addRegister(op.getResult(0), instruction.kernel.getResultKind());
    instructions.push_back(std::move(instruction));
  }
  for (Value result : block.getTerminator()->getOperands()) {
    std::optional<unsigned> index = find(result);
    if (!index)
      return false;
    resultRegisters.push_back(*index);
    forwarded.push_back(std::make_unique<char[]>(batchSize * 16));
  }
  return true;
}

LogicalResult RegionFunction::apply(ArrayRef<const char *> ins,
                                    ArrayRef<char *> outs, int64_t n) {
  if (!compiled)
    return applySlowly(ins, outs, n);
  if (singleOp) { // Needs no registers.
    instructions[0].kernel.run(ins, outs[0], n);
    return success();
  }
  for (int64_t start = 0; start < n; start += batchSize) {
    int64_t count = std::min(batchSize, n - start);
    for (unsigned i = 0; i < ins.size(); ++i)
      places[i] =
          const_cast<char *>(ins[i]) + start * getUnpackedBytes(argKinds[i]);
    for (const Instruction &instruction : instructions) {
      const char *operands[3];
      for (unsigned i = 0; i < instruction.operands.size(); ++i)
        operands[i] = places[instruction.operands[i]];
      instruction.kernel.run(
          ArrayRef<const char *>(operands, instruction.operands.size()),
          places[instruction.result], count);
    }
    // Results last, because they may lie over arguments; and arguments among
    // them before any of them is overwritten.
    for (unsigned i = 0; i < outs.size(); ++i)
      if (resultRegisters[i] < ins.size() && outs.size() > 1)
        std::memcpy(forwarded[i].get(), places[resultRegisters[i]],
                    count * getUnpackedBytes(resultKinds[i]));
    for (unsigned i = 0; i < outs.size(); ++i) {
      unsigned bytes = getUnpackedBytes(resultKinds[i]);
      const char *source = places[resultRegisters[i]];
      if (resultRegisters[i] < ins.size() && outs.size() > 1)
        source = forwarded[i].get();
      std::memmove(outs[i] + start * bytes, source, count * bytes);
    }
  }
  return success();
}

LogicalResult RegionFunction::applySlowly(ArrayRef<const char *> ins,
                                          ArrayRef<char *> outs, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    Values args, results;
    for (unsigned k = 0; k < ins.size(); ++k) {
      FailureOr<Tensor> scalar = context.create(argKinds[k], {});
      if (failed(scalar))
        return failure();
      std::memcpy(scalar->getMutableData(),
                  ins[k] + i * scalar->getElementBytes(),
                  scalar->getElementBytes());
      args.push_back(std::move(*scalar));
    }
    if (failed(context.evaluator.runRegion(region, context.frame,
                                           std::move(args), results)))
      return failure();
    for (unsigned k = 0; k < outs.size(); ++k) {
      const Tensor &result = results[k].getTensor();
      std::memcpy(outs[k] + i * result.getElementBytes(), result.getData(),
                  result.getElementBytes());
    }
  }
  return success();
}

LogicalResult xla::interpreter::prepareReduction(
    OpContext &context, const RegionFunction &body, ArrayRef<int64_t> shape,
    SmallVectorImpl<Tensor> &accumulators, SmallVectorImpl<Tensor> &inputs) {
  unsigned numInputs = context.operands.size() / 2;
  for (unsigned i = 0; i < numInputs; ++i) {
    FailureOr<Tensor> init = convertTensor(
        context, context.getTensor(numInputs + i), body.getArgKind(i));
    FailureOr<Tensor> accumulator = context.create(body.getArgKind(i), shape);
    FailureOr<Tensor> input = convertTensor(context, context.getTensor(i),
                                            body.getArgKind(numInputs + i));
    if (failed(init) || failed(accumulator) || failed(input))
      return failure();
    fillElements(accumulator->getMutableData(), init->getData(),
                 init->getElementBytes(), accumulator->getNumElements());
    accumulators.push_back(std::move(*accumulator));
    inputs.push_back(std::move(*input));
  }
  return success();
}

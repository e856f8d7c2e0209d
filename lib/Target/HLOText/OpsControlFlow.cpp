//===- OpsControlFlow.cpp - Tuples, calls, control flow of HLO text -------===//
//
// Results are those of the computations called, or operands as they are.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/STLExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::Twine;

static bool inferTuple(Inference &inference) {
  inference.result.set_element_type(proto::TUPLE);
  for (const proto::ShapeProto *operand : inference.operands)
    *inference.result.add_tuple_shapes() = *operand;
  return true;
}

static bool inferElement(Inference &inference) {
  const proto::ShapeProto &operand = inference.operand(0);
  int64_t index = inference.instruction.tuple_index();
  if (!isTuple(operand))
    return inference.fail("expected a tuple as operand, got " +
                          describeShape(operand));
  if (index < 0 || index >= operand.tuple_shapes_size())
    return inference.fail("expected an index below " +
                          Twine(operand.tuple_shapes_size()) +
                          ", the size of the tuple, got " + Twine(index));
  inference.result = operand.tuple_shapes(index);
  return true;
}

static bool inferToken(Inference &inference) {
  inference.result.set_element_type(proto::TOKEN);
  return true;
}

static constexpr Opcode opcodes[] = {
    {"add-dependency", 2, "", inferFirstOperand},
    {"after-all", -1, "", inferToken},
    {"async-done", 1, "calls async_execution_thread", nullptr},
    {"async-start", -1,
     "async_execution_thread output_to_operand_aliasing !calls", nullptr},
    {"async-update", 1, "calls async_execution_thread", nullptr},
    {"call", -1, "!to_apply is_composite output_to_operand_aliasing",
     inferCalledResult},
    {"conditional", -2,
     "true_computation false_computation branch_computations",
     inferCalledResult},
    {"constant", 0, "", nullptr},
    {"custom-call", -1,
     "window dim_labels feature_group_count batch_group_count conv_kind "
     "operand_precision padding_type !custom_call_target "
     "operand_layout_constraints custom_call_has_side_effect literal "
     "output_to_operand_aliasing schedule api_version to_apply calls "
     "called_computations",
     nullptr},
    {"domain", 1, "!domain", inferFirstOperand},
    {"fusion", -1, "!kind output_to_operand_aliasing !calls",
     inferCalledResult},
    {"get-tuple-element", 1, "!index", inferElement},
    {"opt-barrier", 1, "", inferFirstOperand},
    {"parameter", 0, "parameter_replication", nullptr},
    {"tuple", -1, "", inferTuple},
    {"while", 1, "!condition !body", inferFirstOperand},
};

llvm::ArrayRef<Opcode> xla::hlotext::getControlFlowOpcodes() { return opcodes; }

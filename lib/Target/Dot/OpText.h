//===- OpText.h - Texts in pictures of instructions -------------*- C++ -*-===//
//
// Shapes, constants and attributes as pictures show them: in the spelling of
// HLO text, shortened, as valid UTF-8, not yet escaped.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_DOT_OPTEXT_H
#define XLA_LIB_TARGET_DOT_OPTEXT_H

#include "DrawnProgram.h"

#include <utility>

namespace xla {

/// `text` with what is no UTF-8 replaced, cut at `limit` bytes with the length
/// said.
std::string getShownText(llvm::StringRef text, size_t limit);

/// E.g. `f32[2,3]{1,0}`, without the layout in braces unless `withLayout`.
std::string getShapeText(const proto::ShapeProto &shape, bool withLayout);

/// Elements of an array, of all parts of a tuple; saturates.
uint64_t countElements(const proto::ShapeProto &shape);

/// The values of scalars and short vectors, else `{...}`.
std::string getLiteralText(const proto::LiteralProto &literal);

/// What an instruction has besides operands, computations and metadata, as
/// pairs of name and value, each value at most `limit` bytes long.
std::vector<std::pair<std::string, std::string>>
getAttributes(const proto::HloInstructionProto &op, size_t limit);

/// The opcode, with the kind of a fusion or the target of a custom call.
std::string getOpcodeText(const proto::HloInstructionProto &op);

/// Where the user's program has the instruction: `file:line`, or empty. The
/// frame of a stack is looked up in `frames`.
std::string getSourceText(const proto::OpMetadata &metadata,
                          const proto::StackFrameIndexProto &frames);
/// The same of a frame, with the name of its function.
std::string getFrameText(const proto::StackFrameProto &frame,
                         const proto::StackFrameIndexProto &frames);

} // namespace xla

#endif // XLA_LIB_TARGET_DOT_OPTEXT_H

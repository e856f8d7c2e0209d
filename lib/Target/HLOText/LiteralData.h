//===- LiteralData.h - Elements of proto::LiteralProto ----------*- C++ -*-===//
//
// Which of the message's fields holds the elements of a type, and their order.
// Types below a byte take a byte per element, as XLA writes them.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOTEXT_LITERALDATA_H
#define XLA_LIB_TARGET_HLOTEXT_LITERALDATA_H

#include "FloatText.h"
#include "Types.h"

namespace xla::hlotext {
/// Appends an integer that fits `type`.
void appendInteger(proto::LiteralProto &literal, const ElementType &type,
                   int64_t value);
/// Appends `number` rounded to `type`; the parts of complex numbers one by one.
void appendFloat(proto::LiteralProto &literal, const ElementType &type,
                 const FloatText &number);

/// Drops all elements.
void clearElements(proto::LiteralProto &literal);
/// Repeats the only element until there are `count`.
void repeatElement(proto::LiteralProto &literal, int64_t count);

/// Brings elements from logical order into that of the layout.
void orderByLayout(proto::LiteralProto &literal);

/// The elements as bytes in memory order of this machine, and how many bytes
/// one takes.
struct ElementBytes {
  char *data = nullptr;
  size_t numBytes = 0;
  unsigned size = 0;
  size_t count() const { return size == 0 ? 0 : numBytes / size; }
};
ElementBytes getElementBytes(proto::LiteralProto &literal);

/// Calls `visit` with the place of each element in the order of the layout, in
/// logical order.
class LogicalOrder {
public:
  explicit LogicalOrder(const proto::ShapeProto &shape);
  /// The place of the next element, the logical order's successor.
  size_t next();

private:
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<int64_t> strides;
  llvm::SmallVector<int64_t> index;
  size_t place = 0;
};
} // namespace xla::hlotext

#endif // XLA_LIB_TARGET_HLOTEXT_LITERALDATA_H

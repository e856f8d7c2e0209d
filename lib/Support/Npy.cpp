//===- Npy.cpp - NumPy's array files --------------------------------------===//
//
// Magic, version, header length, then a Python dictionary with `descr`,
// `fortran_order` and `shape`, padded so that the data is aligned.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Npy.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;

namespace {
/// A file's header and the memory it lies in.
struct NpyFile {
  std::shared_ptr<llvm::WritableMemoryBuffer> memory;
  char kind = 0; ///< NumPy's: b i u f c V.
  unsigned itemSize = 0;
  SmallVector<int64_t> shape;
  int64_t numElements = 1;
  char *data = nullptr;
};
} // namespace

static llvm::Error makeError(StringRef path, const Twine &message) {
  return llvm::createStringError(path + ": " + message);
}

/// The text after `'key':` in the header's dictionary.
static std::optional<StringRef> findValue(StringRef header, StringRef key) {
  for (char quote : {'\'', '"'}) {
    std::string quoted = quote + key.str() + quote;
    size_t at = header.find(quoted);
    if (at == StringRef::npos)
      continue;
    StringRef rest = header.drop_front(at + quoted.size()).ltrim();
    if (rest.consume_front(":"))
      return rest.ltrim();
  }
  return std::nullopt;
}

/// Reads `(2, 3)` into `file`.
static bool parseShape(StringRef text, NpyFile &file) {
  if (!text.consume_front("("))
    return false;
  StringRef list = text.take_until([](char c) { return c == ')'; });
  while (!(list = list.ltrim(" ,")).empty()) {
    int64_t extent;
    if (list.consumeInteger(10, extent) || extent < 0 ||
        (extent && file.numElements > (int64_t(1) << 40) / extent))
      return false;
    file.shape.push_back(extent);
    file.numElements *= extent;
  }
  return true;
}

static llvm::Expected<NpyFile> openNpy(StringRef path) {
  // Others have no end, or no size to compare with.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return makeError(path, "expected a regular file");
  // Private and writable: an argument may be consumed in place.
  auto memory = llvm::WritableMemoryBuffer::getFile(path);
  if (!memory)
    return makeError(path, memory.getError().message());
  NpyFile file;
  file.memory = std::move(*memory);
  StringRef content(file.memory->getBufferStart(),
                    file.memory->getBufferSize());
  if (!content.starts_with("\x93NUMPY") || content.size() < 12)
    return makeError(path, "expected a NumPy array file");
  unsigned version = static_cast<unsigned char>(content[6]);
  if (version < 1 || version > 3)
    return makeError(path, "expected version 1, 2 or 3 of NumPy's format, but "
                           "got " +
                               Twine(version));
  unsigned lengthSize = version == 1 ? 2 : 4;
  size_t length = lengthSize == 2
                      ? llvm::support::endian::read16le(content.data() + 8)
                      : llvm::support::endian::read32le(content.data() + 8);
  size_t start = 8 + lengthSize + length;
  if (start > content.size())
    return makeError(path, "expected a whole header, but the file ends in it");
  StringRef header = content.substr(8 + lengthSize, length);

  auto descr = findValue(header, "descr");
  auto order = findValue(header, "fortran_order");
  auto shape = findValue(header, "shape");
  if (!descr || !order || !shape || !parseShape(*shape, file))
    return makeError(path, "expected descr, fortran_order and shape in the "
                           "header");
  StringRef type = descr->drop_front().take_until(
      [](char c) { return c == '\'' || c == '"'; });
  if (type.starts_with(">"))
    return makeError(path, "expected little-endian data, but got " + type);
  if (order->starts_with("True") && file.shape.size() > 1)
    return makeError(path, "expected row-major data, but got Fortran order");
  type = type.ltrim("<|=");
  if (type.size() < 2 || type.drop_front().getAsInteger(10, file.itemSize) ||
      !StringRef("biufcV").contains(type[0]) || file.itemSize > 16)
    return makeError(path, "expected an array of numbers, but got " + *descr);
  file.kind = type[0];
  file.data = file.memory->getBufferStart() + start;
  size_t expected = static_cast<size_t>(file.numElements) * file.itemSize;
  if (content.size() - start != expected)
    return makeError(path, "expected " + Twine(expected) +
                               " bytes of data, but got " +
                               Twine(content.size() - start));
  // A view of other bytes as booleans may hold any; the ABI wants 0 or 1.
  if (file.kind == 'b')
    for (char &byte : llvm::MutableArrayRef(file.data, expected))
      byte = byte != 0;
  return file;
}

/// The type of the file's elements, null for opaque ones.
static Type getElementType(const NpyFile &file, MLIRContext *context) {
  Builder builder(context);
  unsigned bits = file.itemSize * 8;
  switch (file.kind) {
  case 'b':
    return builder.getI1Type();
  case 'i':
    return builder.getIntegerType(bits);
  case 'u':
    return builder.getIntegerType(bits, /*isSigned=*/false);
  case 'f':
    return bits == 16   ? builder.getF16Type()
           : bits == 32 ? Type(builder.getF32Type())
           : bits == 64 ? Type(builder.getF64Type())
                        : Type();
  case 'c':
    return bits == 64    ? ComplexType::get(builder.getF32Type())
           : bits == 128 ? ComplexType::get(builder.getF64Type())
                         : Type();
  }
  return {};
}

llvm::Expected<Literal> xla::readNpy(StringRef path, MLIRContext *context) {
  auto file = openNpy(path);
  if (!file)
    return file.takeError();
  Type element = getElementType(*file, context);
  if (!element || !ElementStorage::get(element))
    return makeError(path, "expected a known element type, but got " +
                               Twine(file->kind) + Twine(file->itemSize));
  return Literal::borrow(RankedTensorType::get(file->shape, element),
                         file->data, file->memory);
}

/// Whether files can hold `element`, a real float, as it is.
static bool isOfNumPy(Type element) {
  return element.isF16() || element.isF32() || element.isF64();
}

static std::string formatShape(ArrayRef<int64_t> shape) {
  std::string text = "(";
  for (auto [index, extent] : llvm::enumerate(shape))
    text += (index ? ", " : "") + std::to_string(extent);
  return text + ")";
}

llvm::Expected<Literal> xla::readNpy(StringRef path, RankedTensorType type) {
  auto file = openNpy(path);
  if (!file)
    return file.takeError();
  if (file->numElements != type.getNumElements())
    return makeError(path, "expected " + formatShapedType(type) + ", but got " +
                               Twine(file->numElements) + " elements");
  if (file->shape.size() != 1 && type.getRank() != 1 &&
      ArrayRef(file->shape) != type.getShape())
    return makeError(path, "expected the shape of " + formatShapedType(type) +
                               ", or its elements in one dimension, but got " +
                               formatShape(file->shape));
  Type wanted = type.getElementType();
  Type stored = getElementType(*file, type.getContext());
  auto storage = ElementStorage::get(wanted);
  if (stored == wanted ||
      (file->kind == 'V' && storage->bits == 8 * file->itemSize))
    return Literal::borrow(type, file->data, file->memory);
  Literal literal(type);
  if (storage->bits < 8 && file->itemSize == 1 && file->kind != 'b') {
    for (int64_t i = 0; i < file->numElements; ++i)
      literal.setBits(i, static_cast<uint8_t>(file->data[i]));
    return literal;
  }
  if (file->kind != 'f' || !stored || !isa<FloatType>(wanted) ||
      isOfNumPy(wanted))
    return makeError(path, "expected elements of " + formatShapedType(type) +
                               ", but got " + Twine(file->kind) +
                               Twine(file->itemSize));
  Literal source =
      Literal::borrow(type.clone(stored), file->data, file->memory);
  for (int64_t i = 0; i < file->numElements; ++i)
    literal.setDouble(i, source.getDouble(i));
  return literal;
}

llvm::Error xla::writeNpy(StringRef path, const Literal &literal) {
  ElementStorage storage = literal.getStorage();
  Literal source = literal;
  char kind = 'V';
  Type element = literal.getElementType();
  switch (storage.kind) {
  case ElementStorage::Kind::Bool:
    kind = 'b';
    break;
  case ElementStorage::Kind::SignedInt:
    kind = 'i';
    break;
  case ElementStorage::Kind::UnsignedInt:
    kind = 'u';
    break;
  case ElementStorage::Kind::Float:
    if (storage.isComplex)
      kind = 'c';
    else if (element.isF16() || element.isF32() || element.isF64())
      kind = 'f';
    break;
  }
  unsigned itemSize = std::max(storage.bits / 8, 1u);
  std::string header;
  llvm::raw_string_ostream os(header);
  os << "{'descr': '" << (itemSize == 1 || kind == 'V' ? '|' : '<') << kind
     << itemSize << "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : literal.getShape())
    os << extent << ", ";
  os << "), }";
  while ((10 + header.size() + 1) % 64)
    header += ' ';
  header += '\n';

  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  if (code)
    return makeError(path, code.message());
  file << "\x93NUMPY" << '\1' << '\0';
  char length[2];
  llvm::support::endian::write16le(length, header.size());
  file.write(length, 2);
  file << header;
  if (storage.bits < 8)
    for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i)
      file << static_cast<char>(kind == 'i' ? literal.getInt(i)
                                            : literal.getBits(i));
  else
    file.write(literal.getBytes(), literal.getByteSize());
  file.close();
  if (file.has_error())
    return makeError(path, file.error().message());
  return llvm::Error::success();
}

//===- GeneratorImpl.h - How random programs are made -----------*- C++ -*-===//

#ifndef XLA_TEST_FUZZ_GENERATORIMPL_H
#define XLA_TEST_FUZZ_GENERATORIMPL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>
#include <vector>

namespace xla::fuzz {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using Shape = SmallVector<int64_t, 4>;

struct Value {
  std::string name, element;
  Shape shape;

  bool isFloat() const { return element[0] == 'f' || element[0] == 'b'; }
  bool isBool() const { return element == "i1"; }
  bool isInt() const { return !isFloat() && !isBool(); }
  std::string getType() const {
    std::string type = "tensor<";
    for (int64_t size : shape)
      type += std::to_string(size) + "x";
    return type + element + ">";
  }
};

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}
  std::string run();

private:
  int64_t below(int64_t n) { return int64_t(random() % uint64_t(n)); }
  template <size_t n> const char *pick(const char *const (&list)[n]) {
    return list[below(n)];
  }
  const Value &anyValue() { return values[below(values.size())]; }
  /// A value of the given type, made if there is none.
  Value like(const Value &other);
  Value constant(StringRef element, ArrayRef<int64_t> shape);
  /// Appends `%vN = TEXT` of the given type and returns it.
  Value emit(const std::string &text, StringRef element,
             ArrayRef<int64_t> shape);

  void addElementwise();
  void addTernary();
  void addConvert();
  void addShapeOp();
  void addIndexingOp();
  void addReduction();
  void addDot();
  void addWhile();
  // Regions, windows and indices.
  void addReduceWindow();
  void addSort();
  void addGather();
  void addScatter();
  void addArgMax();
  void addConvolution();
  void addIf();
  void addOp();

  std::mt19937_64 random;
  std::vector<Value> values;
  std::string body;
  unsigned next = 0;
};
/// "[1, 2, 3]".
std::string list(ArrayRef<int64_t> numbers);

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_GENERATORIMPL_H

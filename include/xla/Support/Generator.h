//===- Generator.h - Values of arguments from a few numbers -----*- C++ -*-===//
//
// How arguments are stated on the command line and in case files: type and
// generator. Random values are a pure function of seed and index, so the same
// text gives the same bits everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_GENERATOR_H
#define XLA_SUPPORT_GENERATOR_H

#include "xla/Support/Literal.h"

namespace xla {

/// A number that keeps 64-bit integers exact.
struct Number {
  double real = 0;
  int64_t integer = 0;
  bool isInteger = false;

  static Number get(double value) { return {value, 0, false}; }
  static Number get(int64_t value) {
    return {static_cast<double>(value), value, true};
  }
  /// Reads decimal integers of 64 bits, other numbers, `true`, `false`,
  /// `nan`, `inf` and `-inf`.
  static std::optional<Number> parse(llvm::StringRef text);
};

/// `number` as `Number::parse` reads it.
std::string toString(const Number &number);

/// The 64 random bits of element `index` under `seed` (splitmix64).
inline uint64_t getRandomBits(uint64_t seed, uint64_t index) {
  uint64_t z = seed * 0x9E3779B97F4A7C15 + index * 0xBF58476D1CE4E5B9 +
               0x94D049BB133111EB;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// Where an argument's elements come from. A complex argument takes two real
/// values for each element, real part first.
struct Generator {
  enum class Kind { Uniform, Normal, Int, Iota, Values, File };

  Kind kind = Kind::Values;
  /// Uniform: lo and hi. Normal: mean and standard deviation.
  double first = 0, second = 0;
  /// Int: lo and hi (exclusive). Iota: the period is `hi`.
  int64_t lo = 0, hi = 1;
  uint64_t seed = 0;
  /// Values: element i is `values[i % size]`.
  llvm::SmallVector<Number> values;
  /// File: an array file.
  std::string file;

  /// Fails where the numbers make no sense for any type: bounds that are no
  /// numbers or the wrong way round, a negative deviation, no values.
  llvm::Error verify() const;

  /// Elements of `type`, rounded to nearest even (bf16, f16 and narrower by
  /// way of f32). Errors: those of the file and of `verify`, more values than
  /// `type` has elements, numbers that an integer type does not hold.
  llvm::Expected<Literal> generate(mlir::RankedTensorType type) const;

  /// The form that `parse` reads, such as `uniform(-1,1,7)`.
  void print(llvm::raw_ostream &os) const;

  /// Reads `uniform(lo,hi,seed)`, `normal(mean,std,seed)`, `int(lo,hi,seed)`,
  /// `iota(period)`, `@file.npy` or a list of numbers `1,2.5,nan`.
  static llvm::Expected<Generator> parse(llvm::StringRef text);

  /// What an argument gets of which only type and number are known: uniform in
  /// [-1, 1) for floats, small non-negative integers, any booleans.
  static Generator getDefault(mlir::Type elementType, unsigned number);
};

/// An argument as the command line states it: `4x8xf32=1,2,3`,
/// `4x8xf32=uniform(-1,1,7)`, `f64=1.5` or `@file.npy`, which may stand without
/// a type.
struct ArgumentSpec {
  mlir::RankedTensorType type; ///< Null: the file's own.
  Generator generator;
  /// The value itself, where it is there already.
  Literal value;

  static llvm::Expected<ArgumentSpec> parse(llvm::StringRef text,
                                            mlir::MLIRContext *context);
  llvm::Expected<Literal> generate(mlir::MLIRContext *context) const;
};

/// Reads an element type: MLIR's names, and `c64`, `c128` for complex ones.
/// Null if it is none or has no storage.
mlir::Type parseElementType(llvm::StringRef text, mlir::MLIRContext *context);

/// Reads a static tensor type as the command line writes it, `4x8xf32`; null if
/// it is none.
mlir::RankedTensorType parseShapedType(llvm::StringRef text,
                                       mlir::MLIRContext *context);

} // namespace xla

#endif // XLA_SUPPORT_GENERATOR_H

//===- Version.h - Versions of the portable format --------------*- C++ -*-===//
//
// The numbers are those of StableHLO. What an artifact holds depends on the
// first two; the third counts releases in between.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_VHLO_IR_VERSION_H
#define XLA_DIALECT_VHLO_IR_VERSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <tuple>

namespace xla::vhlo {

class Version {
public:
  constexpr Version(int64_t major, int64_t minor, int64_t patch)
      : major(major), minor(minor), patch(patch) {}

  /// The newest version that is read and written.
  static constexpr Version getCurrent() { return {1, 20, 0}; }
  /// The oldest version that is read.
  static constexpr Version getOldestRead() { return {0, 9, 0}; }
  /// The oldest version that is written.
  static constexpr Version getOldestWritten() { return {0, 18, 0}; }

  /// Reads `1.20.0`; nothing else is a version.
  static std::optional<Version> parse(llvm::StringRef text);

  /// Patch numbers count.
  bool operator<(const Version &other) const { return key() < other.key(); }
  bool operator==(const Version &other) const { return key() == other.key(); }

  /// True if an op of the versions `since` to `until` is in this version: it
  /// stays until the next minor version comes.
  bool isBetween(const Version &since, const Version &until) const {
    return !(*this < since) &&
           std::tie(major, minor) <= std::tie(until.major, until.minor);
  }

  /// `1.20.0`.
  std::string str() const;

private:
  std::tuple<int64_t, int64_t, int64_t> key() const {
    return {major, minor, patch};
  }

  int64_t major, minor, patch;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     const Version &version) {
  return os << version.str();
}

} // namespace xla::vhlo

#endif // XLA_DIALECT_VHLO_IR_VERSION_H

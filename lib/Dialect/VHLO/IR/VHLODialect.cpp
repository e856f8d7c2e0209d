//===- VHLODialect.cpp - The vhlo dialect ---------------------------------===//
//
// Registers everything, and holds the code of versions and interfaces.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace xla::vhlo;

#include "xla/Dialect/VHLO/IR/VHLOAttrInterfaces.cpp.inc"
#include "xla/Dialect/VHLO/IR/VHLODialect.cpp.inc"
#include "xla/Dialect/VHLO/IR/VHLOEnums.cpp.inc"
#include "xla/Dialect/VHLO/IR/VHLOOpInterfaces.cpp.inc"
#include "xla/Dialect/VHLO/IR/VHLOTypeInterfaces.cpp.inc"

void VHLODialect::initialize() {
  addBytecodeInterface();
  addCollectiveOps();
  addContractionOps();
  addControlFlowOps();
  addElementwiseOps();
  addIndexingOps();
  addRandomOps();
  addReductionOps();
  addShapeOps();
  addVHLOAttributes();
  addVHLOTypes();
}

std::optional<Version> Version::parse(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, '.');
  int64_t numbers[3];
  if (parts.size() != 3)
    return std::nullopt;
  for (auto [part, number] : llvm::zip_equal(parts, numbers))
    // Signs and radix prefixes are no part of a version.
    if (!llvm::all_of(part, llvm::isDigit) || part.getAsInteger(10, number))
      return std::nullopt;
  return Version(numbers[0], numbers[1], numbers[2]);
}

std::string Version::str() const {
  return (Twine(major) + "." + Twine(minor) + "." + Twine(patch)).str();
}

//===- ObjectStore.h - Objects by what they are compiled from ---*- C++ -*-===//

#ifndef XLA_TARGET_OBJECT_OBJECTSTORE_H
#define XLA_TARGET_OBJECT_OBJECTSTORE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace xla {

/// Keeps the parts of programs, so that what was compiled once need not be
/// again. Threads may use one at once.
class ObjectStore {
public:
  using Object = llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>;

  virtual ~ObjectStore() = default;

  /// The object that `compile` makes, which is called where none is known by
  /// `key`, a text of letters and digits that stands for all that decides the
  /// code. Where another thread compiles the same, waits for it.
  virtual Object get(llvm::StringRef key,
                     llvm::function_ref<Object()> compile) = 0;
};

} // namespace xla

#endif // XLA_TARGET_OBJECT_OBJECTSTORE_H

//===- Calls.cpp - Linear algebra by the names that programs call ---------===//
//
// The signatures are those that JAX emits for processors ("lapack_*_ffi"), and
// for its TPUs ("Qr" and its kin, which have no info).
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include <cstring>
#include <string_view>

using namespace xla_runtime;

static int32_t callRoutine(Routine routine, const xla_custom_call *call) {
  return runGuarded([&] {
    Frame frame(*call);
    return routine(frame);
  });
}

static int32_t rejectType(Frame &frame) {
  frame.reject("expected floats or complex numbers");
  return frame.run([](int64_t) {});
}

/// `context` is the routine's place in a table.
static int32_t callOfKnownType(void *context, const xla_custom_call *call) {
  return callRoutine(*static_cast<const Routine *>(context), call);
}

/// `context` is the entry.
static int32_t callOfAnyType(void *context, const xla_custom_call *call) {
  static constexpr int32_t types[] = {XLA_F32, XLA_F64, XLA_C64, XLA_C128};
  auto *entry = static_cast<const Entry *>(context);
  for (int i = 0; i < 4 && call->num_arguments > 0; ++i)
    if (call->arguments[0].element_type == types[i])
      return callRoutine(entry->routines[i], call);
  return callRoutine(rejectType, call);
}

static int32_t callPermutation(void *, const xla_custom_call *call) {
  return callRoutine(callPivotsToPermutation, call);
}

xla_custom_call_fn xla_runtime::findLinearAlgebra(const char *target,
                                                  void **context) {
  for (Entries entries : {getOtherSolverEntries(), getOtherEigenvalueEntries()})
    for (const Entry &entry : entries)
      if (!std::strcmp(target, entry.name)) {
        *context = const_cast<Entry *>(&entry);
        return callOfAnyType;
      }
  for (const char *name :
       {"cu_lu_pivots_to_permutation", "hip_lu_pivots_to_permutation"})
    if (!std::strcmp(target, name)) {
      *context = nullptr;
      return callPermutation;
    }
  std::string_view name = target;
  constexpr std::string_view prefix = "lapack_", suffix = "_ffi";
  if (name.size() < prefix.size() + suffix.size() + 2 ||
      name.compare(0, prefix.size(), prefix) ||
      name.compare(name.size() - suffix.size(), suffix.size(), suffix))
    return nullptr;
  constexpr std::string_view letters = "sdcz";
  size_t type = letters.find(name[prefix.size()]);
  name = name.substr(prefix.size() + 1,
                     name.size() - prefix.size() - suffix.size() - 1);
  for (Entries entries : {getSolverEntries(), getEigenvalueEntries()})
    for (const Entry &entry : entries) {
      if (type == letters.npos || name != entry.name)
        continue;
      const Routine *routine = &entry.routines[type];
      *context = const_cast<Routine *>(routine);
      return *routine ? callOfKnownType : nullptr;
    }
  return nullptr;
}

//===- Interceptor.h - See the calls of compiled entries --------*- C++ -*-===//
//
// For the rest of this library: not exported, and no part of the C ABI.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_RUNTIME_INTERCEPTOR_H
#define XLA_RUNTIME_INTERCEPTOR_H

#include "xla/Runtime/xla_runtime.h"

namespace xla_runtime {

/// Calls `entry` with a call that xla_invoke has checked and completed, and
/// returns what it returns.
using Interceptor = int32_t (*)(xla_entry_fn entry, const xla_info *info,
                                const xla_call *call);

/// From now on xla_invoke lets `interceptor` call entries; null: none.
void setInterceptor(Interceptor interceptor);

} // namespace xla_runtime

#endif // XLA_RUNTIME_INTERCEPTOR_H

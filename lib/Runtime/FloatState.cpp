//===- FloatState.cpp - Floating-point control of compiled code -----------===//
//
// Callers come with any state: Python extensions built with fast-math switch
// on flushing of subnormals for their whole process. Results must not depend on
// that.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace xla_runtime;

#if defined(__x86_64__)
/// Round to nearest, all exceptions masked, no flush-to-zero; status clear.
static constexpr uint32_t expected = 0x1f80;
FloatStateScope::FloatStateScope() : saved(_mm_getcsr()) {
  // It is, most of the time, and to set it is slow.
  if (saved != expected)
    _mm_setcsr(expected);
}
FloatStateScope::~FloatStateScope() {
  _mm_setcsr(static_cast<uint32_t>(saved));
}
#elif defined(__aarch64__)
FloatStateScope::FloatStateScope() {
  __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
  uint64_t expected = 0;
  __asm__ volatile("msr fpcr, %0" : : "r"(expected));
}
FloatStateScope::~FloatStateScope() {
  __asm__ volatile("msr fpcr, %0" : : "r"(saved));
}
#else
FloatStateScope::FloatStateScope() : saved(0) {}
FloatStateScope::~FloatStateScope() = default;
#endif

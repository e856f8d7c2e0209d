// Kernels are found in the folder that XLA_CACHE_DIR names, unless the program is dumped.

// RUN: rm -rf %t && env XLA_CACHE_DIR=%t xla-run %s --cache-stats 2>&1 | FileCheck %s --check-prefix=COLD --implicit-check-not=warning
// RUN: env XLA_CACHE_DIR=%t xla-run %s --cache-stats | FileCheck %s --check-prefix=WARM
// RUN: env XLA_CACHE_DIR=%t xla-run %s --cache-stats --format=json | FileCheck %s --check-prefix=JSON
// RUN: xla-run %s --cache-stats --compile-options=cache-dir=%t | FileCheck %s --check-prefix=WARM
// RUN: env XLA_CACHE_DIR=%t xla-run %s --cache-stats --compile-options=cache-dir=- | FileCheck %s --check-prefix=NONE
// RUN: env XLA_CACHE_DIR=%t xla-run %s --cache-stats --compile-options=dump-to=%t.dump | FileCheck %s --check-prefix=NONE
// RUN: env XLA_CACHE_DIR=%t xla-run %s --cache-stats --compile-options=opt-level=1 | FileCheck %s --check-prefix=COLD

// COLD: cache: hit rate 0%, programs loaded 0, parts loaded 0, parts compiled 2, files rejected 0, files written 3
// WARM: cache: hit rate 100%, programs loaded 1, parts loaded 2, parts compiled 0, files rejected 0, files written 0
// WARM: result 0: 4xf32
// JSON: "cache": {"hit_rate": 1, "programs_loaded": 1, "parts_loaded": 2,
// NONE: cache: hit rate 0%, programs loaded 0, parts loaded 0, parts compiled 0,
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

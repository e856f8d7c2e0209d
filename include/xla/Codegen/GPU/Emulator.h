/*===- Emulator.h - Run device kernels on the CPU -----------------*- C -*-===*\
|*                                                                            *|
|* Run time of `xla-gpu-emulate-on-host`, for tests. Each thread of a block   *|
|* is a fiber; blocks run one after another. A fiber runs until it reaches a  *|
|* barrier or a shuffle; when no fiber of a block can go on although some     *|
|* wait (a divergent barrier or shuffle), the process stops with a message.   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef XLA_CODEGEN_GPU_EMULATOR_H
#define XLA_CODEGEN_GPU_EMULATOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A position in three dimensions, x first. */
typedef struct xla_gpu_dim3 {
  int32_t x, y, z;
} xla_gpu_dim3;

/** What a thread knows about itself; compiled code reads it by offset. */
typedef struct xla_gpu_thread {
  xla_gpu_dim3 thread_id;
  xla_gpu_dim3 block_id;
  xla_gpu_dim3 block_size;
  xla_gpu_dim3 grid_size;
} xla_gpu_thread;

/** A kernel; `arguments[i]` points to the value of its parameter i. */
typedef void (*xla_gpu_kernel)(xla_gpu_thread *thread, void **arguments);

/** Runs all blocks. A deadlock (some threads of a block wait and none can go
 * on) ends the process with code 2 and a message: the kernel is wrong, and no
 * error comes back. For tests only, therefore. Threads of a block start in
 * descending order when the environment sets XLA_GPU_EMULATOR_REVERSE, which
 * shows missing barriers. */
void xla_gpu_emulator_launch(xla_gpu_kernel kernel, int64_t grid_x,
                             int64_t grid_y, int64_t grid_z, int64_t block_x,
                             int64_t block_y, int64_t block_z,
                             void **arguments);

/** The same for a kernel whose threads never wait for each other: one thread
 * after the other, without fibers. */
void xla_gpu_emulator_launch_independent(xla_gpu_kernel kernel, int64_t grid_x,
                                         int64_t grid_y, int64_t grid_z,
                                         int64_t block_x, int64_t block_y,
                                         int64_t block_z, void **arguments);

/** Waits until all threads of the block that have not ended are here. */
void xla_gpu_emulator_barrier(xla_gpu_thread *thread);

/** The value of the lane `lane ^ offset` of the same warp of 32. */
int32_t xla_gpu_emulator_shuffle_xor(xla_gpu_thread *thread, int32_t value,
                                     int32_t offset);

#ifdef __cplusplus
}
#endif

#endif /* XLA_CODEGEN_GPU_EMULATOR_H */

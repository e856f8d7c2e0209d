//===- Emulator.cpp - Run device kernels on the CPU -----------------------===//
//
// A round-robin scheduler of fibers (ucontext). A fiber gives way at barriers
// and shuffles only; the scheduler passes over the block's fibers until all
// have ended and reports a deadlock when a whole pass changes nothing.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/GPU/Emulator.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace {
constexpr size_t stackBytes = 64 * 1024;
constexpr int warpSize = 32;

struct Fiber;

/// The fibers of one block and what they exchange.
struct BlockRun {
  xla_gpu_kernel kernel;
  void **arguments;
  ucontext_t scheduler;
  std::vector<Fiber> *fibers;
  /// Fibers that have not ended, and those that wait at the barrier.
  size_t alive = 0;
  size_t arrived = 0;
  /// Counts barriers passed; a waiting fiber goes on when it has changed.
  uint64_t barrierNumber = 0;
  /// Whether any fiber made a step in this pass.
  bool progressed = false;
};

struct Fiber {
  /// First, so that a pointer to it is a pointer to the fiber.
  xla_gpu_thread thread;
  BlockRun *run;
  ucontext_t context;
  bool ended = false;
  /// The value of every shuffle so far: a lane may be several shuffles ahead
  /// of one that has yet to read what it offered.
  std::vector<int32_t> offered;
  std::unique_ptr<char[]> stack;
};

Fiber &fiberOf(xla_gpu_thread *thread) {
  return *reinterpret_cast<Fiber *>(thread);
}

void giveWay(Fiber &fiber) {
  swapcontext(&fiber.context, &fiber.run->scheduler);
}

void fiberMain(unsigned low, unsigned high) {
  auto &fiber = *reinterpret_cast<Fiber *>(static_cast<uintptr_t>(low) |
                                           static_cast<uintptr_t>(high) << 32);
  fiber.run->kernel(&fiber.thread, fiber.run->arguments);
  fiber.ended = true;
  fiber.run->progressed = true;
  --fiber.run->alive;
}

void start(Fiber &fiber) {
  getcontext(&fiber.context);
  if (!fiber.stack)
    fiber.stack.reset(new char[stackBytes]);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = stackBytes;
  fiber.context.uc_link = &fiber.run->scheduler;
  auto address = reinterpret_cast<uintptr_t>(&fiber);
  makecontext(&fiber.context, reinterpret_cast<void (*)()>(fiberMain), 2,
              static_cast<unsigned>(address),
              static_cast<unsigned>(address >> 32));
}

[[noreturn]] void stop(const xla_gpu_thread &thread, const char *what) {
  fprintf(stderr, "gpu emulator: %s in block (%d, %d, %d)\n", what,
          thread.block_id.x, thread.block_id.y, thread.block_id.z);
  exit(2);
}

void runBlock(BlockRun &run) {
  std::vector<Fiber> &fibers = *run.fibers;
  run.alive = fibers.size();
  run.arrived = 0;
  for (Fiber &fiber : fibers) {
    fiber.ended = false;
    fiber.offered.clear();
    start(fiber);
  }
  static const bool reverse = getenv("XLA_GPU_EMULATOR_REVERSE") != nullptr;
  while (run.alive > 0) {
    run.progressed = false;
    for (size_t i = 0; i < fibers.size(); ++i) {
      Fiber &fiber = fibers[reverse ? fibers.size() - 1 - i : i];
      if (!fiber.ended)
        swapcontext(&run.scheduler, &fiber.context);
    }
    if (!run.progressed)
      stop(fibers.front().thread,
           "threads wait at a barrier or shuffle that others never reach");
  }
}
} // namespace

void xla_gpu_emulator_barrier(xla_gpu_thread *thread) {
  Fiber &fiber = fiberOf(thread);
  BlockRun &run = *fiber.run;
  uint64_t number = run.barrierNumber;
  ++run.arrived;
  run.progressed = true;
  while (run.barrierNumber == number) {
    if (run.arrived >= run.alive) {
      run.arrived = 0;
      ++run.barrierNumber;
      run.progressed = true;
      return;
    }
    giveWay(fiber);
  }
}

int32_t xla_gpu_emulator_shuffle_xor(xla_gpu_thread *thread, int32_t value,
                                     int32_t offset) {
  Fiber &fiber = fiberOf(thread);
  BlockRun &run = *fiber.run;
  const xla_gpu_dim3 &id = thread->thread_id, &size = thread->block_size;
  int32_t number = id.x + size.x * (id.y + size.y * id.z);
  int32_t partner = (number / warpSize) * warpSize +
                    ((number % warpSize) ^ (offset % warpSize));
  if (partner >= static_cast<int32_t>(run.fibers->size()))
    stop(*thread, "a shuffle reads a lane that does not exist");
  size_t turn = fiber.offered.size();
  fiber.offered.push_back(value);
  run.progressed = true;
  Fiber &other = (*run.fibers)[partner];
  while (other.offered.size() <= turn) {
    if (other.ended)
      stop(*thread, "a shuffle reads a lane that has ended");
    giveWay(fiber);
  }
  return other.offered[turn];
}

/// Calls `body(x, y, z)` for every position below the sizes, x fastest.
template <typename Body>
static void forEachPosition(int64_t sizeX, int64_t sizeY, int64_t sizeZ,
                            Body body) {
  for (int64_t z = 0; z < sizeZ; ++z)
    for (int64_t y = 0; y < sizeY; ++y)
      for (int64_t x = 0; x < sizeX; ++x)
        body(xla_gpu_dim3{static_cast<int32_t>(x), static_cast<int32_t>(y),
                          static_cast<int32_t>(z)});
}

static xla_gpu_dim3 toDim3(int64_t x, int64_t y, int64_t z) {
  return {static_cast<int32_t>(x), static_cast<int32_t>(y),
          static_cast<int32_t>(z)};
}

void xla_gpu_emulator_launch(xla_gpu_kernel kernel, int64_t grid_x,
                             int64_t grid_y, int64_t grid_z, int64_t block_x,
                             int64_t block_y, int64_t block_z,
                             void **arguments) {
  std::vector<Fiber> fibers(block_x * block_y * block_z);
  BlockRun run;
  run.kernel = kernel;
  run.arguments = arguments;
  run.fibers = &fibers;
  size_t next = 0;
  forEachPosition(block_x, block_y, block_z, [&](xla_gpu_dim3 id) {
    Fiber &fiber = fibers[next++];
    fiber.run = &run;
    fiber.thread.thread_id = id;
    fiber.thread.block_size = toDim3(block_x, block_y, block_z);
    fiber.thread.grid_size = toDim3(grid_x, grid_y, grid_z);
  });
  forEachPosition(grid_x, grid_y, grid_z, [&](xla_gpu_dim3 id) {
    for (Fiber &fiber : fibers)
      fiber.thread.block_id = id;
    runBlock(run);
  });
}

void xla_gpu_emulator_launch_independent(xla_gpu_kernel kernel, int64_t grid_x,
                                         int64_t grid_y, int64_t grid_z,
                                         int64_t block_x, int64_t block_y,
                                         int64_t block_z, void **arguments) {
  xla_gpu_thread thread;
  thread.block_size = toDim3(block_x, block_y, block_z);
  thread.grid_size = toDim3(grid_x, grid_y, grid_z);
  forEachPosition(grid_x, grid_y, grid_z, [&](xla_gpu_dim3 block) {
    thread.block_id = block;
    forEachPosition(block_x, block_y, block_z, [&](xla_gpu_dim3 id) {
      thread.thread_id = id;
      kernel(&thread, arguments);
    });
  });
}

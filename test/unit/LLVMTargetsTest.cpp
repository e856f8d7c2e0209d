//===- LLVMTargetsTest.cpp - Registration from many threads ---------------===//

#include "xla/Support/LLVMTargets.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>
#include <vector>

// Passes on several functions ask for the target at once; unguarded, LLVM's
// list of targets became a ring and every look-up endless.
TEST(LLVMTargets, RegisterFromManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> found{0};
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      xla::initializeLLVMTargets();
      std::string message;
      llvm::Triple triple("x86_64-unknown-linux-gnu");
      found += llvm::TargetRegistry::lookupTarget(triple, message) != nullptr;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(found, 8);
}

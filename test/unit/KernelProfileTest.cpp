//===- KernelProfileTest.cpp - Tests of what profiles add up --------------===//

#include "xla/JIT/KernelProfile.h"
#include "xla/Runtime/xla_profile.h"

#include "gtest/gtest.h"

using namespace xla;

/// A clock that the tests move.
static double now = 0;
static double getNow() { return now; }

namespace {
class KernelProfileTest : public testing::Test {
protected:
  KernelProfileTest() {
    info.struct_size = sizeof(info);
    info.num_kernels = 2;
    info.kernels = kernels;
    info.kernel_size = sizeof(xla_kernel_info);
  }

  /// What code does around a kernel that takes `seconds`.
  void call(const RunOptions &options, const char *name, double seconds) {
    options.profile(options.profileContext, nullptr, name, /*is_end=*/0);
    now += seconds;
    options.profile(options.profileContext, nullptr, name, /*is_end=*/1);
  }

  const xla_kernel_info kernels[2] = {{"add", "a.py:3", 48, 4, 0},
                                      {"sine", "a.py:4-5", 32, 0, 4}};
  xla_info info = {};
};
} // namespace

TEST_F(KernelProfileTest, CallsAndTimesAddUp) {
  KernelProfile profile(info, getNow);
  RunOptions options;
  profile.attach(options);
  // Names are the same by content: code has one of its own for each.
  const std::string other = "sine";
  for (int i = 0; i < 2; ++i) {
    llvm::Error error = profile.addRun([&] {
      now += 1;
      call(options, "sine", 8);
      call(options, other.c_str(), 4);
      now += 2;
      call(options, "add", 16);
      return llvm::Error::success();
    });
    ASSERT_FALSE(bool(error));
    now += 100;
  }
  EXPECT_EQ(profile.getNumRuns(), 2);
  EXPECT_EQ(profile.getSeconds(), 62);
  ASSERT_EQ(profile.getKernels().size(), 2u);
  const KernelProfile::Kernel &add = profile.getKernels()[0];
  const KernelProfile::Kernel &sine = profile.getKernels()[1];
  EXPECT_EQ(add.calls, 2);
  EXPECT_EQ(add.seconds, 32);
  EXPECT_EQ(add.bytes, 48);
  EXPECT_EQ(add.lines, "a.py:3");
  EXPECT_EQ(sine.calls, 4);
  EXPECT_EQ(sine.seconds, 24);
  EXPECT_EQ(sine.transcendentals, 4);
  // Of the last run only.
  ASSERT_EQ(profile.getEvents().size(), 3u);
  EXPECT_EQ(profile.getEvents()[2].kernel, 0u);
  EXPECT_EQ(profile.getEvents()[2].begin, 15);
  EXPECT_EQ(profile.getEvents()[2].end, 31);
}

TEST_F(KernelProfileTest, RunThatFailsDoesNotCount) {
  KernelProfile profile(info, getNow);
  llvm::Error error =
      profile.addRun([] { return llvm::createStringError("cancelled"); });
  EXPECT_EQ(llvm::toString(std::move(error)), "cancelled");
  EXPECT_EQ(profile.getNumRuns(), 0);
}

TEST_F(KernelProfileTest, CodeOfBeforeThereWereProfilesHasNoKernels) {
  info.struct_size = XLA_INFO_SIZE_2;
  EXPECT_TRUE(KernelProfile(info).getKernels().empty());
  info.struct_size = sizeof(info);
  info.kernels = nullptr;
  EXPECT_TRUE(KernelProfile(info).getKernels().empty());
}

TEST_F(KernelProfileTest, LongRunsKeepTheirFirstCalls) {
  KernelProfile profile(info, getNow);
  RunOptions options;
  profile.attach(options);
  llvm::Error error = profile.addRun([&] {
    for (size_t i = 0; i < KernelProfile::kMaxEvents + 5; ++i)
      call(options, "add", 1);
    return llvm::Error::success();
  });
  ASSERT_FALSE(bool(error));
  EXPECT_EQ(profile.getEvents().size(), KernelProfile::kMaxEvents);
  EXPECT_EQ(profile.getKernels()[0].calls,
            int64_t(KernelProfile::kMaxEvents) + 5);
}

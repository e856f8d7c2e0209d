//===- XLAFlagsTest.cpp - Unit tests of XLA's flags -----------------------===//

#include "xla/Support/XLAFlags.h"

#include "gtest/gtest.h"

using namespace llvm;
using xla::XLAFlags;

static std::string parse(StringRef text, XLAFlags &flags) {
  return toString(flags.addAll(text));
}

TEST(XLAFlags, AreSplitAtBlanksOutsideOfQuotes) {
  XLAFlags flags;
  EXPECT_EQ(parse(" --xla_dump_to='/tmp/a b'  --xla_dump_hlo_as_proto "
                  "--xla_dump_hlo_module_re=\"jit_\\\"f\" \n",
                  flags),
            "");
  EXPECT_EQ(flags.dumpTo, "/tmp/a b");
  EXPECT_EQ(flags.dumpModules, "jit_\"f");
  EXPECT_TRUE(flags.dumpAsProto);
  EXPECT_TRUE(flags.dumps());
}

TEST(XLAFlags, TheLastOneWins) {
  XLAFlags flags;
  EXPECT_EQ(parse("--xla_dump_hlo_as_text --xla_dump_hlo_as_text=FALSE "
                  "--xla_dump_max_hlo_modules=3",
                  flags),
            "");
  EXPECT_FALSE(flags.dumps());
  EXPECT_EQ(flags.dumpMaxModules, 3);
}

TEST(XLAFlags, UnknownOnesAreKeptApart) {
  XLAFlags flags;
  EXPECT_EQ(parse("--xla_gpu_autotune_level=2 --xla_nobody=1 --x", flags), "");
  EXPECT_EQ(flags.unknown, (std::vector<std::string>{"--xla_nobody=1", "--x"}));
}

TEST(XLAFlags, RefuseWrongValues) {
  XLAFlags flags;
  EXPECT_EQ(parse("--xla_dump_hlo_as_text=maybe", flags),
            "expected true or false in --xla_dump_hlo_as_text, but got "
            "'maybe'");
  EXPECT_EQ(parse("--xla_dump_to", flags), "expected a value in --xla_dump_to");
  EXPECT_EQ(parse("--xla_dump_hlo_pass_re=(", flags),
            "expected a regular expression in --xla_dump_hlo_pass_re, but got "
            "'('");
  EXPECT_EQ(parse("--xla_dump_max_hlo_modules=x", flags),
            "expected a number in --xla_dump_max_hlo_modules, but got 'x'");
  EXPECT_TRUE(StringRef(parse("/no/such/file", flags))
                  .starts_with("expected flags, or the name of a file"));
}

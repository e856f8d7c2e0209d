//===- TripCountTest.cpp - How often loops run ----------------------------===//
//
// All loops of 4-bit counters are compared with running them.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/Transforms/TripCount.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace xla::hlo;

static bool holds(const APInt &lhs, const APInt &rhs,
                  ComparisonDirection direction, bool isUnsigned) {
  bool less = isUnsigned ? lhs.ult(rhs) : lhs.slt(rhs);
  switch (direction) {
  case ComparisonDirection::EQ:
    return lhs == rhs;
  case ComparisonDirection::NE:
    return lhs != rhs;
  case ComparisonDirection::LT:
    return less;
  case ComparisonDirection::LE:
    return less || lhs == rhs;
  case ComparisonDirection::GT:
    return !less && lhs != rhs;
  case ComparisonDirection::GE:
    return !less;
  }
  llvm_unreachable("unknown direction");
}

/// Runs the loop; none where it has not ended when all values were seen.
static std::optional<int64_t> run(APInt counter, const APInt &step,
                                  const APInt &bound,
                                  ComparisonDirection direction,
                                  bool isUnsigned) {
  for (int64_t trips = 0; trips <= 16; ++trips, counter += step)
    if (!holds(counter, bound, direction, isUnsigned))
      return trips;
  return std::nullopt;
}

TEST(TripCount, IsThatOfTheLoopWhereKnown) {
  int64_t known = 0, unknown = 0;
  for (unsigned code = 0; code < 6 * 2 * 16 * 16 * 16; ++code) {
    APInt init(4, code % 16), step(4, code / 16 % 16),
        bound(4, code / 256 % 16);
    bool isUnsigned = code / 4096 % 2;
    auto direction = static_cast<ComparisonDirection>(code / 8192);
    std::optional<int64_t> count =
        countTrips(init, step, bound, direction, isUnsigned);
    std::optional<int64_t> expected =
        run(init, step, bound, direction, isUnsigned);
    if (count)
      EXPECT_EQ(count, expected) << "code " << code;
    else if (expected)
      ++unknown;
    known += count.has_value();
  }
  // Unknown are those that end only on a later way round.
  EXPECT_GT(known, 30000);
  EXPECT_LT(unknown, 3000);
}

TEST(TripCount, OfWideCounters) {
  auto count = [](int64_t init, int64_t step, int64_t bound,
                  ComparisonDirection direction) {
    return countTrips(APInt(64, init, true), APInt(64, step, true),
                      APInt(64, bound, true), direction, /*isUnsigned=*/false);
  };
  int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(count(0, 1, most, ComparisonDirection::LT), most);
  // One more than 63 bits hold.
  EXPECT_EQ(count(-1, 1, most, ComparisonDirection::LT), std::nullopt);
  EXPECT_EQ(count(most, 1, 0, ComparisonDirection::GT), 1);
  EXPECT_EQ(count(0, 7, 1, ComparisonDirection::NE), 7905747460161236407);
  EXPECT_EQ(count(0, 6, 1, ComparisonDirection::NE), std::nullopt);
}

/// The trips of the loop in `text`, a function.
static std::optional<int64_t> parseAndCount(StringRef text) {
  MLIRContext context;
  context.loadDialect<HLODialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  std::optional<int64_t> count = -1;
  if (module)
    module->walk([&](WhileOp loop) { count = getTripCount(loop); });
  return count;
}

// The step is taken in two parts; the bound is carried and comes first.
TEST(TripCount, OfALoop) {
  EXPECT_EQ(parseAndCount(R"(
    func.func @f() -> tensor<ui8> {
      %a = hlo.constant dense<250> : tensor<ui8>
      %n = hlo.constant dense<100> : tensor<ui8>
      %c = hlo.constant dense<7> : tensor<ui8>
      %r:2 = hlo.while(%i = %a, %m = %n) : tensor<ui8>, tensor<ui8>
        cond {
          %p = hlo.compare LT, %m, %i : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
          hlo.return %p : tensor<i1>
        } do {
          %j = hlo.subtract %i, %c : tensor<ui8>
          %k = hlo.subtract %j, %c : tensor<ui8>
          hlo.return %k, %m : tensor<ui8>, tensor<ui8>
        }
      return %r#0 : tensor<ui8>
    })"),
            11);
}

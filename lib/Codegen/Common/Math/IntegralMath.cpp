//===- IntegralMath.cpp - Rounding, remainders, integer powers ------------===//
//
// Rounding for targets without the instruction: adding and subtracting 2^52
// (f64) or 2^23 (f32) rounds to the nearest integer, from where each function
// is one comparison away.
//
//===----------------------------------------------------------------------===//

#include "IntegralMath.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include <limits>

using namespace mlir;
using namespace xla;

/// The limit from which every float is an integer.
static double getIntegralLimit(Expr x) {
  return getElementTypeOrSelf(x.getType()).isF64() ? 0x1p52 : 0x1p23;
}

/// Applies `adjust(x, x rounded)` below the limit. Signs of zeros are kept.
static Expr roundWith(Expr x, llvm::function_ref<Expr(Expr, Expr)> adjust) {
  double limit = getIntegralLimit(x);
  Expr a = abs(x);
  Expr rounded = copySign((a + limit) - limit, x);
  Expr value = copySign(adjust(x, rounded), x);
  return select(a < limit, value, x);
}

Expr math_functions::roundEven(Expr x) {
  return roundWith(x, [](Expr, Expr rounded) { return rounded; });
}

Expr math_functions::floor(Expr x) {
  return roundWith(x, [](Expr x, Expr rounded) {
    return select(rounded > x, rounded - 1.0, rounded);
  });
}

Expr math_functions::ceil(Expr x) {
  return roundWith(x, [](Expr x, Expr rounded) {
    return select(rounded < x, rounded + 1.0, rounded);
  });
}

Expr math_functions::trunc(Expr x) {
  return roundWith(x, [](Expr x, Expr rounded) {
    Expr a = abs(x), r = abs(rounded);
    return select(r > a, r - 1.0, r);
  });
}

Expr math_functions::round(Expr x) {
  return roundWith(x, [](Expr x, Expr rounded) {
    Expr a = abs(x), r = abs(rounded);
    r = select(r > a, r - 1.0, r);
    return select(a - r >= 0.5, r + 1.0, r);
  });
}

namespace {
/// A positive float as mantissa and exponent of a unit, denormals included.
struct Parts {
  Expr mantissa, exponent;
};
} // namespace

static Parts split(Expr a) {
  Expr bits = a.asInteger();
  Expr exponent = bits >> 52;
  Expr denormal = exponent == 0;
  Expr fraction = bits & ((int64_t(1) << 52) - 1);
  return {select(denormal, fraction, fraction | (int64_t(1) << 52)),
          select(denormal, exponent.integer(1), exponent)};
}

static Expr remainderOf(Expr a, Expr b) {
  ExprBuilder &builder = a.getBuilder();
  return {builder, arith::RemUIOp::create(builder.builder, a.get(), b.get())};
}

Expr math_functions::remainder(Expr x, Expr y) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  ExprBuilder &context = x.getBuilder();
  ImplicitLocOpBuilder &builder = context.builder;
  Expr a = abs(x), b = abs(y);
  Parts dividend = split(a), divisor = split(b);
  Expr modulus = select(divisor.mantissa == 0, divisor.mantissa.integer(1),
                        divisor.mantissa);

  // Long division, 11 bits at a time: the most that 64 bits hold.
  Expr first = remainderOf(dividend.mantissa, modulus);
  Expr steps = dividend.exponent - divisor.exponent;
  Type integer = builder.getI64Type();
  auto loop = scf::WhileOp::create(builder, TypeRange{integer, integer},
                                   ValueRange{first.get(), steps.get()});
  {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> locations(2, builder.getLoc());
    Block *before = builder.createBlock(&loop.getBefore(), {},
                                        {integer, integer}, locations);
    Expr left(context, before->getArgument(1));
    scf::ConditionOp::create(builder, (left > 0).get(), before->getArguments());
    Block *after = builder.createBlock(&loop.getAfter(), {}, {integer, integer},
                                       locations);
    Expr rest(context, after->getArgument(0)),
        todo(context, after->getArgument(1));
    Expr step = select(todo < 11, todo, todo.integer(11));
    scf::YieldOp::create(builder,
                         ValueRange{remainderOf(rest << step, modulus).get(),
                                    (todo - step).get()});
  }
  Expr rest(context, loop.getResult(0));
  Type element = x.getType();
  Expr exponent = divisor.exponent - 1075;
  Expr half = shiftArithmetic(exponent, exponent.integer(1));
  Expr value = rest.toFloat(element) * powerOfTwo(half, element) *
               powerOfTwo(exponent - half, element);
  value = select(a < b, a, value);
  value = select((a < infinity) & (b > 0.0) & !isNaN(y), value,
                 x.constant(std::numeric_limits<double>::quiet_NaN()));
  return copySign(value, x);
}

Expr math_functions::integerPower(Expr x, Expr n) {
  ExprBuilder &context = x.getBuilder();
  ImplicitLocOpBuilder &builder = context.builder;
  Type type = x.getType();
  Expr one = x.integer(1), zero = x.integer(0);
  Expr negative = n < zero;
  SmallVector<Type> types = {type, type, type};
  auto loop = scf::WhileOp::create(
      builder, types,
      ValueRange{one.get(), x.get(), select(negative, zero, n).get()});
  {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> locations(3, builder.getLoc());
    Block *before =
        builder.createBlock(&loop.getBefore(), {}, types, locations);
    Expr left(context, before->getArgument(2));
    scf::ConditionOp::create(builder, (!(left == zero)).get(),
                             before->getArguments());
    Block *after = builder.createBlock(&loop.getAfter(), {}, types, locations);
    Expr product(context, after->getArgument(0));
    Expr square(context, after->getArgument(1));
    Expr todo(context, after->getArgument(2));
    Expr odd = (todo & one) == one;
    scf::YieldOp::create(
        builder, ValueRange{select(odd, product * square, product).get(),
                            (square * square).get(), (todo >> one).get()});
  }
  Expr power(context, loop.getResult(0));
  // 1 / x^k is whole for x = 1 and x = -1 only.
  Expr alternating = select((n & one) == zero, one, x);
  Expr inverse =
      select(x == one, one, select(x == x.integer(-1), alternating, zero));
  return select(negative, inverse, power);
}

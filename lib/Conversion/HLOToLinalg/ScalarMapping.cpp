//===- ScalarMapping.cpp - The table of scalar computations ---------------===//
//
// One row per elementwise op, one column per kind of element. A null entry
// means that the op is not defined, or not lowered, for that kind.
//
//===----------------------------------------------------------------------===//

#include "xla/Conversion/HLOToLinalg/ScalarMapping.h"
#include "ScalarRules.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace xla;

namespace {
/// The rules of one op. `promote`: floats narrower than f32 are computed in
/// f32 and rounded once.
struct ScalarRow {
  ScalarRule onBool, onSigned, onUnsigned, onFloat, onComplex;
  bool promote = true;
};
} // namespace

template <typename OpTy> static Value unary(ScalarArgs &s) {
  return OpTy::create(s.b, s[0]);
}
template <typename OpTy> static Value binary(ScalarArgs &s) {
  return OpTy::create(s.b, s[0], s[1]);
}
static Value same(ScalarArgs &s) { return s[0]; }

template <ScalarRule min, ScalarRule max> static Value clamp(ScalarArgs &s) {
  ScalarArgs low{s.b, s.op, {s[0], s[1]}};
  ScalarArgs high{s.b, s.op, {max(low), s[2]}};
  return min(high);
}

static Value selectElement(ScalarArgs &s) {
  return arith::SelectOp::create(s.b, s[0], s[1], s[2]);
}

static Value createComplex(ScalarArgs &s) {
  return complex::CreateOp::create(s.b, ComplexType::get(s.type()), s[0], s[1]);
}

static Value convertElement(ScalarArgs &s) {
  return convertScalar(s.b, s.b.getLoc(), s[0],
                       getElementTypeOrSelf(s.op->getOperand(0).getType()),
                       getElementTypeOrSelf(s.op->getResult(0).getType()));
}

static Value bitcastElement(ScalarArgs &s) {
  Type to = getScalarType(getElementTypeOrSelf(s.op->getResult(0).getType()));
  if (getScalarBitWidth(s.type()) != getScalarBitWidth(to))
    return nullptr;
  return bitcastScalar(s.b, s.b.getLoc(), s[0], to);
}

/// Of chlo what has a function of one name; on real elements only.
static void addMathFunctions(llvm::StringMap<ScalarRow> &table) {
#define FUNCTION(OP)                                                           \
  table[chlo::OP::getOperationName()] = {nullptr, nullptr, nullptr,            \
                                         unary<math::OP>, nullptr}
  FUNCTION(AcosOp);
  FUNCTION(AcoshOp);
  FUNCTION(AsinOp);
  FUNCTION(AsinhOp);
  FUNCTION(AtanOp);
  FUNCTION(AtanhOp);
  FUNCTION(CoshOp);
  FUNCTION(ErfOp);
  FUNCTION(ErfcOp);
  FUNCTION(SinhOp);
#undef FUNCTION
}

static llvm::StringMap<ScalarRow> createTable() {
  using namespace arith;
  using namespace math;
  llvm::StringMap<ScalarRow> table;
#define ROW(OP, ...) table[hlo::OP::getOperationName()] = {__VA_ARGS__}
  // clang-format off
  //  op                     bool             signed                 unsigned          float                  complex
  ROW(AbsOp,                 nullptr,         unary<AbsIOp>,         same,             unary<AbsFOp>,         absComplex, false);
  ROW(AddOp,                 binary<OrIOp>,   binary<AddIOp>,        binary<AddIOp>,   binary<AddFOp>,        addComplex);
  ROW(AndOp,                 binary<AndIOp>,  binary<AndIOp>,        binary<AndIOp>,   nullptr,               nullptr);
  ROW(Atan2Op,               nullptr,         nullptr,               nullptr,          atan2Float,            atan2Complex);
  ROW(BitcastConvertOp,      bitcastElement,  bitcastElement,        bitcastElement,   bitcastElement,        bitcastElement, false);
  ROW(CbrtOp,                nullptr,         nullptr,               nullptr,          unary<math::CbrtOp>,   cbrtComplex);
  ROW(CeilOp,                nullptr,         nullptr,               nullptr,          unary<math::CeilOp>,   nullptr);
  ROW(ClampOp, (clamp<binary<AndIOp>, binary<OrIOp>>), (clamp<binary<MinSIOp>, binary<MaxSIOp>>),
      (clamp<binary<MinUIOp>, binary<MaxUIOp>>), (clamp<binary<MinimumFOp>, binary<MaximumFOp>>),
      (clamp<minimumComplex, maximumComplex>));
  ROW(CompareOp,             compareUnsigned, compareSigned,         compareUnsigned,  compareFloat,          compareComplex);
  ROW(ComplexOp,             nullptr,         nullptr,               nullptr,          createComplex,         nullptr, false);
  ROW(ConvertOp,             convertElement,  convertElement,        convertElement,   convertElement,        convertElement, false);
  ROW(CosineOp,              nullptr,         nullptr,               nullptr,          unary<CosOp>,          cosineComplex);
  ROW(CountLeadingZerosOp,   nullptr,         unary<math::CountLeadingZerosOp>, unary<math::CountLeadingZerosOp>, nullptr, nullptr);
  ROW(DivideOp,              nullptr,         divideSigned,          divideUnsigned,   binary<DivFOp>,        divideComplex);
  ROW(ExponentialMinusOneOp, nullptr,         nullptr,               nullptr,          unary<ExpM1Op>,        expm1Complex);
  ROW(ExponentialOp,         nullptr,         nullptr,               nullptr,          unary<ExpOp>,          expComplex);
  ROW(FloorOp,               nullptr,         nullptr,               nullptr,          unary<math::FloorOp>,  nullptr);
  ROW(ImagOp,                nullptr,         nullptr,               nullptr,          imagOfFloat,           unary<complex::ImOp>, false);
  ROW(IsFiniteOp,            nullptr,         nullptr,               nullptr,          isFinite,              nullptr);
  ROW(LogOp,                 nullptr,         nullptr,               nullptr,          unary<math::LogOp>,    logComplex);
  ROW(LogPlusOneOp,          nullptr,         nullptr,               nullptr,          unary<Log1pOp>,        log1pComplex);
  ROW(LogisticOp,            nullptr,         nullptr,               nullptr,          logisticFloat,         logisticComplex);
  ROW(MaximumOp,             binary<OrIOp>,   binary<MaxSIOp>,       binary<MaxUIOp>,  binary<MaximumFOp>,    maximumComplex);
  ROW(MinimumOp,             binary<AndIOp>,  binary<MinSIOp>,       binary<MinUIOp>,  binary<MinimumFOp>,    minimumComplex);
  ROW(MultiplyOp,            binary<AndIOp>,  binary<MulIOp>,        binary<MulIOp>,   binary<MulFOp>,        multiplyComplex);
  ROW(NegateOp,              nullptr,         negateInteger,         negateInteger,    negateFloat,           negateComplex, false);
  ROW(NotOp,                 notInteger,      notInteger,            notInteger,       nullptr,               nullptr);
  ROW(OrOp,                  binary<OrIOp>,   binary<OrIOp>,         binary<OrIOp>,    nullptr,               nullptr);
  ROW(PopcntOp,              nullptr,         unary<CtPopOp>,        unary<CtPopOp>,   nullptr,               nullptr);
  ROW(PowerOp,               nullptr,         powerSigned,           powerUnsigned,    binary<PowFOp>,        powerComplex);
  ROW(RealOp,                nullptr,         nullptr,               nullptr,          realOfFloat,           unary<complex::ReOp>, false);
  ROW(ReducePrecisionOp,     nullptr,         nullptr,               nullptr,          reducePrecision,       nullptr, false);
  ROW(RemainderOp,           nullptr,         remainderSigned,       remainderUnsigned, binary<RemFOp>,       nullptr);
  ROW(RoundNearestAfzOp,     nullptr,         nullptr,               nullptr,          unary<RoundOp>,        nullptr);
  ROW(RoundNearestEvenOp,    nullptr,         nullptr,               nullptr,          unary<RoundEvenOp>,    nullptr);
  ROW(RsqrtOp,               nullptr,         nullptr,               nullptr,          unary<math::RsqrtOp>,  rsqrtComplex);
  ROW(SelectOp,              selectElement,   nullptr,               nullptr,          nullptr,               nullptr, false);
  ROW(ShiftLeftOp,           nullptr,         shiftLeft,             shiftLeft,        nullptr,               nullptr);
  ROW(ShiftRightArithmeticOp, nullptr,        shiftRightArithmetic,  shiftRightArithmetic, nullptr,           nullptr);
  ROW(ShiftRightLogicalOp,   nullptr,         shiftRightLogical,     shiftRightLogical, nullptr,              nullptr);
  ROW(SignOp,                nullptr,         signSigned,            signUnsigned,     signFloat,             signComplex);
  ROW(SineOp,                nullptr,         nullptr,               nullptr,          unary<SinOp>,          sineComplex);
  ROW(SqrtOp,                nullptr,         nullptr,               nullptr,          unary<math::SqrtOp>,   sqrtComplex);
  ROW(SubtractOp,            nullptr,         binary<SubIOp>,        binary<SubIOp>,   binary<SubFOp>,        subtractComplex);
  ROW(TanOp,                 nullptr,         nullptr,               nullptr,          unary<math::TanOp>,    tanComplex);
  ROW(TanhOp,                nullptr,         nullptr,               nullptr,          unary<math::TanhOp>,   tanhComplex);
  ROW(XorOp,                 binary<XOrIOp>,  binary<XOrIOp>,        binary<XOrIOp>,   nullptr,               nullptr);
  // clang-format on
#undef ROW
  addMathFunctions(table);
  return table;
}

static ScalarRule chooseRule(const ScalarRow &row, Type elementType) {
  if (isa<ComplexType>(elementType))
    return row.onComplex;
  if (isa<FloatType>(elementType))
    return row.onFloat;
  if (elementType.isInteger(1))
    return row.onBool;
  if (elementType.isUnsignedInteger())
    return row.onUnsigned;
  return elementType.isSignlessInteger() ? row.onSigned : nullptr;
}

Type xla::getScalarType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  if (isa<FloatType, IndexType>(type))
    return type;
  if (auto complexType = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complexType.getElementType()) ? type : Type();
  return nullptr;
}

unsigned xla::getScalarBitWidth(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return 2 * complexType.getElementType().getIntOrFloatBitWidth();
  return type.getIntOrFloatBitWidth();
}

Value xla::bitcastScalar(OpBuilder &builder, Location loc, Value value,
                         Type to) {
  if (value.getType() == to)
    return value;
  ImplicitLocOpBuilder b(loc, builder);
  auto fromComplex = dyn_cast<ComplexType>(value.getType());
  auto toComplex = dyn_cast<ComplexType>(to);
  if (!fromComplex && !toComplex)
    return arith::BitcastOp::create(b, to, value);
  // Through the integer of all bits.
  unsigned width = getScalarBitWidth(to);
  IntegerType bits = b.getIntegerType(width),
              half = b.getIntegerType(width / 2);
  Value shift = intConstant(b, bits, width / 2);
  if (fromComplex) {
    auto part = [&](Value real) {
      return arith::ExtUIOp::create(b, bits,
                                    bitcastScalar(builder, loc, real, half));
    };
    Value low = part(complex::ReOp::create(b, value));
    Value high = part(complex::ImOp::create(b, value));
    value = arith::OrIOp::create(b, low, arith::ShLIOp::create(b, high, shift));
  } else {
    value = bitcastScalar(builder, loc, value, bits);
  }
  if (!toComplex)
    return bitcastScalar(builder, loc, value, to);
  auto part = [&](Value word) {
    return bitcastScalar(builder, loc, arith::TruncIOp::create(b, half, word),
                         toComplex.getElementType());
  };
  return complex::CreateOp::create(
      b, to, part(value), part(arith::ShRUIOp::create(b, value, shift)));
}

Value xla::mapElementwiseToScalar(OpBuilder &builder, Location loc,
                                  Operation *op, ValueRange scalars) {
  // Read only once it is built: safe to share between threads.
  static const llvm::StringMap<ScalarRow> table = createTable();
  auto entry = table.find(op->getName().getStringRef());
  if (entry == table.end() || scalars.size() != op->getNumOperands())
    return nullptr;
  const ScalarRow &row = entry->second;
  Type elementType = getElementTypeOrSelf(op->getOperand(0).getType());
  ScalarRule rule = chooseRule(row, elementType);
  Type resultType =
      getScalarType(getElementTypeOrSelf(op->getResult(0).getType()));
  if (!rule || !resultType || !llvm::all_of(op->getOperandTypes(), [](Type t) {
        return getScalarType(getElementTypeOrSelf(t));
      }))
    return nullptr;

  ImplicitLocOpBuilder b(loc, builder);
  ScalarArgs args{b, op, llvm::to_vector(scalars)};
  auto narrow = dyn_cast<FloatType>(elementType);
  if (!row.promote || !narrow || narrow.getWidth() >= 32)
    return rule(args);
  for (Value &value : args.values)
    value = convertFloat(b, value, getArithmeticType(narrow));
  Value result = rule(args);
  if (auto to = dyn_cast<FloatType>(resultType))
    result = convertFloat(b, result, to);
  return result;
}

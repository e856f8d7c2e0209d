//===- Polynomials.h - Coefficients of the math expansions ------*- C++ -*-===//
//
// Written by utils/math/fit.py. Lowest degree first.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_CODEGEN_COMMON_MATH_POLYNOMIALS_H
#define XLA_CODEGEN_COMMON_MATH_POLYNOMIALS_H

namespace xla::math_polynomials {
/// (e^r - 1 - r) / r^2 on +-ln(2)/2: error 1.6e-17.
inline constexpr double exp[] = {
    0x1.0000000000001p-1,  0x1.5555555555556p-3,  0x1.5555555553d37p-5,
    0x1.11111111109a6p-7,  0x1.6c16c1789d1d7p-10, 0x1.a01a01a7cebcdp-13,
    0x1.a019b8ca26fcfp-16, 0x1.71de0d85293b8p-19, 0x1.2891d4ffbb0f9p-22,
    0x1.af390ba7e6f47p-26,
};
/// (e^r - 1 - r) / r^2 on +-ln(2)/2: error 2.2e-10.
inline constexpr double expSingle[] = {
    0x1.0000000ba132cp-1, 0x1.5555555a800cdp-3,  0x1.5554e8a22b84cp-5,
    0x1.1110e0c5c7f50p-7, 0x1.6d43af18200d3p-10, 0x1.a1256cd2f13c2p-13,
};
/// (2 atanh(s) / s - 2) / z, z = s^2: error 4.4e-18.
inline constexpr double log[] = {
    0x1.5555555555558p-1, 0x1.9999999995204p-2, 0x1.2492492e09d1ap-2,
    0x1.c71c62c63e016p-3, 0x1.7462bd8e53c17p-3, 0x1.39fd39474ad34p-3,
    0x1.2b6686d1072f3p-3,
};
/// (2 atanh(s) / s - 2) / z, z = s^2: error 1.7e-11.
inline constexpr double logSingle[] = {
    0x1.5555554b9ea73p-1,
    0x1.9999ebdd789fcp-2,
    0x1.245c0add825b2p-2,
    0x1.dddadec72b27ap-3,
};
/// (2 atanh(s) / s - 2 - 2 z / 3) / z^2, z = s^2: error 1.0e-20.
inline constexpr double logTail[] = {
    0x1.999999999999ap-2, 0x1.2492492492523p-2, 0x1.c71c71c6ea0c5p-3,
    0x1.745d177b19965p-3, 0x1.3b13959b3d042p-3, 0x1.1118d3897ce82p-3,
    0x1.df7a59e3800a4p-4, 0x1.e047dc948b342p-4,
};
/// (sin(r) / r - 1) / z, z = r^2: error 6.3e-18.
inline constexpr double sin[] = {
    -0x1.5555555555555p-3,  0x1.1111111111110p-7,   -0x1.a01a01a019926p-13,
    0x1.71de3a545e700p-19,  -0x1.ae64540f0ba18p-26, 0x1.61217c1864fa1p-33,
    -0x1.ab161757f0c63p-41,
};
/// (sin(r) / r - 1) / z, z = r^2: error 1.9e-11.
inline constexpr double sinSingle[] = {
    -0x1.555555545c0f8p-3,
    0x1.11110dea5e8c0p-7,
    -0x1.a013a11619d1bp-13,
    0x1.6dbbee1f24647p-19,
};
/// (cos(r) - 1 + z / 2) / z^2, z = r^2: error 1.2e-18.
inline constexpr double cos[] = {
    0x1.5555555555555p-5,   -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d02p-16,
    -0x1.27e4fb7711e1dp-22, 0x1.1eed8de9ef73ep-29,  -0x1.9394b76d1f265p-37,
    0x1.ab76cf6e9b365p-45,
};
/// (cos(r) - 1 + z / 2) / z^2, z = r^2: error 1.2e-12.
inline constexpr double cosSingle[] = {
    0x1.555555550225fp-5,
    -0x1.6c16bf51b0df9p-10,
    0x1.a015c02820885p-16,
    -0x1.2522e6d930e5bp-22,
};
/// (atan(t) / t - 1) / z, z = t^2: error 3.8e-18.
inline constexpr double atan[] = {
    -0x1.5555555555555p-2, 0x1.9999999999997p-3,  -0x1.24924924920a3p-3,
    0x1.c71c71c6dd2d8p-4,  -0x1.745d173542f7ap-4, 0x1.3b13aea53b18fp-4,
    -0x1.1110ce80547d7p-4, 0x1.e1d8ddf459f4dp-5,  -0x1.aebcad6415c5dp-5,
    0x1.829a09d7f37d9p-5,  -0x1.5030c28013685p-5, 0x1.f5ba271a2a8e8p-6,
    -0x1.c7a6bc6dde7f9p-7,
};
/// (atan(t) / t - 1) / z, z = t^2: error 8.2e-11.
inline constexpr double atanSingle[] = {
    -0x1.5555554bfd993p-2, 0x1.99997aefc3eb5p-3,  -0x1.248a0f9e7dbe8p-3,
    0x1.c57a94756983fp-4,  -0x1.613c1c599a50fp-4, 0x1.9d60fa5068fb4p-5,
};
/// (asin(x) / x - 1) / z, z = x^2: error 5.1e-18.
inline constexpr double asin[] = {
    0x1.5555555555556p-3, 0x1.3333333332ecap-4, 0x1.6db6db6e31f13p-5,
    0x1.f1c71c1db0623p-6, 0x1.6e8bb1c8209a2p-6, 0x1.1c4d35cf95421p-6,
    0x1.c9cf07674736ap-7, 0x1.782651caa6547p-7, 0x1.52420b04b37bep-7,
    0x1.65a9c4dfcf8b2p-8, 0x1.1d189408314eep-6, -0x1.e6aaa8a0a04ccp-7,
    0x1.d72b2bc8155f8p-6,
};
/// (asin(x) / x - 1) / z, z = x^2: error 5.6e-11.
inline constexpr double asinSingle[] = {
    0x1.5555555c0171dp-3, 0x1.33331ecf8b70bp-4, 0x1.6dc0f007c13e8p-5,
    0x1.efedf83ab6506p-6, 0x1.82db23768c84fp-6, 0x1.5a80a068e3ee2p-7,
    0x1.fb7ca379d49c6p-6,
};
/// erf(x) / x, z = x^2, x <= 1: error 3.1e-17.
inline constexpr double erf[] = {
    0x1.20dd750429b6dp+0,   -0x1.812746b0379e7p-2,  0x1.ce2f21a042bdep-4,
    -0x1.b82ce312889b6p-6,  0x1.565bcd0e64f5bp-8,   -0x1.c02db3fee866fp-11,
    0x1.f9a326c1c6edfp-14,  -0x1.f4d2561089023p-17, 0x1.b9e64fed6bd39p-20,
    -0x1.5f6d8a893c396p-23, 0x1.fc42dd57d886cp-27,  -0x1.4e5e20d9bb5fap-30,
    0x1.7ef9816d93493p-34,  -0x1.29971a2b8c684p-38,
};
/// erf(x) / x, z = x^2, x <= 1: error 3.7e-11.
inline constexpr double erfSingle[] = {
    0x1.20dd750404145p+0,  -0x1.81274664f6548p-2,  0x1.ce2f08db3cbf5p-4,
    -0x1.b829c4e89400bp-6, 0x1.562a32ba69194p-8,   -0x1.bccd19960475dp-11,
    0x1.d878dbc491a8fp-14, -0x1.443bc8889ec91p-17,
};
/// erfc(x) e^(x^2) (1 + 2 x), x = 3 (1 + t) / (1 - t), 0.5 <= x <= 28:
/// error 4.3e-17.
inline constexpr double erfc[] = {
    0x1.40c522d7e4987p+0,   -0x1.15c084bb9e8f8p-3,  -0x1.85a15c58aa5b8p-5,
    0x1.098366a5b49a9p-3,   -0x1.e88b803a49772p-4,  0x1.17ca2877e2484p-4,
    -0x1.8574c40ba3edbp-6,  0x1.4b884e6696b50p-9,   0x1.ef1bdd13265bbp-10,
    -0x1.98db569ea1c45p-11, -0x1.b9124fff8ca4fp-14, 0x1.065ac08b4a29bp-13,
    0x1.4c1575a516749p-18,  -0x1.514bf9a5fa973p-16, -0x1.864edd0e7b6e9p-21,
    0x1.d34d5d29b32e6p-19,  0x1.72266fc94fd07p-22,  -0x1.5228a328216e2p-21,
    -0x1.0521e26824dabp-23, 0x1.dfd51fe473bfep-24,  0x1.892c0acffd450p-26,
    -0x1.08481574f586bp-26,
};
/// erfc(x) e^(x^2) (1 + 2 x), x = 3 (1 + t) / (1 - t), 0.5 <= x <= 11:
/// error 6.5e-10.
inline constexpr double erfcSingle[] = {
    0x1.40c522dada8b9p+0,   -0x1.15c0842643501p-3,  -0x1.85a192a2467bep-5,
    0x1.098346037820ep-3,   -0x1.e889079db3a74p-4,  0x1.17ce79b9c66f4p-4,
    -0x1.85c5296244d03p-6,  0x1.479d5028b560fp-9,   0x1.ffbb54446b324p-10,
    -0x1.655597b3c0f6cp-11, -0x1.73618a4062669p-13,
};
/// (e^r - 1 - r) / r^2 on +-ln(2)/2: error 1.0e-08.
inline constexpr double expF32[] = {
    0x1.0000000000000p-1, 0x1.5554dc0000000p-3,  0x1.5555180000000p-5,
    0x1.120be20000000p-7, 0x1.6d117c0000000p-10,
};
/// (log(1 + f) - f) / f^2, sqrt(1/2) <= 1 + f <= sqrt(2): error 1.4e-08.
inline constexpr double logF32[] = {
    -0x1.fffffe0000000p-2, 0x1.5555540000000p-2,  -0x1.00020c0000000p-2,
    0x1.99a0120000000p-3,  -0x1.5483820000000p-3, 0x1.22ea5a0000000p-3,
    -0x1.0cda320000000p-3, 0x1.048f720000000p-3,  -0x1.3a4ff60000000p-4,
};
/// erf(x) / x - 1, z = x^2, x <= 1: error 6.3e-09.
inline constexpr double erfF32[] = {
    0x1.06eba80000000p-3,  -0x1.81273e0000000p-2, 0x1.ce2d100000000p-4,
    -0x1.b7faba0000000p-6, 0x1.5412700000000p-8,  -0x1.a450880000000p-11,
    0x1.4a56900000000p-14,
};
/// -log(erfc(x)) / x - 1, 1 <= x <= 4: error 7.0e-09.
inline constexpr double erfcExponentF32[] = {
    0x1.07c4860000000p-3,   0x1.44ec8e0000000p-1,  0x1.b65d3e0000000p-4,
    -0x1.8ea9160000000p-6,  0x1.f6ba680000000p-9,  -0x1.5bcc220000000p-12,
    -0x1.a94e580000000p-20, 0x1.b26e0a0000000p-19, -0x1.d12f080000000p-23,
};
/// cbrt(m), 1 <= m < 8: error 2.8e-04.
inline constexpr double cbrt[] = {
    0x1.171824adc18aap-1,   0x1.417c128aef599p-1,  -0x1.d2e6c45182729p-3,
    0x1.10a679807fa0ap-4,   -0x1.9f829cb2fdbbbp-7, 0x1.82cc1c40bc138p-10,
    -0x1.8e234751b23bap-14, 0x1.5a7ca1362129ep-19,
};
} // namespace xla::math_polynomials

#endif // XLA_CODEGEN_COMMON_MATH_POLYNOMIALS_H

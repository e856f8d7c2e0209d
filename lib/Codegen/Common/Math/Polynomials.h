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
/// (sin(r) / r - 1) / z, z = r^2: error 4.0e-09.
inline constexpr double sinF32[] = {
    -0x1.5555560000000p-3,
    0x1.11110c0000000p-7,
    -0x1.a0124a0000000p-13,
    0x1.6d526c0000000p-19,
};
/// (cos(r) - 1 + z / 2) / z^2, z = r^2: error 2.0e-09.
inline constexpr double cosF32[] = {
    0x1.5555540000000p-5,
    -0x1.6c11fa0000000p-10,
    0x1.9b69980000000p-16,
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
/// Rows of 32: the intervals' centres, tanh there, coefficients of degree 1
/// to 5.
inline constexpr double tanhTable[7 * 32] = {
    0x1.1ff80ep+0,   0x1.6014b6p+0,   0x1.a01248p+0,   0x1.dfe98p+0,
    0x1.10131p+1,    0x1.301714p+1,   0x1.500b52p+1,   0x1.6febep+1,
    0x1.a00e1ep+1,   0x1.dfde9ap+1,   0x1.100374p+2,   0x1.2ff114p+2,
    0x1.4fff82p+2,   0x1.6fe5acp+2,   0x1.9002eep+2,   0x1.b0005p+2,
    0x1.e02eep+2,    0x1.101a9p+3,    0x1.301dbp+3,    0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x1.7ffaa8p-3,   0x1.3ffa6p-2,    0x1.bfe63p-2,
    0x1.2006cp-1,    0x1.5ff35ep-1,   0x1.a00b6p-1,    0x1.e0100ep-1,
    0x1.9e573ap-1,   0x1.c282p-1,     0x1.d9cc3cp-1,   0x1.e87494p-1,
    0x1.f19d88p-1,   0x1.f73a9ap-1,   0x1.faa884p-1,   0x1.fcbf48p-1,
    0x1.fe76dp-1,    0x1.ff6eccp-1,   0x1.ffcab2p-1,   0x1.ffec58p-1,
    0x1.fff8c8p-1,   0x1.fffd56p-1,   0x1.ffff06p-1,   0x1.ffffa4p-1,
    0x1.ffffecp-1,   0x1.fffffep-1,   0x1.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x1.7b8adp-3,    0x1.35f46ep-2,   0x1.a55d2ep-2,
    0x1.050d6ep-1,   0x1.314fbcp-1,   0x1.578f4p-1,    0x1.77dfap-1,
    0x1.6161c2p-2,   0x1.ce656cp-3,   0x1.26374ep-3,   0x1.700d5ap-4,
    0x1.c5d7a8p-5,   0x1.16454cp-5,   0x1.541674p-6,   0x1.9f096ap-7,
    0x1.889908p-8,   0x1.223ed2p-9,   0x1.aa59dp-11,   0x1.3a79fep-12,
    0x1.cdfcbep-14,  0x1.54ff2cp-15,  0x1.f40018p-17,  0x1.6fffbep-18,
    0x1.46962ep-20,  0x1.6151fap-23,  0x1.7e3dfp-26,   0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    -0x1.10860ap-30, 0x1.ee6a5ep-1,   0x1.d117p-1,     0x1.a94e8cp-1,
    0x1.7ae5cep-1,   0x1.49f074p-1,   0x1.19776ap-1,   0x1.d81f16p-2,
    -0x1.1dfaap-2,   -0x1.96dcfcp-3,  -0x1.10439ep-3,  -0x1.5f2096p-4,
    -0x1.b91762p-5,  -0x1.1180cep-5,  -0x1.5089ecp-6,  -0x1.9c661cp-7,
    -0x1.87669p-8,   -0x1.21e89ap-9,  -0x1.aa278cp-11, -0x1.3a698ep-12,
    -0x1.cdefcap-14, -0x1.54f8a8p-15, -0x1.f3f828p-17, -0x1.6ffa58p-18,
    -0x1.464b7ep-20, -0x1.61012ap-23, -0x1.7de674p-26, 0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.a673bcp-22,  -0x1.6e81a2p-3,  -0x1.198e54p-2,  -0x1.5e046ap-2,
    -0x1.82602p-2,   -0x1.897e3ap-2,  -0x1.79bc8p-2,   -0x1.5a99p-2,
    0x1.c68b58p-4,   0x1.97bb44p-4,   0x1.33c146p-4,   0x1.a897d6p-5,
    0x1.156b2p-5,    0x1.601f42p-6,   0x1.b754bcp-7,   0x1.0f6f46p-7,
    0x1.035f96p-8,   0x1.81b4bep-10,  0x1.1be13ap-11,  0x1.a31c16p-13,
    0x1.33efp-14,    0x1.c6a2b2p-16,  0x1.4d514p-17,   0x1.eaa65p-19,
    0x1.b333a8p-21,  0x1.d6d0b4p-24,  0x1.fd5796p-27,  0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    -0x1.555ba8p-2,  -0x1.27a626p-2,  -0x1.c1abcap-3,  -0x1.170504p-3,
    -0x1.bcc8bap-5,  0x1.d5ea28p-7,   0x1.074a02p-4,   0x1.844aecp-4,
    0x1.de20a2p-9,   -0x1.5a920cp-6,  -0x1.9bd13ap-6,  -0x1.55c27ep-6,
    -0x1.eabc9ap-7,  -0x1.47ffb4p-7,  -0x1.a597b6p-8,  -0x1.0911a6p-8,
    -0x1.02bdcap-9,  -0x1.83e742p-11, -0x1.1e5c9p-12,  -0x1.a739d2p-14,
    -0x1.3716fap-15, -0x1.cb5892p-17, -0x1.50cdbp-18,  -0x1.efca1cp-20,
    -0x1.c5f136p-22, -0x1.eb1b0ap-25, -0x1.09a792p-27, 0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.ffd3cap-12,  0x1.ce4f7ep-4,   0x1.431728p-3,   0x1.5b8a98p-3,
    0x1.39e806p-3,   0x1.e965fep-4,   0x1.471f6ep-4,   0x1.62d3d4p-5,
    -0x1.06505ep-5,  -0x1.366c74p-7,  0x1.73f216p-10,  0x1.2e203ap-8,
    0x1.25cefep-8,   0x1.bff21ep-9,   0x1.33dd82p-9,   0x1.91537p-10,
    0x1.92e2c2p-11,  0x1.321a7ep-12,  0x1.c77838p-14,  0x1.50a85ep-15,
    0x1.f0056p-17,   0x1.6d59f8p-18,  0x1.0cb50cp-19,  0x1.8b757ep-21,
    0x1.6895e8p-23,  0x1.865a9ep-26,  0x1.a6939ap-29,  0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.0a1f72p-3,   0x1.8b97b4p-4,   0x1.74cc94p-5,   -0x1.893444p-8,
    -0x1.64acb8p-5,  -0x1.f8c82p-5,   -0x1.00d188p-4,  -0x1.b2c022p-5,
};
/// Rows of 32: the intervals' centres, erf there, coefficients of degree 1
/// to 5.
inline constexpr double erfTable[7 * 32] = {
    0x1.2000d8p+0,   0x1.60042p+0,    0x1.9feb7cp+0,   0x1.e0212ap+0,
    0x1.1006d8p+1,   0x1.300428p+1,   0x1.501aa8p+1,   0x1.6feafap+1,
    0x1.a00c98p+1,   0x1.dfd12p+1,    0x1.101a9p+2,    0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x1.80126p-3,    0x1.4008acp-2,   0x1.bfe01p-2,
    0x1.1fe5p-1,     0x1.5fe412p-1,   0x1.a00a5cp-1,   0x1.dfdc9cp-1,
    0x1.c6db5cp-1,   0x1.e577f4p-1,   0x1.f4f346p-1,   0x1.fbe858p-1,
    0x1.fea478p-1,   0x1.ff9972p-1,   0x1.ffe534p-1,   0x1.fff9b4p-1,
    0x1.ffff7p-1,    0x1.fffffcp-1,   0x1.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x1.ac59e8p-3,   0x1.5db2d4p-2,   0x1.daea5ap-2,
    0x1.25a274p-1,   0x1.567e9ep-1,   0x1.7fbfcap-1,   0x1.a14484p-1,
    0x1.45e732p-2,   0x1.5cd62p-3,    0x1.49f32ap-4,   0x1.12494ep-5,
    0x1.940674p-7,   0x1.06691p-8,    0x1.2ba044p-10,  0x1.317374p-12,
    0x1.e87da4p-16,  0x1.de4cbep-21,  0x1.1194e6p-26,  0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.06eba8p-3,   0x1.16e1e6p+0,   0x1.05fbdcp+0,   0x1.dd2382p-1,
    0x1.a52048p-1,   0x1.683af6p-1,   0x1.2a83fep-1,   0x1.e00858p-2,
    -0x1.6ea57ap-2,  -0x1.dfaceep-3,  -0x1.0c08eep-3,  -0x1.0136d2p-4,
    -0x1.ad5116p-6,  -0x1.379f08p-7,  -0x1.895bcap-9,  -0x1.b6f132p-11,
    -0x1.8b9024p-14, -0x1.bcf0a8p-19, -0x1.1eaf48p-24, 0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.a79d88p-23,  -0x1.a266cap-3,  -0x1.4783a4p-2,  -0x1.a1613ep-2,
    -0x1.d997d8p-2,  -0x1.ef29bap-2,  -0x1.e5228cp-2,  -0x1.c1e6a2p-2,
    0x1.4cb43p-3,    0x1.4370eap-3,   0x1.d6a49cp-4,   0x1.13e3f8p-4,
    0x1.0e768ap-5,   0x1.c1b3eap-7,   0x1.3f55f8p-8,   0x1.8b2638p-10,
    0x1.993a96p-13,  0x1.0d9fe8p-17,  0x1.8dfe84p-23,  0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    -0x1.812a72p-2,  -0x1.59b02ap-2,  -0x1.191284p-2,  -0x1.88c7e4p-3,
    -0x1.9cdf66p-4,  -0x1.a8c534p-7,  0x1.fe5f48p-5,   0x1.e46278p-4,
    0x1.cf3116p-6,   -0x1.eccf44p-6,  -0x1.94f68ap-5,  -0x1.594c02p-5,
    -0x1.b04234p-6,  -0x1.b02998p-7,  -0x1.64943ap-8,  -0x1.f49714p-10,
    -0x1.41d66cp-12, -0x1.04c456p-16, -0x1.d1d7e4p-22, 0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.00691cp-12,  0x1.97f178p-4,   0x1.31b90ap-3,   0x1.6ba358p-3,
    0x1.754d4ap-3,   0x1.52e2c8p-3,   0x1.0f65b4p-3,   0x1.74d3c2p-4,
    -0x1.f4d368p-5,  -0x1.f5df2ep-6,  -0x1.2831fep-9,  0x1.74861ep-7,
    0x1.983d9p-7,    0x1.11eaecp-7,   0x1.152bf8p-8,   0x1.c404d8p-10,
    0x1.56fd2ep-12,  0x1.4a88dcp-16,  0x1.5b2d4cp-21,  0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.c73bc6p-4,   0x1.7fc998p-4,   0x1.048b1ap-4,   0x1.b080f8p-6,
    -0x1.6223cp-7,   -0x1.54d0bep-5,  -0x1.f9623ap-5,  -0x1.1cc60ep-4,
};
/// Rows of 32: the intervals' centres, erfc there, coefficients of degree 1
/// to 5.
inline constexpr double erfcTable[7 * 32] = {
    0x1.1fee12p+0,   0x1.5feea4p+0,   0x1.9fe35cp+0,   0x1.dfd882p+0,
    0x1.0ffebcp+1,   0x1.3009ep+1,    0x1.4fe04p+1,    0x1.700a3ep+1,
    0x1.a013b4p+1,   0x1.dfe908p+1,   0x1.100154p+2,   0x1.2ffd7ap+2,
    0x1.500c8cp+2,   0x1.6ffdd8p+2,   0x1.8fd8fp+2,    0x1.afde24p+2,
    0x1.dfe1c4p+2,   0x1.1017e8p+3,   0x1.30107ap+3,   0x1.4fe3dcp+3,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.ffdep-5,     0x1.7ffb8p-3,    0x1.401ba8p-2,   0x1.c0254cp-2,
    0x1.200012p-1,   0x1.5ff466p-1,   0x1.a00a76p-1,   0x1.e00ae6p-1,
    0x1.9542f4p-2,   0x1.5f95c2p-2,   0x1.3594b2p-2,   0x1.13f81ap-2,
    0x1.f0ff2p-3,    0x1.c38bb2p-3,   0x1.9d9a04p-3,   0x1.7d00c6p-3,
    0x1.5498cp-3,    0x1.2a3858p-3,   0x1.08e4f2p-3,   0x1.dc6406p-4,
    0x1.b0875ep-4,   0x1.8c1646p-4,   0x1.6d5252p-4,   0x1.52d20ep-4,
    0x1.31871ap-4,   0x1.0df018p-4,   0x1.e3c1acp-5,   0x1.b65908p-5,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.ddcf5cp-1,   0x1.a36ca8p-1,   0x1.73b836p-1,   0x1.4c589cp-1,
    0x1.2b84e8p-1,   0x1.0fd2eep-1,   0x1.f06b2p-2,    0x1.c7f1aep-2,
    -0x1.e7afe6p-3,  -0x1.79935ap-3,  -0x1.2b2faep-3,  -0x1.e3a26p-4,
    -0x1.8d7268p-4,  -0x1.4b9cdep-4,  -0x1.18a086p-4,  -0x1.dfa8f2p-5,
    -0x1.8287b4p-5,  -0x1.2ac06cp-5,  -0x1.da3504p-6,  -0x1.811aa2p-6,
    -0x1.3e8178p-6,  -0x1.0bc77p-6,   -0x1.c88212p-7,  -0x1.8950aap-7,
    -0x1.406baep-7,  -0x1.f5265p-8,   -0x1.92e592p-8,  -0x1.4b1f76p-8,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    -0x1.03027ap+0,  -0x1.a47402p-1,  -0x1.5953b4p-1,  -0x1.1ed52cp-1,
    -0x1.e18aap-2,   -0x1.980a68p-2,  -0x1.5cb378p-2,  -0x1.2c7d44p-2,
    0x1.0601fap-3,   0x1.7034dp-4,    0x1.0a3aaap-4,   0x1.8ab502p-5,
    0x1.2ade0ep-5,   0x1.cda4fp-6,    0x1.6b510cp-6,   0x1.21adf8p-6,
    0x1.a7b956p-7,   0x1.231556p-7,   0x1.9ef15p-8,    0x1.3182fep-8,
    0x1.cdba44p-9,   0x1.653ae2p-9,   0x1.19f0fcp-9,   0x1.c4003ap-10,
    0x1.4d442cp-10,  0x1.ce2b14p-11,  0x1.4dc7e2p-11,  0x1.f211ecp-12,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.bd711ep-1,   0x1.5497c6p-1,   0x1.07c4b2p-1,   0x1.9da1cp-2,
    0x1.482bbep-2,   0x1.0727eep-2,   0x1.aa2458p-3,   0x1.5c6baap-3,
    -0x1.015502p-4,  -0x1.4bf3a2p-5,  -0x1.ba4f06p-6,  -0x1.2f3d6p-6,
    -0x1.aa29eap-7,  -0x1.328a76p-7,  -0x1.c31398p-8,  -0x1.51112ap-8,
    -0x1.c20304p-9,  -0x1.14628cp-9,  -0x1.636cbcp-10, -0x1.dc2934p-11,
    -0x1.49a6eap-11, -0x1.d66d38p-12, -0x1.585fa6p-12, -0x1.013196p-12,
    -0x1.57d698p-13, -0x1.a77e38p-14, -0x1.131592p-14, -0x1.74fba4p-15,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    -0x1.46ca74p-1,  -0x1.db75acp-2,  -0x1.5e7ecp-2,   -0x1.05c2f4p-2,
    -0x1.8bed4p-3,   -0x1.2edbdep-3,  -0x1.d42b86p-4,  -0x1.6dbd86p-4,
    0x1.d6c3fp-6,    0x1.18e504p-6,   0x1.5b4112p-7,   0x1.bb0cbcp-8,
    0x1.22780ap-8,   0x1.8703eep-9,   0x1.0e0e06p-9,   0x1.7b9fdap-10,
    0x1.d26806p-11,  0x1.012e24p-11,  0x1.2b58bep-12,  0x1.6dce38p-13,
    0x1.d1033ep-14,  0x1.32825cp-14,  0x1.a0cd5ap-15,  0x1.225b86p-15,
    0x1.61b7dap-16,  0x1.83290ep-17,  0x1.c49042p-18,  0x1.16de4ap-18,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    0x1.a9b0ap-2,    0x1.2873a2p-2,   0x1.a288eep-3,   0x1.2b7304p-3,
    0x1.b2236cp-4,   0x1.3e77dcp-4,   0x1.d85598p-5,   0x1.6242f8p-5,
    -0x1.924e9cp-7,  -0x1.bf2fc2p-8,  -0x1.01f4b6p-8,  -0x1.33d7f8p-9,
    -0x1.7acd6p-10,  -0x1.df74c4p-11, -0x1.377564p-11, -0x1.9df38cp-12,
    -0x1.d4706p-13,  -0x1.d1a084p-14, -0x1.ed12c6p-15, -0x1.13ae56p-15,
    -0x1.42e0cap-16, -0x1.89c72p-17,  -0x1.f16bap-18,  -0x1.43d098p-18,
    -0x1.66d5bep-19, -0x1.5eebecp-20, -0x1.719034p-21, -0x1.9d799cp-22,
    0x0.p+0,         0x0.p+0,         0x0.p+0,         0x0.p+0,
    -0x1.f6463cp-3,  -0x1.5061d4p-3,  -0x1.c8ec46p-4,  -0x1.3a9018p-4,
    -0x1.b6cc4cp-5,  -0x1.35dcf6p-5,  -0x1.bacef8p-6,  -0x1.400ap-6,
};
/// cbrt(m), 1 <= m < 8: error 2.8e-04.
inline constexpr double cbrt[] = {
    0x1.171824adc18aap-1,   0x1.417c128aef599p-1,  -0x1.d2e6c45182729p-3,
    0x1.10a679807fa0ap-4,   -0x1.9f829cb2fdbbbp-7, 0x1.82cc1c40bc138p-10,
    -0x1.8e234751b23bap-14, 0x1.5a7ca1362129ep-19,
};
} // namespace xla::math_polynomials

#endif // XLA_CODEGEN_COMMON_MATH_POLYNOMIALS_H

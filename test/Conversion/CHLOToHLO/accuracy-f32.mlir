// RUN: xla-opt %s --chlo-legalize-to-hlo -o %t.mlir
// RUN: xla-run %t.mlir --backend=interpreter

// Formulas agree with exact values to a few units in the last place;
// written by utils/math/accuracy-tests.py.

func.func @main() {
  call @erf_f32() : () -> ()
  call @erfc_f32() : () -> ()
  call @erf_inv_f32() : () -> ()
  call @lgamma_f32() : () -> ()
  call @digamma_f32() : () -> ()
  call @sinh_f32() : () -> ()
  call @cosh_f32() : () -> ()
  call @asinh_f32() : () -> ()
  call @acosh_f32() : () -> ()
  call @atanh_f32() : () -> ()
  call @asin_f32() : () -> ()
  call @acos_f32() : () -> ()
  call @atan_f32() : () -> ()
  call @bessel_i1e_f32() : () -> ()
  call @tan_f32() : () -> ()
  return
}

func.func @erf_f32() {
  %x = hlo.constant dense<[
      0xC0C00000, 0xC00D3D1E, 0xBF4FCBAF, 0xBE98DBBA, 0xBDE0E40A,
      0xBD256F0E, 0xBC73646F, 0xBBB30B3C, 0xBB03B53E, 0xBA41C60D,
      0xB98E8B20, 0xB8D1B717, 0x38D1B717, 0x398E8B20, 0x3A41C60D,
      0x3B03B53E, 0x3BB30B3C, 0x3C73646F, 0x3D256F0E, 0x3DE0E40A,
      0x3E98DBBA, 0x3F4FCBAF, 0x400D3D1E, 0x40C00000]> : tensor<24xf32>
  %expected = hlo.constant dense<[
      0xBF800000, 0xBF7F89DD, 0xBF3FBE59, 0xBEA77DDF, 0xBDFCBEEB,
      0xBD3A9213, 0xBC894F2F, 0xBBCA0702, 0xBB149DC8, 0xBA5AA66D,
      0xB9A0D7D3, 0xB8ECA365, 0x38ECA365, 0x39A0D7D3, 0x3A5AA66D,
      0x3B149DC8, 0x3BCA0702, 0x3C894F2F, 0x3D3A9213, 0x3DFCBEEB,
      0x3EA77DDF, 0x3F3FBE59, 0x3F7F89DD, 0x3F800000]> : tensor<24xf32>
  %0 = chlo.erf %x : tensor<24xf32> -> tensor<24xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<24xf32>, tensor<24xf32>
  return
}

func.func @erfc_f32() {
  %x = hlo.constant dense<[
      0xC1100000, 0xC06F8305, 0xBFC72FE9, 0xBF25A6D2, 0xBE89C321,
      0xBDE522FC, 0xBD3E8F0D, 0xBC9E79D9, 0xBC03CB6F, 0xBB5B3601,
      0xBAB64DE0, 0xBA179C73, 0xB97C2BD4, 0xB8D1B717, 0x38D1B717,
      0x397C2BD4, 0x3A179C73, 0x3AB64DE0, 0x3B5B3601, 0x3C03CB6F,
      0x3C9E79D9, 0x3D3E8F0D, 0x3DE522FC, 0x3E89C321, 0x3F25A6D2,
      0x3FC72FE9, 0x406F8305, 0x41100000]> : tensor<28xf32>
  %expected = hlo.constant dense<[
      0x40000000, 0x3FFFFFFF, 0x3FFC7284, 0x3FD1E70B, 0x3FA5F1B7,
      0x3F9017A7, 0x3F86B6F1, 0x3F82CB32, 0x3F81296C, 0x3F807BAD,
      0x3F80336D, 0x3F801562, 0x3F8008E4, 0x3F8003B3, 0x3F7FF89B,
      0x3F7FEE37, 0x3F7FD53B, 0x3F7F9925, 0x3F7F08A6, 0x3F7DAD28,
      0x3F7A699C, 0x3F72921F, 0x3F5FD0B2, 0x3F341C92, 0x3EB863D6,
      0x3CE35F12, 0x34018B2C, 0x030CC6A1]> : tensor<28xf32>
  %0 = chlo.erfc %x : tensor<28xf32> -> tensor<28xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<28xf32>, tensor<28xf32>
  return
}

func.func @erf_inv_f32() {
  %x = hlo.constant dense<[
      0xBF7FF972, 0xBEDD9CC8, 0xBE3FDCFB, 0xBDA61B86, 0xBD0FCF2C,
      0xBC790237, 0xBBD794EE, 0xBB3AA460, 0xBAA19658, 0xBA0BE555,
      0xB9723B82, 0xB8D1B717, 0x38D1B717, 0x39723B82, 0x3A0BE555,
      0x3AA19658, 0x3B3AA460, 0x3BD794EE, 0x3C790237, 0x3D0FCF2C,
      0x3DA61B86, 0x3E3FDCFB, 0x3EDD9CC8, 0x3F7FF972]> : tensor<24xf32>
  %expected = hlo.constant dense<[
      0xC03010F7, 0xBECF2BC4, 0xBE2BA0C4, 0xBD9376A1, 0xBCFEFA44,
      0xBC5CB107, 0xBBBF0E78, 0xBB256858, 0xBA8F33FB, 0xB9F7F57C,
      0xB956AC45, 0xB8B9DAF2, 0x38B9DAF2, 0x3956AC45, 0x39F7F57C,
      0x3A8F33FB, 0x3B256858, 0x3BBF0E78, 0x3C5CB107, 0x3CFEFA44,
      0x3D9376A1, 0x3E2BA0C4, 0x3ECF2BC4, 0x403010F7]> : tensor<24xf32>
  %0 = chlo.erf_inv %x : tensor<24xf32> -> tensor<24xf32>
  check.expect_close %0, %expected, max_ulp_difference = 4 : tensor<24xf32>, tensor<24xf32>
  return
}

func.func @lgamma_f32() {
  %x = hlo.constant dense<[
      0xC06CCCCD, 0xBF000000, 0x3A83126F, 0x3E99999A, 0x3F666666,
      0x3F802000, 0x3FB33333, 0x3FF33333, 0x40066666, 0x4039999A,
      0x40466666, 0x40F00000, 0x41080000, 0x42480000, 0x461C4000]> : tensor<15xf32>
  %expected = hlo.constant dense<[
      0xBFB09B51, 0x3FA1FC4D, 0x40DD079C, 0x3F8C431B, 0x3D87F047,
      0xBA138FCB, 0xBDF4F79D, 0xBD1FADFC, 0x3D3A1CE0, 0x3F1A55AB,
      0x3F499168, 0x40F11983, 0x4118C9CC, 0x431090D5, 0x47A059DC]> : tensor<15xf32>
  %0 = chlo.lgamma %x : tensor<15xf32> -> tensor<15xf32>
  check.expect_close %0, %expected, max_ulp_difference = 2 : tensor<15xf32>, tensor<15xf32>
  return
}

func.func @digamma_f32() {
  %x = hlo.constant dense<[
      0xC06CCCCD, 0xBE800000, 0x3A83126F, 0x3E99999A, 0x3F666666,
      0x3FA00000, 0x3FF33333, 0x40066666, 0x40600000, 0x40F00000,
      0x411E6666, 0x41280000, 0x42480000, 0x461C4000]> : tensor<14xf32>
  %expected = hlo.constant dense<[
      0xBF585701, 0x403A8141, 0xC47A24D5, 0xC060295B, 0xBF4142E5,
      0xBE68E994, 0x3EB65DC5, 0x3EF87DF3, 0x3F8D343D, 0x3FF92F59,
      0x400F6F7F, 0x4013645E, 0x4079BA33, 0x41135D59]> : tensor<14xf32>
  %0 = chlo.digamma %x : tensor<14xf32> -> tensor<14xf32>
  check.expect_close %0, %expected, max_ulp_difference = 2 : tensor<14xf32>, tensor<14xf32>
  return
}

func.func @sinh_f32() {
  %x = hlo.constant dense<[
      0xC2B00000, 0xC199D786, 0xC0867933, 0xBF6B163F, 0xBE4D7D65,
      0xBD339E76, 0xBC1D0158, 0xBB093D11, 0xB9EFEBBD, 0xB8D1B717,
      0x38D1B717, 0x39EFEBBD, 0x3B093D11, 0x3C1D0158, 0x3D339E76,
      0x3E4D7D65, 0x3F6B163F, 0x40867933, 0x4199D786, 0x42B00000]> : tensor<20xf32>
  %expected = hlo.constant dense<[
      0xFE7882B7, 0xCCD6482B, 0xC205A62F, 0xBF86C654, 0xBE4EDF2D,
      0xBD33AD33, 0xBC1D01F5, 0xBB093D18, 0xB9EFEBBE, 0xB8D1B717,
      0x38D1B717, 0x39EFEBBE, 0x3B093D18, 0x3C1D01F5, 0x3D33AD33,
      0x3E4EDF2D, 0x3F86C654, 0x4205A62F, 0x4CD6482B, 0x7E7882B7]> : tensor<20xf32>
  %0 = chlo.sinh %x : tensor<20xf32> -> tensor<20xf32>
  check.expect_close %0, %expected, max_ulp_difference = 4 : tensor<20xf32>, tensor<20xf32>
  return
}

func.func @cosh_f32() {
  %x = hlo.constant dense<[
      0xC2B00000, 0xC199D786, 0xC0867933, 0xBF6B163F, 0xBE4D7D65,
      0xBD339E76, 0xBC1D0158, 0xBB093D11, 0xB9EFEBBD, 0xB8D1B717,
      0x38D1B717, 0x39EFEBBD, 0x3B093D11, 0x3C1D0158, 0x3D339E76,
      0x3E4D7D65, 0x3F6B163F, 0x40867933, 0x4199D786, 0x42B00000]> : tensor<20xf32>
  %expected = hlo.constant dense<[
      0x7E7882B7, 0x4CD6482B, 0x4205B581, 0x3FB9DF1C, 0x3F829600,
      0x3F801F83, 0x3F800181, 0x3F800012, 0x3F800001, 0x3F800000,
      0x3F800000, 0x3F800001, 0x3F800012, 0x3F800181, 0x3F801F83,
      0x3F829600, 0x3FB9DF1C, 0x4205B581, 0x4CD6482B, 0x7E7882B7]> : tensor<20xf32>
  %0 = chlo.cosh %x : tensor<20xf32> -> tensor<20xf32>
  check.expect_close %0, %expected, max_ulp_difference = 4 : tensor<20xf32>, tensor<20xf32>
  return
}

func.func @asinh_f32() {
  %x = hlo.constant dense<[
      0xE0AD78EC, 0xDC3F5A2C, 0xD7D31335, 0xD368D4A5, 0xCF006A11,
      0xCA8DA66A, 0xC61C4000, 0xC1AC5AD3, 0xBD3E1E96, 0xB8D1B717,
      0x38D1B717, 0x3D3E1E96, 0x41AC5AD3, 0x461C4000, 0x4A8DA66A,
      0x4F006A11, 0x5368D4A5, 0x57D31335, 0x5C3F5A2C, 0x60AD78EC]> : tensor<20xf32>
  %expected = hlo.constant dense<[
      0xC23AFABA, 0xC2226B22, 0xC209DB8A, 0xC1E297E6, 0xC1B178B6,
      0xC1805987, 0xC11E74AF, 0xC070E215, 0xBD3E0D20, 0xB8D1B717,
      0x38D1B717, 0x3D3E0D20, 0x4070E215, 0x411E74AF, 0x41805987,
      0x41B178B6, 0x41E297E6, 0x4209DB8A, 0x42226B22, 0x423AFABA]> : tensor<20xf32>
  %0 = chlo.asinh %x : tensor<20xf32> -> tensor<20xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<20xf32>, tensor<20xf32>
  return
}

func.func @acosh_f32() {
  %x = hlo.constant dense<[
      0x3F802000, 0x3F8CCCCD, 0x3FC00000, 0x40000000, 0x41200000,
      0x47C35000, 0x60AD78EC]> : tensor<7xf32>
  %expected = hlo.constant dense<[
      0x3D35012E, 0x3EE31B63, 0x3F766165, 0x3FA89214, 0x403F90F7,
      0x41434C13, 0x423AFABA]> : tensor<7xf32>
  %0 = chlo.acosh %x : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<7xf32>, tensor<7xf32>
  return
}

func.func @atanh_f32() {
  %x = hlo.constant dense<[
      0xBF7FBE77, 0xBEB7D6F6, 0xBE0426DD, 0xBD3DFE22, 0xBC88932A,
      0xBBC45A07, 0xBB0D255D, 0xBA4AEC68, 0xB991DEBB, 0xB8D1B717,
      0x38D1B717, 0x3991DEBB, 0x3A4AEC68, 0x3B0D255D, 0x3BC45A07,
      0x3C88932A, 0x3D3DFE22, 0x3E0426DD, 0x3EB7D6F6, 0x3F7FBE77]> : tensor<20xf32>
  %expected = hlo.constant dense<[
      0xC073369A, 0xBEC069FA, 0xBE04E495, 0xBD3E2110, 0xBC889667,
      0xBBC45AA1, 0xBB0D256B, 0xBA4AEC6B, 0xB991DEBB, 0xB8D1B717,
      0x38D1B717, 0x3991DEBB, 0x3A4AEC6B, 0x3B0D256B, 0x3BC45AA1,
      0x3C889667, 0x3D3E2110, 0x3E04E495, 0x3EC069FA, 0x4073369A]> : tensor<20xf32>
  %0 = chlo.atanh %x : tensor<20xf32> -> tensor<20xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<20xf32>, tensor<20xf32>
  return
}

func.func @asin_f32() {
  %x = hlo.constant dense<[
      0xBF7FF972, 0xBEB7FCA6, 0xBE043E91, 0xBD3E1B57, 0xBC88A4A9,
      0xBBC46E26, 0xBB0D3036, 0xBA4AF6CD, 0xB991E277, 0xB8D1B717,
      0x38D1B717, 0x3991E277, 0x3A4AF6CD, 0x3B0D3036, 0x3BC46E26,
      0x3C88A4A9, 0x3D3E1B57, 0x3E043E91, 0x3EB7FCA6, 0x3F7FF972]> : tensor<20xf32>
  %expected = hlo.constant dense<[
      0xBFC74067, 0xBEBC3239, 0xBE049D63, 0xBD3E2CD4, 0xBC88A648,
      0xBBC46E73, 0xBB0D303D, 0xBA4AF6CE, 0xB991E277, 0xB8D1B717,
      0x38D1B717, 0x3991E277, 0x3A4AF6CE, 0x3B0D303D, 0x3BC46E73,
      0x3C88A648, 0x3D3E2CD4, 0x3E049D63, 0x3EBC3239, 0x3FC74067]> : tensor<20xf32>
  %0 = chlo.asin %x : tensor<20xf32> -> tensor<20xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<20xf32>, tensor<20xf32>
  return
}

func.func @acos_f32() {
  %x = hlo.constant dense<[
      0xBF7FF972, 0xBEB7FCA6, 0xBE043E91, 0xBD3E1B57, 0xBC88A4A9,
      0xBBC46E26, 0xBB0D3036, 0xBA4AF6CD, 0xB991E277, 0xB8D1B717,
      0x38D1B717, 0x3991E277, 0x3A4AF6CD, 0x3B0D3036, 0x3BC46E26,
      0x3C88A4A9, 0x3D3E1B57, 0x3E043E91, 0x3EB7FCA6, 0x3F7FF972]> : tensor<20xf32>
  %expected = hlo.constant dense<[
      0x40482821, 0x3FF81C69, 0x3FD9A387, 0x3FCF0141, 0x3FCB3274,
      0x3FC9D449, 0x3FC95673, 0x3FC92939, 0x3FC918F9, 0x3FC91321,
      0x3FC90C94, 0x3FC906BC, 0x3FC8F67C, 0x3FC8C943, 0x3FC84B6C,
      0x3FC6ED42, 0x3FC31E74, 0x3FB87C2E, 0x3F9A034C, 0x3C67B9D5]> : tensor<20xf32>
  %0 = chlo.acos %x : tensor<20xf32> -> tensor<20xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<20xf32>, tensor<20xf32>
  return
}

func.func @atan_f32() {
  %x = hlo.constant dense<[
      0xC9742400, 0xC797392F, 0xC5BB56BD, 0xC3E81456, 0xC20FC0A7,
      0xC0321574, 0xBE5C9D36, 0xBC88A69B, 0xBAA94937, 0xB8D1B717,
      0x38D1B717, 0x3AA94937, 0x3C88A69B, 0x3E5C9D36, 0x40321574,
      0x420FC0A7, 0x43E81456, 0x45BB56BD, 0x4797392F, 0x49742400]> : tensor<20xf32>
  %expected = hlo.constant dense<[
      0xBFC90FD2, 0xBFC90F6E, 0xBFC90A63, 0xBFC8C942, 0xBFC5804D,
      0xBF9CE6A3, 0xBE594AF4, 0xBC88A35C, 0xBAA94931, 0xB8D1B717,
      0x38D1B717, 0x3AA94931, 0x3C88A35C, 0x3E594AF4, 0x3F9CE6A3,
      0x3FC5804D, 0x3FC8C942, 0x3FC90A63, 0x3FC90F6E, 0x3FC90FD2]> : tensor<20xf32>
  %0 = chlo.atan %x : tensor<20xf32> -> tensor<20xf32>
  check.expect_close %0, %expected, max_ulp_difference = 3 : tensor<20xf32>, tensor<20xf32>
  return
}

func.func @bessel_i1e_f32() {
  %x = hlo.constant dense<[
      0xC3FA0000, 0xC317A9EC, 0xC23803E2, 0xC15F4479, 0xC0877243,
      0xBFA456A2, 0xBEC764B9, 0xBDF1ED13, 0xBD12C403, 0xBC321281,
      0xBB580E90, 0xBA83126F, 0x3A83126F, 0x3B580E90, 0x3C321281,
      0x3D12C403, 0x3DF1ED13, 0x3EC764B9, 0x3FA456A2, 0x40877243,
      0x415F4479, 0x423803E2, 0x4317A9EC, 0x43FA0000]> : tensor<24xf32>
  %expected = hlo.constant dense<[
      0xBC920BB7, 0xBD045BC4, 0xBD6EF157, 0xBDD4B365, 0xBE333849,
      0xBE5E3CF6, 0xBE09A73E, 0xBD5758AF, 0xBC8D9F67, 0xBBB02663,
      0xBAD75897, 0xBA02F0E6, 0x3A02F0E6, 0x3AD75897, 0x3BB02663,
      0x3C8D9F67, 0x3D5758AF, 0x3E09A73E, 0x3E5E3CF6, 0x3E333849,
      0x3DD4B365, 0x3D6EF157, 0x3D045BC4, 0x3C920BB7]> : tensor<24xf32>
  %0 = chlo.bessel_i1e %x : tensor<24xf32> -> tensor<24xf32>
  check.expect_close %0, %expected, max_ulp_difference = 2 : tensor<24xf32>, tensor<24xf32>
  return
}

func.func @tan_f32() {
  %x = hlo.constant dense<[
      0xBFC00000, 0xBF071581, 0xBE3E147F, 0xBD85BBB3, 0xBCBC2DE8,
      0xBC04655B, 0xBB3A4C2F, 0xBA83126F, 0x3A83126F, 0x3B3A4C2F,
      0x3C04655B, 0x3CBC2DE8, 0x3D85BBB3, 0x3E3E147F, 0x3F071581,
      0x3FC00000]> : tensor<16xf32>
  %expected = hlo.constant dense<[
      0xC1619F6B, 0xBF1531FB, 0xBE404B33, 0xBD85EC71, 0xBCBC3662,
      0xBC046618, 0xBB3A4C50, 0xBA831272, 0x3A831272, 0x3B3A4C50,
      0x3C046618, 0x3CBC3662, 0x3D85EC71, 0x3E404B33, 0x3F1531FB,
      0x41619F6B]> : tensor<16xf32>
  %0 = chlo.tan %x : tensor<16xf32> -> tensor<16xf32>
  check.expect_close %0, %expected, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}


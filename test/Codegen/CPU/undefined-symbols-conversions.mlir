// Every conversion between element types, on processors without extensions.
// RUN: cat %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: sed 's/x86_64-unknown-linux-gnu", cpu = "x86-64"/aarch64-unknown-linux-gnu", cpu = "generic"/' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=aarch64-unknown-linux-gnu -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "

// CHECK-NOT: U {{.*}}

module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64"}} {
func.func private @conversions(%h: memref<f16>, %b: memref<bf16>, %s: memref<f32>, %d: memref<f64>, %e: memref<f8E4M3FN>, %q: memref<f8E5M2>, %j: memref<i32>, %l: memref<i64>, %n: memref<i8>) attributes {xla.kernel} {
  %vh = memref.load %h[] : memref<f16>
  %vb = memref.load %b[] : memref<bf16>
  %vs = memref.load %s[] : memref<f32>
  %vd = memref.load %d[] : memref<f64>
  %ve = memref.load %e[] : memref<f8E4M3FN>
  %vq = memref.load %q[] : memref<f8E5M2>
  %vj = memref.load %j[] : memref<i32>
  %vl = memref.load %l[] : memref<i64>
  %vn = memref.load %n[] : memref<i8>
  %c0 = arith.extf %ve : f8E4M3FN to f16
  memref.store %c0, %h[] : memref<f16>
  %c1 = arith.extf %ve : f8E4M3FN to bf16
  memref.store %c1, %b[] : memref<bf16>
  %c2 = arith.extf %ve : f8E4M3FN to f32
  memref.store %c2, %s[] : memref<f32>
  %c3 = arith.extf %ve : f8E4M3FN to f64
  memref.store %c3, %d[] : memref<f64>
  %c4 = arith.fptosi %ve : f8E4M3FN to i8
  memref.store %c4, %n[] : memref<i8>
  %c5 = arith.sitofp %vn : i8 to f8E4M3FN
  memref.store %c5, %e[] : memref<f8E4M3FN>
  %c6 = arith.fptoui %ve : f8E4M3FN to i8
  memref.store %c6, %n[] : memref<i8>
  %c7 = arith.uitofp %vn : i8 to f8E4M3FN
  memref.store %c7, %e[] : memref<f8E4M3FN>
  %c8 = arith.fptosi %ve : f8E4M3FN to i32
  memref.store %c8, %j[] : memref<i32>
  %c9 = arith.sitofp %vj : i32 to f8E4M3FN
  memref.store %c9, %e[] : memref<f8E4M3FN>
  %c10 = arith.fptoui %ve : f8E4M3FN to i32
  memref.store %c10, %j[] : memref<i32>
  %c11 = arith.uitofp %vj : i32 to f8E4M3FN
  memref.store %c11, %e[] : memref<f8E4M3FN>
  %c12 = arith.fptosi %ve : f8E4M3FN to i64
  memref.store %c12, %l[] : memref<i64>
  %c13 = arith.sitofp %vl : i64 to f8E4M3FN
  memref.store %c13, %e[] : memref<f8E4M3FN>
  %c14 = arith.fptoui %ve : f8E4M3FN to i64
  memref.store %c14, %l[] : memref<i64>
  %c15 = arith.uitofp %vl : i64 to f8E4M3FN
  memref.store %c15, %e[] : memref<f8E4M3FN>
  %c16 = arith.extf %vq : f8E5M2 to f16
  memref.store %c16, %h[] : memref<f16>
  %c17 = arith.extf %vq : f8E5M2 to bf16
  memref.store %c17, %b[] : memref<bf16>
  %c18 = arith.extf %vq : f8E5M2 to f32
  memref.store %c18, %s[] : memref<f32>
  %c19 = arith.extf %vq : f8E5M2 to f64
  memref.store %c19, %d[] : memref<f64>
  %c20 = arith.fptosi %vq : f8E5M2 to i8
  memref.store %c20, %n[] : memref<i8>
  %c21 = arith.sitofp %vn : i8 to f8E5M2
  memref.store %c21, %q[] : memref<f8E5M2>
  %c22 = arith.fptoui %vq : f8E5M2 to i8
  memref.store %c22, %n[] : memref<i8>
  %c23 = arith.uitofp %vn : i8 to f8E5M2
  memref.store %c23, %q[] : memref<f8E5M2>
  %c24 = arith.fptosi %vq : f8E5M2 to i32
  memref.store %c24, %j[] : memref<i32>
  %c25 = arith.sitofp %vj : i32 to f8E5M2
  memref.store %c25, %q[] : memref<f8E5M2>
  %c26 = arith.fptoui %vq : f8E5M2 to i32
  memref.store %c26, %j[] : memref<i32>
  %c27 = arith.uitofp %vj : i32 to f8E5M2
  memref.store %c27, %q[] : memref<f8E5M2>
  %c28 = arith.fptosi %vq : f8E5M2 to i64
  memref.store %c28, %l[] : memref<i64>
  %c29 = arith.sitofp %vl : i64 to f8E5M2
  memref.store %c29, %q[] : memref<f8E5M2>
  %c30 = arith.fptoui %vq : f8E5M2 to i64
  memref.store %c30, %l[] : memref<i64>
  %c31 = arith.uitofp %vl : i64 to f8E5M2
  memref.store %c31, %q[] : memref<f8E5M2>
  %c32 = arith.truncf %vh : f16 to f8E4M3FN
  memref.store %c32, %e[] : memref<f8E4M3FN>
  %c33 = arith.truncf %vh : f16 to f8E5M2
  memref.store %c33, %q[] : memref<f8E5M2>
  %c34 = arith.extf %vh : f16 to f32
  memref.store %c34, %s[] : memref<f32>
  %c35 = arith.extf %vh : f16 to f64
  memref.store %c35, %d[] : memref<f64>
  %c36 = arith.fptosi %vh : f16 to i8
  memref.store %c36, %n[] : memref<i8>
  %c37 = arith.sitofp %vn : i8 to f16
  memref.store %c37, %h[] : memref<f16>
  %c38 = arith.fptoui %vh : f16 to i8
  memref.store %c38, %n[] : memref<i8>
  %c39 = arith.uitofp %vn : i8 to f16
  memref.store %c39, %h[] : memref<f16>
  %c40 = arith.fptosi %vh : f16 to i32
  memref.store %c40, %j[] : memref<i32>
  %c41 = arith.sitofp %vj : i32 to f16
  memref.store %c41, %h[] : memref<f16>
  %c42 = arith.fptoui %vh : f16 to i32
  memref.store %c42, %j[] : memref<i32>
  %c43 = arith.uitofp %vj : i32 to f16
  memref.store %c43, %h[] : memref<f16>
  %c44 = arith.fptosi %vh : f16 to i64
  memref.store %c44, %l[] : memref<i64>
  %c45 = arith.sitofp %vl : i64 to f16
  memref.store %c45, %h[] : memref<f16>
  %c46 = arith.fptoui %vh : f16 to i64
  memref.store %c46, %l[] : memref<i64>
  %c47 = arith.uitofp %vl : i64 to f16
  memref.store %c47, %h[] : memref<f16>
  %c48 = arith.truncf %vb : bf16 to f8E4M3FN
  memref.store %c48, %e[] : memref<f8E4M3FN>
  %c49 = arith.truncf %vb : bf16 to f8E5M2
  memref.store %c49, %q[] : memref<f8E5M2>
  %c50 = arith.extf %vb : bf16 to f32
  memref.store %c50, %s[] : memref<f32>
  %c51 = arith.extf %vb : bf16 to f64
  memref.store %c51, %d[] : memref<f64>
  %c52 = arith.fptosi %vb : bf16 to i8
  memref.store %c52, %n[] : memref<i8>
  %c53 = arith.sitofp %vn : i8 to bf16
  memref.store %c53, %b[] : memref<bf16>
  %c54 = arith.fptoui %vb : bf16 to i8
  memref.store %c54, %n[] : memref<i8>
  %c55 = arith.uitofp %vn : i8 to bf16
  memref.store %c55, %b[] : memref<bf16>
  %c56 = arith.fptosi %vb : bf16 to i32
  memref.store %c56, %j[] : memref<i32>
  %c57 = arith.sitofp %vj : i32 to bf16
  memref.store %c57, %b[] : memref<bf16>
  %c58 = arith.fptoui %vb : bf16 to i32
  memref.store %c58, %j[] : memref<i32>
  %c59 = arith.uitofp %vj : i32 to bf16
  memref.store %c59, %b[] : memref<bf16>
  %c60 = arith.fptosi %vb : bf16 to i64
  memref.store %c60, %l[] : memref<i64>
  %c61 = arith.sitofp %vl : i64 to bf16
  memref.store %c61, %b[] : memref<bf16>
  %c62 = arith.fptoui %vb : bf16 to i64
  memref.store %c62, %l[] : memref<i64>
  %c63 = arith.uitofp %vl : i64 to bf16
  memref.store %c63, %b[] : memref<bf16>
  %c64 = arith.truncf %vs : f32 to f8E4M3FN
  memref.store %c64, %e[] : memref<f8E4M3FN>
  %c65 = arith.truncf %vs : f32 to f8E5M2
  memref.store %c65, %q[] : memref<f8E5M2>
  %c66 = arith.truncf %vs : f32 to f16
  memref.store %c66, %h[] : memref<f16>
  %c67 = arith.truncf %vs : f32 to bf16
  memref.store %c67, %b[] : memref<bf16>
  %c68 = arith.extf %vs : f32 to f64
  memref.store %c68, %d[] : memref<f64>
  %c69 = arith.fptosi %vs : f32 to i8
  memref.store %c69, %n[] : memref<i8>
  %c70 = arith.sitofp %vn : i8 to f32
  memref.store %c70, %s[] : memref<f32>
  %c71 = arith.fptoui %vs : f32 to i8
  memref.store %c71, %n[] : memref<i8>
  %c72 = arith.uitofp %vn : i8 to f32
  memref.store %c72, %s[] : memref<f32>
  %c73 = arith.fptosi %vs : f32 to i32
  memref.store %c73, %j[] : memref<i32>
  %c74 = arith.sitofp %vj : i32 to f32
  memref.store %c74, %s[] : memref<f32>
  %c75 = arith.fptoui %vs : f32 to i32
  memref.store %c75, %j[] : memref<i32>
  %c76 = arith.uitofp %vj : i32 to f32
  memref.store %c76, %s[] : memref<f32>
  %c77 = arith.fptosi %vs : f32 to i64
  memref.store %c77, %l[] : memref<i64>
  %c78 = arith.sitofp %vl : i64 to f32
  memref.store %c78, %s[] : memref<f32>
  %c79 = arith.fptoui %vs : f32 to i64
  memref.store %c79, %l[] : memref<i64>
  %c80 = arith.uitofp %vl : i64 to f32
  memref.store %c80, %s[] : memref<f32>
  %c81 = arith.truncf %vd : f64 to f8E4M3FN
  memref.store %c81, %e[] : memref<f8E4M3FN>
  %c82 = arith.truncf %vd : f64 to f8E5M2
  memref.store %c82, %q[] : memref<f8E5M2>
  %c83 = arith.truncf %vd : f64 to f16
  memref.store %c83, %h[] : memref<f16>
  %c84 = arith.truncf %vd : f64 to bf16
  memref.store %c84, %b[] : memref<bf16>
  %c85 = arith.truncf %vd : f64 to f32
  memref.store %c85, %s[] : memref<f32>
  %c86 = arith.fptosi %vd : f64 to i8
  memref.store %c86, %n[] : memref<i8>
  %c87 = arith.sitofp %vn : i8 to f64
  memref.store %c87, %d[] : memref<f64>
  %c88 = arith.fptoui %vd : f64 to i8
  memref.store %c88, %n[] : memref<i8>
  %c89 = arith.uitofp %vn : i8 to f64
  memref.store %c89, %d[] : memref<f64>
  %c90 = arith.fptosi %vd : f64 to i32
  memref.store %c90, %j[] : memref<i32>
  %c91 = arith.sitofp %vj : i32 to f64
  memref.store %c91, %d[] : memref<f64>
  %c92 = arith.fptoui %vd : f64 to i32
  memref.store %c92, %j[] : memref<i32>
  %c93 = arith.uitofp %vj : i32 to f64
  memref.store %c93, %d[] : memref<f64>
  %c94 = arith.fptosi %vd : f64 to i64
  memref.store %c94, %l[] : memref<i64>
  %c95 = arith.sitofp %vl : i64 to f64
  memref.store %c95, %d[] : memref<f64>
  %c96 = arith.fptoui %vd : f64 to i64
  memref.store %c96, %l[] : memref<i64>
  %c97 = arith.uitofp %vl : i64 to f64
  memref.store %c97, %d[] : memref<f64>
  return
}
}

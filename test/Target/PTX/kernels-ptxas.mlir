// ptxas takes what we print: nothing undefined, every instruction known.
// REQUIRES: ptxas
// RUN: xla-opt %S/kernels.mlir --xla-gpu-lower-pipeline=chip=sm_80 | xla-translate --to=ptx -o %t80.ptx
// RUN: ptxas -arch=sm_80 %t80.ptx -o %t80.cubin
// RUN: xla-opt %S/kernels.mlir --xla-gpu-lower-pipeline=chip=sm_90 | xla-translate --to=ptx -o %t90.ptx
// RUN: ptxas -arch=sm_90 %t90.ptx -o %t90.cubin

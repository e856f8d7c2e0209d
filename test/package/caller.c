/*===- caller.c - Compile and call a program from plain C -----------------===*/

#include "xla-c/Compiler.h"

#include <stdio.h>
#include <string.h>

static const char *text =
    "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  %r = stablehlo.add %x, %y : tensor<4xf32>\n"
    "  return %r : tensor<4xf32>\n}";

static void report(void *context, const char *text) { fputs(text, stderr); }

int main(void) {
  xla_program *program =
      xla_compile(text, strlen(text), "caller.mlir", "", report, NULL);
  if (!program)
    return 2;
  float x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40}, r[4];
  void *arguments[2] = {x, y}, *results[1] = {r};
  xla_call call = {0};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = arguments;
  call.results = results;
  int32_t code =
      xla_invoke(xla_program_entry(program), xla_program_info(program), &call);
  printf("%s: %g %g %g %g\n", xla_status_name(code), r[0], r[1], r[2], r[3]);
  xla_program_destroy(program);
  return code;
}

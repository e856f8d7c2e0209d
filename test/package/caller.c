/*===- caller.c - Compile and call a program from plain C -----------------===*/

#include "xla-c/Watch.h"

#include <stdio.h>
#include <string.h>

static const char *text =
    "func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  %r = stablehlo.add %x, %y : tensor<4xf32>\n"
    "  return %r : tensor<4xf32>\n}";

static const char *anySize =
    "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %r = stablehlo.add %x, %x : tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n}";

static void report(void *context, const char *text) { fputs(text, stderr); }

/* Doubles `size` numbers. */
static int32_t doubleNumbers(xla_program *program, const float *x, float *r,
                             int64_t size) {
  const void *arguments[1] = {x};
  void *results[1] = {r};
  xla_program *version =
      xla_program_specialize(program, &size, arguments, report, NULL);
  if (!version)
    return XLA_FAILED;
  xla_call call = {0};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = (void *const *)arguments;
  call.results = results;
  int32_t code =
      xla_invoke(xla_program_entry(version), xla_program_info(version), &call);
  xla_program_destroy(version);
  return code;
}

static void tell(void *context, const xla_message *message) {
  int *count = context;
  ++*count;
  printf("message: %d %s:%d:%d: %s\n", (int)message->severity, message->file,
         (int)message->line, (int)message->column, message->message);
  for (int32_t i = 0; i < message->num_notes; ++i)
    printf("note: %d %d: %s\n", (int)message->notes[i]->severity,
           (int)message->notes[i]->line, message->notes[i]->message);
}

/* A mistake is told with its place, and the other one as a note. */
static int32_t tellMistake(void) {
  const char *twice = "func.func @main() { return }\n"
                      "func.func @main() { return }";
  int count = 0;
  xla_compile_watch watch = {XLA_ABI_VERSION, sizeof(watch)};
  watch.message = tell;
  watch.message_context = &count;
  xla_program *program =
      xla_compile_watched(twice, strlen(twice), "twice.mlir", "", &watch);
  return program || count != 1;
}

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
  if (code != XLA_OK)
    return code;
  program =
      xla_compile(anySize, strlen(anySize), "any-size.mlir", "", report, NULL);
  if (!program || xla_program_entry(program))
    return 2;
  code = doubleNumbers(program, x, r, 2);
  if (code == XLA_OK)
    code = doubleNumbers(program, y, r + 2, 1);
  printf("any size: %g %g %g\n", r[0], r[1], r[2]);
  xla_program_destroy(program);
  return code != XLA_OK ? code : tellMistake();
}

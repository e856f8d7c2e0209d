/*===- main.c - Load a package, say what it takes, and call it -------------===*
 *
 *   run-package model.xla
 *
 * Nothing of the program is known before: every argument of floats is filled
 * with ones, all others with zeros.
 *
 *===----------------------------------------------------------------------===*/

#include "xla-c/Package.h"

#include <stdio.h>
#include <stdlib.h>

static void printTensor(const char *what, const xla_tensor_info *tensor) {
  printf("%s %s: %s[", what, tensor->name ? tensor->name : "without name",
         xla_element_type_name(tensor->element_type));
  for (int32_t d = 0; d < tensor->rank; ++d)
    printf("%s%lld", d ? "," : "", (long long)tensor->dims[d]);
  printf("]\n");
}

/* A buffer for `tensor`, of ones or zeros. */
static void *makeBuffer(const xla_tensor_info *tensor) {
  char *buffer = xla_buffer_allocate(tensor->byte_size);
  for (int64_t i = 0; buffer && i < tensor->byte_size; ++i)
    buffer[i] = 0;
  if (buffer && tensor->element_type == XLA_F32)
    for (int64_t i = 0; i < tensor->byte_size / 4; ++i)
      ((float *)buffer)[i] = 1;
  return buffer;
}

static int run(const xla_package *program) {
  const xla_info *info = xla_package_info(program);
  printf("%s, compiled by %s for %s\n", info->name, info->version, info->cpu);
  size_t count = (size_t)info->num_arguments + (size_t)info->num_results;
  void **buffers = calloc(count + 1, sizeof(void *));
  if (!buffers)
    return XLA_OUT_OF_MEMORY;
  void **arguments = buffers, **results = buffers + info->num_arguments;
  for (int32_t i = 0; i < info->num_arguments; ++i) {
    printTensor("argument", xla_info_argument(info, i));
    arguments[i] = makeBuffer(xla_info_argument(info, i));
  }
  for (int32_t i = 0; i < info->num_results; ++i) {
    printTensor("result", xla_info_result(info, i));
    results[i] = makeBuffer(xla_info_result(info, i));
  }
  char error[256] = "";
  xla_call call = {0};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = arguments;
  call.results = results;
  call.error = error;
  call.error_capacity = sizeof(error);
  int32_t code = xla_package_run(program, &call);
  if (code != XLA_OK)
    fprintf(stderr, "%s: %s\n", xla_status_name(code), error);
  for (int32_t i = 0; code == XLA_OK && i < info->num_results; ++i) {
    const xla_tensor_info *tensor = xla_info_result(info, i);
    for (int64_t k = 0;
         tensor->element_type == XLA_F32 && k < tensor->byte_size / 4; ++k)
      printf("%s%g", k ? " " : "", ((float *)results[i])[k]);
    printf("\n");
  }
  for (size_t i = 0; i < count; ++i)
    xla_buffer_free(buffers[i]);
  free(buffers);
  return code;
}

int main(int argc, char **argv) {
  char error[256] = "expected the name of a package";
  xla_load_options options = {0};
  options.abi_version = XLA_ABI_VERSION;
  options.struct_size = sizeof(options);
  options.error = error;
  options.error_capacity = sizeof(error);
  xla_package *program = argc == 2 ? xla_package_load(argv[1], &options) : NULL;
  if (!program) {
    fprintf(stderr, "%s\n", error);
    return 2;
  }
  int code = run(program);
  xla_package_destroy(program);
  return code;
}

/*===- load-and-run.c - Call a shared library through the C ABI ------------===*
 *
 * Loads a compiled program from a shared library and calls it through the C ABI
 * alone: arguments count up from 0, results are printed.
 *
 *===----------------------------------------------------------------------===*/

#include "xla/Runtime/xla_runtime.h"

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (!library) {
    fprintf(stderr, "%s\n", argc > 1 ? dlerror() : "usage: PROGRAM LIBRARY");
    return 1;
  }
  xla_entry_fn entry = (xla_entry_fn)dlsym(library, "main");
  const xla_info *info = dlsym(library, "main_info");
  if (!entry || !info)
    return 1;
  void *arguments[16], *results[16];
  for (int i = 0; i < info->num_arguments; ++i) {
    int64_t bytes = info->arguments[i].byte_size;
    float *values = arguments[i] = xla_buffer_allocate(bytes);
    for (int64_t k = 0; k < bytes / 4; ++k)
      values[k] = (float)k;
  }
  for (int i = 0; i < info->num_results; ++i)
    results[i] = xla_buffer_allocate(info->results[i].byte_size);
  char error[256] = "";
  xla_call call = {.abi_version = XLA_ABI_VERSION,
                   .struct_size = sizeof(xla_call),
                   .arguments = arguments,
                   .results = results,
                   .error = error,
                   .error_capacity = sizeof(error)};
  int32_t code = xla_invoke(entry, info, &call);
  printf("%s %s\n", xla_status_name(code), error);
  for (int i = 0; i < info->num_results; ++i) {
    const float *values = results[i];
    for (int64_t k = 0; k < info->results[i].byte_size / 4; ++k)
      printf("%g ", values[k]);
    printf("\n");
  }
  return code;
}

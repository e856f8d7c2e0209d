/*===- own-collectives.c - A host with collectives of its own --------------===*
 *
 * Calls a program that sums over replicas twice: as two threads that meet by
 * the run time's own group, then as one process whose host says what the others
 * have. A real one would ask them.
 *
 *===----------------------------------------------------------------------===*/

#include "xla/Runtime/xla_runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* What the other replica is taken to have: 100 in every element. */
static int32_t meet(void *context, const xla_call *call,
                    const xla_collective *operation) {
  int *count = context;
  ++*count;
  if (operation->kind != XLA_ALL_REDUCE || !operation->combine)
    return xla_default_host()->fail(NULL, call, XLA_UNIMPLEMENTED,
                                    "only all_reduce", operation->location);
  const xla_buffer *from = operation->arguments, *to = operation->results;
  for (int64_t i = 0; i < to->dims[0]; ++i) {
    float other = 100, *element = (float *)to->data + i;
    memcpy(element, (const float *)from->data + i, sizeof(float));
    operation->combine(element, &other, 1);
  }
  return XLA_OK;
}

static void print(const char *what, int32_t code, const char *error,
                  const float *values) {
  printf("%s: %s %s[%g %g]\n", what, xla_status_name(code), error, values[0],
         values[1]);
}

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

  float inputs[2][2] = {{1, 2}, {10, 20}}, outputs[2][2];
  void *arguments[2][1] = {{inputs[0]}, {inputs[1]}};
  void *results[2][1] = {{outputs[0]}, {outputs[1]}};
  char errors[2][256] = {"", ""};
  xla_call calls[2];
  memset(calls, 0, sizeof(calls));
  for (int i = 0; i < 2; ++i) {
    calls[i].abi_version = XLA_ABI_VERSION;
    calls[i].struct_size = sizeof(xla_call);
    calls[i].arguments = arguments[i];
    calls[i].results = results[i];
    calls[i].error = errors[i];
    calls[i].error_capacity = sizeof(errors[i]);
  }

  xla_group *group = xla_group_create(2, 1);
  const xla_entry_fn entries[2] = {entry, entry};
  const xla_info *infos[2] = {info, info};
  int32_t failed = -1;
  int32_t code = xla_group_run(group, entries, infos, calls, &failed);
  xla_group_destroy(group);
  print("replica 0", code, errors[0], outputs[0]);
  print("replica 1", code, errors[1], outputs[1]);

  int count = 0;
  xla_host host = *xla_default_host();
  host.context = &count;
  host.collective = meet;
  calls[0].host = &host;
  code = xla_invoke(entry, info, &calls[0]);
  print("own host", code, errors[0], outputs[0]);
  printf("%d calls\n", count);

  host.collective = NULL;
  code = xla_invoke(entry, info, &calls[0]);
  print("no host", code, errors[0], outputs[0]);
  return 0;
}

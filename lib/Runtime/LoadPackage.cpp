//===- LoadPackage.cpp - Programs from packages ---------------------------===//
//
// The C API of xla-c/Package.h: choosing code for this processor and
// calling.
//
//===----------------------------------------------------------------------===//

#include "ISA.h"
#include "Package.h"
#include "Runtime.h"

#include "xla-c/Package.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>

using namespace xla_format;
using namespace xla_runtime;

struct xla_package {
  std::vector<std::unique_ptr<LoadedWeights>> weights;
  LoadedImage image;
  /// Lines `key=value`, each ended by NUL.
  std::string metadata;
  std::string ptx;
};

/// The image for this processor; null after saying what there is.
static const Section *chooseImage(const Package &package, const Failure &fail) {
  int numImages = 0, numForMachine = 0;
  for (const Section &section : package) {
    if (section.kind != kImage)
      continue;
    Image image;
    if (!readImage(package.getContent(section), section.size, image, fail))
      return nullptr;
    ++numImages;
    numForMachine += image.machine == getProcessor().machine;
    if (canRun(image.machine, image.isa))
      return &section;
  }
  if (numImages == 0)
    fail("expected code for a CPU, but the package has none, only PTX");
  else
    fail("expected code for this processor, but the package has code for %d "
         "others, %d of them of this architecture",
         numImages, numForMachine);
  return nullptr;
}

/// `path`: of the package, null if it is in memory.
static std::unique_ptr<xla_package> loadProgram(FileBytes bytes,
                                                const char *path,
                                                const xla_load_options &options,
                                                const Failure &fail) {
  Package package;
  if (!package.open(bytes, fail))
    return nullptr;
  PackageWeights weights(package, path, options.weights,
                         options.flags & XLA_UNCHECKED_WEIGHTS);
  std::unique_ptr<xla_package> program(new (std::nothrow) xla_package);
  const Section *image = program ? chooseImage(package, fail) : nullptr;
  if (!image || !package.check(*image, fail) ||
      !program->image.load(package, *image, weights, fail))
    return nullptr;
  program->weights = weights.take();
  if (const Section *section = package.find(kMetadata)) {
    if (!package.check(*section, fail))
      return nullptr;
    program->metadata.assign(package.getContent(*section), section->size);
    std::replace(program->metadata.begin(), program->metadata.end(), '\n',
                 '\0');
  }
  if (const Section *section = package.find(kPTX)) {
    if (!package.check(*section, fail))
      return nullptr;
    program->ptx.assign(package.getContent(*section), section->size);
  }
  return program;
}

/// The options that the caller gave, as far as it knew of them.
static bool readOptions(const xla_load_options *given,
                        xla_load_options &options) {
  options = {};
  if (!given)
    return true;
  if (given->abi_version != XLA_ABI_VERSION ||
      given->struct_size < XLA_LOAD_OPTIONS_SIZE_1)
    return false;
  std::memcpy(&options, given,
              std::min<size_t>(given->struct_size, sizeof(options)));
  return true;
}

extern "C" xla_package *xla_package_load(const char *path,
                                         const xla_load_options *given) {
  xla_load_options options;
  if (!readOptions(given, options))
    return nullptr;
  Failure fail = {options.error, options.error_capacity};
  MappedFile file;
  if (!file.open(path, fail))
    return nullptr;
  return loadProgram(file.bytes, path, options, fail).release();
}

extern "C" xla_package *xla_package_load_memory(const void *content,
                                                int64_t size,
                                                const xla_load_options *given) {
  xla_load_options options;
  if (!readOptions(given, options))
    return nullptr;
  Failure fail = {options.error, options.error_capacity};
  if (!content || size < 0) {
    fail("expected a package in memory, but got none");
    return nullptr;
  }
  FileBytes bytes;
  bytes.data = static_cast<const char *>(content);
  bytes.size = static_cast<uint64_t>(size);
  return loadProgram(bytes, nullptr, options, fail).release();
}

extern "C" const xla_info *xla_package_info(const xla_package *program) {
  return program ? program->image.entries.front().info : nullptr;
}

extern "C" xla_entry_fn xla_package_entry(const xla_package *program) {
  return program ? program->image.entries.front().entry : nullptr;
}

extern "C" int32_t xla_package_count(const xla_package *program) {
  return program ? static_cast<int32_t>(program->image.entries.size()) : 0;
}

extern "C" const xla_info *xla_package_at(const xla_package *program,
                                          int32_t index, xla_entry_fn *entry) {
  if (index < 0 || index >= xla_package_count(program))
    return nullptr;
  const LoadedImage::Entry &found =
      program->image.entries[static_cast<size_t>(index)];
  if (entry)
    *entry = found.entry;
  return found.info;
}

extern "C" const xla_info *xla_package_find(const xla_package *program,
                                            const char *name,
                                            xla_entry_fn *entry) {
  for (int32_t i = 0; i < xla_package_count(program); ++i) {
    const xla_info *info = xla_package_at(program, i, nullptr);
    if (name && std::strcmp(info->name, name) == 0)
      return xla_package_at(program, i, entry);
  }
  return nullptr;
}

extern "C" const xla_info *xla_package_choose(const xla_package *program,
                                              const char *name,
                                              xla_entry_fn *entry, char *error,
                                              int64_t error_capacity) {
  if (!name || !*name)
    return xla_package_at(program, 0, entry);
  if (const xla_info *info = xla_package_find(program, name, entry))
    return info;
  std::string known;
  for (int32_t i = 0; i < xla_package_count(program); ++i)
    known += (i ? ", @" : "@") +
             std::string(xla_package_at(program, i, nullptr)->name);
  Failure{error, error_capacity}(
      "expected an entry @%s, but the package has %s", name, known.c_str());
  return nullptr;
}

extern "C" void xla_package_destroy(xla_package *program) { delete program; }

extern "C" const char *xla_package_metadata(const xla_package *program,
                                            const char *key) {
  if (!program || !key)
    return nullptr;
  size_t length = std::strlen(key);
  const std::string &lines = program->metadata;
  for (size_t at = 0; at < lines.size();) {
    const char *line = lines.c_str() + at;
    if (std::strncmp(line, key, length) == 0 && line[length] == '=')
      return line + length + 1;
    at += std::strlen(line) + 1;
  }
  return nullptr;
}

extern "C" const char *xla_package_ptx(const xla_package *program,
                                       int64_t *size) {
  if (size)
    *size = program ? static_cast<int64_t>(program->ptx.size()) : 0;
  return !program || program->ptx.empty() ? nullptr : program->ptx.c_str();
}

extern "C" int32_t xla_package_run(const xla_package *program,
                                   const xla_call *call) {
  if (!program)
    return XLA_INVALID_ARGUMENT;
  const LoadedImage::Entry &first = program->image.entries.front();
  return xla_invoke(first.entry, first.info, call);
}

extern "C" const xla_tensor_info *xla_info_argument(const xla_info *info,
                                                    int32_t index) {
  if (!info || index < 0 || index >= info->num_arguments)
    return nullptr;
  return getEntry(*info, info->arguments, index);
}

extern "C" const xla_tensor_info *xla_info_result(const xla_info *info,
                                                  int32_t index) {
  if (!info || index < 0 || index >= info->num_results)
    return nullptr;
  return getEntry(*info, info->results, index);
}

extern "C" const char *xla_element_type_name(int32_t element_type) {
  return getElementTypeName(element_type);
}

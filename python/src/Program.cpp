//===- Program.cpp - Compiled programs and their buffers for Python -------===//
//
// The part of xla_mlir that is not MLIR's: a thin layer over the C API. Arrays
// come as addresses that python/xla_mlir/executable.py has checked.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Compiler.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace nb = nanobind;

namespace {
/// Memory of the run time's pool that shows itself to NumPy as plain bytes, and
/// goes back when the last array over it dies.
class Buffer {
public:
  explicit Buffer(int64_t bytes)
      : data(xla_buffer_allocate(bytes)), bytes(bytes) {
    if (!data)
      throw std::bad_alloc();
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { xla_buffer_free(data); }

  static int getBuffer(PyObject *self, Py_buffer *view, int flags) {
    auto *buffer = nb::inst_ptr<Buffer>(self);
    return PyBuffer_FillInfo(view, self, buffer->data, buffer->bytes,
                             /*readonly=*/0, flags);
  }

private:
  void *data;
  int64_t bytes;
};

class Program {
public:
  Program(nb::bytes content, const std::string &name,
          const std::string &options) {
    std::string diagnostics;
    const char *text = content.c_str();
    int64_t size = content.size();
    {
      nb::gil_scoped_release release;
      program = xla_compile(text, size, name.c_str(), options.c_str(), collect,
                            &diagnostics);
    }
    if (!program)
      throw nb::value_error(diagnostics.c_str());
  }
  /// Takes `program` over.
  explicit Program(xla_program *program) : program(program) {}
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  ~Program() { xla_program_destroy(program); }

  const xla_info &info() const { return *xla_program_info(program); }

  /// Tuples (element type, dims, bytes, name) of arguments or results.
  nb::list tensors(const xla_tensor_info *first, int32_t count) const {
    nb::list list;
    for (int32_t i = 0; i < count; ++i) {
      // A later ABI version may have longer elements.
      auto *tensor = reinterpret_cast<const xla_tensor_info *>(
          reinterpret_cast<const char *>(first) +
          int64_t(i) * info().tensor_size);
      nb::list dims;
      for (int32_t d = 0; d < tensor->rank; ++d)
        dims.append(tensor->dims[d]);
      list.append(nb::make_tuple(tensor->element_type, nb::tuple(dims),
                                 tensor->byte_size,
                                 tensor->name ? tensor->name : ""));
    }
    return list;
  }

  /// The program for a call with these arguments, compiled without the
  /// interpreter lock.
  Program *specialize(const std::vector<int64_t> &dynamicDims,
                      const std::vector<uintptr_t> &arguments) const {
    if (int64_t(arguments.size()) != info().num_arguments ||
        int64_t(dynamicDims.size()) != info().num_dynamic_dims)
      throw nb::value_error("wrong number of buffers or dynamic dimensions");
    std::string diagnostics;
    xla_program *version;
    {
      nb::gil_scoped_release release;
      version = xla_program_specialize(
          program, dynamicDims.data(),
          reinterpret_cast<const void *const *>(arguments.data()), collect,
          &diagnostics);
    }
    if (!version)
      throw nb::value_error(diagnostics.c_str());
    return new Program(version);
  }

  bool isDynamic() const { return !xla_program_entry(program); }

  /// Runs the program without the interpreter lock.
  void call(const std::vector<uintptr_t> &arguments,
            const std::vector<uintptr_t> &results, int threads) const {
    if (int64_t(arguments.size()) != info().num_arguments ||
        int64_t(results.size()) != info().num_results || isDynamic())
      throw nb::value_error("wrong number of buffers");
    char error[512] = "";
    xla_call call = {};
    call.abi_version = XLA_ABI_VERSION;
    call.struct_size = sizeof(call);
    call.arguments = reinterpret_cast<void *const *>(arguments.data());
    call.results = reinterpret_cast<void *const *>(results.data());
    call.thread_limit = threads;
    call.error = error;
    call.error_capacity = sizeof(error);
    int32_t code;
    {
      nb::gil_scoped_release release;
      code = xla_invoke(xla_program_entry(program), &info(), &call);
    }
    if (code != XLA_OK)
      throw std::runtime_error(std::string(xla_status_name(code)) + ": " +
                               error);
  }

private:
  /// Adds diagnostics to a string.
  static void collect(void *context, const char *text) {
    *static_cast<std::string *>(context) += text;
  }

  xla_program *program;
};
} // namespace

/// NumPy's (or ml_dtypes') name of each element type. Arrays have a byte for an
/// element of 2 or 4 bits, which the ABI packs: executable.py converts those.
static nb::dict elementTypes() {
  nb::dict names;
  const std::pair<xla_element_type, const char *> pairs[] = {
      {XLA_I1, "bool"},
      {XLA_I2, "int2"},
      {XLA_I4, "int4"},
      {XLA_I8, "int8"},
      {XLA_I16, "int16"},
      {XLA_I32, "int32"},
      {XLA_I64, "int64"},
      {XLA_UI2, "uint2"},
      {XLA_UI4, "uint4"},
      {XLA_UI8, "uint8"},
      {XLA_UI16, "uint16"},
      {XLA_UI32, "uint32"},
      {XLA_UI64, "uint64"},
      {XLA_F16, "float16"},
      {XLA_BF16, "bfloat16"},
      {XLA_F32, "float32"},
      {XLA_F64, "float64"},
      {XLA_C64, "complex64"},
      {XLA_C128, "complex128"},
      {XLA_F4E2M1FN, "float4_e2m1fn"},
      {XLA_F6E2M3FN, "float6_e2m3fn"},
      {XLA_F6E3M2FN, "float6_e3m2fn"},
      {XLA_F8E3M4, "float8_e3m4"},
      {XLA_F8E4M3, "float8_e4m3"},
      {XLA_F8E4M3FN, "float8_e4m3fn"},
      {XLA_F8E4M3FNUZ, "float8_e4m3fnuz"},
      {XLA_F8E4M3B11FNUZ, "float8_e4m3b11fnuz"},
      {XLA_F8E5M2, "float8_e5m2"},
      {XLA_F8E5M2FNUZ, "float8_e5m2fnuz"},
      {XLA_F8E8M0FNU, "float8_e8m0fnu"},
  };
  for (auto [type, name] : pairs)
    names[nb::int_(int(type))] = name;
  return names;
}

static PyType_Slot bufferSlots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void *>(Buffer::getBuffer)},
    {0, nullptr}};

NB_MODULE(_xla, m) {
  m.attr("element_types") = elementTypes();
  m.def("thread_count", xla_thread_count);
  m.def("set_thread_count", xla_set_thread_count, nb::arg("count"));
  m.def(
      "register_custom_call",
      [](const std::string &target, uintptr_t function, uintptr_t context) {
        xla_register_custom_call(target.c_str(),
                                 reinterpret_cast<xla_custom_call_fn>(function),
                                 reinterpret_cast<void *>(context));
      },
      nb::arg("target"), nb::arg("function"), nb::arg("context"));
  m.def(
      "load_library",
      [](const std::string &path) {
        char reason[512] = "";
        if (xla_load_library(path.c_str(), reason, sizeof(reason)) != XLA_OK)
          throw std::runtime_error(reason);
      },
      nb::arg("path"));
  nb::class_<Buffer>(m, "Buffer", nb::type_slots(bufferSlots))
      .def(nb::init<int64_t>(), nb::arg("bytes"));
  nb::class_<Program>(m, "Program")
      .def(nb::init<nb::bytes, const std::string &, const std::string &>(),
           nb::arg("content"), nb::arg("name"), nb::arg("options"))
      .def("call", &Program::call, nb::arg("arguments"), nb::arg("results"),
           nb::arg("threads"))
      .def("specialize", &Program::specialize, nb::arg("dynamic_dims"),
           nb::arg("arguments"), nb::rv_policy::take_ownership)
      .def_prop_ro("is_dynamic", &Program::isDynamic)
      .def_prop_ro("arguments",
                   [](const Program &self) {
                     const xla_info &info = self.info();
                     return self.tensors(info.arguments, info.num_arguments);
                   })
      .def_prop_ro("results",
                   [](const Program &self) {
                     const xla_info &info = self.info();
                     return self.tensors(info.results, info.num_results);
                   })
      .def_prop_ro("arena_bytes",
                   [](const Program &self) { return self.info().arena_bytes; })
      .def_prop_ro("num_kernels",
                   [](const Program &self) { return self.info().num_kernels; })
      .def_prop_ro("options",
                   [](const Program &self) { return self.info().options; });
}

//===- Program.cpp - Compiled programs and their buffers for Python -------===//
//
// The part of xla_mlir that is not MLIR's: a thin layer over the C API. Arrays
// come as addresses that python/xla_mlir/executable.py has checked.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Arrays.h"
#include "xla-c/Cache.h"
#include "xla/Runtime/xla_ffi.h"

#include "mlir/Bindings/Python/NanobindAdaptors.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace nb = nanobind;
using namespace xla_python;

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

/// What the caches have done, by the names of the C API's fields.
static nb::dict getCacheInfo() {
  xla_cache_info info = {};
  info.abi_version = XLA_ABI_VERSION;
  info.struct_size = sizeof(info);
  xla_cache_get_info(&info);
  nb::dict result;
  result["hits"] = info.program_hits;
  result["misses"] = info.program_misses;
  result["loaded"] = info.programs_loaded;
  result["kept"] = info.programs_kept;
  result["part_hits"] = info.part_hits;
  result["parts_loaded"] = info.parts_loaded;
  result["parts_compiled"] = info.parts_compiled;
  result["files_rejected"] = info.files_rejected;
  result["files_written"] = info.files_written;
  result["bytes_kept"] = info.bytes_kept;
  return result;
}

static PyType_Slot bufferSlots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void *>(Buffer::getBuffer)},
    {0, nullptr}};

std::string xla_python::makeUTF8(const std::string &text) {
  nb::object decoded = nb::steal(PyUnicode_DecodeUTF8(
      text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  if (!decoded.is_valid())
    throw nb::python_error();
  return nb::cast<std::string>(decoded);
}

/// The exception CompileFailure.
static void addCompileFailure(nb::module_ &m) {
  // Raised with the text and the messages.
  nb::exception<CompileFailure> failure(m, "CompileFailure", PyExc_ValueError);
  nb::register_exception_translator(
      [](const std::exception_ptr &raised, void *type) {
        try {
          std::rethrow_exception(raised);
        } catch (const CompileFailure &error) {
          nb::list messages;
          for (const Message &message : error.messages)
            messages.append(message.toTuple());
          nb::tuple arguments =
              nb::make_tuple(makeUTF8(error.what()), messages);
          PyErr_SetObject(static_cast<PyObject *>(type), arguments.ptr());
        }
      },
      failure.ptr());
}

/// Functions that programs call.
static void addCustomCalls(nb::module_ &m) {
  m.def(
      "register_custom_call",
      [](const std::string &target, uintptr_t function, uintptr_t context) {
        xla_register_custom_call(target.c_str(),
                                 reinterpret_cast<xla_custom_call_fn>(function),
                                 reinterpret_cast<void *>(context));
      },
      nb::arg("target"), nb::arg("function"), nb::arg("context"));
  m.def(
      "register_foreign_call",
      [](const std::string &target, uintptr_t function) {
        xla_register_foreign_call(target.c_str(),
                                  reinterpret_cast<xla_foreign_fn>(function));
      },
      nb::arg("target"), nb::arg("function"));
  m.def(
      "load_library",
      [](const std::string &path) {
        char reason[512] = "";
        if (xla_load_library(path.c_str(), reason, sizeof(reason)) != XLA_OK)
          throw std::runtime_error(makeUTF8(reason));
      },
      nb::arg("path"));
}

NB_MODULE(_xla, m) {
  importNumPy();
  addCompileFailure(m);
  m.attr("element_types") = elementTypes();
  m.def("read_module", readModule, nb::arg("content"), nb::arg("name"),
        nb::arg("context"));
  m.def("cache_info", getCacheInfo);
  m.def("cache_clear", xla_cache_clear);
  m.def("view_dlpack", viewDLPack, nb::arg("object"), nb::arg("element_type"),
        nb::arg("dtype"), nb::arg("is_written"));
  m.def("thread_count", xla_thread_count);
  m.def("set_thread_count", xla_set_thread_count, nb::arg("count"));
  addCustomCalls(m);
  nb::class_<Buffer>(m, "Buffer", nb::type_slots(bufferSlots))
      .def(nb::init<int64_t>(), nb::arg("bytes"));
  nb::class_<Program>(m, "Program")
      .def(nb::init<nb::bytes, const std::string &, const std::string &,
                    nb::object, const std::string &>(),
           nb::arg("content"), nb::arg("name"), nb::arg("options"),
           nb::arg("progress").none() = nb::none(), nb::arg("trace") = "")
      .def_static("load", &Program::load, nb::arg("path"), nb::arg("weights"),
                  nb::arg("entry"), nb::rv_policy::take_ownership)
      .def_static("compile_to_file", &Program::compileToFile,
                  nb::arg("content"), nb::arg("name"), nb::arg("options"),
                  nb::arg("path"), nb::arg("header"), nb::arg("symbol"))
      .def_prop_ro("entries", &Program::getEntries)
      .def("metadata", &Program::getMetadata, nb::arg("key"))
      .def("call", &Program::call, nb::arg("arguments"), nb::arg("results"),
           nb::arg("threads"))
      .def("specialize", &Program::specialize, nb::arg("dynamic_dims"),
           nb::arg("arguments"), nb::rv_policy::take_ownership)
      .def_prop_ro("is_dynamic", &Program::isDynamic)
      .def_prop_ro("arguments",
                   [](const Program &self) {
                     const xla_info &info = self.info();
                     return self.getTensors(info.arguments, info.num_arguments);
                   })
      .def_prop_ro("results",
                   [](const Program &self) {
                     const xla_info &info = self.info();
                     return self.getTensors(info.results, info.num_results);
                   })
      .def_prop_ro("donated_bytes",
                   [](const Program &self) {
                     const xla_info &info = self.info();
                     int64_t bytes = 0;
                     for (int32_t i = 0; i < info.num_results; ++i)
                       if (self.getTensor(info.results, i).alias >= 0)
                         bytes += self.getTensor(info.results, i).byte_size;
                     return bytes;
                   })
      .def_prop_ro("arena_bytes",
                   [](const Program &self) { return self.info().arena_bytes; })
      .def_prop_ro("num_kernels",
                   [](const Program &self) { return self.info().num_kernels; })
      .def_prop_ro("options",
                   [](const Program &self) { return self.getOptions(); });
  addCallable(m);
  addSignature(m);
  addSnapshot(m);
}

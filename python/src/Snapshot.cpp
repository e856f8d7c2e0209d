//===- Snapshot.cpp - The runs that snapshots hold, for Python ------------===//
//
// Values as bytes, as the C ABI lays them out; python/xla_mlir/snapshot.py
// makes arrays of them.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Snapshot.h"
#include "Program.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace xla_python;

namespace {
class Snapshot {
public:
  Snapshot(nb::bytes content, const std::string &name) {
    std::string message;
    snapshot = xla_snapshot_read(content.c_str(), int64_t(content.size()),
                                 name.c_str(), append, &message);
    if (!snapshot)
      throw CompileFailure(message, {});
  }
  Snapshot(const Snapshot &) = delete;
  Snapshot &operator=(const Snapshot &) = delete;
  ~Snapshot() { xla_snapshot_destroy(snapshot); }

  int getNumProcesses() const { return xla_snapshot_num_processes(snapshot); }

  nb::list getArguments(int process) const {
    const xla_info &info = *xla_snapshot_info(snapshot);
    void *const *values = xla_snapshot_arguments(snapshot, process);
    if (!values)
      throw nb::index_error(("expected a process below " +
                             std::to_string(getNumProcesses()) + ", got " +
                             std::to_string(process))
                                .c_str());
    return getValues(info, info.arguments, info.num_arguments, values);
  }

  /// None where there are none.
  nb::object getResults() const {
    const xla_info &info = *xla_snapshot_info(snapshot);
    void *const *values = xla_snapshot_results(snapshot);
    if (!values)
      return nb::none();
    return getValues(info, info.results, info.num_results, values);
  }

  /// What differs, empty where nothing does.
  std::string compare(const std::vector<uintptr_t> &results) const {
    int32_t count = xla_snapshot_info(snapshot)->num_results;
    if (int64_t(results.size()) != count)
      throw nb::value_error(("expected " + std::to_string(count) +
                             " results, got " + std::to_string(results.size()))
                                .c_str());
    std::string message;
    xla_snapshot_compare(snapshot,
                         reinterpret_cast<void *const *>(results.data()),
                         append, &message);
    return message;
  }

private:
  static void append(void *text, const char *more) {
    *static_cast<std::string *>(text) += more;
  }

  /// Tuples (element type, dims, bytes).
  static nb::list getValues(const xla_info &info, const xla_tensor_info *list,
                            int32_t count, void *const *values) {
    nb::list result;
    for (int32_t i = 0; i < count; ++i) {
      const auto &tensor = *reinterpret_cast<const xla_tensor_info *>(
          reinterpret_cast<const char *>(list) + int64_t(i) * info.tensor_size);
      nb::list dims;
      for (int32_t d = 0; d < tensor.rank; ++d)
        dims.append(tensor.dims[d]);
      result.append(nb::make_tuple(tensor.element_type, nb::tuple(dims),
                                   nb::bytes(values[i], tensor.byte_size)));
    }
    return result;
  }

  xla_snapshot *snapshot;
};
} // namespace

void xla_python::addSnapshot(nb::module_ &m) {
  nb::class_<Snapshot>(m, "Snapshot")
      .def(nb::init<nb::bytes, const std::string &>(), nb::arg("content"),
           nb::arg("name"))
      .def_prop_ro("num_processes", &Snapshot::getNumProcesses)
      .def("arguments", &Snapshot::getArguments, nb::arg("process"))
      .def("results", &Snapshot::getResults)
      .def("compare", &Snapshot::compare, nb::arg("results"));
}

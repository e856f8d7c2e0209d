//===- Call.cpp - Call programs on arrays ---------------------------------===//
//
// The way of most calls: as many arrays as the program has arguments, each of
// the right type; or, of a function that `jit` compiles, arrays of NumPy such
// as it has been called with. Everything else, errors included, is Python's:
// the method `_call` of the classes that derive from these.
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Program.h"

#include <algorithm>
#include <climits>
#include <optional>

namespace nb = nanobind;
using namespace xla_python;

namespace {
class Callable {
public:
  /// A call without options goes the short way if `isPlain`: static shapes, and
  /// arrays hold elements as compiled code does. dtypes: of NumPy, for each
  /// argument and result. donates: results take the memory of arguments that
  /// the program donates, unless a call says otherwise.
  Callable(nb::handle program, nb::list argumentTypes, nb::list resultTypes,
           bool isPlain, int threads, bool donates)
      : owner(nb::borrow(program)), program(nb::cast<const Program *>(program)),
        isPlain(isPlain), threads(threads), donates(donates) {
    if (!isPlain)
      return;
    const xla_info &info = this->program->info();
    auto add = [&](std::vector<ArrayType> &types, const xla_tensor_info *list,
                   const nb::list &dtypes) {
      for (size_t i = 0; i < dtypes.size(); ++i)
        types.emplace_back(this->program->getTensor(list, int32_t(i)),
                           nb::object(dtypes[i]));
    };
    add(arguments, info.arguments, argumentTypes);
    add(results, info.results, resultTypes);
    for (int32_t i = 0; i < info.num_results; ++i)
      donors.push_back(this->program->getTensor(info.results, i).alias);
  }

  /// Whether `given`, arrays of NumPy, are of the types of the arguments.
  bool takes(PyObject *given) const {
    if (!isPlain || size_t(PyTuple_GET_SIZE(given)) != arguments.size())
      return false;
    for (size_t i = 0; i < arguments.size(); ++i)
      if (!arguments[i].getData(PyTuple_GET_ITEM(given, i)))
        return false;
    return true;
  }

  /// What `self(*given, out=out, threads=limit, donate=donate)` is, or without
  /// `out` where that is null and `donate` where that is none; null with no
  /// error set where the short way does not lead there.
  nb::object call(PyObject *given, PyObject *out, int limit = 0,
                  std::optional<bool> donate = std::nullopt) const {
    size_t numArguments = arguments.size(), numResults = results.size();
    if (!isPlain || size_t(PyTuple_GET_SIZE(given)) != numArguments)
      return nb::object();
    void *fixed[kMostFixed];
    std::vector<void *> more;
    void **buffers = fixed;
    if (numArguments + numResults > kMostFixed) {
      more.resize(numArguments + numResults);
      buffers = more.data();
    }
    Lent lent;
    for (size_t i = 0; i < numArguments; ++i)
      if (!(buffers[i] =
                arguments[i].getData(PyTuple_GET_ITEM(given, i), lent)))
        return nb::object();
    std::vector<char> donated;
    if (!out && donate.value_or(donates))
      donated = findDonated(given, buffers);
    nb::object returned =
        out ? take(out, buffers + numArguments) : make(given, donated, buffers);
    if (returned.is_valid())
      program->run(buffers, buffers + numArguments, limit ? limit : threads);
    return returned;
  }

private:
  /// For each argument, whether a result may take its memory: it is nobody
  /// else's and no other argument has a part of it.
  std::vector<char> findDonated(PyObject *given, void *const *buffers) const {
    struct Extent {
      uintptr_t begin, end;
      size_t index;
    };
    std::vector<char> donated(arguments.size());
    std::vector<Extent> extents;
    for (size_t i = 0; i < arguments.size(); ++i) {
      auto begin = reinterpret_cast<uintptr_t>(buffers[i]);
      extents.push_back({begin, begin + uintptr_t(arguments[i].getBytes()), i});
      donated[i] = ownsItsMemory(PyTuple_GET_ITEM(given, Py_ssize_t(i)));
    }
    std::sort(
        extents.begin(), extents.end(),
        [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
    const Extent *furthest = nullptr;
    for (const Extent &extent : extents) {
      if (furthest && extent.begin < furthest->end)
        donated[extent.index] = donated[furthest->index] = false;
      if (!furthest || extent.end > furthest->end)
        furthest = &extent;
    }
    return donated;
  }

  /// Results: what takes the memory of a donated argument is that array, others
  /// are new. Their memory goes to `buffers`, behind that of arguments.
  nb::object make(PyObject *given, const std::vector<char> &donated,
                  void **buffers) const {
    auto makeOne = [&](size_t i) {
      void *&buffer = buffers[arguments.size() + i];
      if (!donated.empty() && donors[i] >= 0 && donated[size_t(donors[i])]) {
        buffer = buffers[donors[i]];
        return nb::borrow(PyTuple_GET_ITEM(given, Py_ssize_t(donors[i])));
      }
      nb::object result = results[i].allocate();
      buffer = results[i].getData(result.ptr());
      return result;
    };
    if (results.size() == 1)
      return makeOne(0);
    nb::object tuple = nb::steal(PyTuple_New(Py_ssize_t(results.size())));
    for (size_t i = 0; i < results.size(); ++i)
      PyTuple_SET_ITEM(tuple.ptr(), Py_ssize_t(i), makeOne(i).release().ptr());
    return tuple;
  }

  /// The same with arrays of the caller's; null if they are not of NumPy, not
  /// of the right types or not as many.
  nb::object take(PyObject *out, void **buffers) const {
    if (results.size() == 1 && !PyTuple_CheckExact(out)) {
      buffers[0] = results[0].getData(out, /*isWritten=*/true);
      return buffers[0] ? nb::borrow(out) : nb::object();
    }
    if (results.size() < 2 || !PyTuple_CheckExact(out) ||
        size_t(PyTuple_GET_SIZE(out)) != results.size())
      return nb::object();
    for (size_t i = 0; i < results.size(); ++i)
      if (!(buffers[i] = results[i].getData(PyTuple_GET_ITEM(out, i), true)))
        return nb::object();
    return nb::borrow(out);
  }

  static constexpr size_t kMostFixed = 32;

  nb::object owner;
  const Program *program;
  std::vector<ArrayType> arguments, results;
  /// For each result, the argument whose memory it may take, or -1.
  std::vector<int32_t> donors;
  bool isPlain;
  int threads;
  bool donates;
};

/// The programs of a jitted function whose calls are arrays, and whose results
/// are what the program gives: the one that ran last comes first.
class PlainPrograms {
public:
  /// `program` is a Callable, for arrays of NumPy, or `ofAny` that has DLPack.
  /// `settings`: what it was compiled under, None if that does not matter.
  void add(nb::object program, bool ofAny, nb::object settings) {
    for (const Entry &entry : entries)
      if (entry.program.is(program))
        return;
    entries.insert(entries.begin(),
                   {std::move(program), ofAny, std::move(settings)});
    if (entries.size() > kMost)
      entries.pop_back();
  }
  void clear() {
    entries.clear();
    hits = 0;
  }
  /// Programs with settings are for calls while `get` gives these.
  void watch(nb::object get) { getSettings = std::move(get); }
  uint64_t getHits() const { return hits; }

  /// What the program that takes `given` gives; null with no error set where
  /// there is none. Others may add programs meanwhile.
  nb::object call(PyObject *given) {
    nb::object settings = getSettings.is_valid() ? getSettings() : nb::object();
    bool areOfNumPy = true;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(given); ++i)
      areOfNumPy &= isArrayOfNumPy(PyTuple_GET_ITEM(given, i));
    return areOfNumPy ? callOnNumPy(given, settings)
                      : callOnAny(given, settings);
  }

private:
  nb::object callOnNumPy(PyObject *given, const nb::object &settings) {
    for (size_t i = 0; i < entries.size(); ++i) {
      if (!entries[i].isFor(settings) ||
          !nb::inst_ptr<Callable>(entries[i].program)->takes(given))
        continue;
      nb::object program = entries[i].program;
      countHit(program);
      return nb::inst_ptr<Callable>(program)->call(given, nullptr);
    }
    return nb::object();
  }

  nb::object callOnAny(PyObject *given, const nb::object &settings) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(given); ++i)
      if (PyObject *one = PyTuple_GET_ITEM(given, i);
          isOtherArrayOfNumPy(one) || (!isArrayOfNumPy(one) && isWeak(one)))
        return nb::object();
    for (size_t i = 0; i < entries.size(); ++i) {
      if (!entries[i].ofAny || !entries[i].isFor(settings))
        continue;
      nb::object program = entries[i].program;
      nb::object result = nb::inst_ptr<Callable>(program)->call(given, nullptr);
      if (!result.is_valid())
        continue;
      countHit(program);
      return result;
    }
    return nb::object();
  }

  /// Puts `program` first, if it is still there.
  void countHit(const nb::object &program) {
    ++hits;
    for (auto it = entries.begin(); it != entries.end(); ++it)
      if (it->program.is(program)) {
        if (it != entries.begin())
          std::rotate(entries.begin(), it, it + 1);
        return;
      }
  }

  struct Entry {
    bool isFor(const nb::object &now) const {
      return settings.is_none() || (now.is_valid() && settings.equal(now));
    }

    nb::object program;
    bool ofAny;
    nb::object settings;
  };
  /// Others are found by Python, in a table.
  static constexpr size_t kMost = 16;

  std::vector<Entry> entries;
  uint64_t hits = 0;
  nb::object getSettings;
};

/// A function that `jit` compiles.
class Dispatcher {
public:
  explicit Dispatcher(nb::handle programs)
      : owner(nb::borrow(programs)),
        programs(nb::cast<PlainPrograms *>(programs)) {}

  nb::object call(PyObject *given, PyObject *named) const {
    if (named && PyDict_GET_SIZE(named))
      return nb::object();
    return programs->call(given);
  }

private:
  nb::object owner;
  PlainPrograms *programs;
};

/// The options of a call of a Callable.
struct CallOptions {
  /// False, with no error set, where one is unknown or not what it has to be.
  bool read(PyObject *options) {
    PyObject *name, *value;
    for (Py_ssize_t i = 0; options && PyDict_Next(options, &i, &name, &value);)
      if (PyUnicode_CompareWithASCIIString(name, "out") == 0)
        out = value == Py_None ? nullptr : value;
      else if (PyUnicode_CompareWithASCIIString(name, "donate") == 0 &&
               PyBool_Check(value))
        donate = value == Py_True;
      else if (PyUnicode_CompareWithASCIIString(name, "threads") != 0 ||
               !readThreads(value))
        return false;
    return true;
  }

  PyObject *out = nullptr;
  /// 0: as the program was compiled for.
  int threads = 0;
  std::optional<bool> donate;

private:
  bool readThreads(PyObject *value) {
    int overflow = 0;
    long number = PyLong_CheckExact(value)
                      ? PyLong_AsLongAndOverflow(value, &overflow)
                      : -1;
    threads = static_cast<int>(number);
    return !overflow && number >= 0 && number <= INT_MAX;
  }
};
} // namespace

/// What a Callable gives for `given` and the options of a call.
static nb::object call(const Callable &callable, PyObject *given,
                       PyObject *options) {
  CallOptions read;
  return read.read(options)
             ? callable.call(given, read.out, read.threads, read.donate)
             : nb::object();
}

static nb::object call(const Dispatcher &dispatcher, PyObject *given,
                       PyObject *named) {
  return dispatcher.call(given, named);
}

/// `self(*given, **options)`.
template <typename Class>
static PyObject *callSlot(PyObject *self, PyObject *given, PyObject *options) {
  try {
    nb::object result = call(*nb::inst_ptr<Class>(self), given, options);
    if (result.is_valid())
      return result.release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  } catch (const std::bad_alloc &) {
    return PyErr_NoMemory();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
  PyObject *method = PyObject_GetAttrString(self, "_call");
  if (!method)
    return nullptr;
  PyObject *result = PyObject_Call(method, given, options);
  Py_DECREF(method);
  return result;
}

template <typename Class>
static PyType_Slot callSlots[] = {
    {Py_tp_call, reinterpret_cast<void *>(callSlot<Class>)}, {0, nullptr}};

void xla_python::addCallable(nb::module_ &m) {
  nb::class_<Callable>(m, "Callable", nb::type_slots(callSlots<Callable>))
      .def(nb::init<nb::handle, nb::list, nb::list, bool, int, bool>(),
           nb::arg("program"), nb::arg("argument_types"),
           nb::arg("result_types"), nb::arg("is_plain"), nb::arg("threads"),
           nb::arg("donates"));
  nb::class_<PlainPrograms>(m, "PlainPrograms")
      .def(nb::init<>())
      .def("add", &PlainPrograms::add, nb::arg("program"), nb::arg("of_any"),
           nb::arg("settings").none())
      .def("clear", &PlainPrograms::clear)
      .def("watch", &PlainPrograms::watch, nb::arg("get"))
      .def_prop_ro("hits", &PlainPrograms::getHits);
  nb::class_<Dispatcher>(m, "Dispatcher", nb::type_slots(callSlots<Dispatcher>))
      .def(nb::init<nb::handle>(), nb::arg("programs"));
}

//===- Program.h - Compiled programs for Python -----------------*- C++ -*-===//

#ifndef XLA_PYTHON_PROGRAM_H
#define XLA_PYTHON_PROGRAM_H

#include "xla-c/Package.h"
#include "xla-c/Registration.h"

#include <nanobind/nanobind.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace xla_python {

/// `text` without the bytes that are no UTF-8, such as half a letter where a
/// buffer ended: Python makes its strings of it.
std::string makeUTF8(const std::string &text);

/// A message of the compiler.
struct Message {
  explicit Message(const xla_message &given);
  /// (severity, file, line, column, message, notes)
  nanobind::tuple toTuple() const;

  int32_t severity, line, column;
  std::string text, file;
  std::vector<Message> notes;
};

/// What a program was refused with.
struct CompileFailure : std::runtime_error {
  CompileFailure(const std::string &text, std::vector<Message> messages)
      : std::runtime_error(text), messages(std::move(messages)) {}

  std::vector<Message> messages;
};

/// A program of the C API: compiled here, or from a package.
class Program {
public:
  /// Compiles without the interpreter lock; signals that Python handles end it
  /// with what their handler raises. `progress`, which may be None, is called
  /// with name, done, total, seconds. Throws CompileFailure with the compiler's
  /// diagnostics.
  Program(nanobind::bytes content, const std::string &name,
          const std::string &options, nanobind::object progress,
          const std::string &traceFile);
  /// Takes `program` over.
  explicit Program(xla_program *program) : program(program) {}
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  ~Program() {
    xla_program_destroy(program);
    xla_package_destroy(package);
  }

  /// An entry of the package at `path`, the first if `entry` is empty, with the
  /// file `weights` if that is not empty; throws ValueError.
  static Program *load(const std::string &path, const std::string &weights,
                       const std::string &entry);
  /// The names of all entries of the package that it came from.
  nanobind::list getEntries() const;
  /// Compiles into a file, as the constructor compiles.
  static void compileToFile(nanobind::bytes content, const std::string &name,
                            const std::string &options, const std::string &path,
                            const std::string &header,
                            const std::string &symbol);
  /// A line of its metadata; null where it has none.
  const char *getMetadata(const std::string &key) const {
    return package ? xla_package_metadata(package, key.c_str()) : nullptr;
  }

  const xla_info &info() const {
    return package ? *packageInfo : *xla_program_info(program);
  }
  const char *getOptions() const {
    return package ? info().options : xla_program_options(program);
  }
  xla_entry_fn getEntry() const {
    return package ? packageEntry : xla_program_entry(program);
  }
  bool isDynamic() const { return !getEntry(); }
  const xla_tensor_info &getTensor(const xla_tensor_info *first,
                                   int32_t index) const {
    // A later ABI version may have longer elements.
    return *reinterpret_cast<const xla_tensor_info *>(
        reinterpret_cast<const char *>(first) +
        int64_t(index) * info().tensor_size);
  }

  /// Tuples (element type, dims, bytes, name) of arguments or results.
  nanobind::list getTensors(const xla_tensor_info *first, int32_t count) const;

  /// The program for a call with these arguments; compiles as above.
  Program *specialize(const std::vector<int64_t> &dynamicDims,
                      const std::vector<uintptr_t> &arguments) const;

  /// Runs the program, which must not be dynamic, without the interpreter lock;
  /// throws RuntimeError.
  void run(void *const *arguments, void *const *results, int threads) const;

  /// The same with as many addresses as the program has.
  void call(const std::vector<uintptr_t> &arguments,
            const std::vector<uintptr_t> &results, int threads) const;

private:
  Program(xla_package *package, const xla_info *info, xla_entry_fn entry)
      : package(package), packageInfo(info), packageEntry(entry) {}

  /// One of the two.
  xla_program *program = nullptr;
  xla_package *package = nullptr;
  const xla_info *packageInfo = nullptr;
  xla_entry_fn packageEntry = nullptr;
};

/// Reads a program of any format; throws as the compiler does. The caller owns
/// the result.
MlirModule readModule(nanobind::bytes content, const std::string &name,
                      MlirContext context);

/// Adds the classes `Callable`, `PlainPrograms` and `Dispatcher`.
void addCallable(nanobind::module_ &m);

/// Adds the function `describe`.
void addSignature(nanobind::module_ &m);

/// Adds the class `Snapshot`.
void addSnapshot(nanobind::module_ &m);

} // namespace xla_python

#endif // XLA_PYTHON_PROGRAM_H

//===- ProgramCache.cpp - Programs by their text --------------------------===//
//
// What is known is found before MLIR is asked for anything: by the hash of the
// bytes, first in this process, then in the folder of the cache.
//
//===----------------------------------------------------------------------===//

#include "xla/JIT/ProgramCache.h"
#include "CacheCounters.h"

#include "xla/JIT/CodeCache.h"
#include "xla/Support/Hash.h"
#include "xla/Support/XLAFlags.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/UserSpelling.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <condition_variable>
#include <list>
#include <mutex>

using namespace mlir;
using namespace xla;

namespace {
using ProgramPtr = std::shared_ptr<const CachedProgram>;

/// The programs of this process, those used last.
class KeptPrograms {
public:
  static KeptPrograms &get() {
    static auto *programs = new KeptPrograms;
    return *programs;
  }

  /// The program of `key`, which `compile` makes if there is none; else
  /// `found` is told. Waits while another thread is at it, as long as `control`
  /// lets it; then it makes its own.
  ProgramPtr get(StringRef key, const CompileControl &control,
                 llvm::function_ref<ProgramPtr()> compile,
                 llvm::function_ref<void(const CachedProgram &)> found) {
    std::unique_lock<std::mutex> lock(mutex);
    while (!begun.insert(key).second) {
      finished.wait_for(lock, kPatience);
      lock.unlock();
      if (control.isOver())
        return compile(); // Says so.
      lock.lock();
    }
    ProgramPtr known = findLocked(key);
    if (!known) {
      lock.unlock();
      known = compile();
      lock.lock();
      if (known)
        insertLocked(key, known);
    } else {
      found(*known);
    }
    begun.erase(key);
    finished.notify_all();
    return known;
  }

  void clear() {
    Order dropped;
    std::lock_guard<std::mutex> lock(mutex);
    dropped.swap(order);
    places.clear();
  }

  int64_t count() {
    std::lock_guard<std::mutex> lock(mutex);
    return static_cast<int64_t>(order.size());
  }

private:
  using Order = std::list<std::pair<std::string, ProgramPtr>>;
  /// How long to wait for another before looking whether that is still wanted.
  static constexpr std::chrono::milliseconds kPatience{20};

  ProgramPtr findLocked(StringRef key) {
    auto place = places.find(key);
    if (place == places.end())
      return nullptr;
    order.splice(order.begin(), order, place->second);
    return place->second->second;
  }

  void insertLocked(StringRef key, ProgramPtr program) {
    order.push_front({key.str(), std::move(program)});
    places[key] = order.begin();
    if (order.size() <= kMaxKeptPrograms)
      return;
    places.erase(order.back().first);
    order.pop_back();
  }

  std::mutex mutex;
  std::condition_variable finished;
  /// Latest first.
  Order order;
  llvm::StringMap<Order::iterator> places;
  llvm::StringSet<> begun;
};
} // namespace

void xla::clearProgramCache() { KeptPrograms::get().clear(); }
int64_t xla::countKeptPrograms() { return KeptPrograms::get().count(); }

/// Reads the options and finds the target. Fails after a diagnostic.
static FailureOr<CompileOptions> readOptions(StringRef text,
                                             MLIRContext &context) {
  CompileOptions options;
  auto emitError = [&] {
    return mlir::emitError(UnknownLoc::get(&context), "in the options: ");
  };
  if (failed(options.parse(text, emitError)) ||
      failed(options.resolveTarget(emitError)))
    return failure();
  return options;
}

/// Reads and compiles; `program` is null after an error, which stands in the
/// report.
static std::unique_ptr<CachedProgram> compile(StringRef content, StringRef name,
                                              const CompileOptions &options,
                                              const DialectRegistry &registry,
                                              CompileControl control) {
  auto result = std::make_unique<CachedProgram>();
  useCache(options, control, /*onlyFolders=*/false);
  auto cache = std::dynamic_pointer_cast<CodeCache>(control.store);
  // Where even the reader had nothing to say, it need not run.
  std::string readKey = getProgramKey(content, name, options, "read");
  if (cache)
    if (std::unique_ptr<Executable> code =
            cache->loadProgram(readKey, options)) {
      result->program = std::make_unique<Program>(std::move(code));
      return result;
    }
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The user's line says enough; a program may be megabytes.
  context.printOpOnDiagnostic(false);
  result->sources = std::make_unique<llvm::SourceMgr>();
  // A copy, because MLIR's parser wants a NUL after the text.
  result->sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(content, name), llvm::SMLoc());
  ReportScope scope(result->report, *result->sources, context);
  UserSpelling spelling(&context, *result->sources);
  OwningOpRef<ModuleOp> module = parseProgram(*result->sources, &context);
  if (!module)
    return result;
  auto program =
      Program::compile(*module, options, result->sources.get(), control,
                       getProgramKey(content, name, options));
  if (failed(program))
    return result;
  result->program = std::move(*program);
  // Whoever watches this compilation may be gone by then.
  CompileControl versions;
  versions.store = control.store;
  result->program->watchVersions(versions);
  if (result->program->isDynamic())
    return result;
  // Nothing points at the text any more.
  result->sources.reset();
  auto code = llvm::cantFail(result->program->specialize({}, {}));
  if (cache && result->report.empty() && !code->getPartKeys().empty())
    cache->insertProgram(readKey, code->getPartKeys());
  return result;
}

ProgramPtr xla::compileCached(StringRef content, StringRef name,
                              StringRef optionText,
                              const DialectRegistry &registry,
                              CompileReport &report,
                              const CompileControl &control) {
  FailureOr<CompileOptions> options = failure();
  {
    // Only for the text of errors.
    MLIRContext context(MLIRContext::Threading::DISABLED);
    llvm::SourceMgr sources;
    ReportScope scope(report, sources, context);
    options = readOptions(optionText, context);
  }
  if (failed(options))
    return nullptr;
  auto compileIt = [&]() -> ProgramPtr {
    ++getCacheCounters().programMisses;
    auto made = compile(content, name, *options, registry, control);
    report.append(made->report);
    return made->program ? std::move(made) : nullptr;
  };
  // Dumps show what is made, decisions why.
  if (!options->dumpTo.empty() || !options->decisions.empty() ||
      getXLAFlags().dumps())
    return compileIt();
  return KeptPrograms::get().get(hashPieces({content, name, options->str()}),
                                 control, compileIt,
                                 [&](const CachedProgram &known) {
                                   ++getCacheCounters().programHits;
                                   report.append(known.report);
                                 });
}

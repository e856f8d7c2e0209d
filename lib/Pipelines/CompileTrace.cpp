//===- CompileTrace.cpp - What a compilation took how long for ------------===//
//
// Events go into one list as they begin; each thread has a stack of those that
// have not ended.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/CompileTrace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace xla;

/// Bytes of memory that the process has; a few microseconds. 0: not known.
static int64_t getResidentBytes() {
  static const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128];
  ssize_t size = file < 0 ? 0 : pread(file, text, sizeof(text) - 1, 0);
  if (size <= 0)
    return 0;
  text[size] = 0;
  // All pages, then those that are resident.
  auto [total, rest] = StringRef(text).split(' ');
  int64_t pages = 0;
  rest.consumeInteger(10, pages);
  return pages * static_cast<int64_t>(sys::Process::getPageSizeEstimate());
}

double CompileTrace::getMicroseconds() const {
  return std::chrono::duration<double, std::micro>(Clock::now() - origin)
      .count();
}

/// The caller's thread; called with the mutex held.
CompileTrace::Thread &CompileTrace::getThread() {
  std::thread::id id = std::this_thread::get_id();
  for (auto &[known, thread] : threads)
    if (known == id)
      return thread;
  threads.emplace_back(id, Thread());
  threads.back().second.number = threads.size();
  return threads.back().second;
}

void CompileTrace::begin(StringRef name, StringRef kind, StringRef detail) {
  int64_t memory = getResidentBytes();
  std::lock_guard<std::mutex> lock(mutex);
  Thread &thread = getThread();
  thread.open.push_back(events.size());
  Event &event = events.emplace_back();
  event.name = name.str();
  event.kind = kind.str();
  event.detail = detail.str();
  event.thread = thread.number;
  event.memoryBefore = memory;
  event.start = getMicroseconds();
}

void CompileTrace::end() {
  int64_t memory = getResidentBytes();
  std::lock_guard<std::mutex> lock(mutex);
  Thread &thread = getThread();
  if (thread.open.empty())
    return;
  Event &event = events[thread.open.back()];
  thread.open.pop_back();
  event.duration = getMicroseconds() - event.start;
  event.memoryGrowth = memory - event.memoryBefore;
  event.isDone = true;
  if (thread.open.empty())
    return;
  Event &around = events[thread.open.back()];
  around.within += event.duration;
  around.memoryWithin += event.memoryGrowth;
}

void CompileTrace::watch(PassInstrumentationCallbacks &callbacks) {
  // Managers and adaptors only hold others.
  auto isPass = [](StringRef name) {
    return !isSpecialPass(name, {"PassManager", "PassAdaptor"});
  };
  callbacks.registerBeforeNonSkippedPassCallback(
      [this, isPass, &callbacks](StringRef name, Any) {
        if (!isPass(name))
          return;
        StringRef known = callbacks.getPassNameForClassName(name);
        begin(known.empty() ? name : known, "llvm");
      });
  callbacks.registerAfterPassCallback(
      [this, isPass](StringRef name, Any, const PreservedAnalyses &) {
        if (isPass(name))
          end();
      });
  callbacks.registerAfterPassInvalidatedCallback(
      [this, isPass](StringRef name, const PreservedAnalyses &) {
        if (isPass(name))
          end();
      });
}

void CompileTrace::writeJSON(raw_ostream &os) const {
  std::lock_guard<std::mutex> lock(mutex);
  json::OStream json(os);
  auto writeEvent = [&](const Event &event) {
    json.attribute("ph", "X");
    json.attribute("name", event.name);
    json.attribute("cat", event.kind);
    json.attribute("pid", 1);
    json.attribute("tid", event.thread);
    json.attribute("ts", event.start);
    json.attribute("dur", event.duration);
    json.attributeObject("args", [&] {
      if (!event.detail.empty())
        json.attribute("of", event.detail);
      json.attribute("memory growth", event.memoryGrowth);
    });
  };
  json.object([&] {
    json.attribute("displayTimeUnit", "ms");
    json.attributeArray("traceEvents", [&] {
      for (const Event &event : events)
        if (event.isDone)
          json.object([&] { writeEvent(event); });
    });
  });
  os << "\n";
}

void CompileTrace::printTotals(raw_ostream &os) const {
  struct Total {
    std::string name;
    double microseconds = 0;
    int64_t memory = 0, count = 0;
  };
  StringMap<Total> byName;
  double all = 0;
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (const Event &event : events) {
      if (!event.isDone)
        continue;
      Total &total = byName[event.kind + " " + event.name];
      total.name = event.kind + " " + event.name;
      // What lies within is counted there.
      double alone = std::max(event.duration - event.within, 0.0);
      total.microseconds += alone;
      total.memory += event.memoryGrowth - event.memoryWithin;
      ++total.count;
      all += alone;
    }
  }
  std::vector<Total> totals;
  for (auto &entry : byName)
    totals.push_back(std::move(entry.second));
  llvm::sort(totals, [](const Total &lhs, const Total &rhs) {
    return std::tie(rhs.microseconds, lhs.name) <
           std::tie(lhs.microseconds, rhs.name);
  });
  os << format("%10s %7s %7s %10s  %s\n", "seconds", "share", "times",
               "MiB more", "what");
  for (const Total &total : totals)
    os << format("%10.4f %6.1f%% %7lld %10.1f  %s\n", total.microseconds / 1e6,
                 all > 0 ? 100 * total.microseconds / all : 0.0,
                 static_cast<long long>(total.count),
                 double(total.memory) / (1 << 20), total.name.c_str());
  os << format("%10.4f %6.1f%% %18s  all\n", all / 1e6, 100.0, "");
}

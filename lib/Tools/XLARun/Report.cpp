//===- Report.cpp - What xla-run says -------------------------------------===//
//
// The same content as lines of text or as one JSON object.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "xla/Tools/ToolSupport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace xla;

bool run::Report::agrees() const {
  return llvm::all_of(comparisons,
                      [](const AgreementReport &one) { return one.agrees(); });
}

/// `seconds` with a unit that suits it.
static std::string formatSeconds(double seconds) {
  std::pair<const char *, double> units[] = {
      {"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}};
  std::string text;
  for (auto [name, scale] : units) {
    if (seconds * scale < 1 && name != StringRef("ns"))
      continue;
    llvm::raw_string_ostream(text)
        << llvm::format("%.3g ", seconds * scale) << name;
    break;
  }
  return text;
}

/// `name` and value of everything in `info`, as JSON and people have it.
static std::vector<std::pair<const char *, int64_t>>
listFields(const CacheInfo &info) {
  return {{"programs_loaded", info.programsLoaded},
          {"parts_loaded", info.partsLoaded},
          {"parts_compiled", info.partsCompiled},
          {"files_rejected", info.filesRejected},
          {"files_written", info.filesWritten}};
}

/// The share of kernels and entries that need not be compiled.
static double getHitRate(const CacheInfo &info) {
  int64_t hits = info.partHits + info.partsLoaded;
  int64_t all = hits + info.partsCompiled;
  return all ? double(hits) / double(all) : 0;
}

static void printCache(raw_ostream &os, const CacheInfo &info) {
  os << "cache: hit rate " << llvm::format("%.0f%%", 100 * getHitRate(info));
  for (auto [name, value] : listFields(info))
    os << ", " << StringRef(name).split('_').first << ' '
       << StringRef(name).split('_').second << ' ' << value;
  os << '\n';
}

void run::Report::printText(raw_ostream &os) const {
  if (cache)
    printCache(os, *cache);
  for (auto [index, literal] : llvm::enumerate(results)) {
    if (!printResults && comparisons.empty())
      break;
    size_t perProcess = results.size() / numProcesses;
    if (numProcesses > 1)
      os << "process " << index / perProcess << " ";
    os << "result " << index % perProcess << ": "
       << formatShapedType(literal.getType());
    if (index < comparisons.size())
      os << (comparisons[index].agrees()
                 ? " right"
                 : " wrong: " + comparisons[index].describe());
    os << "\n";
    if (printResults) {
      literal.print(os);
      os << "\n";
    }
  }
  if (profile)
    profile->printText(os);
  if (!runSeconds)
    return;
  std::vector<double> sorted = *runSeconds;
  llvm::sort(sorted);
  os << "compiled in " << formatSeconds(compileSeconds) << ", runs in "
     << formatSeconds(sorted[sorted.size() / 2]) << " (median of "
     << sorted.size() << ", least " << formatSeconds(sorted.front())
     << "), peak memory " << peakMemory / (1 << 20) << " MiB\n";
}

int run::compareResults(const Case &one, Report &report) {
  if (!one.results)
    return kExitRight;
  if (one.results->size() != report.results.size()) {
    printError("expected " + Twine(one.results->size()) + " results, but got " +
               Twine(report.results.size()));
    return kExitUsage;
  }
  for (auto [expected, got] : llvm::zip(*one.results, report.results)) {
    auto comparison = expected.compare(got);
    if (!comparison) {
      printError(llvm::toString(comparison.takeError()));
      return kExitUsage;
    }
    report.comparisons.push_back(std::move(*comparison));
  }
  return kExitRight;
}

/// A number as Python's reader takes it.
static void printNumber(raw_ostream &os, double value) {
  if (std::isnan(value))
    os << "NaN";
  else if (std::isinf(value))
    os << (value < 0 ? "-Infinity" : "Infinity");
  else
    os << llvm::format("%.17g", value);
}

/// Sixteen elements of a result, evenly spread, for comparing outputs of
/// different systems.
static void printDigest(raw_ostream &os, const Literal &literal) {
  constexpr int picks = 16;
  os << "{\"shape\": [";
  llvm::interleaveComma(literal.getShape(), os);
  os << "], \"pick\": [";
  int64_t size = literal.getNumElements();
  for (int i = 0; size && i < picks; ++i) {
    os << (i ? ", " : "");
    auto index = i == picks - 1
                     ? size - 1
                     : static_cast<int64_t>(
                           static_cast<double>(i) *
                           (static_cast<double>(size - 1) / (picks - 1)));
    printNumber(os, literal.getStorage().isComplex
                        ? std::abs(literal.getComplex(index))
                        : literal.getDouble(index));
  }
  os << "]}";
}

void run::Report::printJSON(raw_ostream &os) const {
  os << '{';
  if (runSeconds) {
    os << "\"compile_s\": ";
    printNumber(os, compileSeconds);
    os << ", \"run_s\": [";
    llvm::interleaveComma(*runSeconds, os,
                          [&](double value) { printNumber(os, value); });
    os << "], \"peak_rss_bytes\": " << peakMemory
       << ", \"compile_peak_rss_bytes\": " << compilePeakMemory
       << ", \"digest\": [";
    llvm::interleaveComma(results, os,
                          [&](const Literal &one) { printDigest(os, one); });
    os << "], ";
  }
  if (profile) {
    os << "\"profile\": ";
    profile->printJSON(os);
    os << ", ";
  }
  if (cache) {
    os << "\"cache\": {\"hit_rate\": ";
    printNumber(os, getHitRate(*cache));
    for (auto [name, value] : listFields(*cache))
      os << ", \"" << name << "\": " << value;
    os << "}, ";
  }
  os << "\"results\": [";
  for (auto [index, literal] : llvm::enumerate(results)) {
    os << (index ? ", " : "") << "{\"type\": \""
       << formatShapedType(literal.getType()) << '"';
    if (index < comparisons.size()) {
      os << ", \"agrees\": "
         << (comparisons[index].agrees() ? "true" : "false");
      if (!comparisons[index].agrees())
        os << ", \"difference\": "
           << llvm::json::Value(comparisons[index].describe());
    }
    if (printResults) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      literal.print(stream);
      os << ", \"value\": " << llvm::json::Value(text);
    }
    os << '}';
  }
  os << "]}\n";
}

//===- ProfileReport.cpp - What xla-run says of kernels -------------------===//
//
// The same rows as a table and as JSON; ProfilePage.cpp has the page.
//
//===----------------------------------------------------------------------===//

#include "ProfileReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include <cstring>

using namespace xla;
using llvm::raw_ostream;
using run::ProfileReport;

ProfileReport ProfileReport::get(const KernelProfile &profile,
                                 const MachineRates &machine) {
  ProfileReport report;
  report.machine = machine;
  report.numRuns = profile.getNumRuns();
  double runs = std::max<double>(report.numRuns, 1);
  report.seconds = profile.getSeconds() / runs;
  report.secondsOutside = report.seconds;
  auto &kernels = profile.getKernels();
  std::vector<unsigned> order;
  for (unsigned i = 0; i < kernels.size(); ++i)
    if (kernels[i].calls)
      order.push_back(i);
  llvm::stable_sort(order, [&](unsigned lhs, unsigned rhs) {
    return kernels[lhs].seconds > kernels[rhs].seconds;
  });
  std::vector<unsigned> places(kernels.size());
  for (unsigned i : order) {
    const KernelProfile::Kernel &kernel = kernels[i];
    places[i] = report.rows.size();
    double seconds = kernel.seconds / runs;
    report.rows.push_back({kernel.name, kernel.lines,
                           double(kernel.calls) / runs, seconds,
                           report.seconds > 0 ? seconds / report.seconds : 0,
                           kernel.bytes, kernel.flops, kernel.transcendentals});
    report.secondsOutside -= seconds;
  }
  report.events = profile.getEvents();
  for (KernelProfile::Event &event : report.events)
    event.kernel = places[event.kernel];
  return report;
}

std::string run::formatQuantity(double value, llvm::StringRef unit) {
  std::pair<double, const char *> scales[] = {
      {1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
      {1, ""},     {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}};
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [scale, prefix] : scales)
    if (value >= scale || scale == 1e-9) {
      os << llvm::format("%.3g ", value / scale) << prefix << unit;
      break;
    }
  return text;
}

/// A rate, or a sign that nothing is known.
static std::string formatRate(double rate, llvm::StringRef unit) {
  return rate > 0 ? run::formatQuantity(rate, unit) : "-";
}

static std::string formatShare(double share) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.1f%%", 100 * share);
  return text;
}

void ProfileReport::printText(raw_ostream &os) const {
  size_t width = strlen("outside kernels");
  for (const Row &row : rows)
    width = std::max(width, row.name.size());
  auto print = [&](llvm::StringRef name, llvm::ArrayRef<std::string> cells,
                   llvm::StringRef lines = "") {
    os << llvm::left_justify(name, width);
    for (const std::string &cell : cells)
      os << ' ' << llvm::right_justify(cell, 10);
    os << (lines.empty() ? "" : "  ") << lines << '\n';
  };
  os << "profile: " << numRuns << " runs of " << formatQuantity(seconds, "s");
  if (machine.bytes > 0)
    os << "; memory copies at " << formatQuantity(machine.bytes, "B/s");
  if (machine.flops > 0)
    os << ", the processor multiplies and adds at "
       << formatQuantity(machine.flops, "F/s");
  os << '\n';
  print("kernel",
        {"calls", "time", "per call", "share", "bytes", "of memory", "flops",
         "of peak"},
        "lines");
  for (const Row &row : rows) {
    std::string calls;
    llvm::raw_string_ostream(calls) << llvm::format("%.6g", row.calls);
    auto formatKnown = [](double share) {
      return share > 0 ? formatShare(share) : "-";
    };
    print(row.name,
          {calls, formatQuantity(row.seconds, "s"),
           formatQuantity(row.getSecondsOfCall(), "s"), formatShare(row.share),
           formatRate(row.getRate(row.bytes), "B/s"),
           formatKnown(getShareOfMemory(row)),
           formatRate(row.getRate(row.flops), "F/s"),
           formatKnown(getShareOfPeak(row))},
          row.lines);
  }
  print("outside kernels", {"", formatQuantity(secondsOutside, "s"), "",
                            formatShare(getShareOutside())});
}

void ProfileReport::printJSON(raw_ostream &os) const {
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("runs", numRuns);
    json.attribute("run_s", seconds);
    json.attribute("outside_s", secondsOutside);
    json.attribute("memory_bytes_per_s", machine.bytes);
    json.attribute("peak_flops_per_s", machine.flops);
    json.attributeArray("kernels", [&] {
      for (const Row &row : rows)
        json.object([&] {
          json.attribute("name", row.name);
          json.attribute("lines", row.lines);
          json.attribute("calls", row.calls);
          json.attribute("seconds", row.seconds);
          json.attribute("call_s", row.getSecondsOfCall());
          json.attribute("share", row.share);
          json.attribute("bytes", row.bytes);
          json.attribute("flops", row.flops);
          json.attribute("transcendentals", row.transcendentals);
          json.attribute("bytes_per_s", row.getRate(row.bytes));
          json.attribute("flops_per_s", row.getRate(row.flops));
          json.attribute("memory_share", getShareOfMemory(row));
          json.attribute("flops_share", getShareOfPeak(row));
        });
    });
    json.attributeArray("last_run", [&] {
      for (const KernelProfile::Event &event : events)
        json.object([&] {
          json.attribute("kernel", event.kernel);
          json.attribute("begin_s", event.begin);
          json.attribute("end_s", event.end);
        });
    });
  });
}

//===- ProfilePage.cpp - A profile as one page ----------------------------===//
//
// A table whose shares are bars, and the last run as a picture of one line for
// each kernel, drawn as SVG: the page has no script and loads nothing.
//
//===----------------------------------------------------------------------===//

#include "ProfileReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace xla;
using llvm::raw_ostream;
using llvm::StringRef;
using run::formatQuantity;
using run::ProfileReport;

static constexpr llvm::StringLiteral kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {
  font: 13px/1.4 "DejaVu Sans", "Segoe UI", Helvetica, Arial, sans-serif;
  color: #222; background: #fafafa; margin: 16px;
}
h1 { font-size: 17px; } h2 { font-size: 15px; margin-top: 24px; }
p { color: #555; }
table { border-collapse: collapse; background: #fff; }
th, td { padding: 3px 10px; border: 1px solid #ddd; text-align: right; }
th { background: #eee; position: sticky; top: 0; }
th:first-child, td:first-child, td:last-child, th:last-child { text-align: left; }
td.bar { min-width: 140px; background-repeat: no-repeat; }
svg { background: #fff; border: 1px solid #ddd; max-width: 100%; }
rect { fill: #1565c0; } rect:hover { fill: #ef6c00; }
text { font-size: 11px; fill: #222; }
</style>
)";

/// Lines of the picture; kernels that take less time share the last.
static constexpr unsigned kMaxLanes = 40;

static std::string escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

static void printShare(double share, raw_ostream &os) {
  double percent = std::clamp(100 * share, 0.0, 100.0);
  os << llvm::format("<td class=\"bar\" style=\"background-image: "
                     "linear-gradient(90deg, #90caf9 %.2f%%, transparent "
                     "%.2f%%)\">%.1f%%</td>",
                     percent, percent, 100 * share);
}

static void printTable(const ProfileReport &report, raw_ostream &os) {
  os << "<table>\n<tr>";
  for (StringRef title :
       {"kernel", "calls", "time", "per call", "share of time", "bytes",
        "of memory", "flops", "of peak", "functions", "lines"})
    os << "<th>" << title << "</th>";
  os << "</tr>\n";
  auto cell = [&](const std::string &text) {
    os << "<td>" << escape(text) << "</td>";
  };
  auto rate = [&](double value, StringRef unit) {
    cell(value > 0 ? formatQuantity(value, unit) : "");
  };
  for (const ProfileReport::Row &row : report.rows) {
    os << "<tr>";
    cell(row.name);
    os << llvm::format("<td>%.6g</td>", row.calls);
    cell(formatQuantity(row.seconds, "s"));
    cell(formatQuantity(row.getSecondsOfCall(), "s"));
    printShare(row.share, os);
    rate(row.getRate(row.bytes), "B/s");
    printShare(report.getShareOfMemory(row), os);
    rate(row.getRate(row.flops), "F/s");
    printShare(report.getShareOfPeak(row), os);
    rate(row.getRate(row.transcendentals), "/s");
    cell(row.lines);
    os << "</tr>\n";
  }
  os << "<tr><td>outside kernels</td><td></td>";
  cell(formatQuantity(report.secondsOutside, "s"));
  os << "<td></td>";
  printShare(report.getShareOutside(), os);
  os << "<td></td><td></td><td></td><td></td><td></td><td></td></tr>\n"
        "</table>\n";
}

/// The calls of the last run from left to right.
static void printPicture(const ProfileReport &report, raw_ostream &os) {
  constexpr double left = 260, width = 900, lane = 18;
  double end = 0;
  for (const KernelProfile::Event &event : report.events)
    end = std::max(end, event.end);
  unsigned lanes = std::min<size_t>(report.rows.size(), kMaxLanes);
  os << llvm::format("<svg width=\"%.0f\" height=\"%.0f\" role=\"img\" "
                     "aria-label=\"calls of the last run in time\">\n",
                     left + width + 10, lane * lanes + 20);
  for (unsigned i = 0; i < lanes; ++i) {
    bool isRest = i + 1 == kMaxLanes && report.rows.size() > kMaxLanes;
    os << llvm::format("<text x=\"4\" y=\"%.0f\">", lane * i + 13)
       << escape(isRest ? "other kernels" : report.rows[i].name) << "</text>\n";
  }
  for (const KernelProfile::Event &event : report.events) {
    double begin = event.begin / end, length = event.end / end - begin;
    os << llvm::format("<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" "
                       "height=\"%.0f\"><title>",
                       left + width * begin,
                       lane * std::min(event.kernel, lanes - 1) + 2,
                       std::max(width * length, 0.5), lane - 4)
       << escape(report.rows[event.kernel].name) << ": "
       << formatQuantity(event.end - event.begin, "s") << " at "
       << formatQuantity(event.begin, "s") << "</title></rect>\n";
  }
  os << llvm::format("<text x=\"%.0f\" y=\"%.0f\">0</text>\n", left,
                     lane * lanes + 14)
     << llvm::format("<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">",
                     left + width, lane * lanes + 14)
     << formatQuantity(end, "s") << "</text>\n</svg>\n";
}

void ProfileReport::printHTML(StringRef title, raw_ostream &os) const {
  std::string name = escape(title);
  os << kHead << "<title>Profile of " << name << "</title>\n</head>\n<body>\n"
     << "<h1>Profile of " << name << "</h1>\n<p>" << numRuns
     << " runs; calls and times are means of one run, which took "
     << formatQuantity(seconds, "s")
     << ", on the thread that called the program.";
  if (machine.bytes > 0)
    os << " Memory copies at " << formatQuantity(machine.bytes, "B/s")
       << ", read and written; a kernel above that works in caches.";
  if (machine.flops > 0)
    os << " The processor multiplies and adds numbers of f32 at "
       << formatQuantity(machine.flops, "F/s") << ", the peak.";
  os << "</p>\n";
  printTable(*this, os);
  if (!events.empty()) {
    os << "<h2>The last run</h2>\n";
    if (events.size() == KernelProfile::kMaxEvents)
      os << "<p>The first " << events.size() << " calls.</p>\n";
    printPicture(*this, os);
  }
  os << "</body>\n</html>\n";
}

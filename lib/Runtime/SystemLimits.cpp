//===- SystemLimits.cpp - CPUs and memory that this process may use -------===//
//
// The lesser of what the machine has and what the control group allows: a
// container given two CPUs of a hundred must not start a hundred threads, nor
// map more memory than it will get.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <string>
#include <unistd.h>

/// The first line of `path`, empty if there is none.
static std::string readLine(const std::string &path) {
  char line[4096];
  line[0] = 0;
  if (FILE *file = std::fopen(path.c_str(), "re")) {
    if (!std::fgets(line, sizeof(line), file))
      line[0] = 0;
    std::fclose(file);
  }
  line[std::strcspn(line, "\n")] = 0;
  return line;
}

/// CPUs by `quota` of `period` microseconds, INT_MAX without a limit.
static int fromQuota(long long quota, long long period) {
  if (quota <= 0 || period <= 0)
    return INT_MAX;
  return static_cast<int>(
      std::min<long long>((quota + period - 1) / period, INT_MAX));
}

/// The path of this process in the hierarchy of `controller`; "" names
/// version 2's only one.
static std::string getGroup(const char *controller) {
  FILE *file = std::fopen("/proc/self/cgroup", "re");
  if (!file)
    return "/";
  std::string found = "/";
  char line[4096];
  while (std::fgets(line, sizeof(line), file)) {
    line[std::strcspn(line, "\n")] = 0;
    // Lines read id:controllers:path.
    char *names = std::strchr(line, ':');
    char *path = names ? std::strchr(names + 1, ':') : nullptr;
    if (!path)
      continue;
    *path = 0;
    std::string list = std::string(",") + (names + 1) + ",";
    if (list == ",," ? !*controller
                     : list.find(std::string(",") + controller + ",") !=
                           std::string::npos)
      found = path + 1;
  }
  std::fclose(file);
  return found;
}

/// Calls `limit` on the group's folder and on every one above it: each may
/// limit. Inside a container the group's own path is often not mounted, so the
/// root counts too.
template <typename Limit>
static int64_t minimumUpwards(const std::string &root, std::string group,
                              Limit limit) {
  int64_t least = INT64_MAX;
  while (true) {
    least = std::min<int64_t>(least, limit(root + group));
    size_t slash = group.rfind('/');
    if (group.size() <= 1 || slash == std::string::npos)
      break;
    group.resize(slash ? slash : 1);
  }
  return std::min<int64_t>(least, limit(root));
}

static int getGroupLimit() {
  int64_t v2 = minimumUpwards(
      "/sys/fs/cgroup", getGroup(""), [](const std::string &folder) {
        std::string line = readLine(folder + "/cpu.max");
        long long quota = 0, period = 0;
        // "max 100000" has no number in front and is no limit.
        if (std::sscanf(line.c_str(), "%lld %lld", &quota, &period) != 2)
          return INT_MAX;
        return fromQuota(quota, period);
      });
  int64_t v1 = minimumUpwards(
      "/sys/fs/cgroup/cpu", getGroup("cpu"), [](const std::string &folder) {
        return fromQuota(
            std::atoll(readLine(folder + "/cpu.cfs_quota_us").c_str()),
            std::atoll(readLine(folder + "/cpu.cfs_period_us").c_str()));
      });
  return static_cast<int>(std::min<int64_t>({v1, v2, INT_MAX}));
}

static int getAffinityCount() {
  // More CPUs than a fixed cpu_set_t holds need a larger mask.
  for (int cpus = 1024; cpus <= 1 << 20; cpus *= 4) {
    cpu_set_t *set = CPU_ALLOC(cpus);
    if (!set)
      break;
    size_t size = CPU_ALLOC_SIZE(cpus);
    int count =
        sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (count > 0)
      return count;
  }
  return 1;
}

extern "C" int32_t xla_available_cpus(void) {
  return std::max(1, std::min(getAffinityCount(), getGroupLimit()));
}

/// Bytes that the file at `path` allows; "max" and absence are no limit.
static int64_t readByteLimit(const std::string &path) {
  std::string line = readLine(path);
  char *end = nullptr;
  long long bytes = std::strtoll(line.c_str(), &end, 10);
  return end != line.c_str() && bytes > 0 ? bytes : INT64_MAX;
}

extern "C" int64_t xla_available_memory(void) {
  int64_t physical =
      static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  int64_t v2 = minimumUpwards("/sys/fs/cgroup", getGroup(""),
                              [](const std::string &folder) {
                                return readByteLimit(folder + "/memory.max");
                              });
  int64_t v1 =
      minimumUpwards("/sys/fs/cgroup/memory", getGroup("memory"),
                     [](const std::string &folder) {
                       return readByteLimit(folder + "/memory.limit_in_bytes");
                     });
  return std::min({physical > 0 ? physical : INT64_MAX, v1, v2});
}

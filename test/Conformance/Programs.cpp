//===- Programs.cpp - The programs of a conformance suite -----------------===//
//
// Reads the suite's files and runs its programs, each in a forked process, so
// that a crash or hang of one is one program's outcome.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace xla::conformance;
using llvm::StringRef;

StringRef xla::conformance::stringifyOutcome(Outcome outcome) {
  static const char *names[] = {"pass",  "wrong",   "refused", "invalid",
                                "crash", "timeout", "skipped", "bounded"};
  return names[unsigned(outcome)];
}

StringRef Program::getOperation() const {
  StringRef stem = StringRef(name).rsplit('/').second.split('.').first;
  size_t end = stem.size();
  for (StringRef word : {"_bfloat", "_bool", "_complex", "_dtype", "_float",
                         "_int", "_lhs", "_name", "_shape", "_uint"})
    if (size_t found = stem.find(word, 1); found < end)
      end = found;
  return stem.take_front(end);
}

/// Splits a file at the lines "// -----".
static void splitModules(StringRef name, StringRef text,
                         std::vector<Program> &programs) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, "\n// -----");
  bool comparesText = text.contains("| FileCheck");
  for (size_t i = 0; i < parts.size(); ++i)
    programs.push_back({parts.size() == 1
                            ? name.str()
                            : (name + "#" + llvm::Twine(i + 1)).str(),
                        parts[i].str(), comparesText});
}

std::vector<Program> xla::conformance::readPrograms(StringRef root,
                                                    StringRef folder,
                                                    StringRef filter) {
  std::vector<std::string> files;
  llvm::SmallString<128> base(root);
  llvm::sys::path::append(base, folder);
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(base, error), end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".mlir"))
      files.push_back(it->path());
  if (error)
    llvm::errs() << base << ": " << error.message() << "\n";
  std::sort(files.begin(), files.end());
  std::vector<Program> programs;
  for (const std::string &file : files) {
    StringRef name = StringRef(file).drop_front(root.size()).ltrim('/');
    if (!name.contains(filter))
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      llvm::errs() << file << ": " << buffer.getError().message() << "\n";
      continue;
    }
    splitModules(name, (*buffer)->getBuffer(), programs);
  }
  return programs;
}

namespace {
using Clock = std::chrono::steady_clock;

/// A running child and what it has said so far.
struct Child {
  pid_t pid;
  int fd;
  size_t program;
  Clock::time_point start;
  std::string output;
  bool killed = false;
};
} // namespace

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
static constexpr bool isSanitized = true;
#else
static constexpr bool isSanitized = false;
#endif
#else
static constexpr bool isSanitized = false;
#endif

/// The child: runs the program and writes the outcome and the message.
[[noreturn]] static void runChild(const Program &program,
                                  const RunnerOptions &options, int fd) {
  // A runaway program is its own problem, not the machine's.
  // The address sanitizer reserves terabytes of addresses.
  rlimit memory{rlim_t(6) << 30, rlim_t(6) << 30}, core{0, 0};
  if (!isSanitized)
    setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &core);
  Result result = runProgram(program, options);
  std::string line(1, char('0' + int(result.outcome)));
  line += result.message;
  for (size_t done = 0; done < line.size();) {
    ssize_t n = write(fd, line.data() + done, line.size() - done);
    if (n <= 0)
      break;
    done += size_t(n);
  }
  _exit(0);
}

static Child startChild(const Program &program, size_t index,
                        const RunnerOptions &options) {
  int fds[2];
  if (pipe(fds) != 0) {
    llvm::errs() << "pipe: " << std::strerror(errno) << "\n";
    exit(2);
  }
  pid_t pid = fork();
  if (pid == 0) {
    close(fds[0]);
    runChild(program, options, fds[1]);
  }
  if (pid < 0) {
    llvm::errs() << "fork: " << std::strerror(errno) << "\n";
    exit(2);
  }
  close(fds[1]);
  return {pid, fds[0], index, Clock::now(), "", false};
}

/// Reads what a child has to say; true when it has ended.
static bool drain(Child &child) {
  char buffer[4096];
  ssize_t n = read(child.fd, buffer, sizeof(buffer));
  if (n > 0)
    child.output.append(buffer, size_t(n));
  return n == 0 || (n < 0 && errno != EINTR);
}

static Result finish(Child &child) {
  int status = 0;
  waitpid(child.pid, &status, 0);
  close(child.fd);
  Result result;
  std::chrono::duration<double> elapsed = Clock::now() - child.start;
  result.seconds = elapsed.count();
  if (child.killed) {
    result.outcome = Outcome::Timeout;
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
             !child.output.empty()) {
    result.outcome = Outcome(child.output[0] - '0');
    result.message = child.output.substr(1);
  } else {
    result.message = WIFSIGNALED(status)
                         ? "signal " + std::to_string(WTERMSIG(status))
                         : "exit " + std::to_string(WEXITSTATUS(status));
  }
  return result;
}

std::vector<Result>
xla::conformance::runPrograms(const std::vector<Program> &programs,
                              const RunnerOptions &options) {
  std::vector<Result> results(programs.size());
  std::vector<Child> children;
  size_t next = 0;
  while (next < programs.size() || !children.empty()) {
    while (next < programs.size() && children.size() < options.jobs) {
      children.push_back(startChild(programs[next], next, options));
      ++next;
    }
    std::vector<pollfd> polls;
    for (const Child &child : children)
      polls.push_back({child.fd, POLLIN, 0});
    poll(polls.data(), polls.size(), 100);
    std::vector<Child> alive;
    for (size_t i = 0; i < children.size(); ++i) {
      Child &child = children[i];
      std::chrono::duration<double> elapsed = Clock::now() - child.start;
      if (!child.killed && elapsed.count() > options.timeoutSeconds) {
        kill(child.pid, SIGKILL);
        child.killed = true;
      }
      if (polls[i].revents && drain(child))
        results[child.program] = finish(child);
      else
        alive.push_back(std::move(child));
    }
    children = std::move(alive);
  }
  return results;
}

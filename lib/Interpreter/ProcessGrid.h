//===- ProcessGrid.h - The processes of one evaluation ---------*- C++ -*-===//
//
// Replicas times partitions run the same evaluation, each on a thread of its
// own, but only one at a time: a process goes on until it has to wait for
// another one, then the next that can go on takes its turn. So results do not
// depend on timing, nothing that processes share needs a lock, and that nobody
// can go on any more is seen at once instead of after a timeout.
//
// Processes are numbered replica by replica: replica * partitions + partition.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_PROCESSGRID_H
#define XLA_LIB_INTERPRETER_PROCESSGRID_H

#include "Tensor.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

namespace xla::interpreter {

class ProcessGrid {
public:
  ProcessGrid(int64_t numReplicas, int64_t numPartitions);

  int64_t getNumReplicas() const { return numReplicas; }
  int64_t getNumPartitions() const { return numPartitions; }
  int64_t getNumProcesses() const { return numReplicas * numPartitions; }

  /// Calls `body` once for each process; returns when all are done. Fails if
  /// one failed, after the diagnostic of that one, or if there are not threads
  /// enough, after one at `op`.
  mlir::LogicalResult
  run(mlir::Operation *op,
      llvm::function_ref<mlir::LogicalResult(int64_t)> body);

  /// Waits until all `members`, of which `self` is one, have called this with
  /// the same members, in order, and channel; returns what all of them gave, in
  /// the order of members. `what` says what the process is doing: it must be
  /// equal for all. Fails after a diagnostic at `op`, or silently when another
  /// process has failed.
  mlir::FailureOr<std::vector<Values>>
  meet(mlir::Operation *op, int64_t self, llvm::ArrayRef<int64_t> members,
       int64_t channel, const std::string &what, Values values);

  /// A queue from one process to another, or to whoever takes from it (-1).
  struct Route {
    int64_t channel, source, target;
    bool operator<(const Route &other) const {
      return std::tie(channel, source, target) <
             std::tie(other.channel, other.source, other.target);
    }
  };
  /// Puts values into a queue; never waits.
  void send(const Route &route, Values values);
  /// Takes the oldest values of a queue, and waits for them. Fails like `meet`.
  mlir::FailureOr<Values> receive(mlir::Operation *op, int64_t self,
                                  const Route &route);

  /// What `infeed` takes, oldest first.
  std::deque<Values> infeed;

  /// "process 3 (replica 1, partition 1)".
  std::string describe(int64_t process) const;

private:
  enum class State { Ready, Waiting, Done };
  struct Meeting {
    std::string what;
    int64_t first;
    std::vector<std::optional<Values>> arrived;
    size_t count = 0;
    bool isComplete = false;
  };
  using MeetingKey = std::pair<std::vector<int64_t>, int64_t>;

  mlir::LogicalResult wait(mlir::Operation *op, int64_t self,
                           const std::string &forWhat,
                           llvm::function_ref<bool()> isOver);
  mlir::LogicalResult reportDeadlock(mlir::Operation *op, int64_t self);
  void wakeAll();
  bool passTurn(int64_t from);

  int64_t numReplicas, numPartitions;
  std::map<MeetingKey, std::shared_ptr<Meeting>> meetings;
  std::map<Route, std::deque<Values>> queues;

  std::vector<State> states;
  /// What a waiting process waits for.
  std::vector<std::string> waits;
  /// Whose turn it is.
  int64_t current = 0;
  /// One has failed: the others end as well.
  bool isStopped = false;
  /// Nobody can go on; the first to notice says so.
  bool isDeadlocked = false;
  std::mutex mutex;
  std::condition_variable turn;
  /// Of each process that runs on a thread of its own.
  std::vector<std::unique_lock<std::mutex> *> locks;
};

/// The members of the group of process `self` of a grid, in order; empty if it
/// is in none. Emits an error at `op` and fails where an id is none of the
/// grid's.
mlir::FailureOr<llvm::SmallVector<int64_t>>
findGroup(mlir::Operation *op, const hlo::IdGroups &groups, hlo::GroupMode mode,
          const ProcessGrid &grid, int64_t self);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_PROCESSGRID_H

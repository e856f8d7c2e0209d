//===- SnapshotCase.h - Replay what a snapshot holds ------------*- C++ -*-===//

#ifndef XLA_TARGET_HLOPROTO_SNAPSHOTCASE_H
#define XLA_TARGET_HLOPROTO_SNAPSHOTCASE_H

#include "xla/Support/Case.h"
#include "xla/Target/HLOProto/Snapshot.h"

namespace xla {

/// How far results may be from those of a snapshot, which another compiler or
/// machine computed. Negative: what suits the element type.
struct SnapshotTolerance {
  double relative = -1;
  double absolute = -1;
};

/// Makes `one` the run that `snapshot` holds, unless it states arguments or
/// results of its own. Returns the number of processes that the run is of; 0
/// where nothing was taken.
int takeSnapshot(const SnapshotData &snapshot,
                 const SnapshotTolerance &tolerance, Case &one);

} // namespace xla

#endif // XLA_TARGET_HLOPROTO_SNAPSHOTCASE_H

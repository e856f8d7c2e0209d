//===- ExportMetadata.cpp - Locations as metadata of instructions ---------===//
//
// A name becomes op_name, a position in a file the source position. A chain of
// call sites becomes stack frames; the innermost one gives the source position.
// In a chain, and around a position, JAX's names are those of functions.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

/// More call sites than frames that are kept of one location.
static constexpr unsigned maxFrames = 256;

namespace {
/// A location taken apart.
struct Parts {
  /// The outermost name that is not a function's.
  StringRef name;
  /// The chain of call sites, outermost first; the last is the op itself.
  SmallVector<Location> sites;
};
} // namespace

static FileLineColRange findPosition(Location loc) {
  for (unsigned depth = 0; depth < maxFrames; ++depth) {
    if (auto position = dyn_cast<FileLineColRange>(LocationAttr(loc)))
      return position;
    if (auto name = dyn_cast<NameLoc>(loc))
      loc = name.getChildLoc();
    else if (auto fused = dyn_cast<FusedLoc>(loc);
             fused && !fused.getLocations().empty())
      loc = fused.getLocations().front();
    else if (auto site = dyn_cast<CallSiteLoc>(loc))
      loc = site.getCallee();
    else
      break;
  }
  return {};
}

/// Takes names and fusions off, down to positions and call sites.
static Parts takeApart(Location loc) {
  Parts parts;
  SmallVector<Location> inner; // Innermost first.
  for (unsigned depth = 0; depth < maxFrames; ++depth) {
    if (auto name = dyn_cast<NameLoc>(loc)) {
      if (parts.name.empty())
        parts.name = name.getName();
      loc = name.getChildLoc();
    } else if (auto fused = dyn_cast<FusedLoc>(loc);
               fused && !fused.getLocations().empty()) {
      loc = fused.getLocations().front();
    } else {
      break;
    }
  }
  while (auto site = dyn_cast<CallSiteLoc>(loc)) {
    if (inner.size() == maxFrames)
      break;
    inner.push_back(site.getCallee());
    loc = site.getCaller();
  }
  inner.push_back(loc);
  parts.sites.append(inner.rbegin(), inner.rend());
  return parts;
}

int32_t MetadataWriter::getNameId(
    StringRef name, llvm::StringMap<int32_t> &ids,
    google::protobuf::RepeatedPtrField<std::string> &names) {
  auto [entry, isNew] = ids.try_emplace(name, names.size() + 1);
  if (isNew)
    *names.Add() = name.str();
  return entry->second;
}

int32_t MetadataWriter::getFrame(Location loc, int32_t parent) {
  FileLineColRange position = findPosition(loc);
  if (!position)
    return parent;
  auto [entry, isNew] = frames.try_emplace({loc, parent}, 0);
  if (!isNew)
    return entry->second;
  auto name = dyn_cast<NameLoc>(loc);
  proto::FileLocationProto &file = *index.add_file_locations();
  file.set_file_name_id(
      getNameId(position.getFilename(), fileIds, *index.mutable_file_names()));
  file.set_function_name_id(getNameId(name ? name.getName().strref() : "",
                                      functionIds,
                                      *index.mutable_function_names()));
  file.set_line(position.getStartLine());
  file.set_column(position.getStartColumn());
  file.set_end_line(position.getEndLine());
  file.set_end_column(position.getEndColumn());
  proto::StackFrameProto &frame = *index.add_stack_frames();
  frame.set_file_location_id(index.file_locations_size());
  frame.set_parent_frame_id(parent);
  entry->second = index.stack_frames_size();
  return entry->second;
}

void MetadataWriter::write(Location loc, proto::OpMetadata &metadata) {
  auto [entry, isNew] = known.try_emplace(loc);
  if (!isNew) {
    metadata = entry->second;
    return;
  }
  Parts parts = takeApart(loc);
  if (!parts.name.empty())
    metadata.set_op_name(parts.name.str());
  if (FileLineColRange position = findPosition(parts.sites.back())) {
    metadata.set_source_file(position.getFilename().str());
    metadata.set_source_line(position.getStartLine());
    metadata.set_source_column(position.getStartColumn());
    metadata.set_source_end_line(position.getEndLine());
    metadata.set_source_end_column(position.getEndColumn());
  }
  // One position needs no table.
  if (parts.sites.size() > 1) {
    int32_t frame = 0;
    for (Location site : parts.sites)
      frame = getFrame(site, frame);
    metadata.set_stack_frame_id(frame);
  }
  // `getFrame` does not touch `known`.
  entry->second = metadata;
}

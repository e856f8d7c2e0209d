//===- ImportLocations.cpp - Where instructions come from -----------------===//
//
// Two locations for each instruction: its place in the HLO, for the errors of
// the import, and the place in the source program that its metadata names,
// which the finished program keeps.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
using proto::HloComputationProto;
using proto::HloInstructionProto;

Locations::Locations(const proto::HloModuleProto &module,
                     const ImportOptions &options, MLIRContext *context)
    : module(module), context(context), fileName(options.fileName),
      textSize(options.text.size()), moduleLoc(UnknownLoc::get(context)) {
  if (textSize) {
    lineStarts.push_back(0);
    for (auto [offset, character] : llvm::enumerate(options.text))
      if (character == '\n')
        lineStarts.push_back(offset + 1);
  }
  if (textSize)
    moduleLoc = FileLineColLoc::get(context, fileName, 1, 1);
  else if (!fileName.empty())
    // Line 0 is none: bytes are not shown.
    moduleLoc = FileLineColLoc::get(context, fileName, 0, 0);
  else
    moduleLoc = NameLoc::get(StringAttr::get(context, module.name()));
}

std::optional<Location> Locations::getInText(int64_t textOffset) const {
  if (textOffset <= 0 || textOffset > static_cast<int64_t>(textSize))
    return std::nullopt;
  size_t offset = textOffset - 1;
  auto next = llvm::upper_bound(lineStarts, offset);
  unsigned line = next - lineStarts.begin();
  return FileLineColLoc::get(context, fileName, line, offset - next[-1] + 1);
}

Location Locations::get(const HloComputationProto &computation) const {
  if (auto loc = getInText(computation.text_offset()))
    return *loc;
  return NameLoc::get(
      StringAttr::get(context, module.name() + ":" + computation.name()));
}

Location Locations::get(const HloComputationProto &computation,
                        const HloInstructionProto &instruction) {
  std::optional<Location> loc = getInText(instruction.text_offset());
  if (!loc)
    loc = NameLoc::get(StringAttr::get(context, module.name() + ":" +
                                                    computation.name() + ":" +
                                                    instruction.name()));
  if (instruction.has_metadata() && !sources.contains(*loc))
    sources.try_emplace(*loc, getSource(instruction.metadata(), *loc));
  return *loc;
}

Location Locations::getSource(const proto::OpMetadata &metadata,
                              Location inModule) {
  Location loc = inModule;
  if (auto frames = getFrames(metadata.stack_frame_id()))
    loc = *frames;
  else if (!metadata.source_file().empty() && metadata.source_line() > 0)
    loc = FileLineColLoc::get(context, metadata.source_file(),
                              metadata.source_line(),
                              std::max(metadata.source_column(), 0));
  if (!metadata.op_name().empty())
    loc = NameLoc::get(StringAttr::get(context, metadata.op_name()), loc);
  return loc;
}

/// The place of a frame, in the name of its function.
std::optional<Location> Locations::getFrame(int64_t id) const {
  const proto::StackFrameIndexProto &table = module.stack_frame_index();
  int64_t place = table.stack_frames(id - 1).file_location_id();
  if (place <= 0 || place > table.file_locations_size())
    return std::nullopt;
  const proto::FileLocationProto &file = table.file_locations(place - 1);
  int64_t name = file.file_name_id();
  if (name <= 0 || name > table.file_names_size() || file.line() <= 0)
    return std::nullopt;
  Location loc = FileLineColLoc::get(context, table.file_names(name - 1),
                                     file.line(), std::max(file.column(), 0));
  int64_t function = file.function_name_id();
  if (function > 0 && function <= table.function_names_size() &&
      !table.function_names(function - 1).empty())
    loc = NameLoc::get(
        StringAttr::get(context, table.function_names(function - 1)), loc);
  return loc;
}

/// Frame `id` and those that called it, of which as many as a person reads.
std::optional<Location> Locations::getFrames(int64_t id) {
  constexpr size_t maxFrames = 64;
  const proto::StackFrameIndexProto &table = module.stack_frame_index();
  SmallVector<Location> frames;
  while (id > 0 && id <= table.stack_frames_size() &&
         frames.size() < maxFrames) {
    if (auto frame = getFrame(id))
      frames.push_back(*frame);
    id = table.stack_frames(id - 1).parent_frame_id();
  }
  if (frames.empty())
    return std::nullopt;
  Location loc = frames.pop_back_val();
  while (!frames.empty())
    loc = CallSiteLoc::get(frames.pop_back_val(), loc);
  return loc;
}

void Locations::finish(ModuleOp module) const {
  auto getSource = [&](Location loc) {
    auto it = sources.find(loc);
    return it == sources.end() ? loc : it->second;
  };
  module.walk([&](Operation *op) {
    op->setLoc(getSource(op->getLoc()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(getSource(argument.getLoc()));
  });
}

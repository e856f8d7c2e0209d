//===- Image.cpp - Link an object into an image to be loaded anywhere -----===//
//
// JITLink lays the object out at a made-up address and resolves what is
// relative. What is left are 64-bit pointers in the data: their places are
// written down, and a loader adds the address it has chosen. So loading needs
// no linker, and no linker of the system is needed to get here.
//
// Algorithm: blocks that are executable form the code, all others the data, in
// JITLink's order. Both are addressed from `kBase`. After the fixups each
// remaining edge of kind Pointer64 is a relocation (its target lies in the
// image) or an import (one of the three memory functions); other absolute
// kinds are refused.
//
//===----------------------------------------------------------------------===//

#include "xla/Runtime/PackageFormat.h"
#include "xla/Target/Object/ISA.h"
#include "xla/Target/Package/Package.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/aarch64.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"
#include "llvm/ExecutionEngine/Orc/SymbolStringPool.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::jitlink;
using namespace xla_format;

/// Where images are linked at: beyond 32 bits, so that no reference is turned
/// into one by absolute value, as JITLink does where it can.
static constexpr uint64_t kBase = uint64_t(1) << 40;
/// Where the memory functions are said to be: out of reach of the image.
static constexpr uint64_t kFunctions = uint64_t(1) << 46;

static constexpr StringLiteral functionNames[kNumFunctions] = {
    "memcpy", "memmove", "memset"};

namespace {
/// What one link gives.
struct LinkedImage {
  uint32_t machine = 0;
  SmallVector<char, 0> code, data;
  uint64_t dataAddress = 0; ///< in memory
  SmallVector<uint64_t> relocations;
  SmallVector<Import> imports;
  SmallVector<EntryPlace> entries;
};

/// Memory of the image while it is linked.
class ImageAllocation : public JITLinkMemoryManager::InFlightAlloc {
public:
  void abandon(OnAbandonedFunction done) override { done(Error::success()); }
  void finalize(OnFinalizedFunction done) override {
    done(JITLinkMemoryManager::FinalizedAlloc(orc::ExecutorAddr(kBase)));
  }
};

class ImageMemory : public JITLinkMemoryManager {
public:
  explicit ImageMemory(LinkedImage &image) : image(image) {}

  void allocate(const JITLinkDylib *, LinkGraph &graph,
                OnAllocatedFunction done) override {
    BasicLayout layout(graph);
    // Addresses first: the bytes must not move once they are known.
    uint64_t sizes[2] = {0, 0};
    SmallVector<std::pair<uint64_t, bool>> places;
    for (auto &[group, segment] : layout.segments()) {
      bool isCode = isExecutable(group.getMemProt());
      uint64_t offset = alignTo(sizes[!isCode], segment.Alignment);
      places.push_back({offset, isCode});
      sizes[!isCode] = offset + segment.ContentSize + segment.ZeroFillSize;
    }
    image.code.resize(sizes[0]);
    image.data.resize(sizes[1]);
    image.dataAddress = alignToPage(sizes[0], getLargestPage(image.machine));
    auto place = places.begin();
    for (auto &[group, segment] : layout.segments()) {
      auto [offset, isCode] = *place++;
      segment.Addr =
          orc::ExecutorAddr(kBase + offset + (isCode ? 0 : image.dataAddress));
      segment.WorkingMem = (isCode ? image.code : image.data).data() + offset;
    }
    if (Error error = layout.apply())
      return done(std::move(error));
    done(std::make_unique<ImageAllocation>());
  }

  void deallocate(std::vector<FinalizedAlloc> allocations,
                  OnDeallocatedFunction done) override {
    for (FinalizedAlloc &allocation : allocations)
      allocation.release();
    done(Error::success());
  }

private:
  static bool isExecutable(orc::MemProt protection) {
    return (protection & orc::MemProt::Exec) != orc::MemProt::None;
  }

  LinkedImage &image;
};

} // namespace

/// Whether JITLink made the section: a table of pointers or of jumps.
static bool isTable(const jitlink::Section &section) {
  return section.getName().starts_with("$__");
}

/// Has JITLink's table of pointers lie among data, whose pointers the loader
/// sets: of AArch64 it would lie among code.
static Error keepPointersFromCode(LinkGraph &graph) {
  if (jitlink::Section *table = graph.findSectionByName("$__GOT"))
    table->setMemProt(orc::MemProt::Read);
  return Error::success();
}

/// Gives the entries of JITLink's own tables an order, which is that of memory:
/// else it would be that of a hash table, and differ from run to run.
static Error orderTables(LinkGraph &graph) {
  for (jitlink::Section &section : graph.sections()) {
    if (!isTable(section))
      continue;
    // By what they lead to in the end: a function's name, or a place.
    auto getKey = [](const Block *block) {
      const Symbol *target = nullptr;
      while (block && !block->edges_empty()) {
        target = &block->edges().begin()->getTarget();
        block = target->isDefined() && isTable(target->getSection())
                    ? &target->getBlock()
                    : nullptr;
      }
      return target ? std::pair(target->hasName() ? *target->getName() : "",
                                target->isDefined()
                                    ? target->getAddress().getValue()
                                    : 0)
                    : std::pair(StringRef(), uint64_t(0));
    };
    SmallVector<Block *> blocks(section.blocks());
    llvm::sort(blocks, [&](const Block *a, const Block *b) {
      return getKey(a) < getKey(b);
    });
    uint64_t address = 0;
    for (Block *block : blocks) {
      block->setAddress(orc::ExecutorAddr(address));
      address += alignTo(block->getSize(), block->getAlignment());
    }
  }
  return Error::success();
}

namespace {
/// One link, which happens on this thread.
class ImageContext : public JITLinkContext {
public:
  ImageContext(LinkedImage &image, ArrayRef<StringRef> entries, Error &error)
      : JITLinkContext(nullptr), image(image), entries(entries), error(error),
        memory(image) {}

  JITLinkMemoryManager &getMemoryManager() override { return memory; }
  void notifyFailed(Error failure) override {
    error = joinErrors(std::move(error), std::move(failure));
  }
  void lookup(const LookupMap &symbols,
              std::unique_ptr<JITLinkAsyncLookupContinuation> done) override;
  Error notifyResolved(LinkGraph &graph) override;
  void
  notifyFinalized(JITLinkMemoryManager::FinalizedAlloc allocation) override {
    allocation.release();
  }
  Error modifyPassConfig(LinkGraph &, PassConfiguration &passes) override {
    passes.PostPrunePasses.push_back(keepPointersFromCode);
    passes.PostPrunePasses.push_back(orderTables);
    passes.PostFixupPasses.push_back(
        [this](LinkGraph &graph) { return collect(graph); });
    return Error::success();
  }

private:
  Error collect(LinkGraph &graph);
  Error addPointer(const Block &block, const Edge &edge);

  LinkedImage &image;
  ArrayRef<StringRef> entries;
  Error &error;
  ImageMemory memory;
};
} // namespace

void ImageContext::lookup(
    const LookupMap &symbols,
    std::unique_ptr<JITLinkAsyncLookupContinuation> done) {
  AsyncLookupResult result;
  for (const auto &[symbol, flags] : symbols) {
    auto known = llvm::find(functionNames, *symbol);
    if (known == std::end(functionNames))
      return done->run(createStringError("expected code without references to "
                                         "other libraries, but got '" +
                                         *symbol + "'"));
    result[symbol] = {
        orc::ExecutorAddr(kFunctions + (known - functionNames) * 64),
        JITSymbolFlags::Callable};
  }
  done->run(std::move(result));
}

Error ImageContext::notifyResolved(LinkGraph &graph) {
  StringMap<uint64_t> places;
  for (Symbol *symbol : graph.defined_symbols())
    if (symbol->hasName())
      places[*symbol->getName()] = symbol->getAddress().getValue() - kBase;
  for (StringRef name : entries) {
    std::string infoName = (name + "_info").str();
    auto entry = places.find(name), info = places.find(infoName);
    if (entry == places.end() || info == places.end())
      return createStringError("expected code that defines '" + name +
                               "' and '" + infoName + "'");
    image.entries.push_back({entry->second, info->second});
  }
  return Error::success();
}

/// Whether a reference keeps its value wherever the image is.
static bool isRelative(const Triple &triple, Edge::Kind kind) {
  if (triple.isAArch64()) {
    switch (kind) {
    case aarch64::Delta64:
    case aarch64::Delta32:
    case aarch64::NegDelta64:
    case aarch64::NegDelta32:
    case aarch64::Branch26PCRel:
    case aarch64::TestAndBranch14PCRel:
    case aarch64::CondBranch19PCRel:
    case aarch64::LDRLiteral19:
    case aarch64::ADRLiteral21:
    case aarch64::Page21:
    // Parts of an address below a page: images begin at one.
    case aarch64::PageOffset12:
    case aarch64::GotPageOffset15:
      return true;
    }
    return false;
  }
  switch (kind) {
  case x86_64::Delta64:
  case x86_64::Delta32:
  case x86_64::Delta16:
  case x86_64::Delta8:
  case x86_64::NegDelta64:
  case x86_64::NegDelta32:
  case x86_64::Delta64FromGOT:
  case x86_64::BranchPCRel32:
  case x86_64::PCRel32:
  case x86_64::BranchPCRel32ToPtrJumpStub:
  case x86_64::BranchPCRel32ToPtrJumpStubBypassable:
  case x86_64::PCRel32GOTLoadRelaxable:
  case x86_64::PCRel32GOTLoadREXRelaxable:
    return true;
  }
  return false;
}

Error ImageContext::addPointer(const Block &block, const Edge &edge) {
  uint64_t place = block.getAddress().getValue() + edge.getOffset() - kBase;
  if (place < image.dataAddress)
    return createStringError("expected no pointer in code, but got one at %llu",
                             static_cast<unsigned long long>(place));
  uint64_t target = edge.getTarget().getAddress().getValue();
  char *stored = image.data.data() + (place - image.dataAddress);
  if (target >= kFunctions) {
    image.imports.push_back(
        {place, static_cast<uint32_t>((target - kFunctions) / 64), 0});
    std::memset(stored, 0, sizeof(uint64_t));
    return Error::success();
  }
  uint64_t value = target + edge.getAddend() - kBase;
  std::memcpy(stored, &value, sizeof(value));
  image.relocations.push_back(place);
  return Error::success();
}

Error ImageContext::collect(LinkGraph &graph) {
  const Triple &triple = graph.getTargetTriple();
  Edge::Kind pointer = triple.isAArch64() ? Edge::Kind(aarch64::Pointer64)
                                          : Edge::Kind(x86_64::Pointer64);
  for (Block *block : graph.blocks()) {
    // Of what is not loaded, such as debug information.
    if (block->getSection().getMemLifetime() == orc::MemLifetime::NoAlloc)
      continue;
    for (const Edge &edge : block->edges()) {
      if (!edge.isRelocation())
        continue;
      if (edge.getKind() == pointer) {
        if (Error failed = addPointer(*block, edge))
          return failed;
        continue;
      }
      if (!isRelative(triple, edge.getKind()))
        return createStringError(
            "expected references that do not depend on the address, but got " +
            Twine(graph.getEdgeKindName(edge.getKind())));
      if (edge.getTarget().getAddress().getValue() >= kFunctions)
        return createStringError("expected calls of other libraries through a "
                                 "table, but got one by distance");
    }
  }
  llvm::sort(image.relocations);
  llvm::sort(image.imports, [](const Import &a, const Import &b) {
    return a.place < b.place;
  });
  return Error::success();
}

/// The section's bytes: the struct, its arrays, then code and data at pages.
static SmallVector<char, 0> serialize(const LinkedImage &linked,
                                      const xla::CompileOptions &options) {
  Image image = {};
  image.structSize = sizeof(Image);
  image.machine = linked.machine;
  llvm::copy(xla::getRequiredISA(options).words, image.isa);
  image.dataAddress = linked.dataAddress;
  image.entry = linked.entries.front().entry;
  image.info = linked.entries.front().info;
  image.relocationsOffset = sizeof(Image);
  image.numRelocations = linked.relocations.size();
  image.importsOffset =
      image.relocationsOffset + image.numRelocations * sizeof(uint64_t);
  image.numImports = linked.imports.size();
  auto more = ArrayRef(linked.entries).drop_front();
  image.entriesOffset = image.importsOffset + image.numImports * sizeof(Import);
  image.numEntries = more.size();
  image.codeOffset =
      alignToPage(image.entriesOffset + image.numEntries * sizeof(EntryPlace));
  image.codeSize = linked.code.size();
  image.dataOffset = alignToPage(image.codeOffset + image.codeSize);
  image.dataSize = linked.data.size();

  SmallVector<char, 0> bytes(image.dataOffset + image.dataSize, 0);
  auto put = [&](uint64_t offset, const void *data, size_t size) {
    if (size)
      std::memcpy(bytes.data() + offset, data, size);
  };
  put(0, &image, sizeof(image));
  put(image.relocationsOffset, linked.relocations.data(),
      linked.relocations.size() * sizeof(uint64_t));
  put(image.importsOffset, linked.imports.data(),
      linked.imports.size() * sizeof(Import));
  put(image.entriesOffset, more.data(), more.size() * sizeof(EntryPlace));
  put(image.codeOffset, linked.code.data(), linked.code.size());
  put(image.dataOffset, linked.data.data(), linked.data.size());
  return bytes;
}

Expected<SmallVector<char, 0>> xla::linkImage(MemoryBufferRef object,
                                              const CompileOptions &options,
                                              ArrayRef<std::string> more) {
  SmallVector<StringRef> entries = {options.entry};
  entries.append(more.begin(), more.end());
  auto pool = std::make_shared<orc::SymbolStringPool>();
  auto graph = createLinkGraphFromObject(object, pool);
  if (!graph)
    return graph.takeError();
  LinkedImage linked;
  linked.machine =
      Triple(options.triple).isAArch64() ? kMachineAArch64 : kMachineX86_64;
  Error error = Error::success();
  {
    ErrorAsOutParameter checked(&error);
    link(std::move(*graph),
         std::make_unique<ImageContext>(linked, entries, error));
  }
  if (error)
    return error;
  return serialize(linked, options);
}

SmallVector<const xla_info *>
xla::getImageInfos(ArrayRef<char> image, std::vector<uint64_t> &storage) {
  Image header;
  std::memcpy(&header, image.data(), sizeof(header));
  storage.assign(header.dataSize / sizeof(uint64_t) + 1, 0);
  char *data = reinterpret_cast<char *>(storage.data());
  std::memcpy(data, image.data() + header.dataOffset, header.dataSize);
  for (uint64_t i = 0; i < header.numRelocations; ++i) {
    uint64_t place, value;
    std::memcpy(&place,
                image.data() + header.relocationsOffset + i * sizeof(place),
                sizeof(place));
    char *stored = data + (place - header.dataAddress);
    std::memcpy(&value, stored, sizeof(value));
    // What points to code is not called here.
    value = value < header.dataAddress ? 0
                                       : reinterpret_cast<uintptr_t>(data) +
                                             value - header.dataAddress;
    std::memcpy(stored, &value, sizeof(value));
  }
  SmallVector<const xla_info *> infos;
  auto add = [&](uint64_t place) {
    infos.push_back(
        reinterpret_cast<const xla_info *>(data + place - header.dataAddress));
  };
  add(header.info);
  for (uint64_t i = 0; i < header.numEntries; ++i) {
    EntryPlace more;
    std::memcpy(&more, image.data() + header.entriesOffset + i * sizeof(more),
                sizeof(more));
    add(more.info);
  }
  return infos;
}

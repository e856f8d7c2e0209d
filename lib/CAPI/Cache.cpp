//===- Cache.cpp - What the caches of this process have done --------------===//

#include "xla-c/Cache.h"

#include "xla/JIT/CodeCache.h"

#include <algorithm>
#include <cstring>

void xla_cache_get_info(xla_cache_info *info) {
  xla::CacheInfo known = xla::getCacheInfo();
  xla_cache_info full = {};
  full.abi_version = XLA_ABI_VERSION;
  full.struct_size =
      std::min<uint32_t>(info->struct_size, sizeof(xla_cache_info));
  full.program_hits = known.programHits;
  full.program_misses = known.programMisses;
  full.programs_loaded = known.programsLoaded;
  full.programs_kept = known.programsKept;
  full.part_hits = known.partHits;
  full.parts_loaded = known.partsLoaded;
  full.parts_compiled = known.partsCompiled;
  full.files_rejected = known.filesRejected;
  full.files_written = known.filesWritten;
  full.bytes_kept = known.bytesKept;
  std::memcpy(info, &full, full.struct_size);
}

void xla_cache_clear(void) { xla::clearCaches(); }

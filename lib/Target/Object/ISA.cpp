//===- ISA.cpp - What a processor must have to run code -------------------===//
//
// Two tables: LLVM's name of an instruction set, and the bit of CPUID (Intel's
// and AMD's manuals) or of HWCAP (Linux's headers) that stands for it. Features
// that are in neither are tuning flags, or instructions that a compiler of
// numerical code never chooses by itself; but for those of a third table, which
// no bit stands for.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Object/ISA.h"
#include "xla/Support/LLVMTargets.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace xla_format;

namespace {
struct ISABit {
  StringLiteral feature;
  ISAWord word;
  unsigned bit;
  /// State that the system must keep: bits of XCR0.
  uint32_t state = 0;
};
} // namespace

static constexpr uint32_t avxState = 0x6, avx512State = 0xe6,
                          tileState = 0x60000, apxState = 0x80000;

static constexpr ISABit x86Bits[] = {
    {"sse3", kLeaf1Ecx, 0},
    {"pclmul", kLeaf1Ecx, 1},
    {"ssse3", kLeaf1Ecx, 9},
    {"fma", kLeaf1Ecx, 12, avxState},
    {"cx16", kLeaf1Ecx, 13},
    {"sse4.1", kLeaf1Ecx, 19},
    {"sse4.2", kLeaf1Ecx, 20},
    {"movbe", kLeaf1Ecx, 22},
    {"popcnt", kLeaf1Ecx, 23},
    {"aes", kLeaf1Ecx, 25},
    {"avx", kLeaf1Ecx, 28, avxState},
    {"f16c", kLeaf1Ecx, 29, avxState},
    {"bmi", kLeaf7Ebx, 3},
    {"avx2", kLeaf7Ebx, 5, avxState},
    {"bmi2", kLeaf7Ebx, 8},
    {"avx512f", kLeaf7Ebx, 16, avx512State},
    {"avx512dq", kLeaf7Ebx, 17, avx512State},
    {"adx", kLeaf7Ebx, 19},
    {"avx512ifma", kLeaf7Ebx, 21, avx512State},
    {"avx512cd", kLeaf7Ebx, 28, avx512State},
    {"sha", kLeaf7Ebx, 29},
    {"avx512bw", kLeaf7Ebx, 30, avx512State},
    {"avx512vl", kLeaf7Ebx, 31, avx512State},
    {"avx512vbmi", kLeaf7Ecx, 1, avx512State},
    {"avx512vbmi2", kLeaf7Ecx, 6, avx512State},
    {"gfni", kLeaf7Ecx, 8},
    {"vaes", kLeaf7Ecx, 9, avxState},
    {"vpclmulqdq", kLeaf7Ecx, 10, avxState},
    {"avx512vnni", kLeaf7Ecx, 11, avx512State},
    {"avx512bitalg", kLeaf7Ecx, 12, avx512State},
    {"avx512vpopcntdq", kLeaf7Ecx, 14, avx512State},
    {"avx512vp2intersect", kLeaf7Edx, 8, avx512State},
    {"amx-bf16", kLeaf7Edx, 22, tileState},
    {"avx512fp16", kLeaf7Edx, 23, avx512State},
    {"amx-tile", kLeaf7Edx, 24, tileState},
    {"amx-int8", kLeaf7Edx, 25, tileState},
    {"sha512", kLeaf7Sub1Eax, 0, avxState},
    {"sm3", kLeaf7Sub1Eax, 1, avxState},
    {"sm4", kLeaf7Sub1Eax, 2, avxState},
    {"avxvnni", kLeaf7Sub1Eax, 4, avxState},
    {"avx512bf16", kLeaf7Sub1Eax, 5, avx512State},
    {"cmpccxadd", kLeaf7Sub1Eax, 7},
    {"amx-fp16", kLeaf7Sub1Eax, 21, tileState},
    {"avxifma", kLeaf7Sub1Eax, 23, avxState},
    {"avxvnniint8", kLeaf7Sub1Edx, 4, avxState},
    {"avxneconvert", kLeaf7Sub1Edx, 5, avxState},
    {"amx-complex", kLeaf7Sub1Edx, 8, tileState},
    {"avxvnniint16", kLeaf7Sub1Edx, 10, avxState},
    {"avx10.1", kLeaf7Sub1Edx, 19, avx512State},
    {"egpr", kLeaf7Sub1Edx, 21, apxState},
    {"push2pop2", kLeaf7Sub1Edx, 21, apxState},
    {"ppx", kLeaf7Sub1Edx, 21, apxState},
    {"ndd", kLeaf7Sub1Edx, 21, apxState},
    {"ccmp", kLeaf7Sub1Edx, 21, apxState},
    {"nf", kLeaf7Sub1Edx, 21, apxState},
    {"cf", kLeaf7Sub1Edx, 21, apxState},
    {"zu", kLeaf7Sub1Edx, 21, apxState},
    {"lzcnt", kExtendedEcx, 5},
    {"sse4a", kExtendedEcx, 6},
    {"xop", kExtendedEcx, 11, avxState},
    {"fma4", kExtendedEcx, 16, avxState},
    {"tbm", kExtendedEcx, 21},
};

static constexpr ISABit aarch64Bits[] = {
    {"aes", kHWCap, 3},          {"sha2", kHWCap, 6},
    {"crc", kHWCap, 7},          {"lse", kHWCap, 8},
    {"fullfp16", kHWCap, 10},    {"rdm", kHWCap, 12},
    {"jsconv", kHWCap, 13},      {"complxnum", kHWCap, 14},
    {"rcpc", kHWCap, 15},        {"sha3", kHWCap, 17},
    {"sm4", kHWCap, 19},         {"dotprod", kHWCap, 20},
    {"sve", kHWCap, 22},         {"fp16fml", kHWCap, 23},
    {"rcpc-immo", kHWCap, 26},   {"flagm", kHWCap, 27},
    {"sb", kHWCap, 29},          {"sve2", kHWCap2, 1},
    {"sve-bitperm", kHWCap2, 4}, {"altnzcv", kHWCap2, 7},
    {"fptoint", kHWCap2, 8},     {"f32mm", kHWCap2, 10},
    {"f64mm", kHWCap2, 11},      {"i8mm", kHWCap2, 13},
    {"bf16", kHWCap2, 14},       {"sme", kHWCap2, 23},
    {"lse2", kHWCap, 25},        {"sve-aes", kHWCap2, 2},
    {"sve-sha3", kHWCap2, 5},    {"sve-sm4", kHWCap2, 6},
    {"cssc", kHWCap2High, 2},    {"sve2p1", kHWCap2High, 4},
    {"sme2", kHWCap2High, 5},    {"sme2p1", kHWCap2High, 6},
    {"mops", kHWCap2High, 11},   {"sve-b16b16", kHWCap2High, 13},
    {"rcpc3", kHWCap2High, 14},  {"lse128", kHWCap2High, 15},
    {"lut", kHWCap2High, 17},    {"faminmax", kHWCap2High, 18},
};

/// Instructions that code may have and whose presence is not told by a bit that
/// we look at.
static constexpr StringLiteral unknownToX86[] = {
    "avx10.2",  "amx-avx512", "amx-fp8", "amx-movrs",
    "amx-tf32", "jmpabs",     "movrs"};
static constexpr StringLiteral unknownToAArch64[] = {
    "cmpbr", "fp8", "fprcvt", "lsfe", "sme2p2", "sme2p3", "sve2p2", "sve2p3",
};

unsigned xla::RequiredISA::count() const {
  unsigned number = 0;
  for (unsigned word = 0; word < words.size(); ++word)
    number += llvm::popcount(words[word]);
  return number;
}

/// Calls `visit` with each feature that the target has.
static void forEachFeature(const xla::CompileOptions &options,
                           function_ref<void(StringRef)> visit) {
  std::unique_ptr<MCSubtargetInfo> subtarget = xla::createSubtarget(
      Triple(options.triple), options.cpu, options.features);
  if (!subtarget)
    return;
  for (const SubtargetFeatureKV &feature : subtarget->getAllProcessorFeatures())
    if (subtarget->getFeatureBits().test(feature.Value))
      visit(feature.Key);
}

xla::RequiredISA xla::getRequiredISA(const CompileOptions &options) {
  RequiredISA required;
  Triple triple(options.triple);
  if (triple.isNVPTX())
    return required;
  ArrayRef<ISABit> bits =
      triple.isAArch64() ? ArrayRef(aarch64Bits) : ArrayRef(x86Bits);
  forEachFeature(options, [&](StringRef feature) {
    const ISABit *bit = llvm::find_if(
        bits, [&](const ISABit &known) { return known.feature == feature; });
    if (bit == bits.end())
      return;
    required.words[bit->word] |= uint32_t(1) << bit->bit;
    if (!triple.isAArch64())
      required.words[kXCR0] |= bit->state;
  });
  return required;
}

SmallVector<StringRef> xla::getUncheckedISA(const CompileOptions &options) {
  SmallVector<StringRef> found;
  Triple triple(options.triple);
  if (triple.isNVPTX())
    return found;
  ArrayRef<StringLiteral> names =
      triple.isAArch64() ? ArrayRef(unknownToAArch64) : ArrayRef(unknownToX86);
  forEachFeature(options, [&](StringRef feature) {
    if (llvm::is_contained(names, feature))
      found.push_back(feature);
  });
  return found;
}

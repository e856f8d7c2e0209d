//===- PackageTest.cpp - Tests of packages and what reads them ------------===//
//
// A package is made in memory, called, and damaged in every way that its
// numbers allow: the reader says what is wrong, and never follows them.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Package.h"
#include "xla/InitAll.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Runtime/PackageFormat.h"
#include "xla/Target/Object/ISA.h"
#include "xla/Target/Object/Object.h"
#include "xla/Target/Package/Weights.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <random>
#include <thread>

using namespace mlir;
using namespace xla;
using Bytes = SmallVector<char, 0>;

/// Adds a constant that is too large for a kernel.
static constexpr llvm::StringLiteral text = R"mlir(
func.func @main(%x: tensor<2048xf32>) -> tensor<2048xf32> {
  %i = hlo.constant dense_resource<w> : tensor<2048xf32>
  %r = hlo.add %x, %i : tensor<2048xf32>
  return %r : tensor<2048xf32>
}
)mlir";

namespace {
class PackageTest : public testing::Test {
protected:
  PackageTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
  }

  /// A program that adds i to element i.
  OwningOpRef<ModuleOp> makeModule() {
    std::string numbers;
    llvm::raw_string_ostream os(numbers);
    for (int i = 0; i < 2048; ++i)
      os << (i ? "," : "") << i << ".0";
    std::string program = text.str();
    program.replace(program.find("dense_resource<w>"), 17,
                    "dense<[" + numbers + "]>");
    return parseProgram(llvm::MemoryBufferRef(program, "test"), context.get());
  }

  PackageContent makeContent(WeightsPlace place = WeightsPlace::Embed) {
    OwningOpRef<ModuleOp> module = makeModule();
    CompileOptions options;
    options.weights = place;
    options.weightBytes = 4096;
    options.cpu = "x86-64";
    auto emitError = [&] { return module->emitError(); };
    EXPECT_TRUE(succeeded(options.resolveTarget(emitError)));
    PassManager passes(context.get());
    buildPhasesPipeline(passes, Phase::Input, Phase::Lower, options);
    EXPECT_TRUE(succeeded(passes.run(*module)));
    auto object = compileToObject(*module, options);
    EXPECT_TRUE(bool(object));
    auto image = linkImage((*object)->getMemBufferRef(), options);
    EXPECT_TRUE(bool(image));
    PackageContent content;
    content.metadata = {{"name", "main"}, {"author", "=nobody"}};
    content.images.push_back(std::move(*image));
    auto weights = makeWeights(*module);
    EXPECT_TRUE(bool(weights));
    addWeights(content, *weights, options, "test.xla");
    addWeights(content, *weights, options, "test.xla");
    return content;
  }

  std::unique_ptr<MLIRContext> context;
};

struct Loaded {
  explicit Loaded(ArrayRef<char> bytes) {
    size_t size = llvm::alignTo(std::max<size_t>(bytes.size(), 1), 4096);
    memory.reset(static_cast<char *>(std::aligned_alloc(4096, size)));
    llvm::copy(bytes, memory.get());
    xla_load_options options = {};
    options.abi_version = XLA_ABI_VERSION;
    options.struct_size = sizeof(options);
    options.error = error;
    options.error_capacity = sizeof(error);
    program = xla_package_load_memory(memory.get(), bytes.size(), &options);
  }
  ~Loaded() { xla_package_destroy(program); }

  struct Free {
    void operator()(char *data) const { std::free(data); }
  };
  std::unique_ptr<char, Free> memory;
  char error[512] = "";
  xla_package *program;
};
} // namespace

static Bytes write(const PackageContent &content) {
  return llvm::cantFail(writePackage(content));
}

/// Runs the program on ones.
static int32_t runOnOnes(const xla_package *program, float *result) {
  std::vector<float> ones(2048, 1.0f);
  void *arguments[] = {ones.data()}, *results[] = {result};
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = arguments;
  call.results = results;
  return xla_package_run(program, &call);
}

static void expectRight(const xla_package *program) {
  std::vector<float> result(2048);
  ASSERT_EQ(runOnOnes(program, result.data()), XLA_OK);
  for (int i = 0; i < 2048; ++i)
    ASSERT_EQ(result[i], float(i + 1));
}

TEST_F(PackageTest, LoadsAndRuns) {
  Loaded loaded(write(makeContent()));
  ASSERT_TRUE(loaded.program) << loaded.error;
  const xla_info &info = *xla_package_info(loaded.program);
  EXPECT_STREQ(info.name, "main");
  EXPECT_STREQ(info.cpu, "x86-64");
  EXPECT_EQ(xla_info_argument(&info, 0)->dims[0], 2048);
  EXPECT_EQ(xla_info_argument(&info, 1), nullptr);
  EXPECT_EQ(xla_info_result(&info, -1), nullptr);
  EXPECT_STREQ(xla_package_metadata(loaded.program, "author"), "=nobody");
  EXPECT_EQ(xla_package_metadata(loaded.program, "auth"), nullptr);
  EXPECT_EQ(xla_package_ptx(loaded.program, nullptr), nullptr);
  expectRight(loaded.program);
}

TEST_F(PackageTest, NullHasNothing) {
  EXPECT_EQ(xla_package_info(nullptr), nullptr);
  EXPECT_EQ(xla_package_entry(nullptr), nullptr);
  EXPECT_EQ(xla_package_metadata(nullptr, "name"), nullptr);
  int64_t size = 1;
  EXPECT_EQ(xla_package_ptx(nullptr, &size), nullptr);
  EXPECT_EQ(size, 0);
  EXPECT_EQ(xla_info_argument(nullptr, 0), nullptr);
  EXPECT_EQ(xla_info_result(nullptr, 0), nullptr);
}

TEST_F(PackageTest, InstructionsHaveBits) {
  CompileOptions options;
  options.triple = "x86_64-unknown-linux-gnu";
  options.cpu = "x86-64";
  options.features = "+cmpccxadd";
  EXPECT_EQ(getRequiredISA(options).words[xla_format::kLeaf7Sub1Eax], 1u << 7);
  options.triple = "aarch64-unknown-linux-gnu";
  options.cpu = "generic";
  options.features = "+rcpc-immo";
  EXPECT_NE(getRequiredISA(options).words[xla_format::kHWCap] & 1u << 26, 0u);
}

TEST_F(PackageTest, MetadataAreLines) {
  for (auto [key, value] :
       {std::pair("source", "a\nb"), {"a\nb", ""}, {"a=b", ""}}) {
    PackageContent content = makeContent();
    content.metadata.emplace_back(key, value);
    auto package = writePackage(content);
    ASSERT_FALSE(package);
    EXPECT_TRUE(StringRef(llvm::toString(package.takeError()))
                    .starts_with("expected metadata of one line"));
  }
}

TEST_F(PackageTest, SameBytesEachTime) {
  Bytes first = write(makeContent());
  EXPECT_EQ(first, write(makeContent()));
}

/// The code for the processor that can do most comes first; what this one
/// cannot run is passed over.
TEST_F(PackageTest, ChoosesCode) {
  PackageContent content = makeContent();
  Bytes beyond = content.images.front();
  auto *image = reinterpret_cast<xla_format::Image *>(beyond.data());
  image->isa[xla_format::kXCR0] = ~0u;
  content.images.insert(content.images.begin(), beyond);
  Loaded loaded(write(content));
  ASSERT_TRUE(loaded.program) << loaded.error;
  expectRight(loaded.program);
  content.images.pop_back();
  Loaded none(write(content));
  EXPECT_FALSE(none.program);
  EXPECT_TRUE(
      StringRef(none.error).starts_with("expected code for this processor"))
      << none.error;
}

TEST_F(PackageTest, ManyLoads) {
  Bytes package = write(makeContent());
  std::thread threads[2];
  for (std::thread &thread : threads)
    thread = std::thread([&] {
      for (int i = 0; i < 100; ++i) {
        Loaded loaded(package);
        ASSERT_TRUE(loaded.program);
        expectRight(loaded.program);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(RequiredISATest, NamesLevels) {
  auto count = [](StringRef cpu,
                  StringRef triple = "x86_64-unknown-linux-gnu") {
    CompileOptions options;
    options.triple = triple.str();
    options.cpu = cpu.str();
    return getRequiredISA(options).count();
  };
  EXPECT_EQ(count("x86-64"), 0u);
  EXPECT_LT(count("x86-64-v2"), count("x86-64-v3"));
  EXPECT_LT(count("x86-64-v3"), count("x86-64-v4"));
  // Tuning flags are no part of it: the same instructions, other flags.
  EXPECT_EQ(count("skylake-avx512") - count("x86-64-v4"), 3u)
      << "aes, pclmul, adx";
  EXPECT_EQ(count("generic", "aarch64-unknown-linux-gnu"), 0u);
  EXPECT_GT(count("neoverse-v1", "aarch64-unknown-linux-gnu"), 0u);
}

//===----------------------------------------------------------------------===//
// Damaged packages
//===----------------------------------------------------------------------===//

TEST_F(PackageTest, EveryCutIsRefused) {
  Bytes package = write(makeContent());
  std::mt19937 random(1);
  for (size_t i = 0; i < 200; ++i) {
    size_t size = i < 100 ? i : random() % package.size();
    Loaded cut(ArrayRef<char>(package).take_front(size));
    EXPECT_FALSE(cut.program);
    EXPECT_NE(cut.error[0], 0);
  }
}

TEST_F(PackageTest, EveryFlippedBitIsFound) {
  Bytes package = write(makeContent());
  auto *header = reinterpret_cast<xla_format::Header *>(package.data());
  auto *table = reinterpret_cast<xla_format::Section *>(header + 1);
  std::mt19937 random(2);
  for (size_t i = 0; i < 400; ++i) {
    // The gaps between sections hold nothing.
    const xla_format::Section &section = table[random() % header->numSections];
    size_t place = i % 2 ? random() % (sizeof(*header) +
                                       header->numSections * sizeof(*table))
                         : section.offset + random() % section.size;
    Bytes damaged = package;
    damaged[place] ^= 1 << random() % 8;
    Loaded loaded(damaged);
    EXPECT_FALSE(loaded.program) << place;
    EXPECT_NE(loaded.error[0], 0);
  }
}

TEST_F(PackageTest, WeightsLieThereOnce) {
  Bytes embedded = write(makeContent());
  PackageContent content = makeContent(WeightsPlace::Package);
  ASSERT_EQ(content.weights.size(), 1u);
  EXPECT_EQ(content.weights.front().size(), 64u + 2048 * sizeof(float));
  Bytes package = write(content);
  auto *header = reinterpret_cast<xla_format::Header *>(package.data());
  EXPECT_EQ(header->version, xla_format::kVersion);
  EXPECT_EQ(reinterpret_cast<xla_format::Header *>(embedded.data())->version,
            xla_format::kLeastVersion);
  Loaded loaded(package);
  ASSERT_TRUE(loaded.program) << loaded.error;
  const xla_info &info = *xla_package_info(loaded.program);
  EXPECT_EQ(info.num_arguments, 1);
  EXPECT_EQ(info.weights_bytes, int64_t(2048 * sizeof(float)));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(*info.weights) % 64, 0u);
  EXPECT_EQ(xla_load_weights(&info, nullptr, 0, nullptr, 0), XLA_OK);
  expectRight(loaded.program);
}

TEST_F(PackageTest, EveryFlippedBitOfWeightsIsFound) {
  Bytes package = write(makeContent(WeightsPlace::Package));
  auto *header = reinterpret_cast<xla_format::Header *>(package.data());
  auto *table = reinterpret_cast<xla_format::Section *>(header + 1);
  const xla_format::Section &section = table[header->numSections - 1];
  ASSERT_EQ(section.kind, xla_format::kWeights);
  std::mt19937 random(4);
  for (size_t i = 0; i < 200; ++i) {
    size_t place = i < 64 ? i : random() % section.size;
    Bytes damaged = package;
    damaged[section.offset + place] ^= 1 << random() % 8;
    Loaded loaded(damaged);
    EXPECT_FALSE(loaded.program) << place;
    EXPECT_NE(loaded.error[0], 0);
  }
}

TEST_F(PackageTest, WeightsOfNoPackageAreMissed) {
  PackageContent content = makeContent(WeightsPlace::Package);
  content.weights.clear();
  Loaded without(write(content));
  EXPECT_STREQ(without.error,
               "the package is damaged: the weights of its code are missing");
  Loaded elsewhere(write(makeContent(WeightsPlace::File)));
  EXPECT_TRUE(StringRef(elsewhere.error).ends_with("in the file test.weights"))
      << elsewhere.error;
}

/// The section of the only image of `package`.
static xla_format::Section &getImageSection(Bytes &package) {
  auto *header = reinterpret_cast<xla_format::Header *>(package.data());
  xla_format::Section &section =
      reinterpret_cast<xla_format::Section *>(header + 1)[1];
  EXPECT_EQ(section.kind, xla_format::kImage);
  return section;
}

/// Computes the checksums as who had written these numbers.
static void seal(Bytes &package, xla_format::Section &section) {
  auto *header = reinterpret_cast<xla_format::Header *>(package.data());
  if (section.offset <= package.size() &&
      section.size <= package.size() - section.offset)
    section.checksum =
        computeChecksum(package.data() + section.offset, section.size);
  header->tableChecksum = computeChecksum(
      header + 1, header->numSections * sizeof(xla_format::Section));
  header->checksum =
      computeChecksum(header, offsetof(xla_format::Header, checksum));
}

TEST_F(PackageTest, EntriesOutsideOfTheirImageAreRefused) {
  Bytes package = write(makeContent());
  xla_format::Section &section = getImageSection(package);
  char *image = package.data() + section.offset;
  auto *fields = reinterpret_cast<xla_format::Image *>(image);
  // The place of another entry stands where code has been.
  fields->numEntries = 1;
  fields->entriesOffset = fields->codeOffset;
  const xla_format::EntryPlace right = {fields->entry, fields->info};
  const xla_format::EntryPlace wrong[] = {
      {fields->codeSize, right.info},
      {right.entry, right.info + 1},
      {right.entry, 0},
      {right.entry, fields->dataAddress + fields->dataSize - 8},
      {right.entry, ~uint64_t(7)}};
  for (const xla_format::EntryPlace &place : wrong) {
    std::memcpy(image + fields->entriesOffset, &place, sizeof(place));
    seal(package, section);
    EXPECT_STREQ(Loaded(package).error,
                 "the package is damaged: an entry lies outside of its image");
  }
  std::memcpy(image + fields->entriesOffset, &right, sizeof(right));
  seal(package, section);
  EXPECT_EQ(xla_package_count(Loaded(package).program), 2);
}

/// Numbers that are wrong but checksummed: whatever comes of it, it is an error
/// or a program whose description can be read.
TEST_F(PackageTest, WrongNumbersAreNotFollowed) {
  Bytes package = write(makeContent(WeightsPlace::Package));
  std::mt19937_64 random(3);
  unsigned numRefused = 0;
  constexpr unsigned numRuns = 3000;
  for (unsigned i = 0; i < numRuns; ++i) {
    Bytes damaged = package;
    auto *header = reinterpret_cast<xla_format::Header *>(damaged.data());
    auto *table = reinterpret_cast<xla_format::Section *>(header + 1);
    xla_format::Section &section = getImageSection(damaged);
    auto *image = damaged.data() + section.offset;
    auto *fields = reinterpret_cast<xla_format::Image *>(image);
    // A word of the table, of the image's struct and arrays (not of the gap
    // behind them), of its description, or of all its data.
    char *data = image + fields->dataOffset;
    char *words[] = {reinterpret_cast<char *>(table), image,
                     data + (fields->info - fields->dataAddress), data};
    size_t sizes[] = {header->numSections * sizeof(*table),
                      fields->importsOffset +
                          fields->numImports * sizeof(xla_format::Import),
                      sizeof(xla_info), fields->dataSize};
    unsigned which = i % 4;
    char *word = words[which] + random() % (sizes[which] / 8) * 8;
    uint64_t value = random() >> (random() % 64);
    std::memcpy(word, &value, sizeof(value));
    seal(damaged, section);
    Loaded loaded(damaged);
    if (!loaded.program) {
      ++numRefused;
      EXPECT_NE(loaded.error[0], 0);
      continue;
    }
    const xla_info &info = *xla_package_info(loaded.program);
    for (int32_t k = 0;
         const xla_tensor_info *tensor = xla_info_argument(&info, k); ++k)
      for (int32_t d = 0; d < tensor->rank; ++d)
        (void)*const_cast<const volatile int64_t *>(&tensor->dims[d]);
    EXPECT_LE(strlen(info.options), damaged.size());
  }
  EXPECT_GT(numRefused, numRuns / 3);
}

//===- ExecutableTest.cpp - Tests of emit and run -------------------------===//
//
// Programs written by hand in the LLVM dialect, so that what fails here is not
// a phase before.
//
//===----------------------------------------------------------------------===//

#include "xla/JIT/Executable.h"
#include "xla/Support/Generator.h"
#include "xla/Target/Object/Object.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace xla;

/// result = argument + argument, element by element, in a parallel loop.
static constexpr llvm::StringLiteral addProgram = R"mlir(
module {
  llvm.mlir.global internal constant @dims(dense<100000> : tensor<1xi64>) : !llvm.array<1 x i64>
  llvm.mlir.global internal constant @tensor() : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)> {
    %0 = llvm.mlir.poison : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %f32 = llvm.mlir.constant(16 : i32) : i32
    %1 = llvm.insertvalue %f32, %0[0] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %rank = llvm.mlir.constant(1 : i32) : i32
    %2 = llvm.insertvalue %rank, %1[1] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %dims = llvm.mlir.addressof @dims : !llvm.ptr
    %3 = llvm.insertvalue %dims, %2[2] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %null = llvm.mlir.zero : !llvm.ptr
    %4 = llvm.insertvalue %null, %3[3] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %bytes = llvm.mlir.constant(400000 : i64) : i64
    %5 = llvm.insertvalue %bytes, %4[4] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %6 = llvm.insertvalue %null, %5[5] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %none = llvm.mlir.constant(-1 : i32) : i32
    %7 = llvm.insertvalue %none, %6[6] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    %zero = llvm.mlir.constant(0 : i32) : i32
    %8 = llvm.insertvalue %zero, %7[7] : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
    llvm.return %8 : !llvm.struct<(i32, i32, ptr, ptr, i64, ptr, i32, i32)>
  }
  llvm.mlir.global external constant @main_info() : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)> {
    %0 = llvm.mlir.zero : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    %one = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.insertvalue %one, %0[0] : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    %size = llvm.mlir.constant(112 : i32) : i32
    %2 = llvm.insertvalue %size, %1[1] : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    %tensor = llvm.mlir.addressof @tensor : !llvm.ptr
    %3 = llvm.insertvalue %tensor, %2[3] : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    %4 = llvm.insertvalue %tensor, %3[4] : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    %5 = llvm.insertvalue %one, %4[5] : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    %6 = llvm.insertvalue %one, %5[6] : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    %stride = llvm.mlir.constant(48 : i32) : i32
    %7 = llvm.insertvalue %stride, %6[7] : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
    llvm.return %7 : !llvm.struct<(i32, i32, ptr, ptr, ptr, i32, i32, i32, i32, array<8 x i64>)>
  }
  llvm.func internal @body(%call: !llvm.ptr, %begin: i64, %end: i64, %chunk: i64) -> i32 {
    %0 = llvm.getelementptr %call[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %arguments = llvm.load %0 : !llvm.ptr -> !llvm.ptr
    %in = llvm.load %arguments : !llvm.ptr -> !llvm.ptr
    %1 = llvm.getelementptr %call[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %results = llvm.load %1 : !llvm.ptr -> !llvm.ptr
    %out = llvm.load %results : !llvm.ptr -> !llvm.ptr
    %one = llvm.mlir.constant(1 : i64) : i64
    %ok = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^loop(%begin : i64)
  ^loop(%i: i64):
    %more = llvm.icmp "slt" %i, %end : i64
    llvm.cond_br %more, ^work, ^done
  ^work:
    %from = llvm.getelementptr %in[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %to = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %from : !llvm.ptr -> f32
    %y = llvm.fadd %x, %x : f32
    llvm.store %y, %to : f32, !llvm.ptr
    %next = llvm.add %i, %one : i64
    llvm.br ^loop(%next : i64)
  ^done:
    llvm.return %ok : i32
  }
  llvm.func @main(%call: !llvm.ptr) -> i32 {
    %0 = llvm.getelementptr %call[48] : (!llvm.ptr) -> !llvm.ptr, i8
    %host = llvm.load %0 : !llvm.ptr -> !llvm.ptr
    %1 = llvm.getelementptr %host[8] : (!llvm.ptr) -> !llvm.ptr, i8
    %context = llvm.load %1 : !llvm.ptr -> !llvm.ptr
    %2 = llvm.getelementptr %host[16] : (!llvm.ptr) -> !llvm.ptr, i8
    %parallel_for = llvm.load %2 : !llvm.ptr -> !llvm.ptr
    %n = llvm.mlir.constant(100000 : i64) : i64
    %grain = llvm.mlir.constant(1000 : i64) : i64
    %body = llvm.mlir.addressof @body : !llvm.ptr
    %code = llvm.call %parallel_for(%context, %call, %n, %grain, %body, %call)
      : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, !llvm.ptr) -> i32
    llvm.return %code : i32
  }
}
)mlir";

static constexpr llvm::StringLiteral libraryCall = R"mlir(
module {
  llvm.func @kernel_1(%x: f32) -> f32 {
    %0 = llvm.intr.sin(%x) : (f32) -> f32
    llvm.return %0 : f32
  }
}
)mlir";

namespace {
class ExecutableTest : public ::testing::Test {
protected:
  MLIRContext context{MLIRContext::Threading::DISABLED};

  void SetUp() override {
    DialectRegistry registry;
    registry.insert<LLVM::LLVMDialect>();
    registerAllToLLVMIRTranslations(registry);
    context.appendDialectRegistry(registry);
  }
  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, &context);
  }
  CompileOptions getOptions(StringRef triple = "") {
    CompileOptions options;
    options.triple = triple.str();
    EXPECT_TRUE(succeeded(options.resolveTarget(
        [&] { return emitError(UnknownLoc::get(&context)); })));
    return options;
  }
  Literal make(StringRef spec) {
    return llvm::cantFail(
        llvm::cantFail(ArgumentSpec::parse(spec, &context)).generate(&context));
  }
};

TEST_F(ExecutableTest, RunsAtEveryLevel) {
  auto module = parse(addProgram);
  ASSERT_TRUE(module);
  for (int64_t level : {0, 1, 2, 3}) {
    CompileOptions options = getOptions();
    options.optLevel = level;
    auto executable = llvm::cantFail(Executable::compile(*module, options));
    Literal in = make("100000xf32=uniform(-1,1,7)");
    auto results = llvm::cantFail(executable->run({in}, &context));
    ASSERT_EQ(results.size(), 1u);
    for (int64_t i = 0; i < 100000; ++i)
      ASSERT_EQ(results[0].getDouble(i), 2 * in.getDouble(i)) << level;
  }
}

TEST_F(ExecutableTest, RefusesOtherBuffers) {
  auto module = parse(addProgram);
  auto executable = llvm::cantFail(Executable::compile(*module, getOptions()));
  auto message = [&](llvm::ArrayRef<Literal> arguments) {
    auto results = executable->run(arguments, &context);
    return results ? "" : llvm::toString(results.takeError());
  };
  EXPECT_EQ(message({make("3xf32=1")}),
            "expected argument 0 of type 100000xf32, but got 3xf32");
  EXPECT_EQ(message({}), "expected 1 arguments and 1 results, but got 0 and 1");
  Literal in = make("100000xf32=1");
  EXPECT_EQ(llvm::toString(executable->run({in.getBytes()}, {in.getBytes()})),
            "invalid argument: expected separate buffers, but result 0 "
            "overlaps argument 0 without donation");
  int32_t cancel = 1;
  RunOptions options;
  options.cancel = &cancel;
  auto results = executable->run({in}, &context, options);
  ASSERT_FALSE(results);
  EXPECT_EQ(llvm::toString(results.takeError()), "cancelled");
}

TEST_F(ExecutableTest, RefusesLibraryCalls) {
  auto module = parse(libraryCall);
  for (StringRef triple : {"", "aarch64-unknown-linux-gnu"}) {
    auto object = compileToObject(*module, getOptions(triple));
    ASSERT_FALSE(object);
    EXPECT_EQ(llvm::toString(object.takeError()),
              "internal error: expected compiled code without library calls, "
              "but @kernel_1 refers to 'sinf'");
  }
}

TEST_F(ExecutableTest, CompilesLargeModulesInParts) {
  // Kernels of a hundred instructions, the first of which may call a library.
  auto makeText = [](StringRef first) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (int i = 0; i < 30; ++i) {
      os << "llvm.func hidden @k" << i << "(%x: f32) -> f32 {\n"
         << "%a = " << (i ? "llvm.intr.fabs" : first)
         << "(%x) : (f32) -> f32\n%v0 = llvm.fadd %a, %x : f32\n";
      for (int k = 1; k < 100; ++k)
        os << "%v" << k << " = llvm.fadd %v" << k - 1 << ", %x : f32\n";
      os << "llvm.return %v99 : f32\n}\n";
    }
    os << "llvm.func @main(%x: f32) -> f32 {\n";
    for (int i = 0; i < 30; ++i)
      os << "%r" << i << " = llvm.call @k" << i << "(%"
         << (i ? "r" + std::to_string(i - 1) : "x") << ") : (f32) -> f32\n";
    os << "llvm.return %r29 : f32\n}\n";
    return text;
  };
  auto module = parse(makeText("llvm.intr.fabs"));
  ASSERT_TRUE(module);
  auto objects =
      llvm::cantFail(compileToObjects(*module, getOptions(), /*threads=*/2));
  // Five kernels each, and the entry.
  EXPECT_EQ(objects.size(), 7u);
  auto again =
      llvm::cantFail(compileToObjects(*module, getOptions(), /*threads=*/2));
  for (auto [one, other] : llvm::zip(objects, again))
    EXPECT_EQ(one->getBuffer(), other->getBuffer());

  auto calls = parse(makeText("llvm.intr.sin"));
  auto refused = compileToObjects(*calls, getOptions(), /*threads=*/2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(llvm::toString(refused.takeError()),
            "internal error: expected compiled code without library calls, "
            "but @k0 refers to 'sinf'");
}

TEST_F(ExecutableTest, CompilesForOtherMachines) {
  auto module = parse(addProgram);
  std::pair<StringRef, unsigned> targets[] = {
      {"x86_64-unknown-linux-gnu", llvm::ELF::EM_X86_64},
      {"aarch64-unknown-linux-gnu", llvm::ELF::EM_AARCH64}};
  for (auto [triple, machine] : targets) {
    auto object = llvm::cantFail(compileToObject(*module, getOptions(triple)));
    auto file = llvm::cantFail(llvm::object::ObjectFile::createELFObjectFile(
        object->getMemBufferRef()));
    EXPECT_EQ(llvm::cast<llvm::object::ELFObjectFileBase>(*file).getEMachine(),
              machine);
  }
  CompileOptions other = getOptions("aarch64-unknown-linux-gnu");
  other.triple = "riscv64-unknown-linux-gnu";
  auto object = compileToObject(*module, other);
  ASSERT_FALSE(object);
  EXPECT_EQ(llvm::toString(object.takeError()),
            "expected target x86-64, aarch64 or nvptx64, but got "
            "'riscv64-unknown-linux-gnu'");
}
} // namespace

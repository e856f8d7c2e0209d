//===- HLOExportTest.cpp - Programs as HloModuleProto ---------------------===//
//
// What the messages hold that text does not show, and what is refused.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/Target/HLOModule/Export.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace xla;

namespace {
class HLOExportTest : public ::testing::Test {
protected:
  HLOExportTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }

  std::unique_ptr<proto::HloModuleProto>
  exportText(StringRef text, const HLOExportOptions &options = {}) {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (message.empty())
        message = diagnostic.str();
      return success();
    });
    OwningOpRef<ModuleOp> module =
        parseProgram(llvm::MemoryBufferRef(text, "test.mlir"), &context);
    EXPECT_TRUE(module) << message;
    if (!module)
      return nullptr;
    auto proto = exportHLOModule(*module, options);
    return succeeded(proto) ? std::move(*proto) : nullptr;
  }

  /// The opcodes of a computation, in order.
  static std::string getOpcodes(const proto::HloComputationProto &computation) {
    std::string opcodes;
    for (const auto &instruction : computation.instructions())
      opcodes += (opcodes.empty() ? "" : " ") + instruction.opcode();
    return opcodes;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string message;
};

/// The module whose entry is the last computation, with `opcodes` in it.
#define EXPECT_ENTRY(module, opcodes)                                          \
  ASSERT_TRUE(module) << message;                                              \
  EXPECT_EQ(getOpcodes(*std::prev((module)->computations().end())), opcodes)
} // namespace

TEST_F(HLOExportTest, EntryIsLastAndIdsAreOfComputations) {
  auto module = exportText(R"(
    func.func @main(%x: tensor<4x8xf32>, %z: tensor<f32>) -> tensor<4xf32> {
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add
          across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  EXPECT_ENTRY(module, "parameter parameter reduce");
  ASSERT_EQ(module->computations_size(), 2);
  const auto &region = module->computations(0),
             &entry = module->computations(1);
  EXPECT_EQ(module->entry_computation_id(), entry.id());
  EXPECT_EQ(module->entry_computation_name(), entry.name());
  const auto &reduce = entry.instructions(2);
  EXPECT_EQ(reduce.called_computation_ids(0), region.id());
  EXPECT_EQ(reduce.id() >> 32, entry.id());
  EXPECT_EQ(entry.root_id(), reduce.id());
  EXPECT_EQ(reduce.operand_ids(0), entry.instructions(0).id());
  EXPECT_EQ(module->host_program_shape().parameters_size(), 2);
  EXPECT_EQ(module->host_program_shape().result().dimensions(0), 4);
  // Row-major, minor dimension first.
  const auto &layout = entry.instructions(0).shape().layout();
  ASSERT_EQ(layout.minor_to_major_size(), 2);
  EXPECT_EQ(layout.minor_to_major(0), 1);
}

TEST_F(HLOExportTest, SplatsAreBroadcast) {
  auto module = exportText(R"(
    func.func @main() -> tensor<1000000000x1000xi8> {
      %0 = stablehlo.constant dense<7> : tensor<1000000000x1000xi8>
      return %0 : tensor<1000000000x1000xi8>
    })");
  EXPECT_ENTRY(module, "constant broadcast");
  EXPECT_EQ(module->computations(0).instructions(0).literal().s8s(), "\x07");
}

TEST_F(HLOExportTest, SmallLiteralsTakeAByteForEachElement) {
  auto module = exportText(R"(
    func.func @main() -> (tensor<3xi4>, tensor<2xi1>, tensor<1xcomplex<f32>>) {
      %0 = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi4>
      %1 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
      %2 = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
      return %0, %1, %2 : tensor<3xi4>, tensor<2xi1>, tensor<1xcomplex<f32>>
    })");
  // One element is a splat.
  EXPECT_ENTRY(module, "constant constant constant broadcast tuple");
  const auto &entry = module->computations(0);
  EXPECT_EQ(entry.instructions(0).literal().s4s(), "\x01\x0E\x03");
  EXPECT_EQ(entry.instructions(1).literal().preds_size(), 2);
  EXPECT_EQ(entry.instructions(2).literal().c64s(1), 2.0f);
}

TEST_F(HLOExportTest, LoopsCarryWhatTheyUse) {
  auto module = exportText(R"(
    func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %0 = stablehlo.while(%a = %x) : tensor<f32>
      cond {
        %c = stablehlo.compare LT, %a, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %s = stablehlo.add %a, %one : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }
      return %0 : tensor<f32>
    })");
  EXPECT_ENTRY(module, "parameter parameter constant tuple while "
                       "get-tuple-element get-tuple-element");
  // The body repeats the constant and hands %y on.
  EXPECT_EQ(getOpcodes(module->computations(0)),
            "parameter get-tuple-element get-tuple-element constant add tuple");
  EXPECT_EQ(module->computations(1).program_shape().result().element_type(),
            proto::PRED);
}

TEST_F(HLOExportTest, ReductionsTakeScalarsTheyUseAsInputs) {
  auto module = exportText(R"(
    func.func @main(%x: tensor<4xf32>, %z: tensor<f32>, %k: tensor<f32>) -> tensor<f32> {
      %0 = "stablehlo.reduce"(%x, %z) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %m = stablehlo.multiply %b, %k : tensor<f32>
        %s = stablehlo.add %a, %m : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    })");
  EXPECT_ENTRY(module, "parameter parameter parameter broadcast reduce "
                       "get-tuple-element get-tuple-element");
  EXPECT_EQ(module->computations(0).program_shape().parameters_size(), 4);
}

TEST_F(HLOExportTest, AliasesDonorsAndGrid) {
  auto module = exportText(R"(
    module @m attributes {mhlo.num_partitions = 2 : i32} {
    func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 1 : i32},
                    %y: tensor<4xf32> {jax.buffer_donor = true,
                                       mhlo.sharding = "{devices=[2]<=[2]}"})
        -> (tensor<4xf32>, tensor<4xf32>) {
      return %y, %x : tensor<4xf32>, tensor<4xf32>
    }})");
  EXPECT_ENTRY(module, "parameter parameter tuple");
  EXPECT_EQ(module->name(), "m");
  ASSERT_EQ(module->input_output_alias().entries_size(), 1);
  const auto &alias = module->input_output_alias().entries(0);
  EXPECT_EQ(alias.output_shape_index(0), 1);
  EXPECT_EQ(alias.parameter_number(), 0);
  EXPECT_EQ(module->buffer_donor().entries(0).parameter_number(), 1);
  EXPECT_TRUE(module->has_device_assignment());
  const auto &sharding = module->computations(0).instructions(1).sharding();
  EXPECT_EQ(sharding.type(), proto::OpSharding::OTHER);
  EXPECT_EQ(sharding.tile_assignment_dimensions(0), 2);
  EXPECT_EQ(sharding.iota_reshape_dims(0), 2);
}

TEST_F(HLOExportTest, DictionariesAreConfigurationsOfTypedCalls) {
  auto module = exportText(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.custom_call @f(%x) {backend_config = "",
          mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  EXPECT_ENTRY(module, "parameter custom-call");
  const auto &call = module->computations(0).instructions(1);
  EXPECT_EQ(call.backend_config(), "{uplo = 76 : ui8}");
  EXPECT_EQ(call.custom_call_api_version(), proto::API_VERSION_TYPED_FFI);
}

// A program of another dialect only: what stands for it has to be loaded.
TEST_F(HLOExportTest, AxesOfMeshesBecomeNumbersOfDevices) {
  auto module = exportText(R"(
    sdy.mesh @mesh = <["a"=2, "b"=2]>
    func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>})
        -> tensor<8x4xf32> {
      %0 = sdy.sharding_constraint %x <@mesh, [{}, {"b", "a"}]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    })");
  EXPECT_ENTRY(module, "parameter custom-call");
  const auto &entry = module->computations(0);
  // Split over b; a and what is left of the mesh replicate.
  const auto &argument = entry.instructions(0).sharding();
  EXPECT_TRUE(argument.replicate_on_last_tile_dim());
  EXPECT_EQ(argument.tile_assignment_dimensions_size(), 3);
  EXPECT_EQ(argument.iota_transpose_perm(0), 1);
  const auto &call = entry.instructions(1);
  EXPECT_EQ(call.custom_call_target(), "Sharding");
  EXPECT_EQ(call.sharding().tile_assignment_dimensions(1), 4);
  EXPECT_EQ(module->frontend_attributes().map().count("xla.sdy.meshes"), 1u);
}

TEST_F(HLOExportTest, ShardingTextThatIsNone) {
  for (StringRef text :
       {"{", "{devices=[2}", "{}{", "{replicated", "{foo}",
        "{devices=[99999999999999999999]0}", "{{{replicated}}}"}) {
    message.clear();
    EXPECT_FALSE(exportText(("func.func @main(%x: tensor<4xf32> "
                             "{mhlo.sharding = \"" +
                             text +
                             "\"}) -> tensor<4xf32> {\n"
                             "return %x : tensor<4xf32>\n}")
                                .str()))
        << text.str();
    EXPECT_NE(message.find("cannot read the sharding"), std::string::npos)
        << text.str() << ": " << message;
  }
}

TEST_F(HLOExportTest, FunctionsOfOldXLAUnlessAskedFor) {
  StringRef text = R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = chlo.cosh %x : tensor<f32> -> tensor<f32>
      %1 = chlo.erf %0 : tensor<f32> -> tensor<f32>
      return %1 : tensor<f32>
    })";
  HLOExportOptions recent;
  recent.recentOpcodes = true;
  auto module = exportText(text, recent);
  EXPECT_ENTRY(module, "parameter cosh erf");
  auto old = exportText(text);
  ASSERT_TRUE(old);
  std::string opcodes = getOpcodes(old->computations(0));
  EXPECT_EQ(opcodes.find("cosh"), std::string::npos);
  EXPECT_NE(opcodes.find("erf"), std::string::npos);
}

TEST_F(HLOExportTest, StackFrames) {
  auto module = exportText(R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.negate %x : tensor<f32> loc(#op)
      return %0 : tensor<f32>
    }
    #inner = loc("f"("a.py":3:4))
    #outer = loc("g"("a.py":30:8))
    #call = loc(callsite(#inner at #outer))
    #op = loc("jit(f)/neg"(#call)))");
  EXPECT_ENTRY(module, "parameter negate");
  const auto &metadata = module->computations(0).instructions(1).metadata();
  EXPECT_EQ(metadata.op_name(), "jit(f)/neg");
  EXPECT_EQ(metadata.source_file(), "a.py");
  EXPECT_EQ(metadata.source_line(), 3);
  ASSERT_EQ(metadata.stack_frame_id(), 2);
  const auto &frames = module->stack_frame_index();
  EXPECT_EQ(frames.stack_frames(1).parent_frame_id(), 1);
  EXPECT_EQ(frames.file_names_size(), 1);
  EXPECT_EQ(
      frames.function_names(frames.file_locations(0).function_name_id() - 1),
      "g");
}

TEST_F(HLOExportTest, RefusedByName) {
  const std::pair<StringRef, StringRef> cases[] = {
      {R"(func.func @main(%x: tensor<4xindex>) -> tensor<4xindex> {
            return %x : tensor<4xindex> })",
       "expected an element type of HLO, but got 'index'"},
      {R"(func.func @main(%x: tensor<f6E2M3FN>) -> tensor<6xi1> {
            %0 = stablehlo.bitcast_convert %x : (tensor<f6E2M3FN>) -> tensor<6xi1>
            return %0 : tensor<6xi1> })",
       "has no form in HLO, which has no integers of 6 bits"},
      {R"(func.func @f() { call @g() : () -> () return }
          func.func private @g() { call @f() : () -> () return })",
       "expects no recursive calls"},
      {R"(func.func @f() { return } func.func @g() { return })",
       "expected a function @main, or one public function"},
      {R"(func.func @f() { call @g() : () -> () return }
          func.func private @g())",
       "expects a function with a body, but got @g"},
      {R"(func.func @main(%x: tensor<4xf32>, %k: tensor<f32>) -> tensor<4xf32> {
            %0 = "stablehlo.all_reduce"(%x) ({
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
              %s = stablehlo.add %a, %k : tensor<f32>
              stablehlo.return %s : tensor<f32>
            }) {replica_groups = dense<0> : tensor<1x1xi64>,
                channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
                : (tensor<4xf32>) -> tensor<4xf32>
            return %0 : tensor<4xf32> })",
       "expects the module to have the attribute 'mhlo.num_partitions'"},
  };
  for (auto [text, expected] : cases) {
    message.clear();
    EXPECT_FALSE(exportText(text));
    EXPECT_NE(message.find(expected), std::string::npos) << message;
  }
}

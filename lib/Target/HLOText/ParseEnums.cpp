//===- ParseEnums.cpp - Attributes of HLO text that are words -------------===//
//
// Words are the enumerators' names without their prefix, in any case.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;

template <typename Enum>
LogicalResult
Parser::parseEnum(bool (*parse)(google::protobuf::ConstStringParam, Enum *),
                  StringRef prefix, const Twine &what, Enum &value) {
  size_t offset = here();
  StringRef word = cursor.takeWord();
  if (!word.empty() && parse(prefix.str() + word.upper(), &value))
    return success();
  cursor.setOffset(offset);
  return emitExpected(what);
}

LogicalResult Parser::parseFftType(Instruction &instruction) {
  proto::FftType type;
  if (failed(parseEnum(&proto::FftType_Parse, "", "FFT, IFFT, RFFT or IRFFT",
                       type)))
    return failure();
  instruction.message->set_fft_type(type);
  return success();
}

LogicalResult Parser::parseTranspose(Instruction &instruction) {
  using Options = proto::TriangularSolveOptions;
  Options::Transpose transpose;
  if (failed(parseEnum(&Options::Transpose_Parse, "",
                       "NO_TRANSPOSE, TRANSPOSE or ADJOINT", transpose)))
    return failure();
  instruction.message->mutable_triangular_solve_options()->set_transpose_a(
      transpose);
  return success();
}

LogicalResult Parser::parsePaddingType(Instruction &instruction) {
  proto::PaddingType type;
  if (failed(parseEnum(&proto::PaddingType_Parse, "",
                       "PADDING_VALID or PADDING_SAME", type)))
    return failure();
  instruction.message->set_padding_type(type);
  return success();
}

LogicalResult Parser::parseSchedule(Instruction &instruction) {
  proto::CustomCallSchedule schedule;
  if (failed(parseEnum(&proto::CustomCallSchedule_Parse, "",
                       "SCHEDULE_NONE, SCHEDULE_LATEST or SCHEDULE_EARLIEST",
                       schedule)))
    return failure();
  instruction.message->set_custom_call_schedule(schedule);
  return success();
}

/// The unspecified version, which old tools print, is the original one.
LogicalResult Parser::parseApiVersion(Instruction &instruction) {
  proto::CustomCallApiVersion version;
  if (failed(parseEnum(&proto::CustomCallApiVersion_Parse, "",
                       "a version such as API_VERSION_TYPED_FFI", version)))
    return failure();
  instruction.message->set_custom_call_api_version(version);
  return success();
}

LogicalResult Parser::parseRandomDistribution(Instruction &instruction) {
  proto::RandomDistribution distribution;
  if (failed(parseEnum(&proto::RandomDistribution_Parse, "",
                       "rng_uniform or rng_normal", distribution)))
    return failure();
  instruction.message->set_distribution(distribution);
  return success();
}

LogicalResult Parser::parseAlgorithm(Instruction &instruction) {
  if (instruction.getAttributeOwner().name == "rng-bit-generator") {
    proto::RandomAlgorithm algorithm;
    if (failed(parseEnum(&proto::RandomAlgorithm_Parse, "",
                         "rng_default, rng_three_fry or rng_philox",
                         algorithm)))
      return failure();
    instruction.message->set_rng_algorithm(algorithm);
    return success();
  }
  using Config = proto::PrecisionConfig;
  Config::Algorithm algorithm;
  if (failed(parseEnum(&Config::Algorithm_Parse, "ALG_",
                       "an algorithm such as dot_bf16_bf16_f32", algorithm)))
    return failure();
  instruction.message->mutable_precision_config()->set_algorithm(algorithm);
  return success();
}

LogicalResult Parser::parseOperandPrecision(Instruction &instruction) {
  using Config = proto::PrecisionConfig;
  Config &config = *instruction.message->mutable_precision_config();
  return parseList("{", "}", [&]() -> LogicalResult {
    Config::Precision precision;
    if (failed(parseEnum(&Config::Precision_Parse, "",
                         "default, high, highest or packed_nibble", precision)))
      return failure();
    config.add_operand_precision(precision);
    return success();
  });
}

LogicalResult Parser::parseFusionKind(Instruction &instruction) {
  StringRef word = cursor.peekWord();
  if (!llvm::is_contained({"kLoop", "kInput", "kOutput", "kCustom"}, word))
    return emitExpected("kLoop, kInput, kOutput or kCustom");
  instruction.message->set_fusion_kind(cursor.takeWord().str());
  return success();
}

LogicalResult Parser::parseDirection(Instruction &instruction) {
  StringRef word = cursor.peekWord();
  if (!llvm::is_contained({"EQ", "NE", "GE", "GT", "LE", "LT"}, word))
    return emitExpected("EQ, NE, GE, GT, LE or LT");
  instruction.message->set_comparison_direction(cursor.takeWord().str());
  return success();
}

LogicalResult Parser::parseComparisonType(Instruction &instruction) {
  StringRef word = cursor.peekWord();
  if (!llvm::is_contained({"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}, word))
    return emitExpected("FLOAT, TOTALORDER, SIGNED or UNSIGNED");
  instruction.message->set_comparison_type(cursor.takeWord().str());
  return success();
}

//===- PrintSimpleAttributes.cpp - Attributes as HLO text, one field each -===//
//
// Numbers, words and flags, as they stand in their fields.
//
//===----------------------------------------------------------------------===//

#include "FloatText.h"
#include "Printer.h"

#include <cstring>

using namespace xla;
using namespace xla::hlotext;
using llvm::StringRef;

void Printer::printGather(const Message &message) {
  const auto &dims = message.gather_dimension_numbers();
  numbers("offset_dims", dims.offset_dims());
  numbers("collapsed_slice_dims", dims.collapsed_slice_dims());
  numbers("start_index_map", dims.start_index_map());
  if (!dims.operand_batching_dims().empty())
    numbers("operand_batching_dims", dims.operand_batching_dims());
  if (!dims.start_indices_batching_dims().empty())
    numbers("start_indices_batching_dims", dims.start_indices_batching_dims());
  attribute("index_vector_dim") << dims.index_vector_dim();
  numbers("slice_sizes", message.gather_slice_sizes());
}

void Printer::printScatter(const Message &message) {
  const auto &dims = message.scatter_dimension_numbers();
  numbers("update_window_dims", dims.update_window_dims());
  numbers("inserted_window_dims", dims.inserted_window_dims());
  numbers("scatter_dims_to_operand_dims", dims.scatter_dims_to_operand_dims());
  if (!dims.input_batching_dims().empty())
    numbers("input_batching_dims", dims.input_batching_dims());
  if (!dims.scatter_indices_batching_dims().empty())
    numbers("scatter_indices_batching_dims",
            dims.scatter_indices_batching_dims());
  attribute("index_vector_dim") << dims.index_vector_dim();
}

void Printer::printIndexFlags(const Message &message) {
  flag("indices_are_sorted", message.indices_are_sorted());
  flag("unique_indices", message.unique_indices());
}

/// A count of 0 in a proto means 1.
void Printer::printGroupCounts(const Message &message) {
  if (message.feature_group_count() > 1)
    attribute("feature_group_count") << message.feature_group_count();
  if (message.batch_group_count() > 1)
    attribute("batch_group_count") << message.batch_group_count();
}

void Printer::printComparisonType(const Message &message) {
  attribute("direction") << (message.comparison_direction().empty()
                                 ? "EQ"
                                 : message.comparison_direction());
  // Without a type it is that of the operands.
  const Message *operand = getOperand(message, 0);
  TypeClass typeClass =
      operand ? getElementType(operand->shape().element_type()).typeClass
              : TypeClass::Other;
  StringRef standard =
      typeClass == TypeClass::Signed ? "SIGNED"
      : typeClass == TypeClass::Unsigned || typeClass == TypeClass::Predicate
          ? "UNSIGNED"
          : "FLOAT";
  if (!message.comparison_type().empty() &&
      message.comparison_type() != standard)
    attribute("type") << message.comparison_type();
}

void Printer::printFft(const Message &message) {
  attribute("fft_type") << proto::FftType_Name(message.fft_type());
  numbers("fft_length", message.fft_length());
}

void Printer::printBatchNorm(const Message &message) {
  float epsilon = message.epsilon();
  uint32_t bits;
  std::memcpy(&bits, &epsilon, sizeof(bits));
  attribute("epsilon");
  printFloat(bits, getElementType(proto::F32), os);
  attribute("feature_index") << message.feature_index();
}

void Printer::printPrecisionBits(const Message &message) {
  attribute("exponent_bits") << message.exponent_bits();
  attribute("mantissa_bits") << message.mantissa_bits();
}

void Printer::printSolveOptions(const Message &message) {
  const proto::TriangularSolveOptions &solve =
      message.triangular_solve_options();
  flag("left_side", solve.left_side());
  flag("lower", solve.lower());
  flag("unit_diagonal", solve.unit_diagonal());
  if (solve.transpose_a() != proto::TriangularSolveOptions::TRANSPOSE_INVALID)
    attribute("transpose_a")
        << proto::TriangularSolveOptions::Transpose_Name(solve.transpose_a());
}

void Printer::printLower(const Message &message) {
  if (message.opcode() == "cholesky")
    flag("lower", message.cholesky_options().lower());
}

void Printer::printTopK(const Message &message) {
  attribute("k") << message.k();
  attribute("largest") << (message.largest() ? "true" : "false");
}

void Printer::printStable(const Message &message) {
  flag("is_stable", message.is_stable());
}

void Printer::printScan(const Message &message) {
  if (message.num_carries() != 0)
    attribute("num_carries") << message.num_carries();
  flag("is_reverse", message.is_reverse());
  if (message.is_associative() != proto::TRI_STATE_UNSPECIFIED)
    attribute("is_associative")
        << (message.is_associative() == proto::TRI_STATE_TRUE ? "true"
                                                              : "false");
}

void Printer::printTarget(const Message &message) {
  printQuoted(message.custom_call_target(), attribute("custom_call_target"));
}

void Printer::printPaddingType(const Message &message) {
  if (message.padding_type() != proto::PADDING_INVALID)
    attribute("padding_type")
        << proto::PaddingType_Name(message.padding_type());
}

void Printer::printComposite(const Message &message) {
  flag("is_composite", message.is_composite());
}

void Printer::printConstrainLayout(const Message &message) {
  flag("constrain_layout", message.constrain_layout());
}

void Printer::printGlobalIds(const Message &message) {
  flag("use_global_device_ids", message.use_global_device_ids());
}

void Printer::printHostTransfer(const Message &message) {
  flag("is_host_transfer", message.is_host_transfer());
}

void Printer::printTupleIndex(const Message &message) {
  attribute("index") << message.tuple_index();
}

void Printer::printFusionKind(const Message &message) {
  attribute("kind") << (message.fusion_kind().empty() ? "kLoop"
                                                      : message.fusion_kind());
}

void Printer::printRandomDistribution(const Message &message) {
  const std::string &name = proto::RandomDistribution_Name(
      proto::RandomDistribution(message.distribution()));
  attribute("distribution") << StringRef(name).lower();
}

void Printer::printDelta(const Message &message) {
  attribute("delta") << message.delta();
}

void Printer::printInfeedConfig(const Message &message) {
  text("infeed_config", message.infeed_config());
}

void Printer::printOutfeedShape(const Message &message) {
  if (message.has_outfeed_shape()) {
    attribute("outfeed_shape");
    printShape(message.outfeed_shape(), /*withLayout=*/true, os);
  }
  text("outfeed_config", message.outfeed_config());
}

void Printer::printThread(const Message &message) {
  text("async_execution_thread", message.async_execution_thread());
}

/// Old files have the number of an all-reduce in a field of its own.
void Printer::printChannel(const Message &message) {
  int64_t channel =
      message.channel_id() > 0 ? message.channel_id() : message.all_reduce_id();
  if (channel > 0)
    attribute("channel_id") << channel;
}

void Printer::printPrefetchIndex(const Message &message) {
  if (message.is_cross_program_prefetch())
    attribute("cross_program_prefetch_index")
        << message.cross_program_prefetch_index();
}

void Printer::printReplication(const Message &message) {
  if (!message.has_parameter_replication())
    return;
  attribute("parameter_replication") << '{';
  llvm::interleave(
      message.parameter_replication().replicated_at_leaf_buffers(), os,
      [&](bool value) { os << (value ? "true" : "false"); }, ",");
  os << '}';
}

void Printer::printSourceTargets(const Message &message) {
  attribute("source_target_pairs") << '{';
  llvm::interleave(
      message.source_target_pairs(), os,
      [&](const proto::SourceTarget &pair) {
        os << '{' << pair.source() << ',' << pair.target() << '}';
      },
      ",");
  os << '}';
}

void Printer::printDomain(const Message &message) {
  attribute("domain") << "{kind=\"sharding\", entry=";
  printSharding(message.domain_entry_sharding(), options.indexComments, os);
  os << ", exit=";
  printSharding(message.domain_exit_sharding(), options.indexComments, os);
  os << '}';
}

void Printer::printReplicaGroups(const Message &message) {
  const proto::CollectiveDeviceListProto &list =
      message.collective_device_list();
  attribute("replica_groups");
  // Newer files have the compact form in a field of its own.
  const proto::IotaReplicaGroupListProto &iota =
      message.has_iota_collective_device_list()
          ? message.iota_collective_device_list()
          : list.iota_replica_group_list();
  if (iota.num_replica_groups() != 0) {
    os << '[' << iota.num_replica_groups() << ','
       << iota.num_devices_per_group() << "]<=";
    printIota(asArray(iota.iota_reshape_dims()),
              {iota.iota_transpose_perm().data(),
               size_t(iota.iota_transpose_perm_size())},
              os);
    return;
  }
  const auto &groups = message.has_collective_device_list()
                           ? list.replica_groups()
                           : message.replica_groups();
  os << '{';
  llvm::interleave(
      groups, os,
      [&](const proto::ReplicaGroup &group) {
        printNumbers(group.replica_ids(), os);
      },
      ",");
  os << '}';
}

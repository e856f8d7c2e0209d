//===- Snapshot.cpp - Runs that snapshots hold ----------------------------===//
//
// Arguments and results between snapshots and cases.
//
//===----------------------------------------------------------------------===//

#include "Snapshot.h"

#include "xla/Target/HLOModule/Export.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/LiteralProto.h"

#include <cmath>

using namespace mlir;
using namespace xla;
using xla::run::SnapshotWriter;

/// The relative error that two right compilers may be apart after a program of
/// many ops: about a square root of the precision, and two units in the last
/// place at least.
static double getTolerance(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  auto type = dyn_cast<FloatType>(element);
  if (!type)
    return 0;
  double ulp = std::ldexp(1.0, 1 - static_cast<int>(type.getFPMantissaWidth()));
  return std::max(std::sqrt(ulp / 2) / 4, 2 * ulp);
}

/// The root mean square of the finite elements.
static double getRms(const Literal &value) {
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0, e = value.getNumElements(); i != e; ++i) {
    double magnitude = std::abs(value.getComplex(i));
    if (!std::isfinite(magnitude))
      continue;
    sum += magnitude * magnitude;
    ++count;
  }
  return count ? std::sqrt(sum / static_cast<double>(count)) : 0;
}

int run::takeSnapshot(const SnapshotData &snapshot,
                      const SnapshotTolerance &tolerance, Case &one) {
  if (snapshot.arguments.empty() || !one.arguments.empty() || one.results)
    return 0;
  for (const SmallVector<Literal> &list : snapshot.arguments)
    for (const Literal &value : list) {
      ArgumentSpec &spec = one.arguments.emplace_back();
      spec.type = value.getType();
      spec.value = value;
    }
  if (snapshot.results) {
    one.results.emplace();
    for (const Literal &value : *snapshot.results) {
      ExpectedResult &result = one.results->emplace_back();
      result.type = value.getType();
      result.value = value;
      result.rtol = tolerance.relative >= 0
                        ? tolerance.relative
                        : getTolerance(value.getElementType());
      // Small elements of a large whole come from sums that cancel.
      result.atol = tolerance.absolute >= 0 ? tolerance.absolute
                                            : result.rtol * getRms(value);
    }
  }
  return static_cast<int>(snapshot.arguments.size());
}

SnapshotWriter::SnapshotWriter() = default;
SnapshotWriter::SnapshotWriter(SnapshotWriter &&) = default;
SnapshotWriter::~SnapshotWriter() = default;

FailureOr<SnapshotWriter> SnapshotWriter::create(ModuleOp module,
                                                 StringRef entry, int replicas,
                                                 int partitions) {
  SnapshotWriter writer;
  writer.numProcesses = replicas * partitions;
  // How many of each there are is part of the module.
  DictionaryAttr before = module->getDiscardableAttrDictionary();
  Builder builder(module.getContext());
  if (writer.numProcesses != 1) {
    module->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(replicas));
    module->setAttr("mhlo.num_partitions",
                    builder.getI32IntegerAttr(partitions));
  }
  HLOExportOptions options;
  options.entry = entry.str();
  auto exported = exportHLOModule(module, options);
  module->setDiscardableAttrs(before);
  if (failed(exported))
    return failure();
  writer.module = std::move(*exported);
  return writer;
}

/// Sets `proto` to one value, or to a tuple of them.
static llvm::Error writeResults(ArrayRef<Literal> results,
                                proto::LiteralProto &proto) {
  if (results.size() == 1)
    return writeLiteral(results.front(), proto);
  proto.mutable_shape()->set_element_type(proto::TUPLE);
  for (const Literal &value : results) {
    if (llvm::Error error = writeLiteral(value, *proto.add_tuple_literals()))
      return error;
    *proto.mutable_shape()->add_tuple_shapes() =
        proto.tuple_literals().rbegin()->shape();
  }
  return llvm::Error::success();
}

template <typename MessageT>
static llvm::Error writeArguments(ArrayRef<Literal> arguments,
                                  MessageT &message) {
  for (const Literal &value : arguments)
    if (llvm::Error error = writeLiteral(value, *message.add_arguments()))
      return error;
  return llvm::Error::success();
}

llvm::Expected<std::string>
SnapshotWriter::write(ArrayRef<Literal> arguments,
                      ArrayRef<Literal> results) const {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  auto writeOne = [&]() -> llvm::Error {
    proto::HloSnapshot snapshot;
    *snapshot.mutable_hlo()->mutable_hlo_module() = *module;
    snapshot.set_execution_platform("cpu");
    if (llvm::Error error = writeArguments(arguments, snapshot))
      return error;
    if (llvm::Error error = writeResults(results, *snapshot.mutable_result()))
      return error;
    return writeHLOSnapshot(std::move(snapshot), os);
  };
  auto writeSeveral = [&]() -> llvm::Error {
    proto::HloUnoptimizedSnapshot snapshot;
    *snapshot.mutable_hlo_module() = *module;
    size_t count = arguments.size() / numProcesses;
    for (int process = 0; process != numProcesses; ++process)
      if (llvm::Error error =
              writeArguments(arguments.slice(process * count, count),
                             *snapshot.add_partitions()))
        return error;
    return writeHLOSnapshot(std::move(snapshot), os);
  };
  if (llvm::Error error = numProcesses == 1 ? writeOne() : writeSeveral())
    return std::move(error);
  return bytes;
}

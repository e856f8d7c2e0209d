//===- SnapshotWriter.cpp - Write runs as snapshots -----------------------===//
//
// The program is exported once, before it is compiled.
//
//===----------------------------------------------------------------------===//

#include "xla/Dump/SnapshotWriter.h"

#include "xla/Target/HLOModule/Export.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/LiteralProto.h"

using namespace mlir;
using namespace xla;

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

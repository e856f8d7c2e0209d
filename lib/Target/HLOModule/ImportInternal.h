//===- ImportInternal.h - What the parts of the importer share --*- C++ -*-===//
//
// A module is resolved first: then ids are positions, operands come before
// their users, and no computation calls itself. After that each instruction has
// a handler, found by its opcode, in the file of its op family.
//
// The value of an instruction is the list of the leaves of its shape, arrays
// and tokens from left to right; tuples do not appear.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOMODULE_IMPORTINTERNAL_H
#define XLA_LIB_TARGET_HLOMODULE_IMPORTINTERNAL_H

#include "ImportShapes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Target/HLOModule/Import.h"
#include "xla/Target/HLOProto/HLO.pb.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace xla::importer {
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// While a module is built and verified, locations say where in the HLO an
/// instruction stands. Afterwards they say what its metadata says.
class Locations {
public:
  Locations(const proto::HloModuleProto &module, const ImportOptions &options,
            mlir::MLIRContext *context);

  mlir::Location getModule() const { return moduleLoc; }
  mlir::Location get(const proto::HloComputationProto &computation) const;
  mlir::Location get(const proto::HloComputationProto &computation,
                     const proto::HloInstructionProto &instruction);

  /// Gives everything in `module` the locations of the source program.
  void finish(mlir::ModuleOp module) const;

private:
  std::optional<mlir::Location> getInText(int64_t textOffset) const;
  mlir::Location getSource(const proto::OpMetadata &metadata,
                           mlir::Location inModule);
  std::optional<mlir::Location> getFrames(int64_t id);
  std::optional<mlir::Location> getFrame(int64_t id) const;

  const proto::HloModuleProto &module;
  mlir::MLIRContext *context;
  llvm::StringRef fileName;
  llvm::SmallVector<size_t, 0> lineStarts;
  size_t textSize;
  mlir::Location moduleLoc;
  llvm::DenseMap<mlir::Location, mlir::Location> sources;
};

//===----------------------------------------------------------------------===//
// Resolved modules
//===----------------------------------------------------------------------===//

/// A computation whose references are known to be right.
struct Computation {
  const proto::HloComputationProto *proto = nullptr;
  /// Of each instruction, the positions of its operands, which are lower.
  std::vector<llvm::SmallVector<unsigned, 2>> operands;
  /// Of each instruction, the positions of the computations it calls.
  std::vector<llvm::SmallVector<unsigned, 1>> callees;
  /// The positions of the parameters, by number.
  llvm::SmallVector<unsigned> parameters;
  unsigned root = 0;

  const proto::HloInstructionProto &getInstruction(unsigned index) const {
    return proto->instructions(index);
  }
  const proto::ShapeProto &getRootShape() const {
    return getInstruction(root).shape();
  }
};

struct ResolvedModule {
  const proto::HloModuleProto *proto = nullptr;
  std::vector<Computation> computations;
  unsigned entry = 0;
};

/// Checks everything that concerns more than one instruction, and all shapes.
mlir::FailureOr<ResolvedModule> resolveModule(const proto::HloModuleProto &,
                                              Locations &locations);

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

using Leaves = llvm::SmallVector<mlir::Value, 1>;

/// One use of a computation: the values of its instructions so far.
struct Scope {
  explicit Scope(const Computation &computation)
      : computation(computation),
        values(computation.proto->instructions_size()) {}

  const Computation &computation;
  std::vector<Leaves> values;
};

/// What a remark at the end says was left out.
struct Ignored {
  int64_t backendConfigs = 0;
  int64_t controlPredecessors = 0;
  bool layouts = false;
  /// Constants without elements, the first of which stands there.
  int64_t elidedConstants = 0;
  std::optional<mlir::Location> firstElided;
};

/// Builds the module. One per import.
class ModuleImporter {
public:
  ModuleImporter(const ResolvedModule &module, Locations &locations,
                 const ImportOptions &options, mlir::MLIRContext *context);

  mlir::OwningOpRef<mlir::ModuleOp> run();

  /// Builds `callee` at the insertion point; `arguments` has the leaves of each
  /// parameter. Gives the leaves of the root.
  mlir::FailureOr<Leaves> inlineComputation(const Computation &callee,
                                            llvm::ArrayRef<Leaves> arguments);

  /// Fills `region` with a block that takes the leaves of all parameters of
  /// `callee` and returns those of its root.
  mlir::LogicalResult buildRegion(mlir::Region &region,
                                  const Computation &callee);
  /// The same, but the parameters are values from outside the region.
  mlir::LogicalResult buildBranch(mlir::Region &region,
                                  const Computation &callee,
                                  llvm::ArrayRef<Leaves> arguments);

  /// The function that stands for `callee`; it is built later.
  mlir::FlatSymbolRefAttr getFunction(const Computation &callee);

  const Computation &getComputation(unsigned index) const {
    return module.computations[index];
  }

  const ResolvedModule &module;
  Locations &locations;
  const ImportOptions &options;
  mlir::OpBuilder builder;
  Ignored ignored;

private:
  mlir::FailureOr<llvm::SmallVector<mlir::Type>>
  getTypes(const Computation &computation, unsigned index);
  /// The leaves of the parameters as arguments of `block`, which gets them.
  mlir::FailureOr<llvm::SmallVector<Leaves>>
  addArguments(mlir::Block &block, const Computation &computation);
  mlir::LogicalResult importInstruction(Scope &scope, unsigned index);
  mlir::LogicalResult buildFunction(const Computation &computation,
                                    mlir::StringRef name, bool isEntry);
  mlir::LogicalResult takeFromBudget(const Computation &callee);
  void remarkIgnored();

  mlir::OwningOpRef<mlir::ModuleOp> result;
  llvm::StringSet<> functionNames;
  llvm::DenseMap<const Computation *, mlir::FlatSymbolRefAttr> functions;
  llvm::SmallVector<const Computation *> functionsToBuild;
  int64_t budget;
  unsigned depth = 0;
};

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// An instruction that is being imported: what a handler sees.
class Instruction {
public:
  Instruction(ModuleImporter &importer, Scope &scope, unsigned index);

  llvm::StringRef getOpcode() const { return proto.opcode(); }
  mlir::InFlightDiagnostic emitError() const { return mlir::emitError(loc); }
  mlir::OpBuilder &getBuilder() const { return importer.builder; }
  mlir::MLIRContext *getContext() const { return builder.getContext(); }

  unsigned getNumOperands() const { return getOperandPositions().size(); }
  llvm::ArrayRef<unsigned> getOperandPositions() const {
    return scope.computation.operands[index];
  }
  const proto::HloInstructionProto &getOperandProto(unsigned number) const {
    return scope.computation.getInstruction(getOperandPositions()[number]);
  }
  const proto::ShapeProto &getOperandShape(unsigned number) const {
    return getOperandProto(number).shape();
  }
  const Leaves &getLeaves(unsigned number) const {
    return scope.values[getOperandPositions()[number]];
  }
  /// The leaves of operands `first` and following, at most `count`.
  Leaves getAllLeaves(unsigned first = 0, unsigned count = ~0u) const;
  /// An operand that is known to be an array.
  mlir::Value getOperand(unsigned number) const {
    return getLeaves(number).front();
  }
  mlir::RankedTensorType getOperandType(unsigned number) const {
    return mlir::cast<mlir::RankedTensorType>(getOperand(number).getType());
  }
  /// The type of a result that is known to be an array.
  mlir::RankedTensorType getType() const {
    return mlir::cast<mlir::RankedTensorType>(types.front());
  }

  unsigned getNumCallees() const {
    return scope.computation.callees[index].size();
  }
  const Computation &getCallee(unsigned number) const {
    return importer.getComputation(scope.computation.callees[index][number]);
  }
  mlir::LogicalResult buildRegion(mlir::Region &region, unsigned callee) const {
    return importer.buildRegion(region, getCallee(callee));
  }

  /// Makes an op where the instruction stands.
  template <typename Op, typename... Args> Op create(Args &&...args) const {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  /// Makes the result of the instruction.
  template <typename Op, typename... Args>
  mlir::LogicalResult give(Args &&...args) {
    return give(create<Op>(std::forward<Args>(args)...)->getResults());
  }
  mlir::LogicalResult give(mlir::ValueRange values) {
    results.assign(values.begin(), values.end());
    return mlir::success();
  }

  ModuleImporter &importer;
  mlir::OpBuilder &builder;
  Scope &scope;
  const unsigned index;
  const proto::HloInstructionProto &proto;
  const mlir::Location loc;
  /// The types of the leaves of the declared shape.
  llvm::SmallVector<mlir::Type> types;
  /// The value; handlers fill it.
  Leaves results;
};

using Handler = mlir::LogicalResult (*)(Instruction &);

/// What an opcode takes and who imports it.
struct Opcode {
  Handler handler = nullptr;
  unsigned minOperands = 0;
  unsigned maxOperands = ~0u;
  /// Whether every operand, or the result, has to be an array.
  bool takesArrays = true;
  bool givesArray = true;
  unsigned minCallees = 0;
};

class OpcodeTable {
public:
  static const OpcodeTable &get();
  const Opcode *find(llvm::StringRef opcode) const {
    auto it = opcodes.find(opcode);
    return it == opcodes.end() ? nullptr : &it->second;
  }
  void add(llvm::ArrayRef<llvm::StringRef> names, const Opcode &opcode) {
    for (llvm::StringRef name : names)
      opcodes[name] = opcode;
  }

private:
  OpcodeTable();
  void addElementwise();
  void addShape();
  void addReduction();
  void addContraction();
  void addIndexing();
  void addControlFlow();
  void addAsync();
  void addCollective();
  void addPermute();
  void addTransfer();
  void addRandom();
  void addCustomCall();

  llvm::StringMap<Opcode> opcodes;
};

/// The value that an opcode names but does not define: zeros, or a new token.
mlir::Value createFiller(Instruction &instruction, mlir::Type type);

/// Gives `values` as the leaves from `first` on and fillers as the others: the
/// tuple of an async start, which holds more than anybody reads.
mlir::LogicalResult giveAmongFillers(Instruction &instruction, int64_t first,
                                     mlir::ValueRange values);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// A repeated field as an array.
template <typename Field> llvm::ArrayRef<int64_t> toArray(const Field &field) {
  return {field.data(), static_cast<size_t>(field.size())};
}

/// The text that stands for `sharding` in HLO: `{devices=[2,1]<=[2]}`.
std::string printSharding(const proto::OpSharding &sharding);

/// The value of a frontend attribute, or none.
std::optional<llvm::StringRef>
findFrontendAttribute(const Instruction &instruction, const char *name);

/// Sharding and frontend attributes on the ops that were made for
/// `instruction`.
void attachAnnotations(Instruction &instruction);

/// Everything the entry computation says of its parameters and results.
mlir::LogicalResult attachEntryAttributes(ModuleImporter &importer,
                                          mlir::func::FuncOp entry);

/// What the module says of itself.
mlir::LogicalResult attachModuleAttributes(ModuleImporter &importer,
                                           mlir::ModuleOp module);

/// A permutation of dimensions as it stands in attributes.
mlir::DenseIntElementsAttr getLayoutAttr(mlir::Builder &builder,
                                         llvm::ArrayRef<int64_t> dims);
/// Rows of numbers, all as long as the longest, filled with -1.
mlir::DenseIntElementsAttr
getRowsAttr(mlir::Builder &builder,
            llvm::ArrayRef<llvm::SmallVector<int64_t>> rows,
            int64_t minColumns = 0);

/// The dimension of an instruction that has one.
mlir::FailureOr<int64_t> getDimension(Instruction &instruction);

/// The groups of a collective, spelled out, in rows.
mlir::FailureOr<mlir::DenseIntElementsAttr> getGroups(Instruction &instruction);
/// The channel of a collective; null if it has none.
ChannelHandleAttr getChannel(Instruction &instruction);
/// Where the `count` results of a collective begin in its shape, and their
/// types: all of it, or the second element of what a start gives.
mlir::FailureOr<std::pair<int64_t, llvm::SmallVector<mlir::Type>>>
getResultTypes(Instruction &instruction, size_t count);

/// The precisions of the instruction's operands; null if it has none. Emits an
/// error for those that hlo does not have.
mlir::FailureOr<mlir::ArrayAttr> getPrecisions(Instruction &instruction);

/// A window's lists, one entry per dimension.
struct WindowLists {
  explicit WindowLists(const proto::Window &window);
  mlir::DenseIntElementsAttr getPaddingAttr(mlir::Builder &builder) const;

  llvm::SmallVector<int64_t> sizes, strides, padding, baseDilations,
      windowDilations;
  llvm::SmallVector<bool> reversal;
  bool isReversed = false;
};

ConvDimensionNumbersAttr
getConvolutionNumbers(mlir::MLIRContext *context,
                      const proto::ConvolutionDimensionNumbers &numbers);

/// `constant`, whose literals lie in the order of their layouts.
mlir::LogicalResult importConstant(Instruction &instruction);

/// Ops in place of a custom call whose target compilers name and whose meaning
/// is known. False if there are none; then nothing was given.
bool expandKnownCall(Instruction &instruction);

/// The elements of a literal that is an array.
mlir::FailureOr<mlir::DenseElementsAttr>
getArrayLiteral(Instruction &instruction, const proto::LiteralProto &literal);

} // namespace xla::importer

#endif // XLA_LIB_TARGET_HLOMODULE_IMPORTINTERNAL_H

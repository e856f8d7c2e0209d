//===- Evaluator.h - The evaluation's machinery ----------------*- C++ -*-===//
//
// Each function is planned once: its values get numbered slots of a frame, its
// ops their handler, and every use of a value is known to be the last one or
// not. A value leaves its slot at its last use, so that an op that is the only
// user of an operand may write the result over it.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_EVALUATOR_H
#define XLA_LIB_INTERPRETER_EVALUATOR_H

#include "ProcessGrid.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Interpreter/ElementwiseKernel.h"
#include "xla/Interpreter/Interpreter.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <map>

namespace xla::interpreter {

class OpContext;
class Evaluator;
/// Evaluates one op: reads the context's operands, adds the results. On
/// failure it has emitted a diagnostic.
using Handler = mlir::LogicalResult (*)(OpContext &);

/// A use of a slot by an op.
struct SlotUse {
  unsigned slot;
  bool isLast;
};

struct QuantizedOp;

struct PlannedOp {
  mlir::Operation *op;
  /// Null for terminators and for ops nobody handles.
  Handler handler = nullptr;
  std::optional<ElementwiseKernel> kernel;
  /// The value of a constant op, after its first evaluation.
  RuntimeValue constant;
  /// What an op on quantized values means; null for all others.
  std::shared_ptr<QuantizedOp> quantized;
  llvm::SmallVector<SlotUse, 3> operands;
  llvm::SmallVector<unsigned, 1> results;
  /// Slots that die with this op without being moved into it.
  llvm::SmallVector<unsigned, 1> dying;
};

struct BlockPlan {
  llvm::SmallVector<unsigned> args;
  /// Arguments that nobody reads.
  llvm::SmallVector<unsigned> unusedArgs;
  std::vector<PlannedOp> ops;
};

struct FunctionPlan {
  unsigned numSlots = 0;
  llvm::DenseMap<mlir::Value, unsigned> slots;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<BlockPlan>> blocks;
};

/// The values of one activation of a function.
struct Frame {
  FunctionPlan &plan;
  std::vector<RuntimeValue> slots;

  explicit Frame(FunctionPlan &plan) : plan(plan), slots(plan.numSlots) {}
  const RuntimeValue &get(mlir::Value value) const {
    return slots[plan.slots.find(value)->second];
  }
};

/// What the processes of one evaluation share. They take turns, so nothing here
/// needs a lock.
struct Session {
  explicit Session(const Options &options) : options(options) {
    budget.limit = options.maxBytes;
  }

  Options options;
  MemoryBudget budget;
  int64_t numSteps = 0;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  /// How often each probe was passed, by its id.
  std::map<std::string, int64_t> probes;
};

/// Evaluates what one process runs.
class Evaluator {
public:
  /// A process that is alone.
  explicit Evaluator(const Options &options);
  /// One of the processes of `grid`, which must outlive this.
  Evaluator(std::shared_ptr<Session> session, ProcessGrid &grid,
            int64_t process);
  ~Evaluator();

  /// Calls a function on behalf of `caller`.
  mlir::LogicalResult call(mlir::func::FuncOp function, Values args,
                           Values &results, mlir::Operation *caller);

  /// Runs a region with one block; its results are the terminator's operands.
  mlir::LogicalResult runRegion(mlir::Region &region, Frame &frame, Values args,
                                Values &results);

  const std::shared_ptr<Session> &getSession() { return session; }
  ProcessGrid &getGrid() { return *grid; }
  /// The number of this process in its grid.
  int64_t getProcess() const { return process; }

  /// Drops what is known of a function that is about to be destroyed.
  void forget(mlir::func::FuncOp function) { plans.erase(function); }

  MemoryBudget &getBudget() { return session->budget; }
  /// Says that a check of the program's own has failed.
  void noteFailedCheck() {
    if (bool *failed = session->options.failedCheck)
      *failed = true;
  }
  mlir::SymbolTableCollection &getSymbols() { return symbols; }
  /// A new number with each call, for random numbers without a state.
  uint64_t nextSeed() { return seed++; }

private:
  FunctionPlan &getPlan(mlir::func::FuncOp function);
  mlir::LogicalResult runOp(PlannedOp &planned, Frame &frame);
  mlir::LogicalResult countStep(mlir::Operation *op);

  std::shared_ptr<Session> session;
  std::unique_ptr<ProcessGrid> ownGrid;
  ProcessGrid *grid;
  int64_t process;
  int depth = 0;
  /// Of this process alone: each calls the program's entry.
  uint64_t seed = 0;
  mlir::SymbolTableCollection symbols;
  // Behind the session: their constants give memory back to it.
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<FunctionPlan>> plans;
};

/// What a handler works with.
class OpContext {
public:
  OpContext(Evaluator &evaluator, Frame &frame, PlannedOp &planned)
      : evaluator(evaluator), frame(frame), planned(planned) {}

  Evaluator &evaluator;
  Frame &frame;
  PlannedOp &planned;
  /// Owned by the handler, which may move from them.
  Values operands;
  Values results;
  /// What the results have for the handler where those are not the op's own
  /// types: those of the regions that it combines quantized values in.
  llvm::ArrayRef<mlir::Type> resultTypes;

  mlir::Operation *getOp() const { return planned.op; }
  Tensor &getTensor(unsigned i) { return operands[i].getTensor(); }

  /// The element kind of result `i`; a diagnostic if there is none.
  mlir::FailureOr<ElementKind> getResultKind(unsigned i = 0);

  /// New tensors; a diagnostic if they are too large.
  mlir::FailureOr<Tensor> create(ElementKind kind,
                                 llvm::ArrayRef<int64_t> shape);
  /// `tensor` for writing: itself if unique, otherwise a copy.
  mlir::FailureOr<Tensor> takeOrCopy(Tensor tensor);

  mlir::LogicalResult addResult(mlir::FailureOr<Tensor> tensor) {
    if (mlir::failed(tensor))
      return mlir::failure();
    results.push_back(std::move(*tensor));
    return mlir::success();
  }
  mlir::InFlightDiagnostic error() { return getOp()->emitOpError(); }
};

/// The handlers of all families, by op name.
const llvm::StringMap<Handler> &getHandlers();

/// Fills the table. One function per family.
class HandlerTable {
public:
  explicit HandlerTable(llvm::StringMap<Handler> &handlers)
      : handlers(handlers) {}
  /// `handler` gets the op as its class.
  template <typename OpT, mlir::LogicalResult (*handler)(OpT, OpContext &)>
  void add() {
    handlers[OpT::getOperationName()] = [](OpContext &context) {
      return handler(mlir::cast<OpT>(context.getOp()), context);
    };
  }
  void add(llvm::StringRef name, Handler handler) { handlers[name] = handler; }

private:
  llvm::StringMap<Handler> &handlers;
};

void addElementwiseHandlers(HandlerTable &table);
void addShapeHandlers(HandlerTable &table);
void addReductionHandlers(HandlerTable &table);
void addContractionHandlers(HandlerTable &table);
void addIndexingHandlers(HandlerTable &table);
void addControlFlowHandlers(HandlerTable &table);
void addCollectiveHandlers(HandlerTable &table);
void addTransferHandlers(HandlerTable &table);
void addRunParallelHandlers(HandlerTable &table);
void addRandomHandlers(HandlerTable &table);
void addQuantizedHandlers(HandlerTable &table);
void addProbeHandlers(HandlerTable &table);
void addCheckHandlers(HandlerTable &table);

/// Finds the handler or kernel of `planned.op`; none if nobody has it.
void planEvaluation(PlannedOp &planned);

/// The same where quantized values take part; false if they do not.
bool planQuantized(PlannedOp &planned);

/// Runs the op as planned; a diagnostic if nobody has it.
mlir::LogicalResult evaluatePlanned(OpContext &context);

/// A kernel over whole tensors of equal shape, reusing a unique operand.
mlir::LogicalResult evaluateKernel(const ElementwiseKernel &kernel,
                                   OpContext &context);

/// `tensor` converted to another kind as by the convert op; itself if it has
/// the kind already.
mlir::FailureOr<Tensor> convertTensor(OpContext &context, const Tensor &tensor,
                                      ElementKind kind);

/// Runs `programs`, one for each process of `grid`, on behalf of `caller`.
/// Returns the results of each.
mlir::FailureOr<std::vector<Values>>
runGrid(Evaluator &parent, ProcessGrid &grid,
        llvm::ArrayRef<mlir::func::FuncOp> programs,
        std::vector<Values> arguments, mlir::Operation *caller);

/// What probe `id` wrote when it was passed for the `iteration`th time, from 0,
/// if it was of `type`; a diagnostic otherwise.
mlir::FailureOr<Tensor> readProbe(OpContext &context, llvm::StringRef id,
                                  int64_t iteration,
                                  mlir::RankedTensorType type);

/// Literals to values and back.
mlir::FailureOr<Tensor> literalToTensor(const Literal &literal,
                                        mlir::Operation *op,
                                        MemoryBudget *budget);
Literal tensorToLiteral(const Tensor &tensor, mlir::RankedTensorType type);
/// The same for values of `types`: tuples flattened, tokens left out. A
/// diagnostic at `function` where literals do not fit.
mlir::FailureOr<Values> toValues(mlir::TypeRange types,
                                 llvm::ArrayRef<Literal> literals,
                                 mlir::func::FuncOp function,
                                 MemoryBudget *budget);
llvm::SmallVector<Literal> toLiterals(mlir::TypeRange types,
                                      const Values &values);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_EVALUATOR_H

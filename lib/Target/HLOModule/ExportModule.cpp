//===- ExportModule.cpp - Modules and computations of HLO -----------------===//
//
// Writes functions and regions as computations, callees first. Assumes a
// prepared program. Instructions hold local ids until their computation is
// finished: then the number of the computation, which those before determine,
// goes into the upper half.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

/// Regions in regions; each is a level of recursion here.
static constexpr unsigned maxDepth = 256;

/// libprotobuf writes no message of 2 GiB; the rest is for all but literals.
static constexpr uint64_t maxLiteralBytes = (uint64_t(1) << 31) - (1 << 26);

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

SmallVector<Instruction *> Computation::get(ValueRange range) const {
  return llvm::map_to_vector(range, [&](Value value) { return get(value); });
}

Instruction *Computation::create(Location loc, StringRef opcode, Shape shape,
                                 ArrayRef<Instruction *> operands) {
  Instruction *instruction = instructions.Add();
  instruction->set_opcode(opcode.str());
  instruction->set_name(module.makeName(opcode));
  *instruction->mutable_shape() = std::move(shape);
  instruction->set_id(instructions.size());
  for (Instruction *operand : operands)
    instruction->add_operand_ids(operand->id());
  module.metadata.write(loc, *instruction->mutable_metadata());
  return instruction;
}

Instruction *Computation::createElement(Location loc, Instruction *tuple,
                                        int64_t index) {
  Instruction *element = create(loc, "get-tuple-element",
                                tuple->shape().tuple_shapes(index), {tuple});
  element->set_tuple_index(index);
  return element;
}

Instruction *Computation::createTuple(Location loc,
                                      ArrayRef<Instruction *> elements) {
  SmallVector<Shape> shapes;
  for (Instruction *element : elements)
    shapes.push_back(element->shape());
  return create(loc, "tuple", getTupleShape(shapes), elements);
}

Instruction *Computation::createParameter(Location loc, Shape shape,
                                          StringRef base) {
  Instruction *parameter = create(loc, "parameter", std::move(shape));
  parameter->set_name(module.makeName(base));
  parameter->set_parameter_number(numParameters++);
  return parameter;
}

Instruction *Computation::createConvert(Location loc, Instruction *value,
                                        Type like) {
  Shape shape = value->shape();
  proto::PrimitiveType element =
      *getPrimitiveType(cast<RankedTensorType>(like).getElementType());
  if (shape.element_type() == element)
    return value;
  shape.set_element_type(element);
  return create(loc, "convert", std::move(shape), {value});
}

Instruction *Computation::createSplat(Location loc, Instruction *scalar,
                                      const Shape &shape) {
  if (shape.dimensions_size() == 0)
    return scalar;
  Shape result = shape;
  result.set_element_type(scalar->shape().element_type());
  return create(loc, "broadcast", std::move(result), {scalar});
}

Instruction *Computation::pack(Location loc, ValueRange range) {
  return range.size() == 1 ? get(range.front()) : createTuple(loc, get(range));
}

void Computation::unpack(Location loc, Instruction *packed, ValueRange range) {
  if (range.size() == 1)
    return set(range.front(), packed);
  for (auto [index, value] : llvm::enumerate(range))
    set(value, createElement(loc, packed, index));
}

Instruction *Computation::createOp(Operation *op, StringRef opcode) {
  return createOp(op, opcode, get(op->getOperands()));
}

Instruction *Computation::createOp(Operation *op, StringRef opcode,
                                   ArrayRef<Instruction *> operands) {
  Instruction *instruction =
      create(op->getLoc(), opcode, getShape(op->getResultTypes()), operands);
  badAnnotation |= failed(fillAnnotations(
      op->getLoc(), op->getDiscardableAttrDictionary(), *instruction));
  unpack(op->getLoc(), instruction, op->getResults());
  return instruction;
}

LogicalResult Computation::exportOp(Operation *op) {
  using Family = FamilyResult(Computation &, Operation *);
  static constexpr Family *families[] = {
      exportElementwise, exportShapeOp,     exportReduction,  exportContraction,
      exportIndexing,    exportControlFlow, exportCollective, exportRandom};
  for (Family *family : families)
    if (FamilyResult result = family(*this, op))
      return failure(failed(*result) || badAnnotation);
  return op->emitOpError("has no form in HLO");
}

LogicalResult Computation::exportBlock(Block &block, bool returnTuple) {
  for (Operation &op : block.without_terminator())
    if (failed(exportOp(&op)))
      return failure();
  Operation *terminator = block.getTerminator();
  root = returnTuple
             ? createTuple(terminator->getLoc(), get(terminator->getOperands()))
             : pack(terminator->getLoc(), terminator->getOperands());
  return success();
}

proto::HloComputationProto &Computation::finish(StringRef name) {
  proto::HloComputationProto &computation = module.addComputation();
  computation.set_name(module.makeName(name));
  int64_t upper = computation.id() << 32;
  proto::ProgramShapeProto &shape = *computation.mutable_program_shape();
  for (Instruction &instruction : instructions) {
    instruction.set_id(upper | instruction.id());
    for (int64_t &id : *instruction.mutable_operand_ids())
      id |= upper;
    if (instruction.opcode() == "parameter") {
      *shape.add_parameters() = instruction.shape();
      shape.add_parameter_names(instruction.name());
    }
  }
  *shape.mutable_result() = root->shape();
  computation.set_root_id(root->id());
  computation.mutable_instructions()->Swap(&instructions);
  return computation;
}

//===----------------------------------------------------------------------===//
// ModuleExporter
//===----------------------------------------------------------------------===//

ModuleExporter::ModuleExporter(proto::HloModuleProto &proto)
    : metadata(*proto.mutable_stack_frame_index()),
      literalBytes(maxLiteralBytes), proto(proto) {}

std::string ModuleExporter::makeName(StringRef base) {
  std::string name;
  for (char c : base)
    name += llvm::isAlnum(c) || c == '_' || c == '.' || c == '-' ? c : '_';
  if (name.empty() || !(llvm::isAlpha(name.front()) || name.front() == '_'))
    name.insert(name.begin(), '_');
  // The number behind the last dot makes names of the same base different, and
  // those of different bases stay so.
  return name + "." + llvm::Twine(++nameCounts[name]).str();
}

proto::HloComputationProto &ModuleExporter::addComputation() {
  proto::HloComputationProto &computation = *proto.add_computations();
  computation.set_id(proto.computations_size());
  return computation;
}

FailureOr<int64_t> ModuleExporter::exportRegion(Region &region, RegionForm form,
                                                ValueRange captures) {
  if (depth == maxDepth)
    return region.getParentOp()->emitOpError()
           << "expects at most " << maxDepth
           << " regions in each other in a program for HLO";
  ++depth;
  llvm::scope_exit restore([&] { --depth; });
  Location loc = region.getLoc();
  SmallVector<Value> arguments(region.getArguments());
  llvm::append_range(arguments, captures);
  Computation c(*this);
  if (form == RegionForm::Flat)
    for (auto [index, argument] : llvm::enumerate(arguments))
      c.set(argument,
            c.createParameter(argument.getLoc(), getShape(argument.getType()),
                              "Arg_" + std::to_string(index)));
  else
    c.unpack(loc,
             c.createParameter(loc, getShape(ValueRange(arguments).getTypes()),
                               arguments.size() == 1 ? "Arg" : "arg_tuple"),
             arguments);
  if (failed(c.exportBlock(region.front())))
    return failure();
  return c.finish("region").id();
}

FailureOr<proto::HloComputationProto *>
ModuleExporter::exportFunction(func::FuncOp function, bool returnTuple) {
  Computation c(*this);
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    Instruction *parameter =
        c.createParameter(argument.getLoc(), getShape(argument.getType()),
                          "Arg_" + std::to_string(index));
    c.set(argument, parameter);
    if (failed(fillAnnotations(argument.getLoc(),
                               function.getArgAttrDict(index), *parameter)))
      return failure();
  }
  if (failed(c.exportBlock(function.getBody().front(), returnTuple)))
    return failure();
  if (failed(fillResultShardings(function, *c.getRoot())))
    return failure();
  proto::HloComputationProto &computation = c.finish(function.getName());
  functions[function.getName()] = computation.id();
  return &computation;
}

/// The functions that `op` names.
static SmallVector<FlatSymbolRefAttr> getCallees(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return {call.getCalleeAttr()};
  if (auto composite = dyn_cast<hlo::CompositeOp>(op))
    return {composite.getDecompositionAttr()};
  SmallVector<FlatSymbolRefAttr> callees;
  if (auto call = dyn_cast<hlo::CustomCallOp>(op))
    llvm::append_range(
        callees, call.getCalledComputations().getAsRange<FlatSymbolRefAttr>());
  return callees;
}

LogicalResult hlo_export::forEachCallee(
    func::FuncOp function, const SymbolTable &symbols,
    function_ref<LogicalResult(Operation *, func::FuncOp)> visit) {
  WalkResult result = function.walk([&](Operation *op) {
    for (FlatSymbolRefAttr name : getCallees(op)) {
      auto callee = symbols.lookup<func::FuncOp>(name.getAttr());
      if (!callee || callee.isExternal()) {
        op->emitOpError() << "expects a function with a body, but got " << name;
        return WalkResult::interrupt();
      }
      if (failed(visit(op, callee)))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

FailureOr<SmallVector<func::FuncOp>>
hlo_export::orderFunctions(func::FuncOp entry) {
  SymbolTable symbols(entry->getParentOfType<ModuleOp>());
  SmallVector<func::FuncOp> order;
  enum State { New, Open, Done };
  llvm::DenseMap<Operation *, State> states;
  // With a stack of its own: chains of calls may be long.
  SmallVector<func::FuncOp> stack = {entry};
  while (!stack.empty()) {
    func::FuncOp function = stack.back();
    State &state = states[function];
    if (state != New) {
      stack.pop_back();
      if (std::exchange(state, Done) == Open)
        order.push_back(function);
      continue;
    }
    state = Open;
    if (failed(forEachCallee(function, symbols,
                             [&](Operation *op, func::FuncOp callee) {
                               State found = states.lookup(callee);
                               if (found == Open)
                                 return LogicalResult(op->emitOpError(
                                     "expects no recursive calls in a program "
                                     "for HLO"));
                               if (found == New)
                                 stack.push_back(callee);
                               return success();
                             })))
      return failure();
  }
  return order;
}

LogicalResult ModuleExporter::exportEntry(func::FuncOp entry,
                                          bool returnTuple) {
  FailureOr<SmallVector<func::FuncOp>> order = orderFunctions(entry);
  if (failed(order))
    return failure();
  for (func::FuncOp function : *order) {
    bool isEntry = function == entry;
    FailureOr<proto::HloComputationProto *> computation =
        exportFunction(function, isEntry && returnTuple);
    if (failed(computation))
      return failure();
    if (!isEntry)
      continue;
    proto.set_entry_computation_name((*computation)->name());
    proto.set_entry_computation_id((*computation)->id());
    *proto.mutable_host_program_shape() = (*computation)->program_shape();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static func::FuncOp findEntry(ModuleOp module, StringRef name) {
  if (!name.empty())
    return module.lookupSymbol<func::FuncOp>(name);
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  func::FuncOp found;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic()) {
      if (found)
        return nullptr;
      found = function;
    }
  return found;
}

FailureOr<std::unique_ptr<proto::HloModuleProto>>
xla::exportHLOModule(ModuleOp module, const HLOExportOptions &options) {
  // What preparation makes may be of other dialects than what was read.
  module.getContext()->loadDialect<chlo::CHLODialect, hlo::HLODialect>();
  OwningOpRef<ModuleOp> copy = module.clone();
  func::FuncOp entry = findEntry(*copy, options.entry);
  if (!entry || entry.isExternal()) {
    InFlightDiagnostic error = module.emitError("expected ");
    if (options.entry.empty())
      return error << "a function @main, or one public function";
    return error << "a function @" << options.entry << " with a body";
  }
  std::string entryName = entry.getName().str();
  if (failed(prepareForExport(*copy, entry, options)))
    return failure();
  entry = copy->lookupSymbol<func::FuncOp>(entryName);
  auto proto = std::make_unique<proto::HloModuleProto>();
  StringRef name = module.getSymName().value_or(entryName);
  proto->set_name(name.empty() ? entryName : name.str());
  ModuleExporter exporter(*proto);
  if (failed(exporter.exportEntry(entry, options.returnTuple)) ||
      failed(fillModuleAttributes(*copy, entry, *proto)))
    return failure();
  return proto;
}

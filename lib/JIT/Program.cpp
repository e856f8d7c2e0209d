//===- Program.cpp - A program for calls of any shape ---------------------===//
//
// Each version is compiled in a context of its own, from bytecode, so that
// nothing is shared between threads but the list of versions.
//
//===----------------------------------------------------------------------===//

#include "xla/JIT/Program.h"
#include "CacheCounters.h"
#include "RunsHere.h"

#include "xla/Dialect/HLO/Transforms/RefineShapes.h"
#include "xla/JIT/CodeCache.h"
#include "xla/JIT/CompileReport.h"
#include "xla/Pipelines/Phases.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Support/Hash.h"
#include "xla/Target/UserSpelling.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Making a program
//===----------------------------------------------------------------------===//

Program::Program(std::shared_ptr<const Executable> code)
    : code(std::move(code)) {}

/// The entry if it leaves shapes to the call, else null. Modules that are past
/// phase input are static.
static func::FuncOp findDynamicEntry(ModuleOp module, StringRef name) {
  auto entry = module.lookupSymbol<func::FuncOp>(name);
  if (getPhase(module) != Phase::Input || !entry || entry.isExternal() ||
      !hlo::hasOpenShapes(module))
    return {};
  auto isDynamic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  bool fromCall = llvm::any_of(entry.getArgumentTypes(), isDynamic) ||
                  !hlo::findShapeArguments(entry).empty();
  return fromCall ? entry : func::FuncOp();
}

/// Refuses at once what could not be compiled for any call. A program without
/// open shapes is compiled at once.
static LogicalResult verifyOpenProgram(ModuleOp module,
                                       const CompileOptions &options) {
  if (getPhase(module) != Phase::Input || !hlo::hasOpenShapes(module))
    return success();
  PassManager passes(module.getContext());
  buildVerifyInputPipeline(passes, options);
  return passes.run(module);
}

/// Checks that the arguments and results are what the C ABI can describe.
static LogicalResult checkSignature(func::FuncOp entry) {
  for (Type type : llvm::concat<const Type>(entry.getArgumentTypes(),
                                            entry.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    bool known =
        tensor ? getABIElementType(tensor.getElementType()) != XLA_INVALID_TYPE
               : !isa<TupleType>(type);
    if (!known)
      return entry.emitError("expected tensors as arguments and results of a "
                             "program with dynamic shapes, but got ")
             << type;
  }
  return success();
}

/// The description of `type`; `dims` takes its extents.
static xla_tensor_info describeOpenTensor(RankedTensorType type,
                                          std::vector<int64_t> &dims) {
  dims.assign(type.getShape().begin(), type.getShape().end());
  for (int64_t &extent : dims)
    if (ShapedType::isDynamic(extent))
      extent = -1;
  return describeTensor(type, dims);
}

void Program::describe(func::FuncOp entry) {
  SmallVector<unsigned> sizes = hlo::findShapeArguments(entry);
  dims.resize(entry.getNumArguments() + entry.getNumResults());
  auto nextDims = dims.begin();
  int32_t numDynamicDims = 0;
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    if (llvm::is_contained(sizes, index))
      shapeArguments.push_back(argumentInfos.size());
    parameters.push_back(index);
    argumentInfos.push_back(describeOpenTensor(tensor, *nextDims++));
    numDynamicDims += static_cast<int32_t>(tensor.getNumDynamicDims());
  }
  for (Type type : entry.getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      resultInfos.push_back(describeOpenTensor(tensor, *nextDims++));
  info = describeEntry(argumentInfos, resultInfos);
  info.num_dynamic_dims = numDynamicDims;
  info.name = options.entry.c_str();
  info.triple = options.triple.c_str();
  info.cpu = options.cpu.c_str();
  info.features = options.features.c_str();
}

static std::shared_ptr<CodeCache> getCache(const CompileControl &control) {
  return std::dynamic_pointer_cast<CodeCache>(control.store);
}

/// The code that the cache has by `key`; null if it has none.
static std::unique_ptr<Executable> load(const CompileOptions &options,
                                        const CompileControl &control,
                                        StringRef key) {
  auto cache = getCache(control);
  if (!cache || key.empty())
    return nullptr;
  return cache->loadProgram(key, options);
}

/// A key for a module that nobody has named; empty if it cannot be written.
static std::string makeKey(ModuleOp module, const CompileOptions &options) {
  std::string content;
  llvm::raw_string_ostream os(content);
  if (failed(writeBytecodeToFile(module, os)))
    return "";
  return getProgramKey(content, /*name=*/"", options, "module");
}

/// Compiles, and keeps the code by `key`.
static FailureOr<std::unique_ptr<Executable>>
compileAndKeep(ModuleOp module, const CompileOptions &options,
               const CompileControl &control, StringRef key) {
  // Only what was said nothing about can be left out another time.
  bool isQuiet = true;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &) {
    isQuiet = false;
    return failure();
  });
  auto code = Executable::compileProgram(module, options, control);
  auto cache = getCache(control);
  if (cache && !key.empty() && succeeded(code) && isQuiet &&
      !(*code)->getPartKeys().empty())
    cache->insertProgram(key, (*code)->getPartKeys());
  return code;
}

FailureOr<std::unique_ptr<Program>>
Program::compile(ModuleOp module, const CompileOptions &given,
                 llvm::SourceMgr *sources, const CompileControl &watch,
                 StringRef givenKey) {
  CompileOptions options = given;
  CompileControl control = watch;
  auto emitError = [&] { return module.emitError(); };
  if (failed(options.resolveTarget(emitError)) ||
      failed(checkRunsHere(module, options)))
    return failure();
  useCache(options, control);
  std::string key = givenKey.str();
  if (key.empty() && getCache(control))
    key = makeKey(module, options);
  if (failed(verifyOpenProgram(module, options)))
    return failure();
  func::FuncOp entry = findDynamicEntry(module, options.entry);
  if (!entry) {
    if (std::unique_ptr<Executable> known = load(options, control, key))
      return std::make_unique<Program>(std::move(known));
    auto code = compileAndKeep(module, options, control, key);
    if (failed(code))
      return failure();
    return std::make_unique<Program>(std::move(*code));
  }
  std::unique_ptr<Program> program(new Program);
  program->options = options;
  program->control = control;
  program->key = std::move(key);
  program->sources = sources;
  if (failed(checkSignature(entry)))
    return failure();
  program->describe(entry);
  module.getContext()->getDialectRegistry().appendTo(program->registry);
  llvm::raw_string_ostream os(program->bytecode);
  if (failed(writeBytecodeToFile(module, os)))
    return emitError() << "cannot keep the program for later calls";
  return program;
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// What `diagnostics`, which come from `context`, say.
static CompileReport makeReport(MLIRContext &context, llvm::SourceMgr *sources,
                                std::vector<Diagnostic> diagnostics) {
  CompileReport report;
  if (sources) {
    // It remembers lines and files that were looked up. Programs may share it.
    static std::mutex sourcesMutex;
    std::lock_guard<std::mutex> lock(sourcesMutex);
    ReportScope scope(report, *sources, context);
    UserSpelling spelling(&context, *sources);
    for (Diagnostic &diagnostic : diagnostics)
      context.getDiagEngine().emit(std::move(diagnostic));
    return report;
  }
  llvm::raw_string_ostream os(report.text);
  for (Diagnostic &diagnostic : diagnostics) {
    report.messages.emplace_back(diagnostic);
    os << diagnostic.getLocation() << ": " << diagnostic.str() << "\n";
    for (Diagnostic &note : diagnostic.getNotes())
      os << note.getLocation() << ": " << note.str() << "\n";
  }
  return report;
}

llvm::Expected<std::shared_ptr<const Executable>>
Program::compileVersion(ArrayRef<int64_t> dynamicDims,
                        ArrayRef<const void *> arguments, StringRef version,
                        const CompileControl &control) const {
  if (std::unique_ptr<Executable> known = load(options, control, version))
    return std::shared_ptr<const Executable>(std::move(known));
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  std::vector<Diagnostic> diagnostics;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    diagnostics.push_back(std::move(diagnostic));
  });
  auto fail = [&] {
    return llvm::make_error<ReportError>(
        makeReport(context, sources, std::move(diagnostics)));
  };
  auto module = parseSourceString<ModuleOp>(bytecode, &context);
  if (!module)
    return fail();
  auto entry = module->lookupSymbol<func::FuncOp>(options.entry);
  SmallVector<hlo::KnownArgument> known(entry.getNumArguments());
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    auto type = cast<RankedTensorType>(entry.getArgumentTypes()[parameter]);
    SmallVector<int64_t> shape(type.getShape());
    for (int64_t &extent : shape)
      if (ShapedType::isDynamic(extent)) {
        extent = dynamicDims.front();
        dynamicDims = dynamicDims.drop_front();
      }
    type = RankedTensorType::get(shape, type.getElementType());
    known[parameter].type = type;
    if (llvm::is_contained(shapeArguments, index))
      known[parameter].value =
          Literal::borrow(type, const_cast<void *>(arguments[index])).getAttr();
  }
  if (failed(hlo::refineShapes(entry, known)))
    return fail();
  auto compiled = compileAndKeep(*module, options, control, version);
  if (failed(compiled))
    return fail();
  return std::shared_ptr<const Executable>(std::move(*compiled));
}

llvm::Expected<std::shared_ptr<const Executable>>
Program::specialize(ArrayRef<int64_t> dynamicDims,
                    ArrayRef<const void *> arguments,
                    const CompileControl *watch) {
  if (code)
    return code;
  for (int64_t extent : dynamicDims)
    if (extent < 0)
      return llvm::createStringError(
          "expected sizes that are not negative, but got " + Twine(extent));
  std::string values(reinterpret_cast<const char *>(dynamicDims.data()),
                     dynamicDims.size() * sizeof(int64_t));
  for (unsigned index : shapeArguments) {
    assert(argumentInfos[index].byte_size >= 0 && "expected a static shape");
    values.append(static_cast<const char *>(arguments[index]),
                  argumentInfos[index].byte_size);
  }
  auto find = [&]() -> std::shared_ptr<const Executable> {
    for (auto it = versions.begin(), e = versions.end(); it != e; ++it)
      if (it->key == values) {
        versions.splice(versions.begin(), versions, it);
        return versions.front().code;
      }
    return nullptr;
  };
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto known = find()) {
      ++getCacheCounters().programHits;
      return known;
    }
  }
  ++getCacheCounters().programMisses;
  CompileControl used = watch ? *watch : control;
  used.store = control.store;
  // Other calls need not wait; should two compile the same, the first stays.
  auto made = compileVersion(
      dynamicDims, arguments,
      key.empty() ? "" : hashPieces({"version", key, values}), used);
  if (!made)
    return made.takeError();
  std::lock_guard<std::mutex> lock(mutex);
  if (auto known = find())
    return known;
  versions.push_front({std::move(values), *made});
  if (versions.size() > kMaxVersions)
    versions.pop_back();
  return *made;
}

llvm::Expected<std::shared_ptr<const Executable>>
Program::specialize(ArrayRef<Literal> arguments) {
  if (code)
    return code;
  if (arguments.size() != argumentInfos.size())
    return llvm::createStringError("expected " + Twine(argumentInfos.size()) +
                                   " arguments, but got " +
                                   Twine(arguments.size()));
  SmallVector<int64_t> dynamicDims;
  SmallVector<const void *> pointers;
  for (auto [index, literal] : llvm::enumerate(arguments)) {
    const xla_tensor_info &parameter = argumentInfos[index];
    bool fits =
        literal.getRank() == parameter.rank &&
        getABIElementType(literal.getElementType()) == parameter.element_type;
    for (int32_t dim = 0; fits && dim < parameter.rank; ++dim) {
      int64_t extent = literal.getShape()[dim];
      if (parameter.dims[dim] == -1)
        dynamicDims.push_back(extent);
      else
        fits = extent == parameter.dims[dim];
    }
    if (!fits)
      return llvm::createStringError("argument " + Twine(index) + " of type " +
                                     formatShapedType(literal.getType()) +
                                     " does not fit its parameter");
    pointers.push_back(literal.getBytes());
  }
  return specialize(dynamicDims, pointers);
}

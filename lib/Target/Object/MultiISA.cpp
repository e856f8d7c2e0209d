//===- MultiISA.cpp - One object for several processors -------------------===//
//
// Each variant is optimised for its processor in a module of its own; all are
// linked into one, in which each function says what it is for, as functions
// with a target attribute do in C. The entry that chooses is written as text.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Object/MultiISA.h"
#include "xla/Pipelines/Phases.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Target/Object/ISA.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/MergeFunctions.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// The entry that chooses
//===----------------------------------------------------------------------===//

/// Asks the processor for the words of PackageFormat.h, as Runtime/ISA.cpp does
/// it. XGETBV may only be executed where the system has switched it on.
static constexpr StringLiteral askProcessor = R"ir(
define internal void @xla.ask(ptr %words) noinline nounwind {
  %none = call { i32, i32, i32, i32 } @xla.cpuid(i32 0, i32 0)
  %most = extractvalue { i32, i32, i32, i32 } %none, 0
  %one = call { i32, i32, i32, i32 } @xla.cpuid(i32 1, i32 0)
  %leaf1 = extractvalue { i32, i32, i32, i32 } %one, 2
  store i32 %leaf1, ptr %words
  %has7 = icmp uge i32 %most, 7
  br i1 %has7, label %seven, label %extended
seven:
  %r7 = call { i32, i32, i32, i32 } @xla.cpuid(i32 7, i32 0)
  %mostSub = extractvalue { i32, i32, i32, i32 } %r7, 0
  %ebx7 = extractvalue { i32, i32, i32, i32 } %r7, 1
  %ecx7 = extractvalue { i32, i32, i32, i32 } %r7, 2
  %edx7 = extractvalue { i32, i32, i32, i32 } %r7, 3
  %p1 = getelementptr i32, ptr %words, i64 1
  store i32 %ebx7, ptr %p1
  %p2 = getelementptr i32, ptr %words, i64 2
  store i32 %ecx7, ptr %p2
  %p3 = getelementptr i32, ptr %words, i64 3
  store i32 %edx7, ptr %p3
  %hasSub = icmp uge i32 %mostSub, 1
  br i1 %hasSub, label %sub, label %extended
sub:
  %r71 = call { i32, i32, i32, i32 } @xla.cpuid(i32 7, i32 1)
  %eax71 = extractvalue { i32, i32, i32, i32 } %r71, 0
  %edx71 = extractvalue { i32, i32, i32, i32 } %r71, 3
  %p4 = getelementptr i32, ptr %words, i64 4
  store i32 %eax71, ptr %p4
  %p5 = getelementptr i32, ptr %words, i64 5
  store i32 %edx71, ptr %p5
  br label %extended
extended:
  %top = call { i32, i32, i32, i32 } @xla.cpuid(i32 -2147483648, i32 0)
  %mostExtended = extractvalue { i32, i32, i32, i32 } %top, 0
  %hasExtended = icmp uge i32 %mostExtended, -2147483647
  br i1 %hasExtended, label %features, label %state
features:
  %rx = call { i32, i32, i32, i32 } @xla.cpuid(i32 -2147483647, i32 0)
  %ecxx = extractvalue { i32, i32, i32, i32 } %rx, 2
  %p6 = getelementptr i32, ptr %words, i64 6
  store i32 %ecxx, ptr %p6
  br label %state
state:
  %osxsave = and i32 %leaf1, 134217728
  %isOn = icmp ne i32 %osxsave, 0
  br i1 %isOn, label %xgetbv, label %done
xgetbv:
  %xcr = call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx}"(i32 0)
  %xcr0 = extractvalue { i32, i32 } %xcr, 0
  %p7 = getelementptr i32, ptr %words, i64 7
  store i32 %xcr0, ptr %p7
  br label %done
done:
  ret void
}

define internal { i32, i32, i32, i32 } @xla.cpuid(i32 %leaf, i32 %sub) {
  %r = call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}"(i32 %leaf, i32 %sub)
  ret { i32, i32, i32, i32 } %r
}

; Whether all bits of %wanted are set in %words.
define internal i1 @xla.has(ptr %words, ptr %wanted) noinline nounwind {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %missing = phi i32 [ 0, %0 ], [ %more, %loop ]
  %p = getelementptr i32, ptr %words, i64 %i
  %word = load i32, ptr %p
  %q = getelementptr i32, ptr %wanted, i64 %i
  %bits = load i32, ptr %q
  %inverse = xor i32 %word, -1
  %absent = and i32 %bits, %inverse
  %more = or i32 %missing, %absent
  %next = add i64 %i, 1
  %isDone = icmp eq i64 %next, 8
  br i1 %isDone, label %exit, label %loop
exit:
  %fits = icmp eq i32 %more, 0
  ret i1 %fits
}
)ir";
static_assert(xla_format::kNumISAWords == 8 && xla_format::kXCR0 == 7 &&
              xla_format::kExtendedEcx == 6);

/// The entry of a processor that no variant is for: reports it to the host.
static constexpr StringLiteral refuse = R"ir(
@xla.message = private constant [$SIZE x i8] c"$MESSAGE\00"
define internal i32 @xla.refuse(ptr %call) {
  %hostField = getelementptr i8, ptr %call, i64 $HOST
  %host = load ptr, ptr %hostField
  %contextField = getelementptr i8, ptr %host, i64 $CONTEXT
  %context = load ptr, ptr %contextField
  %failField = getelementptr i8, ptr %host, i64 $FAIL
  %fail = load ptr, ptr %failField
  %code = call i32 %fail(ptr %context, ptr %call, i32 $CODE, ptr @xla.message, ptr null)
  ret i32 %code
}
)ir";

/// $TESTS: one for each variant, $BEST: what they come to.
static constexpr StringLiteral choose = R"ir(
@"$NAME.chosen" = internal global ptr null, align 8
define i32 @"$NAME"(ptr %call) {
  %known = load atomic ptr, ptr @"$NAME.chosen" monotonic, align 8
  %isKnown = icmp ne ptr %known, null
  br i1 %isKnown, label %go, label %choose
choose:
  %chosen = call ptr @"$NAME.choose"()
  store atomic ptr %chosen, ptr @"$NAME.chosen" monotonic, align 8
  br label %go
go:
  %code = phi ptr [ %known, %0 ], [ %chosen, %choose ]
  %result = tail call i32 %code(ptr %call)
  ret i32 %result
}
define internal ptr @"$NAME.choose"() noinline nounwind {
  %words = alloca [8 x i32]
  store [8 x i32] zeroinitializer, ptr %words
  call void @xla.ask(ptr %words)
$TESTS  ret ptr $BEST
}
)ir";

/// What is tested for variant $I.
static constexpr StringLiteral test =
    "  %has$I = call i1 @xla.has(ptr %words, ptr @\"$NAME.isa\")\n"
    "  %best$I = select i1 %has$I, ptr @\"$NAME\", ptr $BEST\n";

/// `text` with what stands for the names in it that begin with a dollar.
static std::string fill(StringRef text,
                        ArrayRef<std::pair<StringRef, std::string>> values) {
  std::string filled;
  while (!text.empty()) {
    auto [before, after] = text.split('$');
    filled += before;
    text = after;
    for (const auto &[name, value] : values)
      if (text.consume_front(name)) {
        filled += value;
        break;
      }
  }
  return filled;
}

/// The name of a variant's code while modules are linked.
static std::string getVariantName(StringRef entry, size_t index) {
  return (entry + "." + Twine(index)).str();
}

/// The text of the entry and all it needs.
static std::string writeChooser(ArrayRef<xla::ISAVariant> variants) {
  std::string entry = variants.front().options.entry;
  std::string message =
      "expected a processor that the program was compiled for";
  std::string text =
      askProcessor.str() +
      fill(refuse, {{"SIZE", std::to_string(message.size() + 1)},
                    {"MESSAGE", message},
                    {"HOST", std::to_string(offsetof(xla_call, host))},
                    {"CONTEXT", std::to_string(offsetof(xla_host, context))},
                    {"FAIL", std::to_string(offsetof(xla_host, fail))},
                    {"CODE", std::to_string(XLA_UNIMPLEMENTED)}});
  std::string tests, best = "@xla.refuse";
  for (size_t i = variants.size(); i-- > 0;) {
    std::string name = getVariantName(entry, i), words;
    for (uint32_t word : xla::getRequiredISA(variants[i].options).words)
      words += (words.empty() ? "i32 " : ", i32 ") +
               std::to_string(static_cast<int32_t>(word));
    text += "declare i32 @\"" + name + "\"(ptr)\n@\"" + name +
            ".isa\" = private constant [8 x i32] [" + words + "]\n";
    tests +=
        fill(test, {{"I", std::to_string(i)}, {"NAME", name}, {"BEST", best}});
    best = "%best" + std::to_string(i);
  }
  return text +
         fill(choose, {{"NAME", entry}, {"TESTS", tests}, {"BEST", best}});
}

//===----------------------------------------------------------------------===//
// The description
//===----------------------------------------------------------------------===//

/// Places of fields of `xla_info` in the constant that EntryInfo.cpp writes.
enum InfoField : unsigned { kArenaBytes = 9, kCPU = 12, kNumFields = 21 };

/// Adds the description of all variants: of the first one, with the largest
/// arena and the names of all processors.
static Error addInfo(Module &module, ArrayRef<xla::ISAVariant> variants) {
  StringRef entry = variants.front().options.entry;
  SmallVector<Constant *> fields;
  std::string cpus;
  for (size_t i = 0; i < variants.size(); ++i) {
    GlobalVariable *info = module.getGlobalVariable(
        getVariantName((entry + "_info").str(), i), /*AllowInternal=*/true);
    auto *value = dyn_cast<ConstantStruct>(info->getInitializer());
    if (!value || value->getNumOperands() < kNumFields)
      return createStringError("expected the description of the entry");
    cpus += (i ? "," : "") + variants[i].options.cpu;
    if (i == 0) {
      for (Value *field : value->operands())
        fields.push_back(cast<Constant>(field));
      continue;
    }
    auto getNumber = [](Constant *field) {
      return cast<ConstantInt>(field)->getZExtValue();
    };
    if (getNumber(value->getOperand(kArenaBytes)) >
        getNumber(fields[kArenaBytes]))
      fields[kArenaBytes] = value->getOperand(kArenaBytes);
  }
  Constant *text = ConstantDataArray::getString(module.getContext(), cpus);
  fields[kCPU] = new GlobalVariable(
      module, text->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
      text, entry + "_info_cpus");
  Constant *info = ConstantStruct::getAnon(module.getContext(), fields);
  new GlobalVariable(module, info->getType(), /*isConstant=*/true,
                     GlobalValue::ExternalLinkage, info, entry + "_info");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// Translates and optimises one variant.
static Expected<std::unique_ptr<Module>>
optimizeModule(const xla::ISAVariant &variant, std::optional<unsigned> index,
               LLVMContext &context, const xla::CompileControl &control) {
  auto machine = xla::createTargetMachine(variant.options);
  if (!machine)
    return machine.takeError();
  if (index && !(*machine)->getTargetTriple().isX86())
    return createStringError("expected processors of x86-64 for one object, "
                             "but got '" +
                             variant.options.triple + "'");
  auto module = xla::translateToLLVM(variant.module, context, **machine);
  if (!module)
    return module.takeError();
  if (control.observer)
    control.observer->seeLLVM(**module, **machine, /*isOptimized=*/false,
                              index);
  xla::optimizeLLVM(**module, **machine, variant.options.optLevel, &control);
  if (control.isOver())
    return createStringError(control.getReason() + "; it stopped in LLVM");
  if (control.observer)
    control.observer->seeLLVM(**module, **machine, /*isOptimized=*/true, index);
  xla::makeHiddenLocal(**module);
  return module;
}

/// The same for one of several, which says what it is for and has names of its
/// own.
static Expected<std::unique_ptr<Module>>
optimizeVariant(const xla::ISAVariant &variant, size_t index,
                LLVMContext &context, const xla::CompileControl &control) {
  auto module = optimizeModule(variant, index, context, control);
  if (!module)
    return module.takeError();
  for (Function &function : **module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", variant.options.cpu);
    function.addFnAttr("target-features", variant.options.features);
  }
  StringRef entry = variant.options.entry;
  for (std::string name : {entry.str(), (entry + "_info").str()}) {
    GlobalValue *value = (*module)->getNamedValue(name);
    if (!value)
      return createStringError("expected code that defines '" + name + "'");
    value->setName(getVariantName(name, index));
  }
  return module;
}

/// What the part of an object that no variant is for is compiled for.
static xla::CompileOptions getBaseline(ArrayRef<xla::ISAVariant> variants) {
  xla::CompileOptions options = variants.front().options;
  if (variants.size() == 1)
    return options;
  options.cpu = "x86-64";
  options.features.clear();
  return options;
}

/// One entry with the code of all variants.
static Expected<std::unique_ptr<Module>>
linkVariants(ArrayRef<xla::ISAVariant> variants, TargetMachine &machine,
             LLVMContext &context, const xla::CompileControl &control) {
  SMDiagnostic diagnostic;
  auto whole = parseAssemblyString(writeChooser(variants), diagnostic, context);
  if (!whole)
    return createStringError("internal error: " + diagnostic.getMessage());
  whole->setDataLayout(machine.createDataLayout());
  whole->setTargetTriple(machine.getTargetTriple());
  whole->setPICLevel(PICLevel::BigPIC);
  Linker linker(*whole);
  for (auto [index, variant] : enumerate(variants)) {
    auto module = optimizeVariant(variant, index, context, control);
    if (!module)
      return module.takeError();
    if (linker.linkInModule(std::move(*module)))
      return createStringError("internal error: variants cannot be linked");
  }
  if (Error error = addInfo(*whole, variants))
    return error;
  StringRef entry = variants.front().options.entry;
  for (size_t i = 0; i < variants.size(); ++i)
    for (std::string name : {entry.str(), (entry + "_info").str()})
      whole->getNamedValue(getVariantName(name, i))
          ->setLinkage(GlobalValue::InternalLinkage);
  return whole;
}

/// Leaves one of functions that do the same.
static void mergeFunctions(Module &module) {
  for (Function &function : module)
    if (function.hasLocalLinkage())
      function.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  MergeFunctionsPass::runOnModule(module);
}

Error xla::renameEntry(mlir::ModuleOp module, StringRef name,
                       CompileOptions &options) {
  // `*` may be one function.
  if (auto names = splitEntries(module, options.entry); names.size() == 1)
    options.entry = names.front();
  if (name == options.entry)
    return Error::success();
  if (getPhase(module) != Phase::Input)
    return createStringError(
        "expected no symbol for a program that is past phase input; give it "
        "where the compilation starts");
  mlir::SymbolTable symbols(module);
  mlir::Operation *entry = symbols.lookup(options.entry);
  if (!entry) // Selecting the entry says what there is.
    return Error::success();
  if (symbols.lookup(name))
    return createStringError("expected a symbol that the program does not use, "
                             "but got '" +
                             name + "'");
  if (failed(symbols.rename(entry,
                            mlir::StringAttr::get(module.getContext(), name))))
    return createStringError("expected uses of '" + options.entry +
                             "' that can be renamed");
  options.entry = name.str();
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>>
xla::compileEntriesToObject(ArrayRef<std::vector<ISAVariant>> entries,
                            const CompileControl &control) {
  LLVMContext context;
  auto machine = createTargetMachine(getBaseline(entries.front()));
  if (!machine)
    return machine.takeError();
  std::unique_ptr<Module> whole;
  for (const std::vector<ISAVariant> &variants : entries) {
    auto module =
        variants.size() == 1
            ? optimizeModule(variants.front(), std::nullopt, context, control)
            : linkVariants(variants, **machine, context, control);
    if (!module)
      return module.takeError();
    if (!whole)
      whole = std::move(*module);
    else if (Linker::linkModules(*whole, std::move(*module)))
      return createStringError("internal error: entries cannot be linked");
  }
  if (entries.size() > 1)
    mergeFunctions(*whole);
  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
  if (Error error =
          emitLLVM(*whole, **machine, CodeGenFileType::ObjectFile, os))
    return error;
  SmallVector<std::unique_ptr<MemoryBuffer>> objects;
  objects.push_back(std::make_unique<SmallVectorMemoryBuffer>(
      std::move(object), "compiled program", /*RequiresNullTerminator=*/false));
  if (Error error = checkUndefinedSymbols(objects))
    return error;
  return std::move(objects.front());
}

SmallVector<std::string> xla::splitEntries(mlir::ModuleOp module,
                                           StringRef text) {
  SmallVector<std::string> names;
  if (mlir::SymbolTable(module).lookup(text)) {
    names.push_back(text.str());
  } else if (text == "*") {
    for (auto function : module.getOps<mlir::FunctionOpInterface>())
      if (function.isPublic() && !function.isExternal())
        names.push_back(function.getName().str());
  } else {
    SmallVector<StringRef> parts;
    text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      if (!is_contained(names, part))
        names.push_back(part.str());
  }
  // Whoever selects the entry says what is wrong with it.
  if (names.empty())
    names.push_back(text.str());
  return names;
}

Expected<std::unique_ptr<MemoryBuffer>>
xla::compileVariantsToObject(ArrayRef<ISAVariant> variants,
                             const CompileControl &control) {
  std::vector<ISAVariant> entry(variants.begin(), variants.end());
  return compileEntriesToObject(entry, control);
}

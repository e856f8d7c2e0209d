//===- Parts.cpp - A program in parts, one for each kernel ----------------===//
//
// LLVM's SplitModule copies the whole module for each part and names what was
// local by chance; here a part is built from what its kernel reaches, so that
// equal kernels give equal bytes and a thousand of them take linear time.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

static bool isHiddenFunction(const GlobalValue &value) {
  return isa<Function>(value) && !value.isDeclaration() &&
         value.hasHiddenVisibility() && !value.hasLocalLinkage();
}

/// Whether all that refers to `value` is code that others do not see: then it
/// is part of kernels (the body of a parallel loop), and none itself.
static bool isOnlyUsedByKernels(const Value &value) {
  return all_of(value.users(), [](const User *user) {
    if (const auto *instruction = dyn_cast<Instruction>(user)) {
      const Function &function = *instruction->getFunction();
      return function.hasLocalLinkage() || isHiddenFunction(function);
    }
    return !isa<GlobalValue>(user) && isOnlyUsedByKernels(*user);
  });
}

static bool isKernel(const GlobalValue &value) {
  return isHiddenFunction(value) &&
         (value.use_empty() || !isOnlyUsedByKernels(value));
}

namespace {
/// One part while it is built.
class PartBuilder {
public:
  explicit PartBuilder(const Module &source)
      : part("part", source.getContext()) {
    part.setDataLayout(source.getDataLayout());
    part.setTargetTriple(source.getTargetTriple());
    part.setPICLevel(source.getPICLevel());
  }

  /// Takes the definition of `root` and the local ones that it reaches.
  void add(const GlobalValue &root);

  /// The bytes of all that was added.
  SmallVector<char, 0> write();

  unsigned getNumInstructions() const { return numInstructions; }

private:
  /// Whether parts have their own copy of `value`.
  static bool comesAlong(const GlobalValue &value) {
    return !value.isDeclaration() &&
           (value.hasLocalLinkage() ||
            (isHiddenFunction(value) && !isKernel(value)));
  }
  void see(const Value *value);
  void seeOperands(const User &user) {
    for (const Value *operand : user.operands())
      see(operand);
  }
  GlobalValue *declare(const GlobalValue &value);
  void define(const GlobalValue &value);

  Module part;
  ValueToValueMapTy map;
  /// Definitions that the part has, and what it only refers to.
  SetVector<const GlobalValue *> definitions, references;
  SmallPtrSet<const Constant *, 16> constants;
  unsigned numInstructions = 0;
};
} // namespace

/// Follows a value to the symbols that it refers to.
void PartBuilder::see(const Value *value) {
  const auto *constant = dyn_cast<Constant>(value);
  if (!constant)
    return;
  if (const auto *global = dyn_cast<GlobalValue>(constant)) {
    (comesAlong(*global) ? definitions : references).insert(global);
    return;
  }
  // Shared subexpressions once.
  if (constants.insert(constant).second)
    seeOperands(*constant);
}

void PartBuilder::add(const GlobalValue &root) {
  size_t next = definitions.size();
  definitions.insert(&root);
  // In the order in which they are met, which the kernel decides.
  for (; next < definitions.size(); ++next) {
    const GlobalValue *value = definitions[next];
    if (const auto *function = dyn_cast<Function>(value)) {
      seeOperands(*function);
      for (const Instruction &instruction : instructions(function)) {
        seeOperands(instruction);
        ++numInstructions;
      }
    } else {
      seeOperands(*value);
    }
    GlobalValue *copy = declare(*value);
    if (value->hasLocalLinkage())
      copy->setName(root.getName() + "." + Twine(next));
    if (comesAlong(*value)) {
      // Local symbols have no visibility of their own.
      copy->setVisibility(GlobalValue::DefaultVisibility);
      copy->setLinkage(value->hasPrivateLinkage()
                           ? GlobalValue::PrivateLinkage
                           : GlobalValue::InternalLinkage);
    }
  }
}

/// A symbol of the part that stands for `value`, without body or initial value.
GlobalValue *PartBuilder::declare(const GlobalValue &value) {
  GlobalValue *copy;
  if (const auto *function = dyn_cast<Function>(&value)) {
    auto *created = Function::Create(
        function->getFunctionType(), function->getLinkage(),
        function->getAddressSpace(), function->getName(), &part);
    created->copyAttributesFrom(function);
    copy = created;
  } else {
    const auto &variable = cast<GlobalVariable>(value);
    auto *created = new GlobalVariable(
        part, variable.getValueType(), variable.isConstant(),
        variable.getLinkage(), /*Initializer=*/nullptr, variable.getName(),
        /*InsertBefore=*/nullptr, variable.getThreadLocalMode(),
        variable.getAddressSpace());
    created->copyAttributesFrom(&variable);
    copy = created;
  }
  map[&value] = copy;
  return copy;
}

/// Gives the symbol of `value` its body or initial value.
void PartBuilder::define(const GlobalValue &value) {
  if (const auto *variable = dyn_cast<GlobalVariable>(&value)) {
    cast<GlobalVariable>(map[variable])
        ->setInitializer(MapValue(variable->getInitializer(), map));
    return;
  }
  const auto *function = cast<Function>(&value);
  auto *copy = cast<Function>(map[function]);
  for (auto [from, to] : zip_equal(function->args(), copy->args())) {
    to.setName(from.getName());
    map[&from] = &to;
  }
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(copy, function, map,
                    CloneFunctionChangeType::DifferentModule, returns);
}

SmallVector<char, 0> PartBuilder::write() {
  for (const GlobalValue *value : references)
    if (!definitions.contains(value)) {
      GlobalValue *copy = declare(*value);
      copy->setLinkage(GlobalValue::ExternalLinkage);
    }
  for (const GlobalValue *value : definitions)
    define(*value);
  // Cloning leaves an empty list, which readers take for debug information.
  if (NamedMDNode *units = part.getNamedMetadata("llvm.dbg.cu"))
    units->eraseFromParent();
  SmallVector<char, 0> bitcode;
  raw_svector_ostream os(bitcode);
  WriteBitcodeToFile(part, os);
  return bitcode;
}

static bool canSplit(const Module &module) {
  return module.alias_empty() && module.ifunc_empty() &&
         all_of(module.globals(), [](const GlobalVariable &variable) {
           return variable.isConstant() || !variable.hasLocalLinkage();
         });
}

SmallVector<xla::ProgramPart> xla::splitByKernel(const Module &module,
                                                 unsigned leastInstructions) {
  SmallVector<ProgramPart> parts;
  if (!canSplit(module))
    return parts;
  PartBuilder host(module);
  std::string name;
  for (const GlobalValue &value : module.global_values())
    if (!value.isDeclaration() && !value.hasLocalLinkage() &&
        !isHiddenFunction(value)) {
      host.add(value);
      if (name.empty() && isa<Function>(value))
        name = value.getName().str();
    }
  parts.push_back({name, host.write()});
  std::optional<PartBuilder> builder;
  auto flush = [&] {
    if (builder)
      parts.back().bitcode = builder->write();
    builder.reset();
  };
  for (const Function &function : module) {
    if (!isKernel(function))
      continue;
    if (!builder) {
      builder.emplace(module);
      parts.push_back({function.getName().str(), {}});
    }
    builder->add(function);
    if (builder->getNumInstructions() >= leastInstructions)
      flush();
  }
  flush();
  return parts;
}

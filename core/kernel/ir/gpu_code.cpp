#include "core/kernel/ir/gpu_code.h"

#include "core/kernel/ir/pipeline.h"

#include <algorithm>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace gevo::ir {

namespace {

/// NVPTX's numbers.
constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 4;

bool isVariable(const llvm::GlobalVariable& variable) {
  const unsigned space = variable.getAddressSpace();
  return (space == globalSpace || space == constantSpace) && variable.getSection() != "llvm.metadata" && !variable.isDeclaration();
}

/// The newest PTX version (84 for 8.4) that a driver or nvJitLink of that CUDA version accepts.
unsigned newestIsa(int cuda) {
  const int major = cuda / 1000;
  const int minor = cuda % 1000 / 10;
  if (major >= 13) return static_cast<unsigned>(90 + 10 * (major - 13) + minor);
  if (major == 12) return static_cast<unsigned>(80 + (minor <= 5 ? minor : minor - 1));
  return static_cast<unsigned>(70 + minor);
}

/// The variables that the module says are texture references; it says so no longer.
std::vector<llvm::GlobalVariable*> takeTextureReferences(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> references;
  llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations) return references;
  std::vector<llvm::MDNode*> others;
  for (llvm::MDNode* annotation : annotations->operands()) {
    const auto* kind = annotation->getNumOperands() > 1 ? llvm::dyn_cast<llvm::MDString>(annotation->getOperand(1)) : nullptr;
    auto* variable = llvm::mdconst::dyn_extract_or_null<llvm::GlobalVariable>(annotation->getOperand(0));
    if (kind && kind->getString() == "texture" && variable)
      references.push_back(variable);
    else
      others.push_back(annotation);
  }
  annotations->clearOperands();
  for (llvm::MDNode* annotation : others) annotations->addOperand(annotation);
  return references;
}

/// Texture references become variables that hold the number of a texture object, which whoever binds them writes: drivers of CUDA 12 and
/// above bind no references.
void holdTextureObjects(llvm::Module& module) {
  const llvm::Align alignment(8);
  for (llvm::GlobalVariable* reference : takeTextureReferences(module)) {
    reference->setInitializer(llvm::Constant::getNullValue(reference->getValueType()));
    reference->setAlignment(alignment);
  }
  std::vector<llvm::CallInst*> reads;
  for (llvm::Function& function : module)
    if (function.getName().starts_with("llvm.nvvm.texsurf.handle"))
      for (llvm::User* user : function.users())
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) reads.push_back(call);
  for (llvm::CallInst* read : reads) {
    auto* load = new llvm::LoadInst(read->getType(), read->getArgOperand(read->arg_size() - 1), "", false, alignment, read->getIterator());
    load->setDebugLoc(read->getDebugLoc());
    read->replaceAllUsesWith(load);
    read->eraseFromParent();
  }
}

} // namespace

bool isNamedVariable(const llvm::GlobalVariable& variable) {
  const llvm::StringRef name = variable.getName();
  return isVariable(variable) && !name.empty() &&
         std::ranges::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

Result<std::string> emitForGpu(const llvm::Module& module, const std::string& architecture, int cuda) {
  const std::unique_ptr<llvm::Module> clone = llvm::CloneModule(module);
  holdTextureObjects(*clone);
  for (llvm::GlobalVariable& variable : clone->globals())
    if (isNamedVariable(variable) && !variable.isConstant() && variable.hasLocalLinkage())
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  return emitPtx(*clone, architecture, newestIsa(cuda));
}

} // namespace gevo::ir

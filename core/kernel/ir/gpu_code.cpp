#include "core/kernel/ir/gpu_code.h"

#include "core/kernel/ir/pipeline.h"

#include <algorithm>
#include <llvm/ADT/StringExtras.h>
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

} // namespace

bool isNamedVariable(const llvm::GlobalVariable& variable) {
  const llvm::StringRef name = variable.getName();
  return isVariable(variable) && !name.empty() &&
         std::ranges::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
}

Result<std::string> emitForGpu(const llvm::Module& module, const std::string& architecture, int cuda) {
  const std::unique_ptr<llvm::Module> clone = llvm::CloneModule(module);
  for (llvm::GlobalVariable& variable : clone->globals())
    if (isNamedVariable(variable) && !variable.isConstant() && variable.hasLocalLinkage())
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  return emitPtx(*clone, architecture, newestIsa(cuda));
}

} // namespace gevo::ir

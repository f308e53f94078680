#include "core/kernel/ir/target_machine.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

#include <map>
#include <mutex>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace gevo::ir {
namespace {

llvm::StringRef attributeOf(const llvm::Module& module, llvm::StringRef name) {
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(name)) return function.getFnAttribute(name).getValueAsString();
  }
  return "";
}

std::unique_ptr<llvm::TargetMachine> make(const std::string& architecture, const std::string& isa, std::string& error) {
  static const bool initialised = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialised;
  const llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) return nullptr;
  // For an unknown name LLVM would silently use its oldest architecture.
  const std::unique_ptr<llvm::MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!known || !known->isCPUStringValid(architecture)) {
    error = "the architecture is unknown; give it as sm_90";
    return nullptr;
  }
  const std::string features = isa.empty() ? "" : "+" + isa;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(triple, architecture, features, llvm::TargetOptions(),
                                                                          std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

} // namespace

Result<llvm::TargetMachine*> targetMachine(const std::string& architecture, const std::string& isa) {
  // Shared by all threads of the process; a worker has one, tests may have more.
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::unique_ptr<llvm::TargetMachine>> machines;
  const std::lock_guard lock(mutex);
  auto& machine = machines[{architecture, isa}];
  std::string error = "it has no NVPTX target; install one that has";
  if (!machine) machine = make(architecture, isa, error);
  if (!machine) return fail("this LLVM cannot compile for {}: {}", architecture, error);
  return machine.get();
}

std::string architectureOf(const llvm::Module& module) {
  const llvm::StringRef cpu = attributeOf(module, "target-cpu");
  return cpu.empty() ? "sm_90" : cpu.str();
}

std::string isaOf(const llvm::Module& module) {
  for (llvm::StringRef feature : llvm::split(attributeOf(module, "target-features"), ',')) {
    if (feature.consume_front("+") && feature.starts_with("ptx")) return feature.str();
  }
  return "";
}

} // namespace gevo::ir

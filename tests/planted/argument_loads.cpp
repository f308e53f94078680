#include "argument_loads.h"

#include "core/kernel/ir/base_state.h"

#include <llvm/IR/Instructions.h>
#include <stdexcept>

namespace gevo::planted {

std::map<unsigned, InstructionRef> argumentLoads(ByteView base) {
  const auto module = ir::BaseModule::load(base);
  if (!module) throw std::runtime_error(module.error().message);
  std::map<unsigned, InstructionRef> loads;
  std::uint64_t next = 0;
  for (const llvm::Function& function : (*module)->module())
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        if (!ir::hasId(instruction)) continue;
        const std::uint64_t id = next++;
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (load == nullptr) continue;
        const auto* argument = llvm::dyn_cast<llvm::Argument>(load->getPointerOperand()->stripPointerCasts());
        if (argument != nullptr) loads[argument->getArgNo()] = InstructionRef::base(id);
      }
  return loads;
}

} // namespace gevo::planted

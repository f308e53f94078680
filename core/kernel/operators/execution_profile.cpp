#include "core/kernel/operators/execution_profile.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cmath>

namespace gevo::ir {
namespace {

using llvm::Instruction;

/// Square roots and quotients are correctly rounded on every machine, so the result is the same everywhere.
std::uint32_t dampened(double cycles, double most) {
  if (cycles <= 0 || most <= 0) return ExecutionProfile::coldest;
  return ExecutionProfile::coldest + 1 +
         static_cast<std::uint32_t>(
             std::floor(std::sqrt(cycles / most) * (ExecutionProfile::hottest - ExecutionProfile::coldest - 1) + 0.5));
}

} // namespace

ExecutionProfile::ExecutionProfile(const llvm::Module& base, const std::map<std::string, std::vector<double>>& cycles) {
  std::vector<std::vector<double>> means;
  double most = 0;
  for (const llvm::Function& function : base) {
    const auto found = cycles.find(function.getName().str());
    std::size_t index = 0;
    std::vector<double>& blocks = means.emplace_back();
    for (const llvm::BasicBlock& block : function) {
      double sum = 0;
      for (std::size_t i = 0; i < block.size(); ++i, ++index)
        if (found != cycles.end() && index < found->second.size()) sum += found->second[index];
      blocks.push_back(sum / static_cast<double>(block.size()));
      most = std::max(most, blocks.back());
    }
  }
  for (const std::vector<double>& function : means) {
    std::vector<std::uint32_t>& blocks = blocks_.emplace_back();
    for (const double mean : function) blocks.push_back(dampened(mean, most));
  }
}

bool decides(const Instruction& instruction) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) return branch->isConditional();
  if (llvm::isa<llvm::SwitchInst, llvm::SelectInst>(instruction) || instruction.getType()->isIntegerTy(1)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && call->isConvergent() && call->getType()->isVoidTy();
}

} // namespace gevo::ir

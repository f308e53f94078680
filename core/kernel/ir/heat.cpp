#include "core/kernel/ir/heat.h"
#include "core/kernel/ir/base_state.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cmath>

namespace gevo::ir {
namespace {

/// Square roots and quotients are exact to the last bit everywhere, so that rounding is too.
std::uint32_t dampened(double cycles, double most) {
  if (cycles <= 0 || most <= 0) return Heat::coldest;
  return Heat::coldest + 1 + static_cast<std::uint32_t>(std::sqrt(cycles / most) * (Heat::hottest - Heat::coldest - 1) + 0.5);
}

} // namespace

Heat::Heat(const llvm::Module& base, const std::map<std::string, std::vector<double>>& cycles) {
  double most = 0;
  for (const auto& [name, all] : cycles)
    for (const double one : all) most = std::max(most, one);
  for (const llvm::Function& function : base) {
    const auto found = cycles.find(function.getName().str());
    std::size_t index = 0;
    std::vector<std::uint32_t>& blocks = blocks_.emplace_back();
    for (const llvm::BasicBlock& block : function) {
      std::uint64_t sum = 0;
      std::uint64_t count = 0;
      for (const llvm::Instruction& instruction : block) {
        const bool known = found != cycles.end() && index < found->second.size();
        const std::uint32_t heat = known ? dampened(found->second[index], most) : coldest;
        ++index;
        if (!hasId(instruction)) continue;
        instructions_.push_back(heat);
        sum += heat;
        ++count;
      }
      blocks.push_back(count > 0 ? static_cast<std::uint32_t>((sum + count / 2) / count) : coldest);
    }
  }
}

} // namespace gevo::ir

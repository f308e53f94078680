#include "core/kernel/simulator/decode/source_lines.h"

#include <llvm/IR/DebugInfoMetadata.h>

namespace gevo::sim {

SourceLines::SourceLines(std::vector<SourceLocation>& table) : table_(table) { table_.assign(1, {}); }

std::uint32_t SourceLines::numberOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  if (!location) return 0;
  const auto [found, inserted] = byLocation_.try_emplace(location, 0U);
  if (inserted) {
    const auto number = static_cast<std::uint32_t>(table_.size());
    const auto [line, isNew] = byLine_.try_emplace({location->getFilename(), location->getLine()}, number);
    if (isNew) table_.push_back({line->first.first.str(), line->first.second});
    found->second = line->second;
  }
  return found->second;
}

} // namespace gevo::sim

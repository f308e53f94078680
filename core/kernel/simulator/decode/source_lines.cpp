#include "core/kernel/simulator/decode/source_lines.h"

#include "core/base/hash.h"

#include <llvm/IR/DebugInfoMetadata.h>

namespace gevo::sim {

namespace {

/// The same in every variant of a module.
std::uint64_t callSiteOf(const llvm::DILocation& location) {
  std::string chain;
  for (const llvm::DILocation* at = location.getInlinedAt(); at; at = at->getInlinedAt())
    chain += fmt::format("{}:{}:{};", at->getFilename().str(), at->getLine(), at->getColumn());
  return chain.empty() ? 0 : hashText(chain).low;
}

} // namespace

SourceLines::SourceLines(std::vector<SourceLocation>& table) : table_(table) { table_.assign(1, {}); }

std::uint32_t SourceLines::numberOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  if (!location) return 0;
  const auto [found, inserted] = byLocation_.try_emplace(location, 0U);
  if (inserted) {
    const SourceLocation named{location->getFilename().str(), location->getLine(), location->getColumn(), callSiteOf(*location)};
    const auto [number, isNew] = numbers_.try_emplace(named, static_cast<std::uint32_t>(table_.size()));
    if (isNew) table_.push_back(named);
    found->second = number->second;
  }
  return found->second;
}

} // namespace gevo::sim

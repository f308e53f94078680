#include "core/kernel/simulator/decode/source_lines.h"

#include "core/base/hash.h"
#include "core/kernel/user_location/user_location.h"

#include <llvm/IR/DebugInfoMetadata.h>

namespace gevo::sim {

namespace {

/// The same in every variant of a module, and another for each place along the chain that is not `shown`.
std::uint64_t callSiteOf(const llvm::DILocation& location, const llvm::DILocation& shown) {
  std::string chain;
  for (const llvm::DILocation* at = &location; at; at = at->getInlinedAt())
    if (at != &shown) chain += fmt::format("{}:{}:{};", at->getFilename().str(), at->getLine(), at->getColumn());
  return chain.empty() ? 0 : hashText(chain).low;
}

} // namespace

SourceLocation sourceLocationOf(const llvm::DILocation& location) {
  const llvm::DILocation& shown = *userLocation(&location);
  return {shown.getFilename().str(), shown.getLine(), shown.getColumn(), callSiteOf(location, shown)};
}

SourceLines::SourceLines(std::vector<SourceLocation>& table) : table_(table) { table_.assign(1, {}); }

std::uint32_t SourceLines::numberOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  if (!location) return 0;
  const auto [found, inserted] = byLocation_.try_emplace(location, 0U);
  if (inserted) {
    const SourceLocation named = sourceLocationOf(*location);
    const auto [number, isNew] = numbers_.try_emplace(named, static_cast<std::uint32_t>(table_.size()));
    if (isNew) table_.push_back(named);
    found->second = number->second;
  }
  return found->second;
}

} // namespace gevo::sim

#include "core/kernel/heat/source_lines_of.h"

#include "core/kernel/describe/source_map.h"
#include "core/kernel/simulator/decode/source_lines.h"
#include "core/kernel/user_location/user_location.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace gevo::program {

SourceLinesOf::SourceLinesOf(const llvm::Module& module, const std::vector<SourceFile>& sources) {
  const ir::SourceMap map(sources);
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        const llvm::DILocation* const location = instruction.getDebugLoc().get();
        if (location == nullptr) continue;
        const auto [entry, isNew] = lines_.try_emplace(sim::sourceLocationOf(*location));
        if (!isNew) continue;
        if (const ir::SourceMap::Line line = map.line(userLocation(location)); line.file >= 0)
          entry->second = {sources[static_cast<std::size_t>(line.file)].name, line.line};
      }
}

CodeLine SourceLinesOf::of(const sim::SourceLocation& location) const {
  const auto found = lines_.find(location);
  return found == lines_.end() ? CodeLine() : found->second;
}

} // namespace gevo::program

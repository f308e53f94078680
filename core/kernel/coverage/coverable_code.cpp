#include "core/kernel/coverage/coverable_code.h"

#include "core/kernel/describe/source_map.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <set>

namespace gevo::program {

namespace {

using Line = ir::SourceMap::Line;

/// Code that a debugger would stop at: neither phis, which lie on edges, nor what only describes variables and their lifetimes.
bool isCode(const llvm::Instruction& instruction) {
  return !llvm::isa<llvm::PHINode>(instruction) && !instruction.isDebugOrPseudoInst() && !instruction.isLifetimeStartOrEnd();
}

bool isInSource(const Line& line) { return line.file >= 0; }

/// All lines of the module, with their numbers.
std::map<Line, std::uint32_t> numberLines(const llvm::Module& base, const ir::SourceMap& map) {
  std::map<Line, std::uint32_t> numbers;
  for (const llvm::Function& function : base)
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block)
        if (const Line line = map.line(instruction.getDebugLoc()); isInSource(line) && isCode(instruction)) numbers[line] = 0;
  std::uint32_t next = 0;
  for (auto& [line, number] : numbers) number = next++;
  return numbers;
}

/// As the simulator counts them: each different one once.
std::uint32_t countEdges(const llvm::Instruction& terminator) {
  const llvm::SmallPtrSet<const llvm::BasicBlock*, 4> targets(llvm::succ_begin(&terminator), llvm::succ_end(&terminator));
  return targets.size();
}

} // namespace

CoverableModule::CoverableModule(const llvm::Module& base, const std::vector<SourceFile>& sources) {
  const ir::SourceMap map(sources);
  const std::map<Line, std::uint32_t> numbers = numberLines(base, map);
  for (const auto& [line, number] : numbers) code_.lines.push_back({sources[static_cast<std::size_t>(line.file)].name, line.line});
  for (const llvm::Function& function : base) {
    if (function.isDeclaration()) continue;
    Function& one = functions_.emplace_back();
    one.name = function.getName().str();
    std::uint32_t index = 0;
    for (const llvm::BasicBlock& block : function) {
      Block& known = one.blocks.emplace_back();
      known.instruction = index;
      std::set<std::uint32_t> lines;
      for (const llvm::Instruction& instruction : block) {
        ++index;
        if (const Line line = map.line(instruction.getDebugLoc()); isInSource(line) && isCode(instruction)) lines.insert(numbers.at(line));
      }
      known.lines.assign(lines.begin(), lines.end());
      const llvm::Instruction& terminator = *block.getTerminator();
      const std::uint32_t edges = countEdges(terminator);
      if (edges < 2) continue;
      one.branches.push_back({index - 1, edges, static_cast<std::uint32_t>(code_.branches.size())});
      const Line line = map.line(terminator.getDebugLoc());
      const std::int32_t number = isInSource(line) ? static_cast<std::int32_t>(numbers.at(line)) : -1;
      code_.branches.resize(code_.branches.size() + edges, {one.name, number});
    }
  }
}

Coverage CoverableModule::reachedIn(const sim::Profile& profile) const {
  Coverage reached{std::vector<bool>(code_.lines.size()), std::vector<bool>(code_.branches.size())};
  for (const Function& function : functions_) {
    const auto cycles = profile.cycles.find(function.name);
    if (cycles == profile.cycles.end()) continue; // of no kernel that was launched
    for (const Block& block : function.blocks)
      if (block.instruction < cycles->second.size() && cycles->second[block.instruction] > 0)
        for (const std::uint32_t line : block.lines) reached.lines[line] = true;
    const auto edges = profile.edges.find(function.name);
    if (edges == profile.edges.end()) continue;
    for (const Branch& branch : function.branches)
      for (std::uint32_t edge = 0; edge < branch.edges; ++edge)
        if (edges->second.contains({branch.instruction, edge})) reached.branches[branch.first + edge] = true;
  }
  return reached;
}

} // namespace gevo::program

#pragma once

/// The program's table of places in the source.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instruction.h>

#include <map>

namespace gevo::sim {

/// What the table says of code with this debug location.
SourceLocation sourceLocationOf(const llvm::DILocation& location);

class SourceLines {
public:
  /// Fills `table`; its number 0 means "unknown".
  explicit SourceLines(std::vector<SourceLocation>& table);

  /// The number of where an instruction is; 0 where it has no debug location. Numbered in the order of first use.
  std::uint32_t numberOf(const llvm::Instruction& instruction);
  const SourceLocation& at(std::uint32_t number) const { return table_[number]; }

private:
  std::vector<SourceLocation>& table_;
  llvm::DenseMap<const llvm::DILocation*, std::uint32_t> byLocation_;
  std::map<SourceLocation, std::uint32_t> numbers_;
};

} // namespace gevo::sim

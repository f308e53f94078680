#pragma once

/// The program's table of source lines: a line has one number, whatever functions it was inlined into.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instruction.h>

#include <map>

namespace gevo::sim {

class SourceLines {
public:
  /// Fills `table`; its number 0 means "unknown".
  explicit SourceLines(std::vector<SourceLocation>& table);

  /// The number of an instruction's line; 0 where it has no debug location. Lines are numbered in the order of their first use.
  std::uint32_t numberOf(const llvm::Instruction& instruction);
  const SourceLocation& at(std::uint32_t number) const { return table_[number]; }

private:
  std::vector<SourceLocation>& table_;
  llvm::DenseMap<const llvm::DILocation*, std::uint32_t> byLocation_;
  std::map<std::pair<llvm::StringRef, std::uint32_t>, std::uint32_t> byLine_;
};

} // namespace gevo::sim

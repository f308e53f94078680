#pragma once

/// Instructions as statements of the source, and what of them matters to a reader.

#include "core/kernel/describe/expression.h"
#include "core/kernel/describe/symbols.h"

#include <llvm/ADT/DenseSet.h>

namespace gevo::ir {

using Words = std::optional<std::string>;

std::string asCode(const std::string& text);
/// Nothing for an expression that is so long that it tells nobody anything.
Words ifShort(Words words);

/// That a load or store accesses; 0 for others.
std::uint64_t bytesOf(const llvm::Instruction& access);

/// `__syncthreads()`, or `bar.sync 1` for one with another number. `at`: where that is read; null: any time will do.
Words barrierText(const llvm::Instruction& barrier, const ExpressionPrinter& printer, const llvm::Instruction* at = nullptr);
/// "store to `tile[ty][tx]`", "barrier", "`bar.sync 1`" for one with another number than __syncthreads has. `at`: as above.
Words nounOf(const llvm::Instruction& instruction, const ExpressionPrinter& printer, const llvm::Instruction* at = nullptr);

/// Where an operand is read.
const llvm::Instruction* readerOf(const llvm::Instruction& user, unsigned operand);

/// The ordered instruction before or after this one in its block; null at its ends.
const llvm::Instruction* neighbour(const llvm::Instruction& instruction, bool next);

/// See isBookkeeping(instruction) in symbols.h; also of an operand.
bool isBookkeeping(const llvm::Instruction& user, unsigned operand);
/// Has no counterpart in the source: a conversion of widths, an address. What changes about it is said where it is used.
bool isInvisible(const llvm::Instruction& instruction);

/// Instructions that stores, branches, calls and the like depend on, directly or not.
llvm::DenseSet<const llvm::Instruction*> liveCode(const llvm::Module& module);

/// That the value always is, whatever the program computes; null where it varies.
const llvm::Constant* constantOf(const llvm::Value& value);

} // namespace gevo::ir

#pragma once

/// What edits ask of instructions, kept on them as metadata until all edits of a list are applied, so that an edit finds the instructions
/// that it names whichever edits came before. Copies of an instruction have its marks.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class LLVMContext;
} // namespace llvm

namespace gevo::ir {

enum class Mark : std::uint8_t { Approximation, Reciprocal, Flattening, Promotion, Reassociation, Vector, Sharing };
/// Kinds of metadata, by Mark.
inline constexpr std::array<const char*, 7> markMetadata{"gevo.approximation", "gevo.reciprocal", "gevo.flatten", "gevo.promote",
                                                         "gevo.reassociate",   "gevo.vectorise",  "gevo.share"};

unsigned markKind(llvm::LLVMContext& context, Mark mark);
/// Empty: none.
std::string markOf(const llvm::Instruction& instruction, Mark mark);
/// False: it has that one already.
bool setMark(llvm::Instruction& instruction, Mark mark, const std::string& value);
/// A function's marked instructions, in order, with what the marks say. They are marked no longer.
std::vector<std::pair<llvm::Instruction*, std::string>> takeMarked(llvm::Function& function, Mark mark);

} // namespace gevo::ir

#pragma once

/// Kernels that are compiled twice: for values that a launch is known to have, and for all others. A test at the kernel's beginning, which
/// all threads of a launch answer alike, chooses between both, so that a specialised kernel computes what it did.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Argument;
class Function;
class Instruction;
class Module;
class Type;
} // namespace llvm

namespace gevo::ir {

/// An integer that is passed by value.
bool maySpecialise(const llvm::Argument& argument);
/// A kernel's read of the size of a block or of the grid.
bool maySpecialise(const llvm::Instruction& instruction);
/// Of such a read: 0 to 2 for a block's size in x, y and z, 3 to 5 for the grid's.
unsigned sizeOf(const llvm::Instruction& read);

/// Marks the kernel; what the marks ask for is done when all edits are applied. `value`, a number, takes the place of an earlier one.
/// False: it is the earlier one, or does not fit the type.
bool specialise(llvm::Argument& argument, const std::string& value);
bool specialise(llvm::Instruction& read, const std::string& value);

/// As the type has it: "-1" of the bits of an integer that are all set.
std::string shownValue(const std::string& value, const llvm::Type& type);

/// Does what the marks ask for, takes them off, and has the module list it.
void carryOutSpecialisations(llvm::Module& module);

/// What a launch has to have for a kernel's special branch to run.
struct Specialisation {
  std::string kernel;
  std::optional<unsigned> parameter; ///< by number; none: a size
  unsigned size = 0;                 ///< as sizeOf()
  std::uint64_t value = 0;
};
/// In no order that means anything.
std::vector<Specialisation> specialisationsOf(const llvm::Module& module);

} // namespace gevo::ir

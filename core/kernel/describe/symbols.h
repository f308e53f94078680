#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class Function;
class GlobalValue;
class Instruction;
} // namespace llvm

namespace gevo::ir {

/// Demangled, without what encloses it: "tile" for a shared array inside a kernel, "reduce<ns::Plus>".
std::string shortName(const llvm::GlobalValue& global);
/// "__shfl_down_sync", "fabs", "mix": roughly the callee's name in the source.
std::string functionName(const llvm::Function& function);
/// The source gives it the high word first, LLVM the low one.
bool takesHighWordFirst(const llvm::Function& function);
/// Its first argument is a mask of lanes.
bool takesLanes(const llvm::Function& function);
bool isShuffle(const llvm::Function& function);
/// Lanes of a shuffle, by its last operand (PTX ISA, shfl.sync: the mask of the segment is in bits 8 to 12).
std::uint64_t shuffleWidth(std::uint64_t segment);
/// Of all threads of the block: __syncthreads, or a barrier of that kind with another number.
bool isBarrier(const llvm::Instruction& instruction);
/// What LLVM keeps about an operation, which no source says and edits drop.
bool isBookkeeping(const llvm::Instruction& instruction);
/// Others see when it happens, or it sees when others happen.
bool isOrdered(const llvm::Instruction& instruction);
/// "threadIdx.x" for the intrinsic that reads it; "" for others.
std::string builtinVariable(const llvm::Function& function);

/// What an operand is for: "condition", "operand", "address", "stored value".
std::string operandRole(const llvm::Instruction& user, unsigned operand);

} // namespace gevo::ir

#pragma once

/// How a module holds directives: what tells the compiler how to compile a loop or a kernel, and changes nothing that they compute.

#include <string>

namespace llvm {
class Function;
class Instruction;
class LLVMContext;
class MDNode;
class Module;
} // namespace llvm

namespace gevo::ir {

/// Of a loop: its metadata, or null, as an edit wants it unrolled: "8" rounds at once, "1" for not at all, "full". The node is distinct.
llvm::MDNode* withUnrolling(llvm::LLVMContext& context, llvm::MDNode* loop, const std::string& value);
/// As above, of the loop that this terminator goes back to the beginning of, whoever said it; empty: nobody did.
std::string unrollingOf(const llvm::Instruction& terminator);
/// Of the loop that `latch` goes back to the beginning of, where no edit says anything of it.
void askForUnrolling(llvm::Instruction& latch, const std::string& value);
/// An edit wants some loop unrolled, wholly or in part. What the source wants, clang has done as far as it can be.
bool editsAskForUnrolling(const llvm::Function& function);
/// What edits asked for in vain, once the optimiser has done what it could: else equal code would have other hashes.
void dropUnrolling(llvm::Module& module);

/// Most registers for each thread of a kernel; empty: no limit.
std::string registerLimitOf(const llvm::Function& kernel);
/// False: it has that one already.
bool setRegisterLimit(llvm::Function& kernel, const std::string& limit);

} // namespace gevo::ir

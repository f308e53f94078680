#pragma once

/// Does what the marks of approximations (marks.h) ask for, where the code still allows it: "float" of an instruction, a number of a branch
/// that goes back to the beginning of a loop, reciprocals.

namespace llvm {
class Module;
} // namespace llvm

namespace gevo::ir {

void carryOutApproximations(llvm::Module& module);

} // namespace gevo::ir

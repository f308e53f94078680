#pragma once

/// Registers of a project's kernels: found once with ptxas, kept in the project, used wherever the simulated GPU runs its kernels. A
/// variant counts as having those of the original.

#include "core/kernel/simulator/simulator.h"
#include "core/values/project.h"

namespace llvm {
class Module;
}

namespace gevo::program {

struct FoundRegisters {
  sim::KernelRegisters registers; ///< empty where they could not be found
  std::string note;               ///< what the user should know of them; empty: nothing
};
/// Of an optimised module. Where ptxas no longer knows the architecture, those on the oldest one that it knows count.
FoundRegisters findRegisters(const llvm::Module& module, const std::string& architecture);

/// As the project keeps them.
sim::KernelRegisters registersOf(const Project& project);

/// "kernel 34" on each line, for the environment of a program. What can't be read is left out.
std::string printRegisters(const sim::KernelRegisters& registers);
sim::KernelRegisters parseRegisters(const std::string& text);

} // namespace gevo::program

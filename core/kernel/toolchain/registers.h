#pragma once

/// Registers of a project's kernels: found once with ptxas, stored in the project, used by the simulated GPU. Those of variants are
/// estimated.

#include "core/kernel/simulator/simulator.h"
#include "core/values/project.h"

namespace llvm {
class Module;
}

namespace gevo::program {

struct FoundRegisters {
  sim::KernelRegisters registers; ///< empty if they could not be determined
  std::string note;               ///< for the user; may be empty
};
/// For an optimised module. If ptxas no longer knows the architecture, those on the oldest one that it knows.
FoundRegisters findRegisters(const llvm::Module& module, const std::string& architecture);

/// As the project keeps them.
sim::KernelRegisters registersOf(const Project& project);

/// What the values of a module's kernels take at once (core/kernel/ir/register_pressure.h), by kernel.
using KernelPressures = std::map<std::string, std::uint32_t>;
KernelPressures pressuresOf(const llvm::Module& module);
/// Of a variant's kernels: the original's by ptxas, and what the pressure differs by. Within 15 % of ptxas for nine of ten random variants
/// (register_bench).
sim::KernelRegisters estimateRegisters(const sim::KernelRegisters& original, const KernelPressures& ofOriginal,
                                       const KernelPressures& ofVariant);

/// "kernel 34" on each line, for the environment of a program. Reading stops at the first invalid line.
std::string printRegisters(const sim::KernelRegisters& registers);
sim::KernelRegisters parseRegisters(const std::string& text);

} // namespace gevo::program

#pragma once

/// Machine code of a population: one module for so many individuals, made on several threads.

#include "core/kernel/cuda/device/jit_link.h"
#include "core/tmbl/device/messages.h"

#include <optional>

namespace gevo::cuda {

struct PopulationModule {
  std::size_t first = 0; ///< individual
  std::size_t count = 0;
  std::string code; ///< a cubin; PTX where the driver is the assembler
};

struct PopulationCode {
  std::vector<PopulationModule> modules;
  tmbl::PopulationTimes times; ///< write, compile and assemble
};

struct PopulationTarget {
  std::string architecture; ///< "sm_90"
  std::uint32_t inputs = 0; ///< of a case
  std::size_t stride = 0;   ///< Cases::stride
};

/// `assembler`: nothing where the driver assembles what it loads. An error is the first module's, with the tool's output.
Result<PopulationCode> compilePopulation(const tmbl::PopulationRequest& request, const PopulationTarget& target,
                                         const std::optional<JitLink>& assembler);

} // namespace gevo::cuda

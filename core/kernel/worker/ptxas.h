#pragma once

/// ptxas of the CUDA toolkit, as a process.

#include "core/base/result.h"

#include <optional>
#include <string>

namespace gevo::worker {

struct Assembled {
  std::string cubin;
  std::string summary; ///< "hotspot: 34 registers, no spills, 3072 bytes of shared memory", a part per kernel
};

/// Nothing where there is no ptxas; an error with its words where it refuses the PTX.
Result<std::optional<Assembled>> assemble(const std::string& ptx, const std::string& architecture);

/// Path and version of ptxas, or what to install.
Result<std::string> findPtxas();

} // namespace gevo::worker

#pragma once

/// PTX to a cubin, in this process: nvJitLink of the CUDA toolkit, or the library that GEVO_NVJITLINK names. Loaded before a worker locks
/// itself down, it works inside of the confinement.

#include "core/base/result.h"

#include <memory>
#include <string>

namespace gevo::cuda {

inline constexpr const char* jitLinkVariable = "GEVO_NVJITLINK";

/// Code for one architecture, and what the assembler said of each kernel: registers, spills, shared memory (as `ptxas -v` has it).
struct Cubin {
  std::string code;
  std::string log;
};

class JitLink {
public:
  /// Looks beside the program, along the library path and in CUDA toolkits. An error says what goes without it.
  static Result<JitLink> open();

  /// Of an architecture that it does not know some versions of the library end the process, so it is never asked for one.
  bool knows(const std::string& architecture) const;
  /// An error with the assembler's words as details where it refuses the PTX.
  Result<Cubin> link(const std::string& ptx, const std::string& architecture) const;
  /// Of the PTX that it takes and the GPUs that it knows: 13.0 is 13000.
  int version() const;
  const std::string& path() const;

private:
  struct Functions;
  explicit JitLink(std::shared_ptr<const Functions> functions) : functions_(std::move(functions)) {}
  std::shared_ptr<const Functions> functions_;
};

} // namespace gevo::cuda

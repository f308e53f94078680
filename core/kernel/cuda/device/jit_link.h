#pragma once

/// PTX to a cubin, in this process: nvJitLink of the CUDA toolkit, or the library that GEVO_NVJITLINK names. Loaded before a worker locks
/// itself down, it works inside the sandbox.

#include "core/base/result.h"

#include <memory>
#include <string>

namespace gevo::cuda {

inline constexpr const char* jitLinkVariable = "GEVO_NVJITLINK";

/// Code for one architecture, and the assembler's log for each kernel: registers, spills, shared memory (as `ptxas -v` has it).
struct Cubin {
  std::string code;
  std::string log;
};

class JitLink {
public:
  /// Searches beside the program, along the library path and in CUDA toolkits. An error says what happens without it.
  static Result<JitLink> open();

  /// Must be checked first: some versions of the library end the process on an unknown architecture.
  bool knows(const std::string& architecture) const;
  /// If the PTX is rejected, an error with the assembler's log as details.
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

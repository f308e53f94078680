#pragma once

/// Measures how long it takes to compile variants from LLVM IR to machine code, singly and in batches, as Lewis and Magoulas 2011 did for
/// TMBL.

#include "core/base/result.h"

#include <string>
#include <vector>

namespace gevo::bench {

struct CompileTimeOrder {
  std::vector<std::string> files; ///< textual IR from `gevo export --ll`, used in turn
  std::string architecture = "sm_90";
  std::string assembler = "nvjitlink"; ///< in this process; or "ptxas", one process for each module
  unsigned batch = 1;                  ///< variants per module
  double seconds = 5;                  ///< minimum duration; at least one module is compiled
};

struct CompileTimes {
  std::uint64_t individuals = 0;
  double seconds = 0; ///< total wall-clock time, of which
  double join = 0;    ///< joining variants into modules
  double optimise = 0;
  double ptx = 0;
  double assemble = 0;
  std::uint64_t bytes = 0; ///< of machine code
};
/// Compiles one module before it starts the clock, as a warm-up.
Result<CompileTimes> measureCompileTime(const CompileTimeOrder& order);

/// On one line.
std::string compileTimesJson(const CompileTimes& times);

} // namespace gevo::bench

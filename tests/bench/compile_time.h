#pragma once

/// How long variants take from LLVM IR to machine code, alone and many to a module, as Lewis and Magoulas 2011 asked of TMBL.

#include "core/base/result.h"

#include <string>
#include <vector>

namespace gevo::bench {

struct CompileTimeOrder {
  std::vector<std::string> files; ///< IR as text, as `gevo export --ll` writes it; taken in turn
  std::string architecture = "sm_90";
  std::string assembler = "nvjitlink"; ///< in this process; or "ptxas", one process for each module
  unsigned batch = 1;                  ///< variants to a module
  double seconds = 5;                  ///< at least, and at least one module
};

struct CompileTimes {
  std::uint64_t individuals = 0;
  double seconds = 0; ///< wall clock of all of it, of which
  double join = 0;    ///< into modules
  double optimise = 0;
  double ptx = 0;
  double assemble = 0;
  std::uint64_t bytes = 0; ///< of machine code
};
/// One module before the clock starts, for what is set up at the first use.
Result<CompileTimes> measureCompileTime(const CompileTimeOrder& order);

/// One line.
std::string compileTimesJson(const CompileTimes& times);

} // namespace gevo::bench

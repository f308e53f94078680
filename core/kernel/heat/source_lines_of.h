#pragma once

/// Which line of the project's sources a place is that the simulator names.

#include "core/kernel/simulator/machine/launch.h"
#include "core/values/coverage.h"

#include <map>

namespace llvm {
class Module;
}

namespace gevo::program {

class SourceLinesOf {
public:
  /// Of the module that was simulated.
  SourceLinesOf(const llvm::Module& module, const std::vector<SourceFile>& sources);
  /// Without a file where it is in none of them.
  CodeLine of(const sim::SourceLocation& location) const;

private:
  std::map<sim::SourceLocation, CodeLine> lines_;
};

} // namespace gevo::program

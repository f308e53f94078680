#pragma once

/// Which bytes of a launch matter: a host program may leave padding and unused members of what it passes to a kernel unset.

#include <map>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace gevo::ir {

/// By kernel: per byte of its parameters, laid out as sim::Launch::parameters are, whether its code may read it.
using ParameterReads = std::map<std::string, std::vector<bool>>;

/// As the module is: optimised code reads the least.
ParameterReads findParameterReads(const llvm::Module& module);

} // namespace gevo::ir

#pragma once

/// Where a kernel's parameters lie in PTX's .param space: each at the next multiple of its alignment.

#include <cstdint>
#include <vector>

namespace llvm {
class Function;
}

namespace gevo::ir {

/// Bytes.
struct ParameterPlace {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// In order, as sim::Launch::parameters has them.
std::vector<ParameterPlace> parameterLayout(const llvm::Function& kernel);

} // namespace gevo::ir

#pragma once

/// What a program on the real CUDA runtime needs to know of the PTX that stands in for its device code.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::program {

struct PtxVariable {
  std::uint64_t bytes = 0;
  bool isConstant = false;
};
struct PtxNames {
  std::vector<std::string> kernels;
  std::map<std::string, PtxVariable> variables; ///< that the host can find
  std::string architecture;                     ///< "sm_90", of its .target
};
/// Of PTX as LLVM's back end or nvcc write it.
PtxNames namesInPtx(std::string_view ptx);

} // namespace gevo::program

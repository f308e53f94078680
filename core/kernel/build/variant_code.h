#pragma once

/// The names in a variant's PTX that a program on the real CUDA runtime needs.

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
  std::map<std::string, PtxVariable> variables; ///< visible to the host
  std::string architecture;                     ///< "sm_90", of its .target
};
/// For PTX written by LLVM's back end or nvcc.
PtxNames namesInPtx(std::string_view ptx);

} // namespace gevo::program

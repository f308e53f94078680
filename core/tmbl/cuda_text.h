#pragma once

/// Programs as CUDA C. Its functions give the bits of the evaluator under any flags of the compiler but -ftz=true: each operation is one of
/// CUDA's intrinsics that are rounded and never fused.

#include "core/tmbl/code.h"

#include <string>

namespace gevo::tmbl {

/// The functions of one's own that the code of functions calls: tmbl_exp and others. Empty where none does.
std::string cudaHelpers(std::span<const Code> codes);
/// `float name(float input0, ...)` of the first result, marked __device__. `inputs`: names of the parameters.
std::string cudaFunction(const Code& code, std::string_view name, std::span<const std::string> inputs);
/// "input0", "input1", ...
std::vector<std::string> inputNames(std::uint32_t inputs);
/// The kernel of ptx_text in CUDA C, as nvcc takes it (Lewis and Magoulas 2011, section 3), to compare with.
std::string cudaModule(std::span<const Code> population, std::uint32_t inputs, std::size_t stride);
/// A constant: "-1.5f".
std::string cudaConstant(float value);

} // namespace gevo::tmbl

#pragma once

/// Properties of the simulated GPU that its model lacks: the same since compute capability 7.0.

#include <array>
#include <cstdint>

namespace gevo::cuda {

inline constexpr int maxThreadsPerBlock = 1024;
inline constexpr std::array<int, 3> maxBlockSize{1024, 1024, 64};
inline constexpr std::array<int, 3> maxGridSize{0x7fffffff, 65535, 65535};
inline constexpr std::uint32_t defaultSharedPerBlock = 48 * 1024;

} // namespace gevo::cuda

#pragma once

/// The largest textures, surfaces and arrays: those of NVIDIA's GPUs of compute capability 6.0 and above (CUDA C++ Programming Guide,
/// "Compute Capabilities").

#include <cstddef>

namespace gevo::cuda::texture_limits {

inline constexpr std::size_t linear = 1ULL << 28; ///< elements
inline constexpr std::size_t line = 131072;
inline constexpr std::size_t planeWidth = 131072;
inline constexpr std::size_t planeHeight = 65536;
inline constexpr std::size_t pitchedHeight = 65000;  ///< of memory with a pitch
inline constexpr std::size_t pitchedPitch = 2097120; ///< bytes
inline constexpr std::size_t volume = 16384;         ///< in each direction
inline constexpr std::size_t layered = 32768;        ///< width, and height
inline constexpr std::size_t layers = 2048;
inline constexpr std::size_t surfaceLine = 32768;

} // namespace gevo::cuda::texture_limits

#pragma once

/// Converts CUDA's description of a texture or surface to the simulator's.

#include "core/kernel/runtime/device.h"

namespace gevo::cuda {

/// cudaResourceType.
namespace resource {
inline constexpr int array = 0;
inline constexpr int mipmappedArray = 1;
inline constexpr int linear = 2;
inline constexpr int plane = 3;
} // namespace resource

/// Of an array: its shape, elements and place.
Status describeArray(const Device& device, const void* handle, sim::Texture& texture);
/// `alignment`: required of memory that is not an array, bytes. Invalid textures fail as in CUDA; others are reported as unsupported.
Status describeTexture(Device& device, const Resource& from, const Sampling& sampling, std::uint64_t alignment, sim::Texture& texture);

} // namespace gevo::cuda

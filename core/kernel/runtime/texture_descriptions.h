#pragma once

/// What a program says of a texture, made what a kernel is told of it.

#include "core/kernel/runtime/device.h"

namespace gevo::cuda {

/// cudaResourceType.
namespace resource {
inline constexpr int array = 0;
inline constexpr int mipmappedArray = 1;
inline constexpr int linear = 2;
inline constexpr int plane = 3;
} // namespace resource

/// `alignment`: that memory which is no array must have, bytes. What can't be had is refused as CUDA does it, or by name.
Status describeTexture(Device& device, const Resource& from, const Sampling& sampling, std::uint64_t alignment, sim::Texture& texture);

} // namespace gevo::cuda

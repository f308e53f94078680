// Arrays, and descriptions of their elements.

#include "core/kernel/runtime/device.h"
#include "core/kernel/runtime/texture_limits.h"

#include <algorithm>

namespace cuda = gevo::cuda;
using cuda::Array;
using cuda::ChannelFormat;
using cuda::Device;
using cuda::Status;
namespace status = cuda::status;

namespace {

constexpr std::uint64_t arrayAlignment = 32; ///< of rows

/// cudaExtent: elements, rows, slices.
struct Extent {
  std::size_t width;
  std::size_t height;
  std::size_t depth;
};

bool isPossible(const Extent& extent, bool isLayered) {
  using namespace cuda::texture_limits;
  if (extent.width == 0) return false;
  if (isLayered) return extent.width <= layered && extent.height <= layered && extent.depth > 0 && extent.depth <= layers;
  if (extent.depth > 0) return extent.height > 0 && std::max({extent.width, extent.height, extent.depth}) <= volume;
  return extent.width <= planeWidth && extent.height <= planeHeight;
}

Status allocate(void** handle, const ChannelFormat* format, const Extent& extent, unsigned flags) {
  return cuda::onDevice([&](Device& device) {
    // Texture gather fails only where it is used.
    constexpr unsigned known = cuda::array_flag::layered | cuda::array_flag::surface | cuda::array_flag::gather;
    if (handle == nullptr || format == nullptr) return status::invalidValue;
    if ((flags & cuda::array_flag::cubemap) != 0) return device.reportUnsupported("cudaMalloc3DArray of cube maps");
    if (!isPossible(extent, (flags & cuda::array_flag::layered) != 0)) return status::invalidValue;
    const auto texel = cuda::texelOf(*format);
    if (!texel) return status::invalidChannelDescriptor;
    if ((flags & ~known) != 0) return device.reportUnsupported("cudaMallocArray with flags");
    std::uint64_t address = 0;
    const Status allocated = device.allocateArray({*format, *texel, extent.width, extent.height, 0, flags, extent.depth}, address);
    if (allocated == status::success) *handle = reinterpret_cast<void*>(address);
    return allocated;
  });
}

/// For functions that query an array.
template <class Action> Status withArray(const void* handle, Action&& action) {
  return cuda::onDevice([&](Device& device) {
    const Array* array = device.array(handle);
    if (array == nullptr) return status::invalidResourceHandle;
    return action(*array);
  });
}

} // namespace

namespace gevo::cuda {

std::optional<Texel> texelOf(const ChannelFormat& format) {
  constexpr int kinds = 3; // signed, unsigned, float
  const int bits[] = {format.x, format.y, format.z, format.w};
  const auto channels = std::ranges::find(bits, 0) - std::begin(bits);
  if (format.kind < 0 || format.kind >= kinds || channels == 0 || channels == 3) return std::nullopt;
  for (int i = 0; i < 4; ++i)
    if (bits[i] != (i < channels ? format.x : 0)) return std::nullopt;
  const auto kind = static_cast<sim::TexelKind>(format.kind);
  const bool isKnown = format.x == 32 || format.x == 16 || (format.x == 8 && kind != sim::TexelKind::Float);
  if (!isKnown) return std::nullopt;
  return Texel{kind, static_cast<std::uint8_t>(format.x), static_cast<std::uint8_t>(channels)};
}

Status Device::allocateArray(Array array, std::uint64_t& address) {
  array.pitch = (array.rowBytes() + arrayAlignment - 1) / arrayAlignment * arrayAlignment;
  const Status allocated = allocate(array.slicePitch() * array.slices(), address);
  if (allocated == status::success) arrays_[address] = array;
  return allocated;
}

Status Device::freeArray(std::uint64_t address) {
  if (address == 0) return status::success;
  if (arrays_.erase(address) == 0) return status::invalidResourceHandle;
  return free(address);
}

const Array* Device::array(const void* handle) const {
  const auto found = arrays_.find(reinterpret_cast<std::uint64_t>(handle));
  return found != arrays_.end() ? &found->second : nullptr;
}

} // namespace gevo::cuda

GEVO_CUDA ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) { return {x, y, z, w, kind}; }
GEVO_CUDA Status cudaGetChannelDesc(ChannelFormat* format, const void* handle) {
  return withArray(handle, [&](const Array& array) {
    if (format == nullptr) return status::invalidValue;
    *format = array.format;
    return status::success;
  });
}
GEVO_CUDA Status cudaArrayGetInfo(ChannelFormat* format, Extent* extent, unsigned* flags, const void* handle) {
  return withArray(handle, [&](const Array& array) {
    if (format != nullptr) *format = array.format;
    if (extent != nullptr) *extent = {array.width, array.height, array.depth};
    if (flags != nullptr) *flags = array.flags;
    return status::success;
  });
}

GEVO_CUDA Status cudaMallocArray(void** handle, const ChannelFormat* format, std::size_t width, std::size_t height, unsigned flags) {
  if ((flags & cuda::array_flag::layered) != 0) return cuda::noteError(status::invalidValue); // there is no number of layers
  return allocate(handle, format, {width, height, 0}, flags);
}
GEVO_CUDA Status cudaMalloc3DArray(void** handle, const ChannelFormat* format, Extent extent, unsigned flags) {
  return allocate(handle, format, extent, flags);
}
GEVO_CUDA Status cudaFreeArray(void* handle) {
  return cuda::onDevice([&](Device& device) {
    device.synchronise();
    return device.freeArray(reinterpret_cast<std::uint64_t>(handle));
  });
}

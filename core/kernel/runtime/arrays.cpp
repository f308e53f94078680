// Arrays of one and two dimensions, and descriptions of their elements.

#include "core/kernel/runtime/device.h"

#include <algorithm>

namespace cuda = gevo::cuda;
using cuda::Array;
using cuda::ChannelFormat;
using cuda::Device;
using cuda::Status;
namespace status = cuda::status;

namespace {

constexpr std::uint64_t arrayAlignment = 32; ///< of rows
constexpr std::size_t mostWidth = 131072;
constexpr std::size_t mostHeight = 65536;

/// Accepted flags of cudaMallocArray: surfaces and texture gather, which fail only when they are used.
constexpr unsigned harmlessFlags = 0x02 | 0x08;

/// cudaExtent: elements, rows, slices.
struct Extent {
  std::size_t width;
  std::size_t height;
  std::size_t depth;
};

Status allocate(void** handle, const ChannelFormat* format, std::size_t width, std::size_t height, unsigned flags) {
  return cuda::onDevice([&](Device& device) {
    if (handle == nullptr || format == nullptr || width == 0 || width > mostWidth || height > mostHeight) return status::invalidValue;
    const auto texel = cuda::texelOf(*format);
    if (!texel) return status::invalidChannelDescriptor;
    if ((flags & ~harmlessFlags) != 0) return device.reportUnsupported("cudaMallocArray with flags");
    std::uint64_t address = 0;
    const Status allocated = device.allocateArray({*format, *texel, width, height, 0, flags}, address);
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
  const Status allocated = allocate(array.pitch * array.rows(), address);
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
    if (extent != nullptr) *extent = {array.width, array.height, 0};
    if (flags != nullptr) *flags = array.flags;
    return status::success;
  });
}

GEVO_CUDA Status cudaMallocArray(void** handle, const ChannelFormat* format, std::size_t width, std::size_t height, unsigned flags) {
  return allocate(handle, format, width, height, flags);
}
GEVO_CUDA Status cudaMalloc3DArray(void** handle, const ChannelFormat* format, Extent extent, unsigned flags) {
  if (extent.depth == 0) return allocate(handle, format, extent.width, extent.height, flags);
  return cuda::guarded([](Device& device) { return device.reportUnsupported("cudaMalloc3DArray of three dimensions or layers"); });
}
GEVO_CUDA Status cudaFreeArray(void* handle) {
  return cuda::onDevice([&](Device& device) {
    device.synchronise();
    return device.freeArray(reinterpret_cast<std::uint64_t>(handle));
  });
}

// Texture references, which CUDA had before texture objects: variables of the program, bound to memory or arrays. The compatibility
// header (resources/cuda/compat) has their types. In a kernel such a variable stands for the texture object whose number is the variable's
// address.

#include "core/kernel/runtime/texture_descriptions.h"

#include <algorithm>

namespace cuda = gevo::cuda;
using cuda::ChannelFormat;
using cuda::Device;
using cuda::Resource;
using cuda::Sampling;
using cuda::Status;
namespace status = cuda::status;
namespace sim = gevo::sim;

/// textureReference, as the compatibility header has it.
struct TextureReference {
  int normalised;
  int filter;
  int modes[3];
  ChannelFormat format;
};

namespace {

Sampling samplingOf(const TextureReference& reference, bool normalisedReads) {
  Sampling sampling{};
  std::ranges::copy(reference.modes, sampling.modes);
  sampling.filter = reference.filter;
  sampling.readMode = normalisedReads ? 1 : 0;
  sampling.normalisedPositions = reference.normalised;
  return sampling;
}

/// Of cudaTextureType: its dimensions, perhaps with layers.
bool isKnown(unsigned type) {
  constexpr unsigned lines = 0xf1; // cudaTextureType1DLayered
  constexpr unsigned planes = 0xf2;
  return (type >= 1 && type <= 3) || type == lines || type == planes;
}

/// `describe` fills in the resource.
template <class Describe> Status bind(const TextureReference* reference, unsigned dimensions, const char* call, Describe&& describe) {
  return cuda::onDevice([&](Device& device) {
    const cuda::TextureVariable* variable = device.textureVariable(reference);
    if (variable == nullptr) return status::invalidTexture;
    if (!isKnown(variable->dimensions)) return device.reportUnsupported(std::string(call) + " of a cube map");
    if (dimensions != 0 && variable->dimensions != dimensions) return status::invalidTexture;
    Resource resource{};
    if (const Status known = describe(device, resource); known != status::success) return known;
    const Sampling sampling = samplingOf(*reference, variable->normalisedReads);
    sim::Texture texture;
    if (const Status possible = cuda::describeTexture(device, resource, sampling, 1, texture); possible != status::success) return possible;
    const auto symbol = device.symbol(*device.variableName(reference));
    if (!symbol) return status::success; // no kernel reads it
    std::uint64_t object = symbol->address;
    return device.createTexture(texture, {resource, sampling}, object);
  });
}

} // namespace

const cuda::TextureVariable* Device::textureVariable(const void* handle) const {
  const auto found = textureVariables_.find(handle);
  return found != textureVariables_.end() ? &found->second : nullptr;
}

GEVO_CUDA void __cudaRegisterTexture(void** wrapper, const TextureReference* variable, const void**, const char* deviceName, int dimensions,
                                     int normalisedReads, int) {
  Device::instance().addTextureVariable(static_cast<const void*>(wrapper), variable, deviceName,
                                        {static_cast<unsigned>(dimensions), normalisedReads != 0});
}

/// Any address can be bound, so the offset is always 0.
GEVO_CUDA Status cudaBindTexture(std::size_t* offset, const TextureReference* reference, const void* pointer, const ChannelFormat* format,
                                 std::size_t size) {
  return bind(reference, 1, "cudaBindTexture", [&](const Device& device, Resource& resource) {
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    const auto allocation = device.allocationOf(address);
    if (format == nullptr || !allocation) return status::invalidValue;
    if (offset != nullptr) *offset = 0;
    resource.type = cuda::resource::linear;
    resource.linear = {const_cast<void*>(pointer), *format, std::min(size, allocation->address + allocation->size - address)};
    return status::success;
  });
}
GEVO_CUDA Status cudaBindTexture2D(std::size_t* offset, const TextureReference* reference, const void* pointer, const ChannelFormat* format,
                                   std::size_t width, std::size_t height, std::size_t pitch) {
  return bind(reference, 2, "cudaBindTexture2D", [&](const Device&, Resource& resource) {
    if (format == nullptr) return status::invalidValue;
    if (offset != nullptr) *offset = 0;
    resource.type = cuda::resource::plane;
    resource.plane = {const_cast<void*>(pointer), *format, width, height, pitch};
    return status::success;
  });
}
GEVO_CUDA Status cudaBindTextureToArray(const TextureReference* reference, const void* array, const ChannelFormat*) {
  return bind(reference, 0, "cudaBindTextureToArray", [&](const Device&, Resource& resource) {
    resource.type = cuda::resource::array;
    resource.array = const_cast<void*>(array);
    return status::success;
  });
}
GEVO_CUDA Status cudaUnbindTexture(const TextureReference* reference) {
  return cuda::onDevice([&](Device& device) {
    if (device.textureVariable(reference) == nullptr) return status::invalidTexture;
    const auto symbol = device.symbol(*device.variableName(reference));
    return symbol && device.textureRecord(symbol->address) != nullptr ? device.destroyTexture(symbol->address) : status::success;
  });
}
GEVO_CUDA Status cudaGetTextureAlignmentOffset(std::size_t* offset, const TextureReference* reference) {
  return cuda::onDevice([&](Device& device) {
    if (device.textureVariable(reference) == nullptr) return status::invalidTexture;
    if (offset == nullptr) return status::invalidValue;
    *offset = 0;
    return status::success;
  });
}
GEVO_CUDA Status cudaGetTextureReference(const TextureReference** reference, const void* variable) {
  return cuda::onDevice([&](Device& device) {
    if (device.textureVariable(variable) == nullptr) return status::invalidTexture;
    if (reference == nullptr) return status::invalidValue;
    *reference = static_cast<const TextureReference*>(variable);
    return status::success;
  });
}

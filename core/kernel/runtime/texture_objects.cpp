// Texture objects on linear memory, memory with a pitch, and arrays.

#include "core/kernel/runtime/texture_descriptions.h"
#include "core/kernel/runtime/texture_limits.h"

#include <algorithm>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Resource;
using cuda::Sampling;
using cuda::Status;
namespace status = cuda::status;
namespace sim = gevo::sim;

namespace {

constexpr int linearFilter = 1;                // cudaFilterModeLinear
constexpr int normalisedFloat = 1;             // cudaReadModeNormalizedFloat
constexpr std::uint64_t objectAlignment = 256; // what memory has, whatever the properties ask for
constexpr std::uint64_t pitchAlignment = 32;

/// Takes the element from a channel descriptor.
Status describeTexel(Device& device, const cuda::ChannelFormat& format, sim::Texture& texture) {
  constexpr int plainKinds = 4; // signed, unsigned, float, none; then come compressed, normalised and video formats
  if (format.kind >= plainKinds) return device.reportUnsupported("cudaCreateTextureObject of this channel format");
  const auto texel = cuda::texelOf(format);
  if (!texel) return status::invalidChannelDescriptor;
  texture.kind = texel->kind;
  texture.bits = texel->bits;
  texture.channels = texel->channels;
  return status::success;
}

Status describeMemory(Device& device, const Resource& from, std::uint64_t alignment, sim::Texture& texture) {
  const bool isPlane = from.type == cuda::resource::plane;
  const Status known = describeTexel(device, isPlane ? from.plane.format : from.linear.format, texture);
  if (known != status::success) return known;
  texture.address = reinterpret_cast<std::uint64_t>(isPlane ? from.plane.pointer : from.linear.pointer);
  if (texture.address == 0 || texture.address % alignment != 0) return status::invalidValue;
  if (!isPlane) {
    texture.width = from.linear.size / texture.texelBytes();
    return texture.width == 0 || texture.width > cuda::texture_limits::linear ? status::invalidValue : status::success;
  }
  texture.shape = sim::TextureShape::Plane;
  texture.width = from.plane.width;
  texture.height = from.plane.height;
  texture.pitch = from.plane.pitch;
  const bool fits = texture.width > 0 && texture.width <= cuda::texture_limits::planeWidth && texture.height > 0 &&
                    texture.height <= cuda::texture_limits::pitchedHeight && texture.pitch <= cuda::texture_limits::pitchedPitch &&
                    texture.pitch % pitchAlignment == 0 && texture.width * texture.texelBytes() <= texture.pitch;
  return fits ? status::success : status::invalidValue;
}

Status describeSampling(Device& device, const Sampling& from, sim::Texture& texture) {
  constexpr int modes = 4;
  if (from.isSrgb != 0) return device.reportUnsupported("cudaCreateTextureObject with sRGB");
  if (from.maxAnisotropy > 1) return device.reportUnsupported("cudaCreateTextureObject with anisotropic filtering");
  const bool isLinear = texture.shape == sim::TextureShape::Linear; // read by index: neither filtered nor wrapped
  for (unsigned i = 0; i < texture.dimensions() && !isLinear; ++i) {
    if (from.modes[i] < 0 || from.modes[i] >= modes) return status::invalidValue;
    texture.modes[i] = static_cast<sim::AddressMode>(from.modes[i]);
    if (texture.modes[i] == sim::AddressMode::Border && std::ranges::any_of(from.border, [](float part) { return part != 0; }))
      return device.reportUnsupported("cudaCreateTextureObject with a border colour");
  }
  texture.normalisedReads = from.readMode == normalisedFloat && texture.kind != sim::TexelKind::Float;
  if (texture.normalisedReads && texture.bits == 32) return status::invalidNormSetting;
  texture.filters = from.filter == linearFilter && !isLinear;
  if (texture.filters && !texture.readsFloats()) return status::invalidFilterSetting;
  texture.normalisedPositions = from.normalisedPositions != 0 && !isLinear;
  return status::success;
}

/// For functions that return how a texture was created.
template <class Tell> Status withRecord(const void* target, std::uint64_t object, Tell&& tell) {
  return cuda::onDevice([&](Device& device) {
    const cuda::TextureRecord* record = device.textureRecord(object);
    if (target == nullptr || record == nullptr || record->isSurface) return status::invalidValue;
    tell(*record);
    return status::success;
  });
}

} // namespace

namespace gevo::cuda {

Status describeArray(const Device& device, const void* handle, sim::Texture& texture) {
  const Array* array = device.array(handle);
  if (array == nullptr) return status::invalidResourceHandle;
  texture.isLayered = array->isLayered();
  texture.shape = array->depth != 0 && !texture.isLayered ? sim::TextureShape::Volume
                  : array->height != 0                    ? sim::TextureShape::Plane
                                                          : sim::TextureShape::Line;
  texture.kind = array->texel.kind;
  texture.bits = array->texel.bits;
  texture.channels = array->texel.channels;
  texture.address = reinterpret_cast<std::uint64_t>(handle);
  texture.width = array->width;
  texture.height = array->rows();
  texture.depth = array->slices();
  texture.pitch = array->pitch;
  return status::success;
}

Status describeTexture(Device& device, const Resource& from, const Sampling& sampling, std::uint64_t alignment, sim::Texture& texture) {
  Status described = status::invalidValue;
  if (from.type == resource::array)
    described = describeArray(device, from.array, texture);
  else if (from.type == resource::mipmappedArray)
    return device.reportUnsupported("cudaCreateTextureObject of mipmapped arrays");
  else if (from.type == resource::linear || from.type == resource::plane)
    described = describeMemory(device, from, alignment, texture);
  return described == status::success ? describeSampling(device, sampling, texture) : described;
}

Status Device::createTexture(const sim::Texture& texture, const TextureRecord& record, std::uint64_t& object) {
  if (const Status woken = wake(texture.address); woken != status::success) return woken;
  if (memory_.view(texture.address, texture.extent()) == nullptr) return status::invalidValue;
  if (object == 0) object = sim::textureObjectBase + ++lastTexture_;
  if (gpu_)
    if (const auto made = gpu_->createTexture(object, sim::encodeTexture(texture)); !made)
      return broken(status::notSupported, made.error().message);
  textures_[object] = texture;
  textureRecords_[object] = record;
  program::Event made;
  made.kind = program::EventKind::CreateTexture;
  made.address = object;
  made.data = sim::encodeTexture(texture);
  return this->record(std::move(made));
}

Status Device::destroyTexture(std::uint64_t object) {
  if (object == 0) return status::success;
  if (textures_.erase(object) == 0) return status::invalidValue;
  if (gpu_) gpu_->destroyTexture(object);
  textureRecords_.erase(object);
  program::Event made;
  made.kind = program::EventKind::DestroyTexture;
  made.address = object;
  return record(std::move(made));
}

const TextureRecord* Device::textureRecord(std::uint64_t object) const {
  const auto found = textureRecords_.find(object);
  return found != textureRecords_.end() ? &found->second : nullptr;
}

} // namespace gevo::cuda

GEVO_CUDA Status cudaCreateTextureObject(unsigned long long* object, const Resource* from, const Sampling* sampling, const void* view) {
  return cuda::onDevice([&](Device& device) {
    if (object == nullptr || from == nullptr || sampling == nullptr) return status::invalidValue;
    if (view != nullptr) return device.reportUnsupported("cudaCreateTextureObject with a resource view");
    sim::Texture texture;
    if (const Status possible = cuda::describeTexture(device, *from, *sampling, objectAlignment, texture); possible != status::success)
      return possible;
    std::uint64_t number = 0;
    const Status created = device.createTexture(texture, {*from, *sampling}, number);
    if (created == status::success) *object = number;
    return created;
  });
}
GEVO_CUDA Status cudaDestroyTextureObject(unsigned long long object) {
  return cuda::onDevice([&](Device& device) {
    const cuda::TextureRecord* record = device.textureRecord(object);
    return record != nullptr && record->isSurface ? status::invalidValue : device.destroyTexture(object);
  });
}
GEVO_CUDA Status cudaGetTextureObjectResourceDesc(Resource* target, unsigned long long object) {
  return withRecord(target, object, [&](const cuda::TextureRecord& record) { *target = record.resource; });
}
GEVO_CUDA Status cudaGetTextureObjectTextureDesc(Sampling* target, unsigned long long object) {
  return withRecord(target, object, [&](const cuda::TextureRecord& record) { *target = record.sampling; });
}
/// Resource views are not supported, so no texture has one.
GEVO_CUDA Status cudaGetTextureObjectResourceViewDesc(void*, unsigned long long) { return cuda::noteError(status::invalidValue); }
GEVO_CUDA Status cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* elements, const cuda::ChannelFormat* format, int device) {
  if (elements == nullptr || format == nullptr || !cuda::texelOf(*format)) return cuda::noteError(status::invalidValue);
  if (device != 0) return cuda::noteError(status::invalidDevice);
  *elements = cuda::texture_limits::linear;
  return status::success;
}

// Surface objects: arrays that kernels read and write.

#include "core/kernel/runtime/texture_descriptions.h"

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Resource;
using cuda::Status;
namespace status = cuda::status;
namespace sim = gevo::sim;

namespace {

const cuda::TextureRecord* recordOf(const Device& device, unsigned long long object) {
  const cuda::TextureRecord* record = device.textureRecord(object);
  return record != nullptr && record->isSurface ? record : nullptr;
}

} // namespace

GEVO_CUDA Status cudaCreateSurfaceObject(unsigned long long* object, const Resource* from) {
  // GPUs of today take arrays without cudaArraySurfaceLoadStore, too.
  return cuda::onDevice([&](Device& device) {
    if (object == nullptr || from == nullptr || from->type != cuda::resource::array) return status::invalidValue;
    sim::Texture surface;
    if (const Status possible = cuda::describeArray(device, from->array, surface); possible != status::success) return possible;
    surface.isSurface = true;
    std::uint64_t number = 0;
    const Status created = device.createTexture(surface, {*from, {}, true}, number);
    if (created == status::success) *object = number;
    return created;
  });
}
GEVO_CUDA Status cudaDestroySurfaceObject(unsigned long long object) {
  return cuda::onDevice([&](Device& device) {
    if (object == 0) return status::success;
    return recordOf(device, object) != nullptr ? device.destroyTexture(object) : status::invalidValue;
  });
}
GEVO_CUDA Status cudaGetSurfaceObjectResourceDesc(Resource* target, unsigned long long object) {
  return cuda::onDevice([&](Device& device) {
    const cuda::TextureRecord* record = recordOf(device, object);
    if (target == nullptr || record == nullptr) return status::invalidValue;
    *target = record->resource;
    return status::success;
  });
}

#pragma once

/// The functions of the CUDA driver that are used here, from libcuda.so.1 or the library that GEVO_CUDA_DRIVER names.

#include "core/base/result.h"
#include "core/kernel/cuda/device/driver_types.h"

namespace gevo::cuda {

inline constexpr const char* driverVariable = "GEVO_CUDA_DRIVER";

struct Driver {
  /// Loads and initialises the driver once per process; later calls return the same result. An error says what is missing and what helps.
  static Result<const Driver*> load();

  /// An error that names what was being done, with the driver's own name and text for the status.
  Result<void> check(Status status, std::string_view doing) const;
  /// "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)"
  std::string describe(Status status) const;

  int version = 0; ///< newest CUDA that it knows: 13000 for 13.0

  Status (*init)(unsigned flags);
  Status (*driverGetVersion)(int* version);
  Status (*getErrorName)(Status status, const char** name);
  Status (*getErrorString)(Status status, const char** text);
  Status (*deviceGetCount)(int* count);
  Status (*deviceGet)(Device* device, int number);
  Status (*deviceGetName)(char* name, int bytes, Device device);
  Status (*deviceGetAttribute)(int* value, int attribute, Device device);
  Status (*deviceTotalMem)(std::size_t* bytes, Device device);
  Status (*deviceGetUuid)(Uuid* uuid, Device device);
  Status (*primaryContextRetain)(Context* context, Device device);
  Status (*contextSetCurrent)(Context context);
  Status (*contextSynchronize)();
  Status (*memGetInfo)(std::size_t* free, std::size_t* total);
  Status (*memAlloc)(Address* address, std::size_t bytes);
  Status (*memFree)(Address address);
  Status (*memGetAllocationGranularity)(std::size_t* bytes, const MemoryProperties* properties, int option);
  Status (*memAddressReserve)(Address* address, std::size_t bytes, std::size_t alignment, Address wanted, unsigned long long flags);
  Status (*memAddressFree)(Address address, std::size_t bytes);
  Status (*memCreate)(MemoryHandle* handle, std::size_t bytes, const MemoryProperties* properties, unsigned long long flags);
  Status (*memRelease)(MemoryHandle handle);
  Status (*memMap)(Address address, std::size_t bytes, std::size_t offset, MemoryHandle handle, unsigned long long flags);
  Status (*memUnmap)(Address address, std::size_t bytes);
  Status (*memSetAccess)(Address address, std::size_t bytes, const MemoryAccess* access, std::size_t count);
  Status (*copyToDevice)(Address to, const void* from, std::size_t bytes, Stream stream);
  Status (*copyToHost)(void* to, Address from, std::size_t bytes, Stream stream);
  Status (*copyOnDevice)(Address to, Address from, std::size_t bytes, Stream stream);
  Status (*arrayCreate)(Array* array, const ArrayDescription* description);
  Status (*arrayDestroy)(Array array);
  Status (*copyBox)(const BoxCopy* copy, Stream stream);
  Status (*textureCreate)(TextureObject* object, const TextureResource* resource, const TextureSampling* sampling, const void* view);
  Status (*textureDestroy)(TextureObject object);
  Status (*surfaceCreate)(TextureObject* object, const TextureResource* resource);
  Status (*surfaceDestroy)(TextureObject object);
  Status (*fill)(Address to, unsigned char value, std::size_t bytes, Stream stream);
  Status (*streamCreate)(Stream* stream, unsigned flags);
  Status (*streamSynchronize)(Stream stream);
  Status (*streamQuery)(Stream stream);
  Status (*eventCreate)(Event* event, unsigned flags);
  Status (*eventDestroy)(Event event);
  Status (*eventRecord)(Event event, Stream stream);
  Status (*eventElapsedTime)(float* milliseconds, Event begin, Event end);
  Status (*moduleLoadData)(Module* module, const void* image);
  Status (*moduleUnload)(Module module);
  Status (*moduleGetFunction)(Function* function, Module module, const char* name);
  Status (*moduleGetGlobal)(Address* address, std::size_t* bytes, Module module, const char* name);
  Status (*functionGetAttribute)(int* value, int attribute, Function function);
  Status (*functionSetAttribute)(Function function, int attribute, int value);
  Status (*launchKernel)(Function function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                         unsigned blockZ, unsigned sharedBytes, Stream stream, void** parameters, void** extra);
  Status (*linkCreate)(unsigned options, int* keys, void** values, LinkState* state);
  Status (*linkAddData)(LinkState state, int type, void* data, std::size_t bytes, const char* name, unsigned options, int* keys,
                        void** values);
  Status (*linkComplete)(LinkState state, void** cubin, std::size_t* bytes);
  Status (*linkDestroy)(LinkState state);
};

} // namespace gevo::cuda

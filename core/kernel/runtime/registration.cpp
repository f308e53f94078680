// Functions that clang's host code calls before main and around a launch.

#include "core/kernel/device_code/file_locals.h"
#include "core/kernel/runtime/device.h"
#include "core/kernel/runtime/image.h"

namespace cuda = gevo::cuda;
using cuda::Device;

namespace {

struct CallConfiguration {
  cuda::Dim3 grid;
  cuda::Dim3 block;
  std::size_t shared = 0;
  cuda::Stream stream = nullptr;
};
/// Pushed by <<<...>>>, popped by the kernel's host stub of the same thread.
thread_local std::vector<CallConfiguration> configurations;

} // namespace

GEVO_CUDA void** __cudaRegisterFatBinary(void* wrapper) {
  const auto* image = static_cast<const cuda::FatBinaryWrapper*>(wrapper);
  if (image->magic == cuda::fatBinaryMagic) {
    const gevo::ByteView bitcode = cuda::bitcodeAt(image->data);
    if (!bitcode.empty()) Device::instance().addImage(wrapper, bitcode, gevo::program::fileMarkAt(bitcode.data() + bitcode.size()));
  }
  // The handle only has to differ from null.
  return static_cast<void**>(wrapper);
}

GEVO_CUDA void __cudaRegisterFatBinaryEnd(void**) {}
GEVO_CUDA void __cudaUnregisterFatBinary(void**) {}

GEVO_CUDA void __cudaRegisterFunction(void** wrapper, const char* hostFunction, char*, const char* deviceName, int, void*, void*, void*,
                                      void*, int*) {
  Device::instance().addFunction(static_cast<const void*>(wrapper), hostFunction, deviceName);
}

GEVO_CUDA void __cudaRegisterVar(void** wrapper, char* hostVariable, char*, const char* deviceName, int, std::size_t, int, int) {
  Device::instance().addVariable(static_cast<const void*>(wrapper), hostVariable, deviceName);
}

GEVO_CUDA unsigned __cudaPushCallConfiguration(cuda::Dim3 grid, cuda::Dim3 block, std::size_t shared, cuda::Stream stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}

GEVO_CUDA cuda::Status __cudaPopCallConfiguration(cuda::Dim3* grid, cuda::Dim3* block, std::size_t* shared, cuda::Stream* stream) {
  if (configurations.empty()) return cuda::noteError(cuda::status::missingConfiguration);
  const CallConfiguration configuration = configurations.back();
  configurations.pop_back();
  *grid = configuration.grid;
  *block = configuration.block;
  *shared = configuration.shared;
  *stream = configuration.stream;
  return cuda::status::success;
}

// Modules and libraries. Device code comes with the program, so loading one of the project's .cu files by any of its forms (PTX, cubin,
// fatbin) returns that code; anything else is unsupported.

#include "core/kernel/runtime/driver/driver.h"
#include "core/kernel/runtime/launch.h"

#include <filesystem>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::DeviceAddress;
using cuda::Status;
namespace status = cuda::status;

using Module = void*;
using Function = const void*;

namespace {

/// All of the program's files are one module.
const Module own = reinterpret_cast<Module>(std::uintptr_t{0x20});

Status takeOwn(Module* module) {
  *module = own;
  return status::success;
}

Status loadFile(Module* module, const char* file, const char* call) {
  return cuda::onDriver([&](Device& device) {
    if (module == nullptr || file == nullptr) return status::invalidValue;
    // "scale.sm_90.cubin" belongs to scale.cu as well.
    const std::string name = std::filesystem::path(file).filename().string();
    for (const std::string& stem : device.fileStems())
      if (name.starts_with(stem) && name.size() > stem.size() && name[stem.size()] == '.') return takeOwn(module);
    device.reportUnsupported(std::string(call) + " of " + name);
    return status::noBinaryForGpu;
  });
}

Status loadImage(Module* module, const void* image, const char* call) {
  return cuda::onDriver([&](Device& device) {
    if (module == nullptr || image == nullptr) return status::invalidValue;
    if (device.fileStems().size() == 1) return takeOwn(module);
    device.reportUnsupported(std::string(call) + " where there are several .cu files");
    return status::noBinaryForGpu;
  });
}

Status findKernel(Function* function, Module module, const char* name) {
  return cuda::onDriver([&](Device& device) {
    if (function == nullptr || name == nullptr) return status::invalidValue;
    if (module != own) return status::invalidResourceHandle;
    if (!device.isKernel(name)) return status::notFound;
    *function = device.kernelHandle(name);
    return status::success;
  });
}

Status unload(Module module) {
  return cuda::onDriver([&](Device&) { return module == own ? status::success : status::invalidResourceHandle; });
}

template <class Value> Status setResult(Value* result, Value value) {
  return cuda::onDriver([&](Device&) {
    if (result == nullptr) return status::invalidValue;
    *result = value;
    return status::success;
  });
}

/// By the numbers of CUfunction_attribute.
int attributeOf(const cuda::FunctionAttributes& attributes, int number) {
  const int values[] = {attributes.maxThreadsPerBlock,
                        static_cast<int>(attributes.staticSharedBytes),
                        static_cast<int>(attributes.constantBytes),
                        static_cast<int>(attributes.localBytes),
                        attributes.registers,
                        attributes.ptxVersion,
                        attributes.binaryVersion,
                        attributes.cacheModeCa,
                        attributes.maxDynamicSharedBytes,
                        attributes.preferredSharedCarveout};
  return number >= 0 && number < static_cast<int>(std::size(values)) ? values[number] : 0;
}

} // namespace

GEVO_CUDA Status cuModuleLoad(Module* module, const char* file) { return loadFile(module, file, "cuModuleLoad"); }
GEVO_CUDA Status cuModuleLoadData(Module* module, const void* image) { return loadImage(module, image, "cuModuleLoadData"); }
GEVO_CUDA Status cuModuleUnload(Module module) { return unload(module); }
GEVO_CUDA Status cuModuleGetLoadingMode(int* mode) { return setResult(mode, 1); } // eager
GEVO_CUDA Status cuModuleGetFunction(Function* function, Module module, const char* name) { return findKernel(function, module, name); }
GEVO_CUDA Status cuModuleGetGlobal(DeviceAddress* address, std::size_t* bytes, Module module, const char* name) {
  return cuda::onDriver([&](Device& device) {
    if (name == nullptr) return status::invalidValue;
    if (module != own) return status::invalidResourceHandle;
    const auto variable = device.symbol(name);
    if (!variable) return status::notFound;
    if (address != nullptr) *address = variable->address;
    if (bytes != nullptr) *bytes = variable->size;
    return status::success;
  });
}

GEVO_CUDA Status cuLibraryLoadFromFile(Module* library, const char* file) { return loadFile(library, file, "cuLibraryLoadFromFile"); }
GEVO_CUDA Status cuLibraryLoadData(Module* library, const void* code) { return loadImage(library, code, "cuLibraryLoadData"); }
GEVO_CUDA Status cuLibraryGetModule(Module* module, Module library) { return setResult(module, library); }
GEVO_CUDA Status cuKernelGetFunction(Function* function, Function kernel) { return setResult(function, kernel); }
GEVO_CUDA Status cuKernelGetLibrary(Module* library, Function) { return setResult(library, own); }
GEVO_CUDA Status cuFuncGetModule(Module* module, Function) { return setResult(module, own); }
GEVO_CUDA Status cuFuncIsLoaded(int* state, Function) { return setResult(state, 1); }
GEVO_CUDA Status cuFuncLoad(Function) { return status::success; }

GEVO_CUDA Status cuFuncGetAttribute(int* value, int attribute, Function function) {
  return cuda::onDriver([&](Device& device) {
    const std::string* kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidResourceHandle;
    if (value == nullptr) return status::invalidValue;
    *value = attributeOf(cuda::functionAttributes(device, *kernel), attribute);
    return status::success;
  });
}
GEVO_CUDA Status cuFuncSetAttribute(Function, int, int) { return status::success; }
GEVO_CUDA Status cuKernelSetAttribute(int, int, Function, cuda::DeviceNumber) { return status::success; }
GEVO_CUDA Status cuKernelSetCacheConfig(Function, int, cuda::DeviceNumber) { return status::success; }

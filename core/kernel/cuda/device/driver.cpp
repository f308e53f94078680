#include "core/kernel/cuda/device/driver.h"

#include "core/kernel/cuda/device/library.h"

namespace gevo::cuda {

namespace {

/// Name of the first function that the library lacks; null: none.
const char* fill(Driver& d, const Library& library) {
  const char* missing = nullptr;
  const auto take = [&](auto*& function, const char* name) {
    if (!library.fill(function, name) && missing == nullptr) missing = name;
  };
  take(d.init, "cuInit");
  take(d.driverGetVersion, "cuDriverGetVersion");
  take(d.getErrorName, "cuGetErrorName");
  take(d.getErrorString, "cuGetErrorString");
  take(d.deviceGetCount, "cuDeviceGetCount");
  take(d.deviceGet, "cuDeviceGet");
  take(d.deviceGetName, "cuDeviceGetName");
  take(d.deviceGetAttribute, "cuDeviceGetAttribute");
  take(d.deviceTotalMem, "cuDeviceTotalMem_v2");
  take(d.deviceGetUuid, "cuDeviceGetUuid");
  take(d.primaryContextRetain, "cuDevicePrimaryCtxRetain");
  take(d.contextSetCurrent, "cuCtxSetCurrent");
  take(d.contextSynchronize, "cuCtxSynchronize");
  take(d.memGetInfo, "cuMemGetInfo_v2");
  take(d.memAlloc, "cuMemAlloc_v2");
  take(d.memFree, "cuMemFree_v2");
  take(d.memGetAllocationGranularity, "cuMemGetAllocationGranularity");
  take(d.memAddressReserve, "cuMemAddressReserve");
  take(d.memAddressFree, "cuMemAddressFree");
  take(d.memCreate, "cuMemCreate");
  take(d.memRelease, "cuMemRelease");
  take(d.memMap, "cuMemMap");
  take(d.memUnmap, "cuMemUnmap");
  take(d.memSetAccess, "cuMemSetAccess");
  take(d.copyToDevice, "cuMemcpyHtoDAsync_v2");
  take(d.copyToHost, "cuMemcpyDtoHAsync_v2");
  take(d.copyOnDevice, "cuMemcpyDtoDAsync_v2");
  take(d.arrayCreate, "cuArray3DCreate_v2");
  take(d.arrayDestroy, "cuArrayDestroy");
  take(d.copyBox, "cuMemcpy3DAsync_v2");
  take(d.textureCreate, "cuTexObjectCreate");
  take(d.textureDestroy, "cuTexObjectDestroy");
  take(d.surfaceCreate, "cuSurfObjectCreate");
  take(d.surfaceDestroy, "cuSurfObjectDestroy");
  take(d.fill, "cuMemsetD8Async");
  take(d.streamCreate, "cuStreamCreate");
  take(d.streamSynchronize, "cuStreamSynchronize");
  take(d.streamQuery, "cuStreamQuery");
  take(d.eventCreate, "cuEventCreate");
  take(d.eventDestroy, "cuEventDestroy_v2");
  take(d.eventRecord, "cuEventRecord");
  take(d.eventElapsedTime, "cuEventElapsedTime");
  take(d.moduleLoadData, "cuModuleLoadData");
  take(d.moduleUnload, "cuModuleUnload");
  take(d.moduleGetFunction, "cuModuleGetFunction");
  take(d.moduleGetGlobal, "cuModuleGetGlobal_v2");
  take(d.functionGetAttribute, "cuFuncGetAttribute");
  take(d.functionSetAttribute, "cuFuncSetAttribute");
  take(d.launchKernel, "cuLaunchKernel");
  take(d.linkCreate, "cuLinkCreate_v2");
  take(d.linkAddData, "cuLinkAddData_v2");
  take(d.linkComplete, "cuLinkComplete");
  take(d.linkDestroy, "cuLinkDestroy");
  return missing;
}

Result<Driver> open() {
  const Result<Library> library = Library::open(driverVariable, {"libcuda.so.1"});
  if (!library) return std::unexpected(Error{"no NVIDIA driver was found; install one, or use the simulated GPU", library.error().message});
  Driver driver{};
  if (const char* missing = fill(driver, *library))
    return fail("the NVIDIA driver ({}) has no {}; install one for CUDA 11.2 or newer", library->name(), missing);
  GEVO_TRY(driver.check(driver.init(0), "starting the NVIDIA driver"));
  GEVO_TRY(driver.check(driver.driverGetVersion(&driver.version), "asking the driver's version"));
  return driver;
}

} // namespace

std::string Driver::describe(Status status) const {
  const char* name = nullptr;
  const char* text = nullptr;
  if (getErrorName(status, &name) != Status::Success || name == nullptr) return fmt::format("CUDA error {}", int(status));
  if (getErrorString(status, &text) != Status::Success || text == nullptr) return name;
  return fmt::format("{} ({})", name, text);
}

Result<void> Driver::check(Status status, std::string_view doing) const {
  if (status == Status::Success) return {};
  return fail("{} failed: {}", doing, describe(status));
}

Result<const Driver*> Driver::load() {
  static const Result<Driver> driver = open();
  GEVO_TRY(driver);
  return &*driver;
}

} // namespace gevo::cuda

// Initialisation, devices and contexts. There is one device; all contexts share it and its memory.

#include "core/kernel/runtime/driver/driver.h"
#include "core/kernel/runtime/properties.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::DeviceNumber;
using cuda::Status;
namespace status = cuda::status;

using Context = void*;

namespace {

const Context primary = reinterpret_cast<Context>(std::uintptr_t{0x10});
unsigned primaryFlags = 0;
int primaryUsers = 0;
/// The last is current.
thread_local std::vector<Context> stack;

template <class Value, class Source> Status setResult(Value* result, const Source& value) {
  return cuda::onDriver([&](Device&) {
    if (result == nullptr) return status::invalidValue;
    *result = static_cast<Value>(value);
    return status::success;
  });
}

Context current() { return stack.empty() ? nullptr : stack.back(); }

/// For functions that need a valid device number.
template <class Use> Status ofDevice(DeviceNumber number, Use&& use) {
  return cuda::onDriver([&](Device& device) { return number == 0 ? use(device) : status::invalidDevice; });
}

} // namespace

GEVO_CUDA Status cuInit(unsigned flags) {
  return cuda::onDriver([&](Device&) { return flags == 0 ? status::success : status::invalidValue; });
}

GEVO_CUDA Status cuDeviceGet(DeviceNumber* device, int number) { return number == 0 ? setResult(device, 0) : status::invalidDevice; }
GEVO_CUDA Status cuDeviceGetName(char* name, int length, DeviceNumber number) {
  return ofDevice(number, [&](Device& device) {
    if (name == nullptr || length < 1) return status::invalidValue;
    std::snprintf(name, static_cast<std::size_t>(length), "simulated %s", device.model().name.c_str());
    return status::success;
  });
}
GEVO_CUDA Status cuDeviceGetUuid(char* uuid, DeviceNumber number) {
  constexpr std::size_t uuidBytes = 16;
  return ofDevice(number, [&](Device&) {
    std::memset(uuid, 0, uuidBytes);
    return status::success;
  });
}
GEVO_CUDA Status cuDeviceTotalMem(std::size_t* bytes, DeviceNumber number) {
  return ofDevice(number, [&](Device& device) {
    if (bytes == nullptr) return status::invalidValue;
    *bytes = device.capacity();
    return status::success;
  });
}
GEVO_CUDA Status cuDeviceComputeCapability(int* major, int* minor, DeviceNumber number) {
  return ofDevice(number, [&](Device& device) {
    if (major == nullptr || minor == nullptr) return status::invalidValue;
    *major = static_cast<int>(device.model().capabilityMajor);
    *minor = static_cast<int>(device.model().capabilityMinor);
    return status::success;
  });
}

GEVO_CUDA Status cuDevicePrimaryCtxRetain(Context* context, DeviceNumber number) {
  return ofDevice(number, [&](Device&) {
    if (context == nullptr) return status::invalidValue;
    ++primaryUsers;
    *context = primary;
    return status::success;
  });
}
GEVO_CUDA Status cuDevicePrimaryCtxRelease(DeviceNumber number) {
  return ofDevice(number, [&](Device&) {
    if (primaryUsers == 0) return status::deviceUninitialized;
    --primaryUsers;
    return status::success;
  });
}
GEVO_CUDA Status cuDevicePrimaryCtxSetFlags(DeviceNumber number, unsigned flags) {
  return ofDevice(number, [&](Device&) {
    primaryFlags = flags;
    return status::success;
  });
}
GEVO_CUDA Status cuDevicePrimaryCtxGetState(DeviceNumber number, unsigned* flags, int* active) {
  return ofDevice(number, [&](Device&) {
    if (flags != nullptr) *flags = primaryFlags;
    if (active != nullptr) *active = primaryUsers > 0 ? 1 : 0;
    return status::success;
  });
}
GEVO_CUDA Status cuDevicePrimaryCtxReset(DeviceNumber number) {
  return ofDevice(number, [&](Device& device) { return device.reset(); });
}

/// All versions have the context first; the other arguments are ignored.
GEVO_CUDA Status cuCtxCreate(Context* context) {
  static std::uintptr_t next = 0x100;
  return cuda::onDriver([&](Device&) {
    if (context == nullptr) return status::invalidValue;
    *context = reinterpret_cast<Context>(++next);
    stack.push_back(*context);
    return status::success;
  });
}
GEVO_CUDA Status cuCtxDestroy(Context context) {
  return cuda::onDriver([&](Device& device) {
    if (context == nullptr) return status::invalidValue;
    device.synchronise();
    std::erase(stack, context);
    return status::success;
  });
}
GEVO_CUDA Status cuCtxPushCurrent(Context context) {
  if (context == nullptr) return status::invalidValue;
  stack.push_back(context);
  return status::success;
}
GEVO_CUDA Status cuCtxPopCurrent(Context* context) {
  if (stack.empty()) return status::deviceUninitialized;
  if (context != nullptr) *context = stack.back();
  stack.pop_back();
  return status::success;
}
GEVO_CUDA Status cuCtxSetCurrent(Context context) {
  if (!stack.empty()) stack.pop_back();
  if (context != nullptr) stack.push_back(context);
  return status::success;
}
GEVO_CUDA Status cuCtxGetCurrent(Context* context) {
  if (context == nullptr) return status::invalidValue;
  *context = current();
  return status::success;
}
GEVO_CUDA Status cuCtxGetDevice(DeviceNumber* device) { return setResult(device, 0); }
GEVO_CUDA Status cuCtxGetFlags(unsigned* flags) { return setResult(flags, primaryFlags); }
GEVO_CUDA Status cuCtxSetFlags(unsigned) { return status::success; }
GEVO_CUDA Status cuCtxGetId(Context context, unsigned long long* id) {
  return setResult(id, reinterpret_cast<std::uintptr_t>(context != nullptr ? context : current()));
}
GEVO_CUDA Status cuCtxGetApiVersion(Context, unsigned* version) {
  constexpr unsigned newest = 3020;
  return setResult(version, newest);
}
GEVO_CUDA Status cuCtxEnablePeerAccess(Context, unsigned) { return status::peerAccessUnsupported; }
GEVO_CUDA Status cuCtxDisablePeerAccess(Context) { return status::peerAccessNotEnabled; }
GEVO_CUDA Status cuStreamGetCtx(cuda::Stream, Context* context) { return setResult(context, current() != nullptr ? current() : primary); }

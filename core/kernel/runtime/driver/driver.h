#pragma once

/// CUDA's driver interface on the same device. It shares numbers of errors and attributes, streams, events and addresses with the
/// runtime's, so functions with equal arguments are aliases (aliases.ld). The rest is here.

#include "core/kernel/runtime/device.h"

namespace gevo::cuda {

/// CUdeviceptr.
using DeviceAddress = std::uint64_t;
/// CUdevice: there is only 0.
using DeviceNumber = int;

/// Wrapper of a driver function: errors are returned, but never set for cudaGetLastError.
template <class Body> Status onDriver(Body&& body) {
  const Status before = lastError();
  const Status result = onDevice(std::forward<Body>(body));
  lastError() = before;
  return result;
}

} // namespace gevo::cuda

#pragma once

/// CUDA's driver interface on the same device. It shares numbers of errors and attributes, streams, events and addresses with the
/// runtime's, so what agrees in its arguments too is a second name of it (aliases.ld). Here is the rest.

#include "core/kernel/runtime/device.h"

namespace gevo::cuda {

/// CUdeviceptr.
using DeviceAddress = std::uint64_t;
/// CUdevice: there is only 0.
using DeviceNumber = int;

/// The frame of a driver function: what fails is told by its return value only, never by cudaGetLastError.
template <class Body> Status onDriver(Body&& body) {
  const Status before = lastError();
  const Status result = onDevice(std::forward<Body>(body));
  lastError() = before;
  return result;
}

} // namespace gevo::cuda

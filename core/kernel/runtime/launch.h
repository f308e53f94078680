#pragma once

/// Launches with attributes, for a caller that holds the device's lock.

#include "core/kernel/runtime/device.h"

namespace gevo::cuda {

/// cudaLaunchAttribute, with the members of its value that matter here.
struct LaunchAttribute {
  int id;
  int padding;
  union {
    int number;
    Dim3 size;
    char bytes[64];
  };
};

/// cudaLaunchConfig_t.
struct LaunchConfiguration {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamicShared;
  Stream stream;
  const LaunchAttribute* attributes;
  unsigned attributeCount;
};

/// Reports launches with clusters, and on a GPU cooperative launches of several blocks, as unsupported; other attributes are hints.
Status launchWith(Device& device, const LaunchConfiguration& configuration, const void* function, void** arguments);
Status launchCooperative(Device& device, Dim3 grid, Dim3 block, std::size_t dynamicShared, const void* function, void** arguments);

/// Number of blocks of that size that fit on a multiprocessor.
int blocksPerMultiprocessor(const Device& device, const std::string& kernel, int blockSize, std::size_t dynamicShared);

/// The beginning of cudaFuncAttributes, as far as CUDA 12 and 13 agree.
struct FunctionAttributes {
  std::size_t staticSharedBytes;
  std::size_t constantBytes;
  std::size_t localBytes;
  int maxThreadsPerBlock;
  int registers;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCa;
  int maxDynamicSharedBytes;
  int preferredSharedCarveout;
};
FunctionAttributes functionAttributes(const Device& device, const std::string& kernel);

} // namespace gevo::cuda

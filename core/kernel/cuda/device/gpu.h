#pragma once

#include "core/kernel/cuda/device/driver.h"

#include <vector>

namespace gevo::cuda {

struct Gpu {
  int number = 0; ///< as the driver counts, which CUDA_VISIBLE_DEVICES changes
  Device device = 0;
  std::string name;
  std::string uuid; ///< "GPU-01234567-89ab-cdef-0123-456789abcdef", as nvidia-smi has it
  std::string pci;  ///< where it is plugged in, as Linux names that: "0000:1b:00.0"
  int major = 0;    ///< compute capability
  int minor = 0;
  std::uint64_t memoryBytes = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t l2Bytes = 0;
  std::uint32_t sharedBytes = 0; ///< of a block, at most
  bool fixedAddresses = false;   ///< memory can be mapped where a trace recorded it

  std::string architecture() const { return fmt::format("sm_{}{}", major, minor); }
};

/// Needs no context. If there is no GPU, the error says what helps.
Result<std::vector<Gpu>> listGpus();
Result<Gpu> findGpu(int number);

/// "13.0"
std::string versionText(int version);

} // namespace gevo::cuda

#pragma once

/// Every code of CUDA's runtime and driver interfaces, by name and with our own description. Both interfaces share their numbers.

#include "core/kernel/runtime/abi.h"

namespace gevo::cuda {

struct ErrorName {
  Status status = 0;
  const char* runtime = nullptr; ///< "cudaErrorInvalidValue"; null if only the driver has it
  const char* driver = nullptr;  ///< "CUDA_ERROR_INVALID_VALUE"; null if only the runtime has it
  const char* text = nullptr;
};

/// Null for a number that CUDA does not know.
const ErrorName* errorName(Status status);

} // namespace gevo::cuda

#pragma once

/// `gevo check --fuzz N`: a variant on fresh inputs.

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace gevo {

struct CheckFuzzOptions {
  std::string file;
  std::string variant;
  std::int64_t run = 0; ///< 0: the latest
  std::size_t inputs = 0;
  bool json = false;
};

/// True when the variant passed on all inputs that tell something. A failure is kept in the file.
Result<bool> checkFuzz(const CheckFuzzOptions& options);

} // namespace gevo

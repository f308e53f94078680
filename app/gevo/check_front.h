#pragma once

/// `gevo check --front`: every variant of a run's Pareto front on held-out tests, as far as it was not validated before.

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace gevo {

struct CheckFrontOptions {
  std::string file;
  std::int64_t run = 0; ///< 0: the latest
  bool json = false;
};

/// True when all of them passed. Each result is kept in the file at once.
Result<bool> checkFront(const CheckFrontOptions& options);

} // namespace gevo

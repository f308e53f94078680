#pragma once

/// Wall clock, seconds.

#include <chrono>

namespace gevo {

inline double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace gevo

#pragma once

/// Where in the program memory is allocated: arrays that one loop allocates are one output.

#include <cstdint>
#include <map>
#include <vector>

namespace gevo::cuda {

class AllocationSites {
public:
  /// Number of the calls on this thread's stack, from 1 in the order of first use, so that it is the same in each run.
  std::uint32_t current();

private:
  std::map<std::vector<void*>, std::uint32_t> numbers_; ///< by return addresses
};

} // namespace gevo::cuda

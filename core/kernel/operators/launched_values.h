#pragma once

/// What the launches of recorded tests have in common, by kernel: what variants may be specialised for, and may promise.

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gevo::ir {

struct LaunchedKernel {
  /// Integer parameters, by number: the bits of each value that one had in all launches of some test, in the order of the tests.
  std::map<unsigned, std::vector<std::uint64_t>> parameters;
  /// Threads of a block, then blocks of a grid, in x, y and z, likewise.
  std::array<std::vector<std::uint64_t>, 6> sizes;
  /// Pointer parameters, by number, that in all launches point into memory that no other parameter points into.
  std::set<unsigned> apart;
};

using LaunchedValues = std::map<std::string, LaunchedKernel>;

} // namespace gevo::ir

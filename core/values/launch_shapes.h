#pragma once

/// The launches of each kernel in recorded tests: the shapes and sizes that a variant was tested with.

#include "core/values/project.h"

#include <array>

namespace gevo {

/// Equal launches of one test are counted together, in the order of their first.
struct LaunchShape {
  std::string kernel; ///< as in the module (mangled)
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t dynamicShared = 0; ///< bytes
  std::uint64_t count = 0;
};

struct TestLaunches {
  TestRole role = TestRole::Test;
  std::string arguments;
  std::vector<LaunchShape> launches;
  std::uint64_t bytesToDevice = 0;
  std::uint64_t bytesToHost = 0;
};

template <class Archive> void fields(Archive& a, LaunchShape& m) { a(m.kernel, m.grid, m.block, m.dynamicShared, m.count); }
template <class Archive> void fields(Archive& a, TestLaunches& m) { a(m.role, m.arguments, m.launches, m.bytesToDevice, m.bytesToHost); }

} // namespace gevo

#pragma once

/// Parameter spaces and what runs found in them, invented.

#include "core/store/rows.h"
#include "core/values/parameter.h"

namespace gevo::synthetic {

inline constexpr double originalRuntime = 20; ///< microseconds

inline Parameter parameter(const std::string& name, const std::string& own, std::vector<std::string> values) {
  return {.name = name, .value = own, .values = std::move(values)};
}

inline ConfigurationResult found(Configuration configuration, std::int64_t best, double runtime) {
  return {.configuration = std::move(configuration), .evaluations = 3, .best = best, .runtime = runtime, .error = 0};
}

inline ConfigurationResult failed(Configuration configuration, Reason reason, const std::string& message) {
  return {.configuration = std::move(configuration), .evaluations = 1, .reason = reason, .message = message};
}

/// BLOCK and TILE.
inline ParameterSpace twoParameters() {
  return {{parameter("BLOCK", "16", {"8", "16", "32"}), parameter("TILE", "1", {"1", "2", "4"})}, {}};
}

/// Five of nine; (32, 4) failed, and (32, 1) is the fastest with variant 12.
inline std::vector<ConfigurationResult> twoParameterResults() {
  return {found({}, 0, 20), found({{"TILE", "2"}}, 7, 16), found({{"BLOCK", "32"}}, 12, 10), found({{"BLOCK", "8"}}, 9, 25),
          failed({{"BLOCK", "32"}, {"TILE", "4"}}, Reason::Configuration, "stencil needs 66,560 bytes of shared memory")};
}

/// And UNROLL.
inline ParameterSpace threeParameters() {
  ParameterSpace space = twoParameters();
  space.parameters.push_back(parameter("UNROLL", "off", {"on", "off"}));
  return space;
}

/// Six; BLOCK matters most, then TILE. (32, 2, on) is the fastest with variant 31.
inline std::vector<ConfigurationResult> threeParameterResults() {
  return {found({}, 0, 20),
          found({{"BLOCK", "32"}}, 21, 12),
          found({{"BLOCK", "32"}, {"TILE", "2"}}, 22, 11),
          found({{"BLOCK", "32"}, {"TILE", "2"}, {"UNROLL", "on"}}, 31, 10),
          found({{"BLOCK", "8"}, {"UNROLL", "on"}}, 24, 40),
          failed({{"TILE", "4"}, {"UNROLL", "on"}}, Reason::WrongOutput, "output 1 differs at element 12")};
}

} // namespace gevo::synthetic

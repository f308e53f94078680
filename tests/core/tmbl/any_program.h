#pragma once

/// Programs and cases of any shape, for property tests.

#include "core/tmbl/cases.h"
#include "core/tmbl/random_program.h"

#include <rapidcheck.h>

#include <bit>
#include <cmath>

namespace gevo::tmbl::sample {

inline RandomStream streamOf(std::uint64_t seed) { return RandomStream({.seed = seed}); }

inline rc::Gen<Program> anyProgram(OperationSet operations = OperationSet::all(), int mostLength = 60) {
  return rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange(1, mostLength + 1), rc::gen::inRange(0, 4),
                                     rc::gen::inRange(1, 9)),
                      [operations](const std::tuple<std::uint64_t, int, int, int>& drawn) {
                        const auto& [seed, length, inputs, registers] = drawn;
                        RandomStream stream = streamOf(seed);
                        const ProgramShape shape{static_cast<std::uint32_t>(inputs), static_cast<std::uint32_t>(registers), operations, 5};
                        return randomProgram(shape, static_cast<std::size_t>(length), stream);
                      });
}

/// Uniform between -10 and 10, with zeros, huge, tiny and subnormal numbers among them by that share.
inline Cases casesFor(const Program& program, std::size_t rows, std::uint64_t seed, double specialShare = 0.1) {
  RandomStream stream = streamOf(seed);
  const auto number = [&]() -> float {
    constexpr float special[] = {0, -0.0F, 1, 3e38F, -1e30F, 1e-30F, 1e-42F, -1e-45F, 87.9F, 1e5F};
    if (stream.chance(specialShare)) return special[stream.below(std::size(special))];
    return static_cast<float>(20 * stream.unit() - 10);
  };
  std::vector<std::vector<float>> columns(program.inputs, std::vector<float>(rows));
  std::vector<float> targets(rows);
  for (std::vector<float>& column : columns)
    for (float& value : column) value = number();
  for (float& value : targets) value = static_cast<float>(stream.unit());
  return Cases::make(columns, targets).value();
}

/// Equal bits, or both not a number.
inline bool sameFloat(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

} // namespace gevo::tmbl::sample

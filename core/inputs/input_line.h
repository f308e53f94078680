#pragma once

/// Command lines with places for values, which make as many inputs as are needed:
///   {seed}              a number of five digits
///   {rows:17..300}      a whole number from 17 to 300
///   {rows:32..512:32}   32, 64, 96, ... up to 512
///   {kind:fast,exact}   one of these words
/// Places of the same name take the same value. All other text stays as it is, other braces too.

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// How numbers of a range are drawn: all alike; or half of them where programs tend to be wrong: the ends of the range, powers of two, and
/// their neighbours.
enum class InputDraw : std::uint8_t { Uniform, Edges };

/// An error for a place that is meant to take values and can't: "{rows:300..17}".
Result<void> checkInputLine(std::string_view line);

/// True if the line has a place for a value.
bool takesValues(std::string_view line);

/// The line with a value in every place. `seed` is what `{seed}` becomes and decides the other values.
std::string inputLine(std::string_view line, std::uint64_t seed, InputDraw draw = InputDraw::Uniform);

/// The first number of a fixed sequence (five digits each) that does not occur in `lines`. Pass every command line that was run so far, so
/// that no two sets of inputs share a number.
std::uint64_t freshSeed(const std::vector<std::string>& lines);

/// An error for a line with a place for anything but a seed: runs of one test differ by chance only.
Result<void> checkRepeatedLine(std::string_view line);
/// The command lines of so many runs of the line, with seeds that do not occur in `used`, to which they are added.
std::vector<std::string> repeatedLine(std::string_view line, std::uint32_t runs, std::vector<std::string>& used);

/// Those of the lines that take values, with values that give none of the command lines in `used`. Empty where there are none left.
std::vector<std::string> freshInputLines(const std::vector<std::string>& lines, const std::vector<std::string>& used, InputDraw draw);

} // namespace gevo

#include "core/kernel/simulator/execute/operations/device_printf.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

namespace gevo::sim {

namespace {

constexpr std::size_t longestText = 4096;

/// One conversion of a format: "%-8.3lld" is flags, width and precision as they are, and what is converted.
struct Conversion {
  std::string flags; ///< with the per cent sign, without length and letter
  bool isLong = false;
  char letter = 0;

  bool is(const char* letters) const { return letter != 0 && std::strchr(letters, letter) != nullptr; }
};

/// Reads the conversion that begins at `position`, which it moves behind it.
Conversion conversionAt(const std::string& format, std::size_t& position) {
  Conversion conversion;
  const std::size_t end = std::min(format.find_first_not_of("0123456789+-# .", position + 1), format.size());
  conversion.flags = format.substr(position, std::min<std::size_t>(end - position, 32));
  position = end;
  unsigned longs = 0;
  for (; position < format.size() && std::strchr("hljztL", format[position]); ++position) longs += format[position] != 'h';
  conversion.isLong = longs > 0;
  if (position < format.size()) conversion.letter = format[position++];
  return conversion;
}

template <class T> std::string converted(const Conversion& conversion, const char* length, T value) {
  char text[512];
  const std::string format = conversion.flags + length + conversion.letter;
  const int written = std::snprintf(text, sizeof text, format.c_str(), value);
  return {text, static_cast<std::size_t>(std::clamp(written, 0, static_cast<int>(sizeof text) - 1))};
}

/// One thread's printf(): its arguments lie one after the other, each at a multiple of its size, floats as doubles.
class Formatter {
public:
  /// `load(address, bytes, value)` reads an argument, `text(address)` a string; either false: a fault.
  template <class Load, class Text> bool format(const std::string& format, std::uint64_t arguments, Load load, Text text) {
    const auto argument = [&](unsigned bytes, std::uint64_t& value) {
      const std::uint64_t address = (arguments + bytes - 1) / bytes * bytes;
      arguments = address + bytes;
      return load(address, bytes, value);
    };
    for (std::size_t at = 0; at < format.size();) {
      if (format[at] != '%') {
        printed += format[at++];
        continue;
      }
      const Conversion conversion = conversionAt(format, at);
      if (conversion.letter == '%') {
        printed += '%';
        continue;
      }
      if (!conversion.is("diuoxXcfFeEgGaAps")) { // as CUDA does: what is not known is printed as it is
        printed += conversion.flags + (conversion.letter ? std::string(1, conversion.letter) : std::string());
        continue;
      }
      std::uint64_t value = 0;
      if (!argument(conversion.is("diuoxXc") && !conversion.isLong ? 4 : 8, value)) return false;
      std::string word;
      if (conversion.letter == 's' && !text(value, word)) return false;
      add(conversion, value, word);
    }
    return true;
  }

  std::string printed;
  std::uint32_t conversions = 0;

private:
  void add(const Conversion& conversion, std::uint64_t value, const std::string& word) {
    ++conversions;
    if (conversion.letter == 's')
      printed += converted(conversion, "", word.c_str());
    else if (conversion.letter == 'p')
      printed += fmt::format("{:#x}", value);
    else if (!conversion.is("diuoxXc"))
      printed += converted(conversion, "", std::bit_cast<double>(value));
    else if (conversion.isLong)
      printed += converted(conversion, "ll", value);
    else
      printed += converted(conversion, "", static_cast<std::uint32_t>(value));
  }
};

} // namespace

/// Up to its zero; nothing where it lies outside of memory.
std::optional<std::string> DevicePrintf::textAt(std::uint64_t address, unsigned lane) {
  std::string text;
  for (; text.size() < longestText; ++address) {
    const Region* region = memory_.find(address, 0);
    if (!region) return std::nullopt;
    const std::uint64_t offset = address - region->base + (region->kind == RegionKind::Local ? lane * region->size : 0);
    if (region->bytes[offset] == 0) break;
    text += static_cast<char>(region->bytes[offset]);
  }
  return text;
}

bool DevicePrintf::print(const Warp& warp, const Op& op, Mask mask, std::uint32_t location) {
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const auto outside = [&](const char* message) {
      return reporter_.fault(FaultKind::OutOfBounds, location, warp, rest & -rest, message);
    };
    const auto load = [&](std::uint64_t address, unsigned bytes, std::uint64_t& value) {
      AccessChecker::Range range;
      if (!checker_.locate(warp, address, bytes, lane, "load of an argument of printf", location, range)) return false;
      std::memcpy(&value, range.data(), bytes);
      return true;
    };
    const auto text = [&](std::uint64_t address, std::string& word) {
      const auto found = textAt(address, lane);
      if (!found) return outside("a string argument of printf lies outside of memory");
      word = *found;
      return true;
    };
    const auto format = textAt(laneCells<std::uint64_t>(warp, op.a)[lane], lane);
    if (!format) return outside("the format of printf lies outside of memory");
    Formatter formatter;
    if (!formatter.format(*format, laneCells<std::uint64_t>(warp, op.b)[lane], load, text)) return false;
    reporter_.print(formatter.printed);
    laneCells<std::uint32_t>(warp, op.result)[lane] = formatter.conversions;
  }
  return true;
}

bool DevicePrintf::failAssertion(const Warp& warp, const Op& op, Mask mask, std::uint32_t location) {
  const unsigned lane = firstLane(mask);
  const auto condition = textAt(laneCells<std::uint64_t>(warp, op.a)[lane], lane);
  return reporter_.fault(FaultKind::Trap, location, warp, mask, fmt::format("the assertion \"{}\" does not hold", condition.value_or("?")));
}

} // namespace gevo::sim

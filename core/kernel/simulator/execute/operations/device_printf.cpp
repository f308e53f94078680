#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace gevo::sim {

namespace {

constexpr std::size_t mostPrinted = 1 << 20; ///< as CUDA's buffer has by default
constexpr std::size_t longestText = 4096;

/// One conversion of a format: "%-8.3lld" is flags, width and precision as they stand, and what is converted.
struct Conversion {
  std::string flags; ///< with the per cent sign, without length and letter
  bool isLong = false;
  char letter = 0;
};

Conversion conversionAt(const std::string& format, std::size_t& place) {
  Conversion conversion;
  const std::size_t end = std::min(format.find_first_not_of("0123456789+-# .", place + 1), format.size());
  conversion.flags = format.substr(place, std::min<std::size_t>(end - place, 32));
  place = end;
  unsigned longs = 0;
  for (; place < format.size() && std::strchr("hljztL", format[place]); ++place) longs += format[place] != 'h';
  conversion.isLong = longs > 0;
  if (place < format.size()) conversion.letter = format[place++];
  return conversion;
}

template <class T> std::string converted(const Conversion& conversion, const char* length, T value) {
  char text[512];
  const std::string format = conversion.flags + length + conversion.letter;
  const int written = std::snprintf(text, sizeof text, format.c_str(), value);
  return {text, static_cast<std::size_t>(std::clamp(written, 0, static_cast<int>(sizeof text) - 1))};
}

} // namespace

/// Up to its zero; nothing where it lies outside of memory.
std::optional<std::string> Executor::textAt(std::uint64_t address, unsigned lane) {
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

/// CUDA's vprintf: the arguments lie one after the other, each at a multiple of its size, floats as doubles.
bool Executor::print(Warp& warp, const Op& op, Mask mask, std::uint32_t place) {
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const auto format = textAt(laneCells<std::uint64_t>(warp, op.a)[lane], lane);
    if (!format) return fault(FaultKind::OutOfBounds, place, &warp, rest & -rest, "the format of a printf lies outside of memory");
    std::uint64_t next = laneCells<std::uint64_t>(warp, op.b)[lane];
    auto argument = [&](unsigned bytes, std::uint64_t& value) {
      next = (next + bytes - 1) / bytes * bytes;
      std::uint8_t* data = nullptr;
      Region* region = nullptr;
      if (!locate(warp, next, bytes, lane, "load of an argument of printf", place, data, region)) return false;
      value = 0;
      std::memcpy(&value, data, bytes);
      next += bytes;
      return true;
    };
    std::uint32_t conversions = 0;
    std::string text;
    for (std::size_t at = 0; at < format->size();) {
      if ((*format)[at] != '%') {
        text += (*format)[at++];
        continue;
      }
      const Conversion conversion = conversionAt(*format, at);
      std::uint64_t value = 0;
      switch (conversion.letter) {
      case '%':
        text += '%';
        continue;
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
      case 'c':
        if (!argument(conversion.isLong ? 8 : 4, value)) return false;
        text += conversion.isLong ? converted(conversion, "ll", value) : converted(conversion, "", static_cast<std::uint32_t>(value));
        break;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A': {
        if (!argument(8, value)) return false;
        double number = 0;
        std::memcpy(&number, &value, sizeof number);
        text += converted(conversion, "", number);
        break;
      }
      case 'p':
        if (!argument(8, value)) return false;
        text += fmt::format("{:#x}", value);
        break;
      case 's': {
        if (!argument(8, value)) return false;
        const auto word = textAt(value, lane);
        if (!word) return fault(FaultKind::OutOfBounds, place, &warp, rest & -rest, "a text that printf is given lies outside of memory");
        text += converted(conversion, "", word->c_str());
        break;
      }
      default: // as CUDA does: what is not known is printed as it stands
        text += conversion.flags + (conversion.letter ? std::string(1, conversion.letter) : std::string());
        continue;
      }
      ++conversions;
    }
    if (report_.printed.size() + text.size() <= mostPrinted) report_.printed += text;
    laneCells<std::uint32_t>(warp, op.result)[lane] = conversions;
  }
  return true;
}

bool Executor::assertFailed(Warp& warp, const Op& op, Mask mask, std::uint32_t place) {
  const unsigned lane = firstLane(mask);
  const auto condition = textAt(laneCells<std::uint64_t>(warp, op.a)[lane], lane);
  return fault(FaultKind::Trap, place, &warp, mask, fmt::format("the assertion \"{}\" does not hold", condition.value_or("?")));
}

} // namespace gevo::sim

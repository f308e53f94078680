#include "core/kernel/sim/execute/access_log.h"

#include <cstring>

namespace gevo::sim {

namespace {
constexpr std::uint64_t mostBytes = 4ULL << 20;       ///< of a region: the bits of larger ones take too long to clear
constexpr std::size_t mostEntries = 1U << 14;         ///< about 1 MiB
constexpr std::size_t mostOffsets = 1U << 17;         ///< 1 MiB
constexpr std::uint64_t wordsPerByte = 8;             ///< of a bitmap
constexpr std::size_t margin = sizeof(std::uint64_t); ///< bitmaps are read and written in larger pieces
} // namespace

bool AccessLog::restart(std::uint32_t horizon, std::uint64_t bytes) {
  if (holding_) failures_ = 0; // all of the last horizon
  horizon_ = horizon;
  holding_ = pause_ == 0 && bytes <= mostBytes;
  if (pause_ > 0) --pause_;
  if (!holding_) return false;
  const std::size_t size = bytes / (4 * wordsPerByte) + margin;
  if (used_ || read_.size() != size) {
    read_.assign(size, 0);
    written_.assign(size, 0);
    used_ = false;
  }
  entries_.clear();
  offsets_.clear();
  return true;
}

/// Words from `word` on, those whose bits are set. False where another access is in the way.
bool AccessLog::mark(std::uint64_t word, std::uint32_t bits, bool isWrite) {
  std::uint8_t* const readAt = read_.data() + word / wordsPerByte;
  std::uint8_t* const writtenAt = written_.data() + word / wordsPerByte;
  std::uint32_t read = 0;
  std::uint32_t written = 0;
  std::memcpy(&read, readAt, sizeof read);
  std::memcpy(&written, writtenAt, sizeof written);
  bits <<= word % wordsPerByte;
  if (bits & (isWrite ? read | written : written)) return false;
  read |= bits;
  written |= bits;
  if (isWrite)
    std::memcpy(writtenAt, &written, sizeof written);
  else
    std::memcpy(readAt, &read, sizeof read);
  return true;
}

bool AccessLog::add(const LoggedAccess& access, const Rows& rows) {
  if (entries_.size() == mostEntries) return false;
  used_ = true;
  for (unsigned half = 0; half < 2; ++half) {
    const std::uint32_t lanes = access.mask >> (16 * half) & 0xffffU;
    if (lanes == 0) continue;
    const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
    if (!mark(static_cast<std::uint64_t>(rows.start[half] / 4 + first), lanes >> first, access.isWrite)) return false;
  }
  entries_.push_back({access, rows, inRows});
  return true;
}

bool AccessLog::add(const LoggedAccess& access, const std::uint64_t* offset) {
  if (entries_.size() == mostEntries || offsets_.size() == mostOffsets) return false;
  used_ = true;
  const std::uint32_t bits = (1U << access.bytes / 4) - 1;
  for (Mask rest = access.mask; rest; rest &= rest - 1)
    if (!mark(offset[__builtin_ctz(rest)] >> 2, bits, access.isWrite)) return false;
  entries_.push_back({access, {}, offsets_.size()});
  offsets_.insert(offsets_.end(), offset, offset + laneCount);
  return true;
}

} // namespace gevo::sim

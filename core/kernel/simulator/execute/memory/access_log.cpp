#include "core/kernel/simulator/execute/memory/access_log.h"

namespace gevo::sim {

namespace {
constexpr std::uint64_t mostBytes = 4ULL << 20; ///< of a region: the bits of larger ones take too long to clear
constexpr std::size_t mostEntries = 1U << 14;   ///< about 1 MiB
constexpr std::size_t mostOffsets = 1U << 17;   ///< 1 MiB
constexpr std::uint64_t wordsPerPiece = 64;     ///< of a bitmap
} // namespace

bool AccessLog::restart(std::uint32_t horizon, std::uint64_t bytes) {
  if (deferring_) failures_ = 0; // all of the last horizon
  horizon_ = horizon;
  deferring_ = pause_ == 0 && bytes <= mostBytes;
  if (pause_ > 0) --pause_;
  if (!deferring_) return false;
  const std::size_t size = bytes / (4 * wordsPerPiece) + 1;
  if (used_ || read_.size() != size) {
    read_.assign(size, 0);
    written_.assign(size, 0);
    used_ = false;
  }
  entries_.clear();
  offsets_.clear();
  return true;
}

// Always whole aligned pieces: what was stored in other ones just before could only be loaded after a wait.
inline bool AccessLog::markPiece(std::uint64_t piece, std::uint64_t bits, bool isWrite) {
  std::uint64_t& read = read_[piece];
  std::uint64_t& written = written_[piece];
  if (bits & (isWrite ? read | written : written)) return false;
  (isWrite ? written : read) |= bits;
  return true;
}

/// Words from `word` on, those whose bits are set, at most 32. False where another access is in the way.
inline bool AccessLog::mark(std::uint64_t word, std::uint64_t bits, bool isWrite) {
  const std::uint64_t piece = word / wordsPerPiece;
  const auto shift = static_cast<unsigned>(word % wordsPerPiece);
  if (!markPiece(piece, bits << shift, isWrite)) return false;
  const std::uint64_t rest = shift == 0 ? 0 : bits >> (wordsPerPiece - shift);
  return rest == 0 || markPiece(piece + 1, rest, isWrite);
}

bool AccessLog::add(const LoggedAccess& access, const CoalescedWords& words) {
  if (entries_.size() == mostEntries) return false;
  used_ = true;
  const bool isOneRun = words.start[1] - words.start[0] == 64;
  for (unsigned half = 0; half < (isOneRun ? 1U : 2U); ++half) {
    const std::uint32_t lanes = isOneRun ? access.mask : access.mask >> (16 * half) & 0xffffU;
    if (lanes == 0) continue;
    const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
    if (!mark(static_cast<std::uint64_t>(words.start[half] / 4 + first), lanes >> first, access.isWrite)) return false;
  }
  entries_.push_back({access, words, noOffsets, 4});
  return true;
}

bool AccessLog::add(const LoggedAccess& access, const std::uint64_t* offset) {
  if (entries_.size() == mostEntries || offsets_.size() == mostOffsets) return false;
  used_ = true;
  const std::uint64_t bits = (1ULL << access.bytes / 4) - 1;
  for (Mask rest = access.mask; rest; rest &= rest - 1)
    if (!mark(offset[__builtin_ctz(rest)] >> 2, bits, access.isWrite)) return false;
  entries_.push_back({access, {}, offsets_.size(), 0});
  offsets_.insert(offsets_.end(), offset, offset + laneCount);
  return true;
}

bool AccessLog::add(const LoggedAccess& access, UniformOffset at) {
  if (entries_.size() == mostEntries) return false;
  used_ = true;
  if (!mark(at.offset >> 2, (1ULL << access.bytes / 4) - 1, access.isWrite)) return false;
  const auto start = static_cast<std::int64_t>(at.offset);
  entries_.push_back({access, {{start, start}}, noOffsets, 0});
  return true;
}

} // namespace gevo::sim

#pragma once

/// Accesses kept out of a race shadow for a time. As long as nobody writes what another access reaches, none of them can be part of a race,
/// and two bits for every 4 bytes say so; recording them in the shadow costs as much as the rest of an access. The first access of which
/// that is not true makes RaceChecker catch up: what was kept out is recorded in its order, as if it never had been.

#include "core/kernel/simulator/lanes/lanes.h"

#include <algorithm>
#include <array>
#include <vector>

namespace gevo::sim {

/// What an access was, beside its lanes' offsets: all that is recorded of it.
struct LoggedAccess {
  std::uint64_t stamp = 0;      ///< of lane 0
  std::uint32_t floor = 0;      ///< epochs as they were then, see RaceChecker::limits
  std::uint32_t blockStart = 0; ///< likewise
  Mask mask = 0;
  std::uint32_t location = 0;
  std::uint32_t bytes = 4; ///< of each lane, a multiple of 4 at a multiple of 4
  bool isWrite = false;
};

/// Where all lanes access the same.
struct UniformOffset {
  std::uint64_t offset = 0;
};

inline std::array<std::uint64_t, laneCount> laneOffsets(const CoalescedWords& words, std::int64_t stride = 4) {
  std::array<std::uint64_t, laneCount> offset;
  for (unsigned lane = 0; lane < laneCount; ++lane)
    offset[lane] = static_cast<std::uint64_t>(words.start[lane / 16] + stride * static_cast<std::int64_t>(lane % 16));
  return offset;
}
inline std::array<std::uint64_t, laneCount> laneOffsets(UniformOffset at) {
  std::array<std::uint64_t, laneCount> offset;
  offset.fill(at.offset);
  return offset;
}

class AccessLog {
public:
  /// What lies before a horizon is ordered before everything after it: the log begins again. False: since this horizon began,
  /// everything is recorded in the shadow.
  bool begin(std::uint32_t horizon, std::uint64_t bytes) { return horizon == horizon_ ? deferring_ : restart(horizon, bytes); }
  /// Between begin() and flush(). False: the access can't be kept out, flush() must come before it is recorded.
  bool add(const LoggedAccess& access, const CoalescedWords& words);
  bool add(const LoggedAccess& access, const std::uint64_t* offset);
  bool add(const LoggedAccess& access, UniformOffset at);
  /// Calls record(access, offsets, whether coalesced) for each access in its order; until the next horizon everything is to be recorded in
  /// the shadow.
  template <class Record> void flush(std::uint32_t horizon, Record record);
  /// Makes ready for another region.
  void reset() { *this = {}; }

private:
  struct Entry {
    LoggedAccess access;
    CoalescedWords words;
    std::size_t offsets = 0; ///< where those of its lanes begin; noOffsets: they follow from `words`
    std::int64_t stride = 4; ///< from lane to lane; 0: all have one offset
  };
  static constexpr std::size_t noOffsets = ~std::size_t{0};
  bool restart(std::uint32_t horizon, std::uint64_t bytes);
  bool mark(std::uint64_t word, std::uint64_t bits, bool isWrite);
  bool markPiece(std::uint64_t piece, std::uint64_t bits, bool isWrite);

  std::uint32_t horizon_ = 0; ///< 0: none yet
  bool deferring_ = false;
  bool used_ = false;               ///< bits may be set
  unsigned failures_ = 0;           ///< horizons in a row that ended with flush()
  unsigned pause_ = 0;              ///< horizons to come that keep nothing out: after failures others are likely
  std::vector<std::uint64_t> read_; ///< a bit for every 4 bytes of the region
  std::vector<std::uint64_t> written_;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> offsets_;
};

template <class Record> void AccessLog::flush(std::uint32_t horizon, Record record) {
  if (horizon == horizon_ && !deferring_) return;
  const bool deferred = horizon == horizon_;
  horizon_ = horizon;
  deferring_ = false;
  if (!deferred) return;
  constexpr unsigned mostFailures = 6;
  failures_ = std::min(failures_ + 1, mostFailures);
  pause_ = (1U << failures_) - 1;
  for (const Entry& entry : entries_) {
    if (entry.offsets != noOffsets) {
      record(entry.access, offsets_.data() + entry.offsets, false);
      continue;
    }
    record(entry.access, laneOffsets(entry.words, entry.stride).data(), entry.stride != 0);
  }
}

} // namespace gevo::sim

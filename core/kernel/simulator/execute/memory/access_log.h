#pragma once

/// Accesses held back from a race shadow. As long as nobody writes what another access reaches, none of them can be part of a race,
/// and two bits for every 4 bytes say so; noting them in the shadow costs as much as the rest of an access. The first of which that is
/// not true makes RaceChecker catch up: what was held back is noted in its order, as if it never had been.

#include "core/kernel/simulator/lanes/lanes.h"

#include <algorithm>
#include <array>
#include <vector>

namespace gevo::sim {

/// What an access was, beside its lanes' places: all that the shadow is told of it.
struct LoggedAccess {
  std::uint64_t stamp = 0;      ///< of lane 0
  std::uint32_t floor = 0;      ///< epochs as they were then, see RaceChecker::limits
  std::uint32_t blockStart = 0; ///< likewise
  Mask mask = 0;
  std::uint32_t place = 0;
  std::uint32_t bytes = 4; ///< of each lane, a multiple of 4 at a multiple of 4
  bool isWrite = false;
};

/// Where all lanes access the same.
struct OnePlace {
  std::uint64_t offset = 0;
};

class AccessLog {
public:
  /// What lies before a horizon is ordered before everything after it: the log begins anew. False: since this horizon began, the shadow
  /// is told everything.
  bool begin(std::uint32_t horizon, std::uint64_t bytes) { return horizon == horizon_ ? holding_ : restart(horizon, bytes); }
  /// Between begin() and release(). False: the access can't be held back, release() must come before the shadow is told of it.
  bool add(const LoggedAccess& access, const Rows& rows);
  bool add(const LoggedAccess& access, const std::uint64_t* offset);
  bool add(const LoggedAccess& access, OnePlace place);
  /// Calls note(access, offsets, whether in rows) for each access in its order; until the next horizon the shadow is told everything.
  template <class Note> void release(std::uint32_t horizon, Note note);
  /// Makes ready for another region.
  void reset() { *this = {}; }

private:
  struct Entry {
    LoggedAccess access;
    Rows rows;
    std::size_t offsets = 0; ///< where those of its lanes begin, else inRows
    std::int64_t stride = 4; ///< from lane to lane in rows; 0: all in one place
  };
  static constexpr std::size_t inRows = ~std::size_t{0};
  bool restart(std::uint32_t horizon, std::uint64_t bytes);
  bool mark(std::uint64_t word, std::uint64_t bits, bool isWrite);
  bool markPiece(std::uint64_t piece, std::uint64_t bits, bool isWrite);

  std::uint32_t horizon_ = 0; ///< 0: none yet
  bool holding_ = false;
  bool used_ = false;               ///< bits may be set
  unsigned failures_ = 0;           ///< horizons in a row that ended with release()
  unsigned pause_ = 0;              ///< horizons to come that hold nothing back: after failures others are likely
  std::vector<std::uint64_t> read_; ///< a bit for every 4 bytes of the region
  std::vector<std::uint64_t> written_;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> offsets_;
};

template <class Note> void AccessLog::release(std::uint32_t horizon, Note note) {
  if (horizon == horizon_ && !holding_) return;
  const bool held = horizon == horizon_;
  horizon_ = horizon;
  holding_ = false;
  if (!held) return;
  constexpr unsigned mostFailures = 6;
  failures_ = std::min(failures_ + 1, mostFailures);
  pause_ = (1U << failures_) - 1;
  for (const Entry& entry : entries_) {
    if (entry.offsets != inRows) {
      note(entry.access, offsets_.data() + entry.offsets, false);
      continue;
    }
    std::array<std::uint64_t, laneCount> offset;
    for (unsigned lane = 0; lane < laneCount; ++lane)
      offset[lane] = static_cast<std::uint64_t>(entry.rows.start[lane / 16] + entry.stride * static_cast<std::int64_t>(lane % 16));
    note(entry.access, offset.data(), entry.stride != 0);
  }
}

} // namespace gevo::sim

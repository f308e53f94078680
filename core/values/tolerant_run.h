#pragma once

/// What a variant does where the simulated GPU goes on past what would reject it: how fast it would be, and what it does wrong.

#include "core/values/coverage.h"
#include "core/values/evaluation_result.h"

#include <string>
#include <vector>

namespace gevo {

/// Something that rejects a variant, and that the run went on past.
struct ToleratedFault {
  Reason reason = Reason::OutOfBounds;
  std::string message; ///< as a rejection has it
  CodeLine at;         ///< in the original's sources; without a file: not known
  std::uint64_t times = 0;
  // Of accesses outside of memory:
  bool isStore = false;
  std::uint64_t before = 0;     ///< bytes from the farthest before the memory to its beginning
  std::uint64_t past = 0;       ///< bytes from its end to behind the farthest
  std::uint64_t allocation = 0; ///< bytes of the memory; of several the smallest
  std::uint32_t access = 0;     ///< bytes of one access
  bool isShared = false;        ///< the memory is a block's, or what races in
  bool sameWarp = false;        ///< of a race
  bool operator==(const ToleratedFault&) const = default;
};

/// In all tests. Loads outside of memory, and of bytes that nobody has written, give zeros, and stores outside of memory are lost; races
/// and undefined values have no effect on what the simulated GPU does. None of that is so on a GPU.
struct TolerantRun {
  Reason reason = Reason::None; ///< of what no run goes on past; None: all launches ended
  std::string message;
  double original = 0;                ///< microseconds, of all tests together
  double microseconds = 0;            ///< likewise. Accesses outside of memory take no time in it.
  std::vector<ToleratedFault> faults; ///< each once, of the tests together
  Reason results = Reason::None;      ///< what is wrong with results: WrongOutput, NotFinite, Decision; None: they pass
  std::string difference;             ///< of the first that is wrong
  double error = 0;                   ///< largest, by the run's metric; infinite where it has none
  /// With other values than zero where the loads have none, results are worse.
  bool needsZeros = false;
  bool ended() const { return reason == Reason::None; }
  bool operator==(const TolerantRun&) const = default;
};

template <class Archive> void fields(Archive& a, ToleratedFault& f) {
  a(f.reason, f.message, f.at, f.times, f.isStore, f.before, f.past, f.allocation, f.access, f.isShared, f.sameWarp);
}
template <class Archive> void fields(Archive& a, TolerantRun& m) {
  a(m.reason, m.message, m.original, m.microseconds, m.faults, m.results, m.difference, m.error, m.needsZeros);
}

} // namespace gevo

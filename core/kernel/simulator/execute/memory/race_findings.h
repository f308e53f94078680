#pragma once

/// The races of a launch: each pair of accesses in the source once, however often it races.

#include "core/kernel/simulator/code/code.h"

#include <unordered_map>

namespace gevo::sim {

class RaceFindings {
public:
  struct Access {
    std::uint32_t location = 0; ///< an index into the program's
    RaceAccess kind = RaceAccess::Load;
    auto operator<=>(const Access&) const = default;
  };
  struct Found {
    bool sameWarp = false;
    bool isExchange = false; ///< as Race has it
    MissingOrder missing = MissingOrder::Acquire;
  };
  /// `locations`: the program's.
  void startLaunch(const std::vector<SourceLocation>& locations);
  /// Of a pair that was found before, the weakest order counts.
  void add(Access first, Access second, bool isShared, const Found& found);
  bool isEmpty() const { return pairs_.empty(); }
  /// Sorted.
  std::vector<Race> races(const std::string& kernel) const;

private:
  struct Pair {
    Access first; ///< the smaller
    Access second;
    bool isShared = false;
    bool operator==(const Pair&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Pair& pair) const;
  };
  const std::vector<SourceLocation>* locations_ = nullptr;
  std::unordered_map<Pair, Found, Hash> pairs_;
};

} // namespace gevo::sim

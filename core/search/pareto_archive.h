#pragma once

/// A Pareto archive: of all points that were added, those that no other one dominates.

#include "core/search/nsga2.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <variant>

namespace gevo {

/// Of equal points the first stays.
struct FirstStays {
  constexpr bool operator()(const auto&, const auto&) const { return false; }
};

/// For any number of minimised objectives; each point comes with a payload. Every value is finite, and all points have equally many.
/// `Preferred`: true of two payloads where of equal points the one with the first payload is to stay, though it came later.
template <class Payload = std::monostate, class Preferred = FirstStays> class ParetoArchive {
  struct Lexicographic {
    using is_transparent = void;
    bool operator()(std::span<const double> a, std::span<const double> b) const { return std::ranges::lexicographical_compare(a, b); }
  };

public:
  using Members = std::map<ObjectiveVector, Payload, Lexicographic>;

  /// False where a member is as good in every objective. Members that the point dominates leave. O(log n) for one or two objectives,
  /// averaged over all additions; O(n) for more.
  bool add(std::span<const double> point, Payload payload = {}) {
    // In lexicographic order no point dominates one before it. With up to two objectives the last one falls from member to member, so
    // that the nearest member before the point is the best in it, and those that the point dominates are neighbours.
    const bool nearestDecides = point.size() <= 2;
    const auto after = members_.upper_bound(point);
    for (auto member = after; member != members_.begin();) {
      --member;
      if (isAsGood(member->first, point)) {
        if (isAsGood(point, member->first) && Preferred()(payload, member->second)) member->second = std::move(payload);
        return false;
      }
      if (nearestDecides) break;
    }
    for (auto member = after; member != members_.end();) {
      const bool leaves = isAsGood(point, member->first);
      if (!leaves && nearestDecides) break;
      member = leaves ? members_.erase(member) : std::next(member);
    }
    members_.emplace(ObjectiveVector(point.begin(), point.end()), std::move(payload));
    return true;
  }

  /// In lexicographic order: of two objectives the first rises and the second falls.
  const Members& members() const { return members_; }
  std::vector<ObjectiveVector> points() const {
    const auto points = std::views::keys(members_);
    return {points.begin(), points.end()};
  }

private:
  static bool isAsGood(std::span<const double> a, std::span<const double> b) { return std::ranges::equal(a, b, std::ranges::less_equal()); }

  Members members_;
};

} // namespace gevo

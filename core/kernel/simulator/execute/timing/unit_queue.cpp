#include "core/kernel/simulator/execute/timing/unit_queue.h"

#include <algorithm>

namespace gevo::sim {

namespace {
/// A block without barriers may use the unit any number of times.
constexpr std::size_t mostIntervals = 4096;
} // namespace

double UnitQueue::wait(double arrival, double service) {
  const auto first = std::ranges::lower_bound(busy_, arrival, {}, &Interval::to);
  const bool isBusy = first != busy_.end() && first->from <= arrival;
  const double from = isBusy ? first->from : arrival;
  // From its arrival to its end the unit is busy without a gap.
  double now = isBusy ? first->to : arrival;
  auto next = isBusy ? first + 1 : first;
  double left = service;
  for (; next != busy_.end() && next->from < now + left; ++next) {
    left -= next->from - now;
    now = next->to;
  }
  const double end = now + left;
  if (next == first) {
    busy_.insert(first, {from, end});
    forget();
  } else {
    *first = {from, end};
    busy_.erase(first + 1, next);
  }
  return end - arrival - service;
}

void UnitQueue::forget() {
  if (busy_.size() > mostIntervals) busy_.erase(busy_.begin(), busy_.begin() + mostIntervals / 2);
}

} // namespace gevo::sim

#include "core/kernel/cuda/server/spare_policy.h"

#include <algorithm>

namespace gevo::cuda {

void SparePolicy::died(Clock::time_point now) {
  deaths_.push_back(now);
  if (deaths_.size() >= most) deaths_.pop_front(); // one spare is kept without any deaths
}

void SparePolicy::limit(std::size_t spares, Clock::time_point now) {
  limit_ = std::min(spares, most);
  limited_ = now;
}

std::size_t SparePolicy::wanted(Clock::time_point now) const {
  const auto recent = std::ranges::count_if(deaths_, [&](Clock::time_point death) { return now - death < counted_; });
  const std::size_t justified = 1 + static_cast<std::size_t>(recent);
  return now - limited_ < limitHolds ? std::min(limit_, justified) : justified;
}

} // namespace gevo::cuda

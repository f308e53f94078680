#include "core/tmbl/cases.h"

#include <algorithm>
#include <cmath>

namespace gevo::tmbl {

Result<Cases> Cases::make(const std::vector<std::vector<float>>& inputs, std::vector<float> targets) {
  if (targets.empty()) return fail("there are no fitness cases; give at least one row");
  for (const std::vector<float>& column : inputs)
    if (column.size() != targets.size())
      return fail("a column has {} values and the target {}; each row needs all of them", column.size(), targets.size());
  Cases cases;
  cases.inputs_ = static_cast<std::uint32_t>(inputs.size());
  cases.stride_ = (targets.size() + lanes - 1) / lanes * lanes;
  cases.values_.resize(cases.stride_ * inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    std::ranges::copy(inputs[i], cases.values_.begin() + static_cast<std::ptrdiff_t>(i * cases.stride_));
  double sum = 0;
  for (const float target : targets) sum += target;
  cases.centre_ = sum / static_cast<double>(targets.size());
  cases.centred_.resize(cases.stride_);
  for (std::size_t row = 0; row < targets.size(); ++row) {
    const double centred = targets[row] - cases.centre_;
    cases.centred_[row] = centred;
    cases.centredSum_ += centred;
    cases.centredSquares_ += centred * centred;
  }
  cases.targets_ = std::move(targets);
  return cases;
}

Cases Cases::first(std::size_t most) const {
  const std::size_t count = std::min(most, rows());
  std::vector<std::vector<float>> inputs;
  for (std::uint32_t i = 0; i < inputs_; ++i) inputs.emplace_back(column(i), column(i) + count);
  return make(inputs, {targets_.begin(), targets_.begin() + static_cast<std::ptrdiff_t>(count)}).value();
}

double Cases::deviation() const {
  const auto count = static_cast<double>(rows());
  return std::sqrt(std::max(0.0, centredSquares_ - centredSum_ * centredSum_ / count) / count);
}

} // namespace gevo::tmbl

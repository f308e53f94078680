#pragma once

/// What each edit of a cluster contributes: its Shapley value (Shapley 1953), the mean over all orders of the edits of what it adds to
/// those before it.

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace gevo {

/// The value of a subset, and half the width of its 95 % interval.
struct SubsetValue {
  double value = 0;
  double halfWidth = 0;
};

/// Exact, from the values of all subsets by their numbers; bit i of a number stands for edit i.
std::vector<SubsetValue> shapleyValues(const std::vector<SubsetValue>& subsets);

/// An estimate from random orders of `edits` edits (Castro et al. 2009). `valuesOf`: of the edits of each beginning of an order, the
/// empty one first; nothing ends the sampling. It ends as well when all intervals are at most `enough`. An edit's interval is that of
/// the mean over the orders.
std::vector<SubsetValue>
sampleShapleyValues(std::size_t edits, double enough,
                    const std::function<std::optional<std::vector<SubsetValue>>(const std::vector<std::size_t>& order)>& valuesOf);

} // namespace gevo

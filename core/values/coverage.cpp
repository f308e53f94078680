#include "core/values/coverage.h"

#include <algorithm>

namespace gevo {

namespace {

void addBits(std::vector<bool>& sum, const std::vector<bool>& other) {
  sum.resize(std::max(sum.size(), other.size()));
  for (std::size_t i = 0; i < other.size(); ++i)
    if (other[i]) sum[i] = true;
}

std::size_t countNew(const std::vector<bool>& one, const std::vector<bool>& reached) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (one[i] && (i >= reached.size() || !reached[i])) ++count;
  return count;
}

ReachedBy reachOf(TestRole role) {
  switch (role) {
  case TestRole::HeldOut:
    return ReachedBy::HeldOut;
  case TestRole::Fuzz:
    return ReachedBy::Fuzz;
  case TestRole::Screen:
  case TestRole::Test:
  case TestRole::Workload:
    break;
  }
  return ReachedBy::Tests;
}

void note(std::vector<ReachedBy>& reach, const std::vector<bool>& reached, ReachedBy by) {
  for (std::size_t i = 0; i < std::min(reach.size(), reached.size()); ++i)
    if (reached[i]) reach[i] = std::min(reach[i], by);
}

} // namespace

void addTo(Coverage& sum, const Coverage& other) {
  addBits(sum.lines, other.lines);
  addBits(sum.branches, other.branches);
}

std::size_t countBeyond(const Coverage& one, const Coverage& reached) {
  return countNew(one.lines, reached.lines) + countNew(one.branches, reached.branches);
}

bool isComplete(const Coverage& reached) {
  const auto all = [](const std::vector<bool>& bits) { return std::ranges::find(bits, false) == bits.end(); };
  return all(reached.lines) && all(reached.branches);
}

Reach reachOf(const ProgramCoverage& coverage) {
  Reach reach;
  reach.lines.resize(coverage.code.lines.size(), ReachedBy::Nothing);
  reach.branches.resize(coverage.code.branches.size(), ReachedBy::Nothing);
  for (const InputCoverage& input : coverage.inputs) {
    note(reach.lines, input.reached.lines, reachOf(input.role));
    note(reach.branches, input.reached.branches, reachOf(input.role));
  }
  return reach;
}

Coverage reachedByTests(const ProgramCoverage& coverage) {
  Coverage reached{std::vector<bool>(coverage.code.lines.size()), std::vector<bool>(coverage.code.branches.size())};
  for (const InputCoverage& input : coverage.inputs)
    if (reachOf(input.role) == ReachedBy::Tests) addTo(reached, input.reached);
  return reached;
}

} // namespace gevo

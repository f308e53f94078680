#pragma once

/// Steps from one configuration to another: for mutation, crossover and tuning.

#include "core/parameters/requirements.h"
#include "core/search/random.h"

namespace gevo {

/// A parameter space with its requirements, ready to search.
class ParameterMoves {
public:
  static Result<ParameterMoves> of(ParameterSpace space);

  const ParameterSpace& space() const { return space_; }
  bool empty() const { return space_.empty(); }
  /// Configurations that meet the requirements, at most `limit` of them, the program's own first, then by the number of parameters that
  /// differ from it.
  std::vector<Configuration> all(std::size_t limit) const;
  /// Choices of values, whether or not they meet the requirements; the largest number where there are more.
  std::uint64_t size() const;

  /// For each parameter the value that is farthest from its own in its list, the others as they are; where that meets the requirements.
  std::vector<Configuration> extremes() const;
  /// Any value of each parameter. The program's own configuration where none of many draws meets the requirements.
  Configuration drawn(RandomStream& stream) const;
  /// One parameter at a near value: about twice and half of it first, then the neighbours in the list, then about four times and a quarter.
  /// They meet the requirements and are all different.
  std::vector<Configuration> neighbours(const Configuration& configuration) const;
  /// One of the neighbours; the configuration itself where it has none.
  Configuration mutated(const Configuration& configuration, RandomStream& stream) const;
  /// Each parameter from either parent with equal probability, and for the second child from the other (Langdon 2015, 8.12). A child that
  /// does not meet the requirements is its parent's.
  std::pair<Configuration, Configuration> crossed(const Configuration& first, const Configuration& second, RandomStream& stream) const;

  bool areMet(const Configuration& configuration) const { return requirements_.areMet(configuration); }
  /// Without what the program does by itself, and without parameters that it does not have.
  Configuration normalised(const Configuration& configuration) const;

private:
  ParameterMoves(ParameterSpace space, Requirements requirements) : space_(std::move(space)), requirements_(std::move(requirements)) {}

  ParameterSpace space_;
  Requirements requirements_;
};

/// The value of a parameter in a configuration.
const std::string& valueIn(const Configuration& configuration, const Parameter& parameter);

} // namespace gevo

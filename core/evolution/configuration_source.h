#pragma once

/// Where the search has the programs of configurations from: they are built when they are first needed, beside the evaluations.

#include "core/edit/configuration.h"
#include "core/values/evaluation_result.h"

#include <chrono>
#include <optional>
#include <vector>

namespace gevo {

class ConfigurationSource {
public:
  virtual ~ConfigurationSource() = default;

  /// True when its variants can be evaluated, and tried on these fuzz inputs, or when it is known that they can't. False: it is being
  /// built, or the inputs recorded with it, from now on.
  virtual bool isReady(const Configuration& configuration, const std::vector<std::uint32_t>& inputs) = 0;
  /// The result of every variant of a configuration that can't be used. Nothing for others, and for those that are not ready.
  virtual std::optional<EvaluationResult> failure(const Configuration& configuration) const = 0;
  /// Configurations that are being built.
  virtual std::size_t pending() const = 0;
  /// Waits until one is ready, or `atMost` went by. Workers of the source move bytes only in here.
  virtual void wait(std::chrono::milliseconds atMost) = 0;
};

} // namespace gevo

#pragma once

/// A project's program in another configuration: its sources changed, built and recorded, and held to what the project's own tests deliver.

#include "core/kernel/build/build.h"
#include "core/protocol/configure.h"

namespace gevo::program {

/// Keeps the last configuration for further tests in it.
class Configurer {
public:
  explicit Configurer(FindGpu findGpu = {}) : builder_(std::move(findGpu)) {}

  /// An error only where the project itself can't be built here: its sources are missing or changed, or there is no compiler.
  Result<ConfigureReply> configure(const ConfigureRequest& request, const Progress& progress);

private:
  ConfigurationBuilder builder_;
};

} // namespace gevo::program

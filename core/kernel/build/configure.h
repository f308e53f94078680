#pragma once

/// A project's program in another configuration: its sources changed, built and recorded, and held to what the project's own tests deliver.

#include "core/kernel/build/build.h"
#include "core/kernel/process/process.h"
#include "core/protocol/configure.h"

#include <optional>

namespace gevo::program {

/// Builds one configuration after the other; what is parsed of headers is kept.
class Configurator {
public:
  Configurator();
  ~Configurator();
  /// An error only where the project itself can't be built here: its sources are missing or changed, or there is no compiler.
  Result<ConfiguredProgram> configure(const ConfigureRequest& request, const Progress& progress, const FindGpu& findGpu = {});

private:
  std::optional<ScratchFolder> folder_; ///< of the headers
  std::shared_ptr<PrecompiledHeaders> headers_;
};

} // namespace gevo::program

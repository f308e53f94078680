#pragma once

/// Runs populations on a GPU, on cases that stay there.

#include "core/kernel/cuda/device/session.h"
#include "core/kernel/cuda/tmbl/population_code.h"

#include <array>

namespace gevo::cuda {

class PopulationRunner {
public:
  /// Copies the cases. `cases` has as many values as its stride and inputs say (checked by the caller).
  static Result<PopulationRunner> make(Session& session, const tmbl::OpenRequest& cases);
  PopulationRunner(PopulationRunner&&) noexcept = default;
  PopulationRunner& operator=(PopulationRunner&&) = delete;

  /// Loads all modules, evaluates the population `launches` times and unloads them. Adds its times to those of the code.
  Result<tmbl::PopulationReply> run(const PopulationCode& code, tmbl::Dispatch dispatch, std::uint32_t launches);

private:
  struct LoadedModules;
  explicit PopulationRunner(Session& session) : session_(&session) {}
  Result<void> launchAll(const PopulationCode& code, const LoadedModules& loaded, tmbl::Dispatch dispatch);
  /// Returns when it is done.
  Result<void> evaluate(const PopulationCode& code, const LoadedModules& loaded, tmbl::Dispatch dispatch, std::uint32_t times);
  Result<void> launch(Function function, std::size_t first, std::size_t count);

  Session* session_;
  std::array<Stream, 32> streams_{}; ///< as long as the context
  std::size_t nextStream_ = 0;
  Buffer inputs_;
  Buffer targets_;
  Buffer sums_;
  std::size_t sumBytes_ = 0; ///< that sums_ has room for
  double centre_ = 0;
  std::uint32_t rows_ = 0;
  std::uint32_t chunks_ = 0;
};

} // namespace gevo::cuda

#pragma once

/// The configurations of a file's program: kept in the file by content, and built by workers when they are first needed.

#include "core/evolution/configuration_source.h"
#include "core/store/store.h"
#include "core/worker_pool/worker_pool.h"

#include <set>
#include <stop_token>

namespace gevo {

class Configurations : public ConfigurationSource {
public:
  struct Options {
    std::string workerProgram; ///< empty: beside the running program
    unsigned workers = 1;      ///< that build side by side
  };
  /// Where the program of a file may not be built here (it is not trusted, or its folder is not known), only the configurations that the
  /// file holds are usable. `store`: to be used by the same thread; what is built is added if it may be written.
  Configurations(Store& store, const Project& project, Options options);
  ~Configurations() override;

  bool isReady(const Configuration& configuration) override;
  std::optional<EvaluationResult> failure(const Configuration& configuration) const override;
  std::size_t pending() const override;
  void wait(std::chrono::milliseconds atMost) override;

  /// For WorkerPoolSettings::configurations: builds what is not there yet, and waits for it.
  Result<std::shared_ptr<const Bytes>> program(const Configuration& configuration);
  /// Other tests of the project than its own, held-out ones, recorded in the configuration and held to what `tests` deliver: the tests of
  /// the result, if that is usable. An error where the program can't be built here.
  Result<ConfiguredProgram> recorded(const Configuration& configuration, const std::vector<TestCase>& tests,
                                     const std::stop_token& cancel = {});
  /// The error that keeps the program from being built here; nothing: it can be.
  std::optional<Error> problem() const { return problem_; }

private:
  Result<void> findProgram();
  Result<void> startPool();
  void build(const Configuration& configuration);
  void keep(const Configuration& configuration, Result<ConfiguredProgram> program, double seconds);
  void remember(const Configuration& configuration, std::shared_ptr<const Bytes> load);

  Store& store_;
  Project project_; ///< without held-out tests
  Options options_;
  std::string folder_;
  std::optional<Error> problem_;
  std::unique_ptr<WorkerPool> pool_;
  std::map<Configuration, EvaluationResult> known_; ///< reason None: it can be used
  std::set<Configuration> pending_;
  std::vector<std::pair<Configuration, std::shared_ptr<const Bytes>>> loads_; ///< those used last, the latest last
};

/// For WorkerPoolSettings::configurations of work on single variants: the file is opened when the first configuration is asked for.
FindConfiguration configurationsOf(const std::filesystem::path& file, const std::string& workerProgram);

} // namespace gevo

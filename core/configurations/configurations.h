#pragma once

/// The configurations of a file's program: kept in the file by content, and built by workers when they are first needed.

#include "core/evolution/configuration_source.h"
#include "core/protocol/configure.h"
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
  /// Inputs that its variants may be tried on, in every configuration; before any is asked for.
  void giveFuzzInputs(std::vector<TestCase> inputs) { fuzz_ = std::move(inputs); }
  /// Those that are recorded with every configuration that is built: it would be built again when they are needed.
  void alwaysRecord(std::vector<std::uint32_t> inputs) { always_ = std::move(inputs); }
  ~Configurations() override;

  bool isReady(const Configuration& configuration, const std::vector<std::uint32_t>& inputs) override;
  std::optional<EvaluationResult> failure(const Configuration& configuration) const override;
  std::size_t pending() const override;
  void wait(std::chrono::milliseconds atMost) override;

  /// For WorkerPoolSettings::configurations: builds what is not there yet, and waits for it. With its fuzz inputs, as far as they were
  /// recorded.
  Result<std::shared_ptr<const Bytes>> program(const Configuration& configuration);
  /// Other tests of the project than its own, held-out ones, recorded in the configuration and held to what `tests` deliver: the tests of
  /// the result, if that is usable. An error where the program can't be built here.
  Result<ConfiguredProgram> recorded(const Configuration& configuration, const std::vector<TestCase>& tests,
                                     const std::stop_token& cancel = {});
  /// The error that keeps the program from being built here; nothing: it can be.
  std::optional<Error> problem() const { return problem_; }

private:
  using Loads = std::vector<std::pair<Configuration, std::shared_ptr<const Bytes>>>;

  Result<void> findProgram();
  Result<void> startPool();
  using Inputs = std::vector<std::uint32_t>;
  void build(const Configuration& configuration, const Inputs& inputs);
  void keep(const Configuration& configuration, const Inputs& inputs, Result<ConfigureReply> reply, double seconds);
  void keepInputs(const Configuration& configuration, const Inputs& inputs, const Result<ConfigureReply>& reply);
  void remember(const Configuration& configuration, std::shared_ptr<const Bytes> load);
  std::shared_ptr<const Bytes> loadOf(ConfiguredProgram program) const;

  Store& store_;
  Project project_; ///< without held-out tests
  Options options_;
  std::string folder_;
  std::optional<Error> problem_;
  std::unique_ptr<WorkerPool> pool_;
  std::map<Configuration, EvaluationResult> known_; ///< reason None: it can be used
  std::set<Configuration> pending_;
  Loads loads_; ///< those used last, the latest last
  std::vector<TestCase> fuzz_;
  std::vector<std::uint32_t> always_;
  std::map<Configuration, std::vector<ConfiguredInput>> inputs_; ///< as `fuzz_`, as far as they were recorded
};

/// For WorkerPoolSettings::configurations of work on single variants: the file is opened when the first configuration is asked for.
FindConfiguration configurationsOf(const std::filesystem::path& file, const std::string& workerProgram);

} // namespace gevo

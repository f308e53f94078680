#pragma once

/// Runs a search to its end: worker pool, evolution and store together. Used by `gevo run` and the explorer's start button.

#include "core/store/store.h"
#include "core/validation/best_variants.h"
#include "core/validation/front_validation.h"
#include "core/values/original_report.h"

#include <atomic>
#include <stop_token>

namespace gevo {

class PoolSource;

class RunSession {
public:
  struct Options {
    RunSettings settings;
    std::vector<EditList> seeds;  ///< variants that generation 0 begins with; a resumed run has its own
    bool resume = false;          ///< go on with the file's latest run; its own settings count, stop conditions are of `settings`
    std::string workerProgram;    ///< empty: beside the running program
    PoolSource* pools = nullptr;  ///< where evaluations are done, beyond this machine; null: by workers of this one
    bool validate = true;         ///< validate the best on held-out tests when the search has ended,
    std::size_t freshInputs = 16; ///< that the best is tried on, as far as a tenth of the search's time suffices
    double frontShare = 0.1;      ///< and then others of the front, for this share of the time that the search took
    std::function<void(const RunStatus&)> progress; ///< on the calling thread, a few times a second
    /// What the workers that load the project are doing; by `open`, a few times a second. False: no longer waited for.
    std::function<bool(const std::string& step)> loading;
  };
  /// Opens the file for writing and starts the workers; the original is replayed on the device.
  static Result<std::unique_ptr<RunSession>> open(const std::filesystem::path& path, Options options);
  ~RunSession();

  std::int64_t runId() const;
  const RunInfo& info() const;
  const OriginalReport& original() const;     ///< as the workers loaded it
  const std::vector<TestCase>& tests() const; ///< of the project, without their traces
  double storeSeconds() const;                ///< CPU that writing the file took
  /// Blocks. Everything evaluated is in the file when it returns, whatever the reason. `stop` ends the search; then the best of the
  /// run is validated, as after a stop condition, in the state Validating, unless `cancel` ends or prevents that too.
  Result<StopReason> run(std::stop_token stop, std::stop_token cancel = {});
  /// Of the last call of `run`.
  const BestReport& best() const;
  const FrontReport& front() const; ///< of a file without held-out tests empty
  /// From any thread.
  void setPaused(bool paused);
  unsigned workers() const;                  ///< that evaluate, on all machines
  std::vector<int> workerProcessIds() const; ///< of those on this machine; empty where `pools` started them

private:
  struct State;
  explicit RunSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo

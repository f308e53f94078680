#pragma once

/// A .gevo file whose run is looked at again and again: each look tells what is new.

#include "core/store/store.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace gevo {

/// A run of the file, as much of it as shows beside another one.
struct RunCurve {
  RunInfo info;
  std::vector<double> best; ///< runtime of the best of each complete generation, in order; microseconds
};

/// What changed since the last update. Immutable once published.
struct RunUpdate {
  bool reset = false; ///< forget everything of before: another run, or the first update
  RunInfo run;
  std::vector<VariantRow> added;                     ///< in id order
  std::vector<VariantRow> changed;                   ///< of those added before: measured again
  std::vector<VariantRow> unfinished;                ///< whole: of the generation under way, see Store::unfinishedVariants
  std::vector<FailedRow> failed;                     ///< new ones, in id order
  std::vector<GenerationRow> generations;            ///< new ones
  std::vector<std::int64_t> population;              ///< whole
  std::vector<std::int64_t> front;                   ///< whole, by runtime
  std::vector<ValidationRow> validations;            ///< whole
  std::vector<std::int64_t> knownFailures;           ///< whole, see Store::knownFailures and Store::rejections; in order
  std::vector<CounterexampleRow> counterexamples;    ///< whole, in the order in which they were found
  std::shared_ptr<const ProgramCoverage> coverage;   ///< of the file; the same object until it changes
  std::vector<Annotation> annotations;               ///< whole
  std::vector<VariantRow> derived;                   ///< whole, in id order
  std::shared_ptr<const std::vector<RunCurve>> runs; ///< every run of the file, in order; the same object until one changes
  bool writerAlive = false;                          ///< some process is writing this file
};

/// Used by one thread at a time.
class FollowedFile {
public:
  using Update = std::shared_ptr<const RunUpdate>;

  /// `run` 0: the latest.
  static Result<std::unique_ptr<FollowedFile>> open(const std::filesystem::path& path, std::int64_t run);
  ~FollowedFile();

  const Store& store() const { return *store_; }
  /// What is new since the last look; null where nothing is, or the file has no such run. Fails for good where the file is no longer the
  /// one that was opened.
  Result<Update> look();
  /// Looks already now, for the next call of `look`.
  Result<void> readAhead();

private:
  class Reader;
  FollowedFile(std::filesystem::path path, std::unique_ptr<Store> store, std::int64_t run);

  std::filesystem::path path_;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> identity_; ///< device and inode
  std::unique_ptr<Store> store_;
  std::unique_ptr<Reader> reader_;
  Update ahead_;
};

} // namespace gevo

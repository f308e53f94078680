#pragma once

/// Compiles changed sources of a project and judges their code as a variant, several at once in worker processes.

#include "core/devices/job_options.h"
#include "core/patch/code_judge.h"
#include "core/store/store.h"
#include "core/worker_pool/worker_pool.h"

#include <map>

namespace gevo {

class PatchJudge final : public CodeJudge {
public:
  /// Of variants in that configuration: `sources` and everything that is compiled has its values.
  static Result<PatchJudge> start(const Store& store, const RunInfo& run, const Configuration& configuration, const JobOptions& settings);

  const std::vector<SourceFile>& sources() const override { return project_->sources; }
  Result<FoundRewrites> rewrites(const EditList& edits) override;
  Result<Judged> edits(const EditList& edits) override;
  Result<std::vector<std::optional<Judged>>> texts(const std::vector<Texts>& candidates, const std::optional<Hash128>& expected,
                                                   const IsEnough& isEnough) override;
  Result<Judged> validate(const Texts& changed, const std::vector<TestCase>& heldOut) override;
  Result<Judged> validate(const EditList& edits, const std::vector<TestCase>& heldOut) override;
  bool isCancelled() const override;
  void doing(std::string what) override;

private:
  explicit PatchJudge(const JobOptions& settings) : settings_(settings) {}
  enum class Lines { AsTheyAre, OfTheOriginal };
  Sources sourcesWith(const Texts& changed, Lines lines) const;
  Result<Bytes> compile(const Texts& changed, Lines lines);
  /// Edits are asked about again where steps are tried in another order, or left out.
  Result<Judged> judgeOnce(const JudgeRequest& request);
  EditList inConfiguration(const EditList& edits) const { return withConfiguration(edits, configuration_); }
  template <class Request> Result<typename RequestTraits<Request>::Reply> ask(WorkerPool& pool, const Request& request);

  JobOptions settings_;
  std::string doing_ = "reading the sources";
  std::unique_ptr<Project> project_; ///< without held-out tests
  std::string folder_;
  Configuration configuration_;
  std::vector<TestCase> own_; ///< on a GPU: held-out tests of the project's own configuration, where the variants' is another
  std::unique_ptr<WorkerPool> compilers_;
  std::unique_ptr<WorkerPool> judges_;
  std::map<Hash128, std::optional<Judged>> known_; ///< by the changed texts
  std::map<Hash128, Judged> knownEdits_;           ///< by the request
  std::size_t compiled_ = 0;
};

} // namespace gevo

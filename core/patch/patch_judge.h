#pragma once

/// Compiles changed sources of a project and judges their code as a variant, several at once in worker processes.

#include "core/devices/job_options.h"
#include "core/protocol/patch.h"
#include "core/store/store.h"
#include "core/worker_pool/worker_pool.h"

#include <map>

namespace gevo {

class PatchJudge {
public:
  static Result<PatchJudge> start(const Store& store, const RunInfo& run, const JobOptions& settings);

  const Project& project() const { return *project_; }
  Result<SourceSyntax> syntax();
  Result<FoundRewrites> rewrites(const EditList& edits, const SourceSyntax& syntax);
  /// The code of the edits.
  Result<Judged> edits(const EditList& edits);
  /// For each: whole texts of the sources that change. Nothing where they don't compile, or compile to kernels that don't fit the
  /// program. Where the code is `expected`, it is not tested. Ends early once `isEnough` says so of one; those that are left out have
  /// nothing.
  using Texts = std::vector<SourceFile>;
  using IsEnough = std::function<bool(const Judged&)>;
  Result<std::vector<std::optional<Judged>>> texts(const std::vector<Texts>& candidates, const std::optional<Hash128>& expected,
                                                   const IsEnough& isEnough = {});
  /// On every test and the held-out ones too. An error says why it does not compile.
  Result<Judged> validate(const Texts& changed, const std::vector<TestCase>& heldOut);
  /// The same of the code of the edits.
  Result<Judged> validate(const EditList& edits, const std::vector<TestCase>& heldOut);

  /// By whom it works for.
  bool isCancelled() const;

  std::size_t compiled() const { return compiled_; }
  /// Shown as what is being done.
  void doing(std::string what) { doing_ = std::move(what); }

private:
  explicit PatchJudge(const JobOptions& settings) : settings_(settings) {}
  enum class Lines { AsTheyAre, OfTheOriginal };
  Sources sourcesWith(const Texts& changed, Lines lines) const;
  Result<Bytes> compile(const Texts& changed, Lines lines);
  template <class Request> Result<typename RequestTraits<Request>::Reply> ask(WorkerPool& pool, const Request& request);

  JobOptions settings_;
  std::string doing_ = "reading the sources";
  std::unique_ptr<Project> project_; ///< without held-out tests
  std::string folder_;
  std::unique_ptr<WorkerPool> compilers_;
  std::unique_ptr<WorkerPool> judges_;
  std::map<Hash128, std::optional<Judged>> known_; ///< by the changed texts
  std::size_t compiled_ = 0;
};

} // namespace gevo

#pragma once

/// A VariantWorker that sends its requests to a worker process.

#include "core/inspection/variant_worker.h"
#include "core/values/settings.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace gevo {

class Store;
class WorkerPool;

class PoolVariantWorker : public VariantWorker {
public:
  /// The pool, started when it is first needed. The pointer lives until the next call.
  using GetPool = std::function<Result<WorkerPool*>()>;
  /// `stop`: cancels a waiting request, which returns an error.
  explicit PoolVariantWorker(GetPool pool, std::stop_token stop = {});

  Result<Heat> heat(const EditList& edits) override;
  Result<VariantTexts> texts(const EditList& edits, bool plainIr) override;
  Result<ExportedCode> code(const EditList& edits, Artifact artifact, const std::string& architecture) override;
  Result<ValidationReport> test(const EditList& edits) override;
  Result<std::vector<TestLaunches>> launches(const std::vector<TestCase>& tests) override;

private:
  template <class Request> auto call(const Request& request);

  GetPool pool_;
  std::stop_token stop_;
};

/// A worker for variants of the file that neither measures nor runs its program. Its process starts at the first request. `store` outlives
/// it. `stop`: as above; `workerProgram`: path of gevo-worker; empty: beside the running program.
std::unique_ptr<VariantWorker> makeViewWorker(const Store& store, EvaluationSettings settings, std::stop_token stop = {},
                                              const std::string& workerProgram = {});

} // namespace gevo

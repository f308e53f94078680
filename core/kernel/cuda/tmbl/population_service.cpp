#include "core/kernel/cuda/tmbl/population_service.h"

#include "core/base/elapsed.h"

namespace gevo::cuda {

Result<tmbl::OpenReply> PopulationService::open(const tmbl::OpenRequest& request) {
  if (request.targets.empty() || request.targets.size() > request.stride || request.values.size() != request.stride * request.inputs)
    return fail("the fitness cases are damaged: {} values for {} inputs of {} cases", request.values.size(), request.inputs,
                request.targets.size());
  constexpr std::size_t mostCases = std::size_t(65535) * tmbl::chunkCases; // blocks of a grid in y
  if (request.targets.size() > mostCases) return fail("there are {} fitness cases; a GPU takes {}", request.targets.size(), mostCases);
  tmbl::OpenReply reply;
  runner_.reset();
  if (gpu_) {
    if (!session_) {
      GEVO_TRY_ASSIGN(session_, Session::open(*gpu_));
    }
    GEVO_TRY_ASSIGN(PopulationRunner runner, PopulationRunner::make(*session_, request));
    runner_.emplace(std::move(runner));
    reply.gpu = session_->gpu().name;
  }
  target_ = {gpu_ ? session_->gpu().architecture() : request.architecture, request.inputs, request.stride};
  Result<JitLink> assembler = JitLink::open();
  if (assembler && assembler->knows(target_.architecture)) assembler_.emplace(std::move(*assembler));
  if (!assembler_ && !gpu_)
    return fail("{}", assembler ? fmt::format("nvJitLink {} makes no code for {}; install a newer one", versionText(assembler->version()),
                                              target_.architecture)
                                : "nvJitLink was not found; install the CUDA toolkit's");
  reply.architecture = target_.architecture;
  reply.assembler = assembler_ ? fmt::format("nvJitLink {}", versionText(assembler_->version())) : "the driver";
  return reply;
}

Result<tmbl::PopulationReply> PopulationService::evaluate(const tmbl::PopulationRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  if (target_.architecture.empty()) return fail("a population came before its fitness cases");
  for (const tmbl::Code& code : request.population) GEVO_TRY(tmbl::check(code, target_.inputs));
  GEVO_TRY_ASSIGN(const PopulationCode code, compilePopulation(request, target_, assembler_));
  tmbl::PopulationReply reply;
  if (runner_) {
    // nvcc's kernel is one for all.
    const bool cuda = request.language == tmbl::SourceLanguage::Cuda;
    GEVO_TRY_ASSIGN(reply, runner_->run(code, cuda ? tmbl::Dispatch::BranchTable : request.dispatch, request.launches));
  } else {
    reply.times = code.times;
    for (const PopulationModule& module : code.modules) reply.codeBytes += module.code.size();
  }
  reply.times.total = secondsSince(begin);
  return reply;
}

} // namespace gevo::cuda

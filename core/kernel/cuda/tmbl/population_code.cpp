#include "core/kernel/cuda/tmbl/population_code.h"

#include "core/base/elapsed.h"
#include "core/base/parallel.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/cuda_toolkit.h"
#include "core/tmbl/cuda_text.h"

#include <algorithm>

namespace gevo::cuda {

namespace {

using Clock = std::chrono::steady_clock;

/// On one thread for each file: nvcc is a chain of processes.
Result<std::string> compileByNvcc(const std::string& nvcc, const std::string& text, const std::string& architecture) {
  GEVO_TRY_ASSIGN(const program::ScratchFolder folder, program::ScratchFolder::make());
  const std::filesystem::path source = folder.path() / "population.cu";
  const std::filesystem::path ptx = folder.path() / "population.ptx";
  GEVO_TRY(program::writeFile(source, text));
  program::Command command;
  command.arguments = {nvcc, "-ptx", "-arch=" + architecture, source.string(), "-o", ptx.string()};
  GEVO_TRY_ASSIGN(const program::Finished finished, program::runCommand(command, folder.path()));
  if (!finished.succeeded())
    return std::unexpected(Error{fmt::format("nvcc {}", finished.ending(command.limit)), finished.errors + finished.output});
  return program::readFile(ptx);
}

Result<std::string> findNvccProgram() {
  GEVO_TRY_ASSIGN(const std::filesystem::path toolkit, program::locateCuda());
  const std::filesystem::path nvcc = toolkit / "bin" / "nvcc";
  std::error_code ignored;
  if (!std::filesystem::exists(nvcc, ignored)) return fail("{} was not found; install the CUDA toolkit's nvcc", nvcc.string());
  return nvcc.string();
}

/// Each module's code becomes what `step` makes of it; seconds of all.
template <class Step> Result<double> replaceEach(std::vector<PopulationModule>& modules, unsigned threads, const Step& step) {
  const auto begin = Clock::now();
  std::vector<std::optional<Error>> errors(modules.size());
  inParallel(modules.size(), threads, [&](std::size_t i) {
    Result<std::string> made = step(modules[i]);
    if (made)
      modules[i].code = std::move(*made);
    else
      errors[i] = std::move(made.error());
  });
  for (std::optional<Error>& error : errors)
    if (error) return std::unexpected(std::move(*error));
  return secondsSince(begin);
}

} // namespace

Result<PopulationCode> compilePopulation(const tmbl::PopulationRequest& request, const PopulationTarget& target,
                                         const std::optional<JitLink>& assembler) {
  const std::span all(request.population);
  const std::size_t step = std::max<std::size_t>(1, request.individualsPerModule);
  PopulationCode code;
  for (std::size_t first = 0; first < all.size(); first += step) code.modules.push_back({first, std::min(step, all.size() - first), {}});
  const bool cuda = request.language == tmbl::SourceLanguage::Cuda;
  const tmbl::PtxOptions options{target.stride, std::max(1U, request.casesPerThread), request.dispatch};
  GEVO_TRY_ASSIGN(code.times.write, replaceEach(code.modules, request.threads, [&](const PopulationModule& module) -> Result<std::string> {
                    const auto individuals = all.subspan(module.first, module.count);
                    return cuda ? tmbl::cudaModule(individuals, target.inputs, target.stride) : tmbl::ptxModule(individuals, options);
                  }));
  if (cuda) {
    GEVO_TRY_ASSIGN(const std::string nvcc, findNvccProgram());
    GEVO_TRY_ASSIGN(code.times.compile, replaceEach(code.modules, request.threads, [&](const PopulationModule& module) {
                      return compileByNvcc(nvcc, module.code, target.architecture);
                    }));
  }
  if (assembler) {
    GEVO_TRY_ASSIGN(code.times.assemble,
                    replaceEach(code.modules, request.threads, [&](const PopulationModule& module) -> Result<std::string> {
                      GEVO_TRY_ASSIGN(Cubin cubin, assembler->link(module.code, target.architecture));
                      return std::move(cubin.code);
                    }));
  }
  return code;
}

} // namespace gevo::cuda

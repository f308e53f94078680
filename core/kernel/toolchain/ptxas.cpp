#include "core/kernel/toolchain/ptxas.h"

#include "core/base/file.h"
#include "core/kernel/demangle/demangle.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"

#include <regex>

namespace gevo::program {

namespace {

Result<std::filesystem::path> locatePtxas() {
  GEVO_TRY_ASSIGN(std::filesystem::path cuda, locateCuda());
  std::filesystem::path path = cuda / "bin" / "ptxas";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return fail("{} has no bin/ptxas; install the whole CUDA toolkit", cuda.string());
  return path;
}

/// It does not know the architecture, or the version of PTX that goes with it.
bool isTooOld(const std::string& log) {
  return log.find("is not defined for option 'gpu-name'") != log.npos || log.find("Unsupported .version") != log.npos;
}

/// "Cuda compilation tools, release 13.0, V13.0.88" is 13000; 0: it does not say.
int versionOf(const std::filesystem::path& ptxas, const std::filesystem::path& scratch) {
  static const std::regex release(R"(release (\d+)\.(\d+))");
  const Result<Finished> asked = runCommand({.arguments = {ptxas.string(), "--version"}}, scratch);
  std::smatch match;
  if (!asked || !std::regex_search(asked->output, match, release)) return 0;
  return std::stoi(match[1].str()) * 1000 + std::stoi(match[2].str()) * 10;
}

std::string summarise(const std::vector<KernelResources>& kernels) {
  std::string result;
  for (const KernelResources& kernel : kernels) {
    const std::string spills = kernel.spillStores == 0 ? "no spills" : fmt::format("{} bytes spilled", kernel.spillStores);
    fmt::format_to(std::back_inserter(result), "{}{}: {} registers, {}", result.empty() ? "" : "; ", qualifiedName(kernel.kernel),
                   kernel.registers, spills);
    if (kernel.shared > 0) fmt::format_to(std::back_inserter(result), ", {} bytes of shared memory", kernel.shared);
  }
  return result;
}

} // namespace

Result<Assembled> runPtxas(const std::string& ptx, const std::string& architecture) {
  Result<std::filesystem::path> ptxas = locatePtxas();
  if (!ptxas) return Assembled{{}, {}, false, "ptxas was not found", 0};
  GEVO_TRY_ASSIGN(ScratchFolder scratch, ScratchFolder::make());
  const std::filesystem::path source = scratch.path() / "variant.ptx";
  const std::filesystem::path target = scratch.path() / "variant.cubin";
  GEVO_TRY(writeFile(source, ptx));
  GEVO_TRY_ASSIGN(Finished ran,
                  runCommand({.arguments = {ptxas->string(), "-v", "-arch=" + architecture, "-o", target.string(), source.string()},
                              .environment = {"TMPDIR=" + scratch.path().string()}},
                             scratch.path()));
  const std::string log = ran.errors + ran.output;
  if (!ran.succeeded() && isTooOld(log))
    return Assembled{{}, {}, true, fmt::format("{} does not know {}", ptxas->string(), architecture), 0};
  if (!ran.succeeded()) return std::unexpected(Error{"ptxas rejects the variant's PTX; choose another variant", log});
  GEVO_TRY_ASSIGN(std::string cubin, readFile(target));
  static const int version = versionOf(*ptxas, scratch.path());
  return Assembled{std::move(cubin), readAssemblerLog(log), true, {}, version};
}

Result<AssembledCode> assemble(const AssembleRequest& request) {
  GEVO_TRY_ASSIGN(Assembled made, runPtxas(request.ptx, request.architecture));
  const bool assembled = made.lacking.empty();
  std::string note = assembled ? summarise(made.kernels) : std::move(made.lacking);
  return AssembledCode{assembled, std::move(made.cubin), std::move(note), std::move(made.kernels), made.version};
}

Result<std::string> findPtxas() {
  GEVO_TRY_ASSIGN(std::filesystem::path ptxas, locatePtxas());
  return ptxas.string();
}

} // namespace gevo::program

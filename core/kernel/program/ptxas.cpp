#include "core/kernel/program/ptxas.h"

#include "core/base/file.h"
#include "core/kernel/demangle.h"
#include "core/kernel/program/process.h"
#include "core/kernel/program/toolchain.h"

#include <regex>
#include <sstream>

namespace gevo::program {

namespace {

Result<std::filesystem::path> locatePtxas() {
  Result<std::filesystem::path> cuda = locateCuda();
  if (!cuda) return std::unexpected(cuda.error());
  const std::filesystem::path path = *cuda / "bin" / "ptxas";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return fail("{} has no bin/ptxas; install the whole CUDA toolkit", cuda->string());
  return path;
}

/// It does not know the architecture, or the version of PTX that goes with it.
bool isTooOld(const std::string& log) {
  return log.find("is not defined for option 'gpu-name'") != log.npos || log.find("Unsupported .version") != log.npos;
}

/// From ptxas -v: "Compiling entry function 'K'", "N bytes spill stores", "Used N registers, ... N bytes smem".
std::vector<KernelResources> readLog(const std::string& log) {
  static const std::regex entry(R"(Compiling entry function '([^']+)')");
  static const std::regex spill(R"((\d+) bytes spill stores)");
  static const std::regex used(R"(Used (\d+) registers)");
  static const std::regex shared(R"((\d+) bytes smem)");
  const auto number = [](const std::ssub_match& digits) { return std::strtoull(digits.str().c_str(), nullptr, 10); };
  std::vector<KernelResources> kernels;
  KernelResources kernel;
  std::istringstream lines(log);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, entry)) kernel = {match[1].str()};
    if (std::regex_search(line, match, spill)) kernel.spilled = number(match[1]);
    if (!std::regex_search(line, match, used)) continue;
    kernel.registers = static_cast<std::uint32_t>(number(match[1]));
    if (std::regex_search(line, match, shared)) kernel.shared = number(match[1]);
    kernels.push_back(kernel);
  }
  return kernels;
}

std::string summarise(const std::vector<KernelResources>& kernels) {
  std::string result;
  for (const KernelResources& kernel : kernels) {
    const std::string spills = kernel.spilled == 0 ? "no spills" : fmt::format("{} bytes spilled", kernel.spilled);
    fmt::format_to(std::back_inserter(result), "{}{}: {} registers, {}", result.empty() ? "" : "; ", qualifiedName(kernel.kernel),
                   kernel.registers, spills);
    if (kernel.shared > 0) fmt::format_to(std::back_inserter(result), ", {} bytes of shared memory", kernel.shared);
  }
  return result;
}

} // namespace

Result<Assembled> runPtxas(const std::string& ptx, const std::string& architecture) {
  Result<std::filesystem::path> ptxas = locatePtxas();
  if (!ptxas) return Assembled{{}, {}, false, "there is no ptxas here"};
  Result<ScratchFolder> scratch = ScratchFolder::make();
  if (!scratch) return std::unexpected(scratch.error());
  const std::filesystem::path source = scratch->path() / "variant.ptx";
  const std::filesystem::path target = scratch->path() / "variant.cubin";
  if (Result<void> written = writeFile(source, ptx); !written) return std::unexpected(written.error());
  Result<Finished> ran =
      runCommand({.words = {ptxas->string(), "-v", "-arch=" + architecture, "-o", target.string(), source.string()}}, scratch->path());
  if (!ran) return std::unexpected(ran.error());
  const std::string log = ran->errors + ran->output;
  if (!ran->succeeded() && isTooOld(log)) return Assembled{{}, {}, true, fmt::format("{} does not know {}", ptxas->string(), architecture)};
  if (!ran->succeeded()) return std::unexpected(Error{"ptxas refuses the variant's PTX; choose another variant", log});
  Result<std::string> cubin = readFile(target);
  if (!cubin) return std::unexpected(cubin.error());
  return Assembled{std::move(*cubin), readLog(log), true, {}};
}

Result<AssembleReply> assemble(const AssembleRequest& request) {
  Result<Assembled> made = runPtxas(request.ptx, request.architecture);
  if (!made) return std::unexpected(made.error());
  const bool assembled = made->lacking.empty();
  return AssembleReply{assembled, std::move(made->cubin), assembled ? summarise(made->kernels) : std::move(made->lacking)};
}

Result<std::string> findPtxas() {
  Result<std::filesystem::path> ptxas = locatePtxas();
  if (!ptxas) return std::unexpected(ptxas.error());
  return ptxas->string();
}

} // namespace gevo::program

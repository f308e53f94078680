#include "core/kernel/worker/ptxas.h"

#include "core/base/file.h"
#include "core/kernel/demangle.h"
#include "core/kernel/program/process.h"
#include "core/kernel/program/toolchain.h"

#include <regex>
#include <sstream>

namespace gevo::worker {

namespace {

Result<std::filesystem::path> locatePtxas() {
  Result<std::filesystem::path> cuda = program::locateCuda();
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

/// From ptxas -v: "Function properties for K", "N bytes spill stores", "Used N registers, ... N bytes smem".
std::string summarise(const std::string& log) {
  static const std::regex spill(R"((\d+) bytes spill stores)");
  static const std::regex used(R"(Used (\d+) registers)");
  static const std::regex shared(R"((\d+) bytes smem)");
  static const std::regex entry(R"(Compiling entry function '([^']+)')");
  std::string result;
  std::string spills = "no spills";
  std::string name;
  std::istringstream lines(log);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_search(line, match, entry)) name = qualifiedName(match[1].str());
    if (std::regex_search(line, match, spill)) spills = match[1] == "0" ? "no spills" : match[1].str() + " bytes spilled";
    if (!std::regex_search(line, match, used)) continue;
    result += fmt::format("{}{}: {} registers, {}", result.empty() ? "" : "; ", name, match[1].str(), spills);
    if (std::regex_search(line, match, shared)) result += fmt::format(", {} bytes of shared memory", match[1].str());
  }
  return result;
}

} // namespace

Result<AssembleReply> assemble(const AssembleRequest& request) {
  Result<std::filesystem::path> ptxas = locatePtxas();
  if (!ptxas) return AssembleReply{};
  Result<program::ScratchFolder> scratch = program::ScratchFolder::make();
  if (!scratch) return std::unexpected(scratch.error());
  const std::filesystem::path source = scratch->path() / "variant.ptx";
  const std::filesystem::path target = scratch->path() / "variant.cubin";
  if (Result<void> written = writeFile(source, request.ptx); !written) return std::unexpected(written.error());
  Result<program::Finished> ran = program::runCommand(
      {.words = {ptxas->string(), "-v", "-arch=" + request.architecture, "-o", target.string(), source.string()}}, scratch->path());
  if (!ran) return std::unexpected(ran.error());
  const std::string log = ran->errors + ran->output;
  if (!ran->succeeded() && isTooOld(log))
    return AssembleReply{false, {}, fmt::format("{} does not know {}", ptxas->string(), request.architecture)};
  if (!ran->succeeded()) return std::unexpected(Error{"ptxas refuses the variant's PTX; choose another variant", log});
  Result<std::string> cubin = readFile(target);
  if (!cubin) return std::unexpected(cubin.error());
  return AssembleReply{true, std::move(*cubin), summarise(log)};
}

Result<std::string> findPtxas() {
  Result<std::filesystem::path> ptxas = locatePtxas();
  if (!ptxas) return std::unexpected(ptxas.error());
  return ptxas->string();
}

} // namespace gevo::worker

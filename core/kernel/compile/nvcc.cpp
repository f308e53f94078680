#include "core/kernel/compile/nvcc.h"

#include "core/base/paths.h"
#include "core/kernel/compile/flags.h"

#include <algorithm>
#include <regex>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

Result<fs::path> locateNvcc(const fs::path& cuda) {
  fs::path path = cuda / "bin" / "nvcc";
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return fail("not found; install the whole CUDA toolkit, without which variants are compared with clang's original only");
  return path;
}

/// "Cuda compilation tools, release 13.0, V13.0.88"
std::string versionOf(const fs::path& nvcc, const fs::path& scratch) {
  const auto asked = runCommand({{nvcc.string(), "--version"}, {}, {}, std::chrono::seconds(30)}, scratch);
  if (!asked || !asked->succeeded()) return "nvcc";
  static const std::regex line(R"(Cuda compilation tools[^\n]*)");
  std::smatch match;
  return std::regex_search(asked->output, match, line) ? match.str() : "nvcc";
}

/// nvcc's equivalent of a flag that changes kernels; nothing for others.
std::vector<std::string> argumentsFor(const std::string& flag) {
  if (flag == "-ffast-math" || flag.starts_with("-fcuda-approx-") || flag.starts_with("-fgpu-approx-")) return {"-use_fast_math"};
  if (flag == "-ffp-contract=off") return {"-fmad=false"};
  const FlagMatch match = matchFlag(flag, nullptr, FlagDialect::Nvcc);
  if (match.flag.row == nullptr || match.lacksValue) return {};
  switch (match.flag.row->effect) {
  case FlagEffect::FastMath:
  case FlagEffect::FlushToZero:
  case FlagEffect::MultiplyAdd:
  case FlagEffect::DeviceDebug:
    return {match.flag.text};
  default:
    return {};
  }
}

std::vector<std::string> commandFor(const CompilerSetup& setup, const fs::path& nvcc, const std::string& file, const fs::path& ours,
                                    const fs::path& target) {
  const BuildFlags flags = flagsOf(setup);
  std::vector<std::string> arguments{nvcc.string(),
                                     "-ptx",
                                     "-O3",
                                     "-arch=" + setup.settings.architecture,
                                     "-allow-unsupported-compiler",
                                     "--extended-lambda",
                                     "--expt-relaxed-constexpr"}; // always on in clang
  for (const std::string& macro : flags.macros) arguments.push_back(macro);
  for (const std::string& include : flags.includes) arguments.push_back("-I" + include);
  for (const std::string& include : flags.systemIncludes) arguments.push_back("-isystem=" + include);
  for (const std::string& flag : setup.settings.flags)
    for (std::string& argument : argumentsFor(flag)) arguments.push_back(std::move(argument));
  if (!flags.standardOfCpp.empty()) arguments.push_back("-std=" + flags.standardOfCpp);
  if (!flags.hostCompiler.empty()) arguments.push_back("-ccbin=" + flags.hostCompiler);
  if (!file.ends_with(".cu")) arguments.emplace_back("-x=cu");
  for (std::string argument : {std::string("-include"), (ours / "compat/gevo_compat.h").string(), std::string("-Xcompiler"),
                               "-idirafter," + (ours / "helpers").string(), std::string("-o"), target.string(), file})
    arguments.push_back(std::move(argument));
  for (const std::string& header : flags.forcedIncludes) arguments.insert(arguments.end() - 1, "-include=" + header);
  return arguments;
}

std::string firstError(const std::string& text) {
  static const std::regex error(R"([^\n]*error[^\n]*)");
  std::smatch match;
  return std::regex_search(text, match, error) ? match.str() : text.substr(0, text.find('\n'));
}

NvccOriginal without(const std::string& why) {
  return {{}, fmt::format("runs on a GPU will compare variants with clang's original only: {}", why)};
}

} // namespace

std::string withVisibleSymbols(const std::string& ptx) {
  static const std::regex variable(R"((^|\n)(\.(?:global|const) ))");
  return std::regex_replace(ptx, variable, "$1.visible $2");
}

NvccOriginal compileByNvcc(const CompilerSetup& setup, const InputFiles& files, const DeviceDescription& device) {
  const auto nvcc = locateNvcc(setup.cuda);
  if (!nvcc) return {};
  if (files.cuda.size() > 1)
    return without(fmt::format("the program has {} .cu files, and GEVO uses nvcc only for programs with one", files.cuda.size()));
  const auto ours = resourcePath("cuda");
  if (!ours) return without(ours.error().message);
  const fs::path target = setup.scratch / "nvcc.ptx";
  const auto ran = runCommand({commandFor(setupFor(setup, files.cuda.front()), *nvcc, files.cuda.front(), *ours, target),
                               setup.folder,
                               {"TMPDIR=" + setup.scratch.string()},
                               compileLimit},
                              setup.scratch);
  if (!ran) return without(ran.error().message);
  if (!ran->succeeded()) return without(fmt::format("nvcc does not compile the program ({})", firstError(ran->errors + ran->output)));
  const auto ptx = readFile(target);
  if (!ptx) return without(ptx.error().message);
  for (const KernelDescription& kernel : device.kernels)
    if (ptx->find(".entry " + kernel.name + "(") == std::string::npos)
      return without(fmt::format("nvcc has no kernel {} under the name that clang gives it", kernel.shownName));
  return {{versionOf(*nvcc, setup.scratch), withVisibleSymbols(*ptx)}, {}};
}

Result<std::string> findNvcc() {
  GEVO_TRY_ASSIGN(const auto cuda, locateCuda());
  GEVO_TRY_ASSIGN(const auto nvcc, locateNvcc(cuda));
  return nvcc.string();
}

} // namespace gevo::program

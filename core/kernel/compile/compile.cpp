#include "core/kernel/compile/compile.h"

#include "core/base/paths.h"
#include "core/kernel/compile/closed_libraries.h"
#include "core/kernel/compile/link.h"
#include "core/kernel/device_code/file_locals.h"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

template <std::size_t N> bool isOneOf(const std::string& text, const std::array<const char*, N>& choices) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

/// Since CUDA 13, Thrust, CUB and libcu++ are in their own folder, which nvcc knows and clang does not.
void addLibraryHeaders(const CompilerSetup& setup, std::vector<std::string>& arguments) {
  std::error_code ignored;
  const fs::path folder = setup.cuda / "include" / "cccl";
  if (fs::is_directory(folder, ignored)) arguments.push_back("-isystem" + folder.string());
}

enum class Language : std::uint8_t { Device, CudaHost, Cpp, C };

/// Standards belong to one language; machine and OpenMP flags to the host.
bool concerns(const std::string& flag, Language language) {
  if (flag.starts_with("-std=")) {
    const bool ofC = flag.find("++") == std::string::npos;
    return ofC == (language == Language::C);
  }
  return language != Language::Device || (!flag.starts_with("-fopenmp") && !flag.starts_with("-m"));
}

/// Arguments of every call of clang.
std::vector<std::string> commonArguments(const CompilerSetup& setup, Language language) {
  std::vector<std::string> arguments{setup.clang.path.string(), "-fno-color-diagnostics"};
  for (const std::string& define : setup.settings.defines) arguments.push_back("-D" + define);
  for (const std::string& include : setup.settings.includes) arguments.push_back("-I" + include);
  for (const std::string& flag : setup.settings.flags)
    if (concerns(flag, language)) arguments.push_back(flag);
  return arguments;
}

/// Also our headers: what CUDA once had (included in every file), and the helpers of its samples (found last).
std::vector<std::string> cudaArguments(const CompilerSetup& setup, const fs::path& ours, Language language) {
  std::vector<std::string> arguments = commonArguments(setup, language);
  for (std::string argument :
       {std::string("-include"), (ours / "compat/gevo_compat.h").string(), std::string("-idirafter"), (ours / "helpers").string()})
    arguments.push_back(std::move(argument));
  for (std::string argument : {"-x", "cuda", "-O3", "-Wno-unknown-cuda-version"}) arguments.push_back(std::move(argument));
  addLibraryHeaders(setup, arguments);
  arguments.push_back("--cuda-path=" + setup.cuda.string());
  arguments.push_back("--cuda-gpu-arch=" + setup.settings.architecture);
  return arguments;
}

/// Makes debug locations relative to the project's folder.
std::vector<std::string> prefixMaps(const CompilerSetup& setup, const InputFiles& files) {
  std::vector<std::string> arguments{"-fdebug-compilation-dir=.",
                                     "-fdebug-prefix-map=" + projectFolder(files, setup.folder).string() + "/="};
  const fs::path given = fs::path(files.cuda.front()).parent_path();
  if (!given.empty()) arguments.push_back("-fdebug-prefix-map=" + given.string() + "/=");
  return arguments;
}

/// Closed libraries whose headers clang did not find.
std::set<std::string> closedHeaders(const std::string& errors) {
  static const std::regex pattern(R"(fatal error: '([^']+)' file not found)");
  std::set<std::string> libraries;
  for (auto match = std::sregex_iterator(errors.begin(), errors.end(), pattern); match != std::sregex_iterator(); ++match)
    if (const auto library = closedLibraryOfHeader((*match)[1].str()); !library.empty()) libraries.emplace(library);
  return libraries;
}

/// CUDA no longer has texture references, so programs may use the name `texture`; they are enabled if clang misses them.
bool missesTextureReferences(const std::string& errors) {
  return errors.find("no template named 'texture'") != std::string::npos || errors.find("'textureReference'") != std::string::npos;
}

Result<void> compileOne(const CompilerSetup& setup, const std::string& file, std::vector<std::string> arguments) {
  arguments.push_back(file);
  auto finished = runClang(setup, arguments);
  if (finished && !finished->succeeded() && missesTextureReferences(finished->errors)) {
    arguments.emplace_back("-DGEVO_TEXTURE_REFERENCES");
    finished = runClang(setup, std::move(arguments));
  }
  GEVO_TRY(finished);
  if (finished->succeeded()) return {};
  if (const auto closed = closedHeaders(finished->errors); !closed.empty())
    return std::unexpected(Error{closedLibraryMessage(closed), finished->errors});
  if (finished->signal == 0 && !finished->timedOut) return std::unexpected(Error{file + " does not compile", finished->errors});
  return std::unexpected(Error{fmt::format("clang, compiling {}, {}", file, finished->ending(compileLimit)), finished->errors});
}

} // namespace

Result<Finished> runClang(const CompilerSetup& setup, std::vector<std::string> arguments) {
  return runCommand({std::move(arguments), setup.folder, {}, compileLimit}, setup.scratch);
}

Result<InputFiles> sortFiles(const BuildSettings& settings, const fs::path& folder) {
  static constexpr std::array hostKinds{".cpp", ".cc", ".cxx", ".c"};
  static constexpr std::array linkKinds{".o", ".a", ".so"};
  InputFiles files;
  for (const std::string& file : settings.files) {
    std::error_code ignored;
    const fs::path path = folder / file;
    if (!fs::exists(path, ignored)) return fail("{} does not exist", file);
    if (!fs::is_regular_file(path, ignored)) return fail("{} is not a file", file);
    const std::string kind = path.extension().string();
    if (kind == ".cu")
      files.cuda.push_back(file);
    else if (isOneOf(kind, hostKinds))
      files.host.push_back(file);
    else if (isOneOf(kind, linkKinds))
      files.link.push_back(file);
    else
      return fail("{} is not a source file that GEVO builds; give .cu files, host files in .cpp or .c, and libraries", file);
  }
  if (files.cuda.empty()) return fail("there is no .cu file among the sources; give at least one");
  return files;
}

fs::path projectFolder(const InputFiles& files, const fs::path& folder) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(folder / files.cuda.front()), ignored).parent_path();
}

Result<std::vector<fs::path>> compileDeviceCode(const CompilerSetup& setup, const InputFiles& files) {
  GEVO_TRY_ASSIGN(const auto ours, resourcePath("cuda"));
  std::vector<fs::path> made;
  for (const std::string& file : files.cuda) {
    made.push_back(setup.scratch / fmt::format("device{}.bc", made.size()));
    std::vector<std::string> arguments = cudaArguments(setup, ours, Language::Device);
    // Without the last one, debug information of device code has no variables.
    for (std::string argument : {"--cuda-device-only", "-emit-llvm", "-c", "-g", "--cuda-noopt-device-debug"})
      arguments.push_back(std::move(argument));
    for (std::string& argument : prefixMaps(setup, files)) arguments.push_back(std::move(argument));
    arguments.push_back("-o");
    arguments.push_back(made.back().string());
    GEVO_TRY(compileOne(setup, file, std::move(arguments)));
  }
  GEVO_TRY(separateLocals(made, files.cuda));
  return made;
}

Result<std::vector<std::string>> compileHostObjects(const CompilerSetup& setup, const InputFiles& files,
                                                    const std::vector<fs::path>& images) {
  GEVO_TRY_ASSIGN(const auto ours, resourcePath("cuda"));

  std::vector<std::string> objects;
  const auto compileInto = [&](const std::string& file, std::vector<std::string> arguments) {
    objects.push_back((setup.scratch / fmt::format("host{}.o", objects.size())).string());
    for (std::string argument : {std::string("-c"), std::string("-o"), objects.back()}) arguments.push_back(std::move(argument));
    return compileOne(setup, file, std::move(arguments));
  };
  for (std::size_t i = 0; i < files.cuda.size(); ++i) {
    std::vector<std::string> arguments = cudaArguments(setup, ours, Language::CudaHost);
    for (std::string argument : {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang"})
      arguments.push_back(std::move(argument));
    arguments.push_back(images[i].string());
    GEVO_TRY(compileInto(files.cuda[i], std::move(arguments)));
  }
  for (const std::string& file : files.host) {
    const bool isC = file.ends_with(".c");
    std::vector<std::string> arguments = commonArguments(setup, isC ? Language::C : Language::Cpp);
    for (std::string argument : {"-x", isC ? "c" : "c++", "-O2"}) arguments.push_back(std::move(argument));
    // Ours come before the toolkit's and include them.
    arguments.push_back("-isystem" + (ours / "host").string());
    arguments.push_back("-isystem" + (setup.cuda / "include").string());
    addLibraryHeaders(setup, arguments);
    arguments.push_back("-idirafter");
    arguments.push_back((ours / "helpers").string());
    GEVO_TRY(compileInto(file, std::move(arguments)));
  }
  return objects;
}

Result<fs::path> compileProgram(const CompilerSetup& setup, const InputFiles& files, const std::vector<fs::path>& deviceCode) {
  GEVO_TRY_ASSIGN(auto objects, compileHostObjects(setup, files, deviceCode));
  return linkProgram(setup, files, std::move(objects), deviceCode);
}

} // namespace gevo::program

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

template <std::size_t N> bool isOneOf(const std::string& word, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Thrust, CUB and libcu++ have had a folder of their own since CUDA 13, which nvcc knows and clang does not.
void addLibraryHeaders(const CompilerSetup& setup, std::vector<std::string>& words) {
  std::error_code ignored;
  const fs::path folder = setup.cuda / "include" / "cccl";
  if (fs::is_directory(folder, ignored)) words.push_back("-isystem" + folder.string());
}

enum class Language : std::uint8_t { Device, CudaHost, Cpp, C };

/// Standards are of one language, machine and OpenMP are the host's.
bool concerns(const std::string& flag, Language language) {
  if (flag.starts_with("-std=")) {
    const bool ofC = flag.find("++") == std::string::npos;
    return ofC == (language == Language::C);
  }
  return language != Language::Device || (!flag.starts_with("-fopenmp") && !flag.starts_with("-m"));
}

/// What every call of clang for a file gets.
std::vector<std::string> commonWords(const CompilerSetup& setup, Language language) {
  std::vector<std::string> words{setup.clang.path.string(), "-fno-color-diagnostics"};
  for (const std::string& define : setup.settings.defines) words.push_back("-D" + define);
  for (const std::string& include : setup.settings.includes) words.push_back("-I" + include);
  for (const std::string& flag : setup.settings.flags)
    if (concerns(flag, language)) words.push_back(flag);
  return words;
}

/// Our headers: what CUDA had once (given to every file), and what its samples bring along (found last).
std::vector<std::string> cudaWords(const CompilerSetup& setup, const fs::path& ours, Language language) {
  std::vector<std::string> words = commonWords(setup, language);
  for (std::string word :
       {std::string("-include"), (ours / "compat/gevo_compat.h").string(), std::string("-idirafter"), (ours / "helpers").string()})
    words.push_back(std::move(word));
  for (std::string word : {"-x", "cuda", "-O3", "-Wno-unknown-cuda-version"}) words.push_back(std::move(word));
  addLibraryHeaders(setup, words);
  words.push_back("--cuda-path=" + setup.cuda.string());
  words.push_back("--cuda-gpu-arch=" + setup.settings.architecture);
  return words;
}

/// Debug locations name sources relative to the project's folder, wherever that lies.
std::vector<std::string> prefixMaps(const CompilerSetup& setup, const InputFiles& files) {
  std::vector<std::string> words{"-fdebug-compilation-dir=.", "-fdebug-prefix-map=" + projectFolder(files, setup.folder).string() + "/="};
  const fs::path given = fs::path(files.cuda.front()).parent_path();
  if (!given.empty()) words.push_back("-fdebug-prefix-map=" + given.string() + "/=");
  return words;
}

/// Libraries whose headers clang looked for in vain.
std::set<std::string> closedHeaders(const std::string& errors) {
  static const std::regex pattern(R"(fatal error: '([^']+)' file not found)");
  std::set<std::string> libraries;
  for (auto match = std::sregex_iterator(errors.begin(), errors.end(), pattern); match != std::sregex_iterator(); ++match)
    if (const auto library = closedLibraryOfHeader((*match)[1].str()); !library.empty()) libraries.emplace(library);
  return libraries;
}

/// CUDA has texture references no longer, so that `texture` may be a name of the program's own: they are there where clang misses them.
bool missesTextureReferences(const std::string& errors) {
  return errors.find("no template named 'texture'") != std::string::npos || errors.find("'textureReference'") != std::string::npos;
}

Result<void> compileOne(const CompilerSetup& setup, const std::string& file, std::vector<std::string> words) {
  words.push_back(file);
  auto finished = runClang(setup, words);
  if (finished && !finished->succeeded() && missesTextureReferences(finished->errors)) {
    words.emplace_back("-DGEVO_TEXTURE_REFERENCES");
    finished = runClang(setup, std::move(words));
  }
  GEVO_TRY(finished);
  if (finished->succeeded()) return {};
  if (const auto closed = closedHeaders(finished->errors); !closed.empty())
    return std::unexpected(Error{closedLibrarySentence(closed), finished->errors});
  if (finished->signal == 0 && !finished->timedOut) return std::unexpected(Error{file + " does not compile", finished->errors});
  return std::unexpected(Error{fmt::format("clang, compiling {}, {}", file, finished->ending(compileLimit)), finished->errors});
}

} // namespace

Result<Finished> runClang(const CompilerSetup& setup, std::vector<std::string> words) {
  return runCommand({std::move(words), setup.folder, {}, compileLimit}, setup.scratch);
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
      return fail("{} is no source that GEVO builds; give .cu files, host files in .cpp or .c, and libraries", file);
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
    std::vector<std::string> words = cudaWords(setup, ours, Language::Device);
    // Without the last of these the device code has no variables in its debug information at all.
    for (std::string word : {"--cuda-device-only", "-emit-llvm", "-c", "-g", "--cuda-noopt-device-debug"}) words.push_back(std::move(word));
    for (std::string& word : prefixMaps(setup, files)) words.push_back(std::move(word));
    words.push_back("-o");
    words.push_back(made.back().string());
    GEVO_TRY(compileOne(setup, file, std::move(words)));
  }
  GEVO_TRY(separateLocals(made, files.cuda));
  return made;
}

Result<std::vector<std::string>> compileHostObjects(const CompilerSetup& setup, const InputFiles& files,
                                                    const std::vector<fs::path>& images) {
  GEVO_TRY_ASSIGN(const auto ours, resourcePath("cuda"));

  std::vector<std::string> objects;
  const auto compileInto = [&](const std::string& file, std::vector<std::string> words) {
    objects.push_back((setup.scratch / fmt::format("host{}.o", objects.size())).string());
    for (std::string word : {std::string("-c"), std::string("-o"), objects.back()}) words.push_back(std::move(word));
    return compileOne(setup, file, std::move(words));
  };
  for (std::size_t i = 0; i < files.cuda.size(); ++i) {
    std::vector<std::string> words = cudaWords(setup, ours, Language::CudaHost);
    for (std::string word : {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang"}) words.push_back(std::move(word));
    words.push_back(images[i].string());
    GEVO_TRY(compileInto(files.cuda[i], std::move(words)));
  }
  for (const std::string& file : files.host) {
    const bool isC = file.ends_with(".c");
    std::vector<std::string> words = commonWords(setup, isC ? Language::C : Language::Cpp);
    for (std::string word : {"-x", isC ? "c" : "c++", "-O2"}) words.push_back(std::move(word));
    // Ours stand before the toolkit's and bring them in.
    words.push_back("-isystem" + (ours / "host").string());
    words.push_back("-isystem" + (setup.cuda / "include").string());
    addLibraryHeaders(setup, words);
    words.push_back("-idirafter");
    words.push_back((ours / "helpers").string());
    GEVO_TRY(compileInto(file, std::move(words)));
  }
  return objects;
}

Result<fs::path> compileProgram(const CompilerSetup& setup, const InputFiles& files, const std::vector<fs::path>& deviceCode) {
  GEVO_TRY_ASSIGN(auto objects, compileHostObjects(setup, files, deviceCode));
  return linkProgram(setup, files, std::move(objects), deviceCode);
}

} // namespace gevo::program

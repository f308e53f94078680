#include "core/kernel/program/compile.h"

#include "core/base/paths.h"
#include "core/kernel/program/closed_libraries.h"
#include "core/kernel/program/file_locals.h"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// What programs name for the CUDA that ours is in place of.
constexpr std::array replacedLibraries{"cuda", "cudart", "cudart_static", "cudadevrt"};

constexpr auto compileLimit = std::chrono::minutes(5);

template <std::size_t N> bool isOneOf(const std::string& word, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What every call of clang gets.
std::vector<std::string> commonWords(const CompilerSetup& setup) {
  std::vector<std::string> words{setup.clang.path.string(), "-fno-color-diagnostics"};
  for (const std::string& define : setup.settings.defines) words.push_back("-D" + define);
  for (const std::string& include : setup.settings.includes) words.push_back("-I" + include);
  return words;
}

/// Our headers: what CUDA had once (given to every file), and what its samples bring along (found last).
std::vector<std::string> cudaWords(const CompilerSetup& setup, const fs::path& ours) {
  std::vector<std::string> words = commonWords(setup);
  for (std::string word :
       {std::string("-include"), (ours / "compat/gevo_compat.h").string(), std::string("-idirafter"), (ours / "helpers").string()})
    words.push_back(std::move(word));
  for (std::string word : {"-x", "cuda", "-O3", "-Wno-unknown-cuda-version"}) words.push_back(std::move(word));
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

Result<Finished> runClang(const CompilerSetup& setup, std::vector<std::string> words) {
  return runCommand({std::move(words), setup.folder, {}, compileLimit}, setup.scratch);
}

/// Libraries whose headers clang looked for in vain.
std::set<std::string> closedHeaders(const std::string& errors) {
  static const std::regex pattern(R"(fatal error: '([^']+)' file not found)");
  std::set<std::string> libraries;
  for (auto match = std::sregex_iterator(errors.begin(), errors.end(), pattern); match != std::sregex_iterator(); ++match)
    if (const auto library = closedLibraryOfHeader((*match)[1].str()); !library.empty()) libraries.emplace(library);
  return libraries;
}

Result<void> compileOne(const CompilerSetup& setup, const std::string& file, std::vector<std::string> words) {
  words.push_back(file);
  const auto finished = runClang(setup, std::move(words));
  if (!finished) return std::unexpected(finished.error());
  if (finished->succeeded()) return {};
  if (const auto closed = closedHeaders(finished->errors); !closed.empty())
    return std::unexpected(Error{closedLibrarySentence(closed), finished->errors});
  if (finished->signal == 0 && !finished->timedOut) return std::unexpected(Error{file + " does not compile", finished->errors});
  return std::unexpected(Error{fmt::format("clang, compiling {}, {}", file, finished->ending(compileLimit)), finished->errors});
}

/// What the linker could not find, by GNU ld's and lld's words.
std::set<std::string> undefinedNames(const std::string& errors) {
  static const std::regex pattern(R"((?:undefined reference to [`'"]|undefined symbol: )([A-Za-z_][A-Za-z0-9_]*))");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(errors.begin(), errors.end(), pattern); match != std::sregex_iterator(); ++match)
    names.insert((*match)[1].str());
  return names;
}

/// The runtime's names, and the driver's: "cu" before a capital.
bool isOfCuda(const std::string& name) {
  if (name.starts_with("cuda") || name.starts_with("__cuda")) return true;
  return name.size() > 2 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z';
}

Error linkError(const std::string& errors) {
  std::string offers;
  unsigned count = 0;
  std::set<std::string> closed;
  for (const std::string& name : undefinedNames(errors)) {
    if (const auto library = closedLibraryOfFunction(name); !library.empty()) closed.emplace(library);
    if (!isOfCuda(name)) continue;
    offers += (count++ == 0 ? "" : ", ") + name;
  }
  if (!closed.empty()) return {closedLibrarySentence(closed), errors};
  if (count > 0) return {fmt::format("{} {} not offered yet by GEVO's CUDA runtime", offers, count == 1 ? "is" : "are"), errors};
  return {"the program does not link; add what is missing as a file or with -l", errors};
}

} // namespace

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
  const auto ours = resourcePath("cuda");
  if (!ours) return std::unexpected(ours.error());
  std::vector<fs::path> made;
  for (const std::string& file : files.cuda) {
    made.push_back(setup.scratch / fmt::format("device{}.bc", made.size()));
    std::vector<std::string> words = cudaWords(setup, *ours);
    // Without the last of these the device code has no variables in its debug information at all.
    for (std::string word : {"--cuda-device-only", "-emit-llvm", "-c", "-g", "--cuda-noopt-device-debug"}) words.push_back(std::move(word));
    for (std::string& word : prefixMaps(setup, files)) words.push_back(std::move(word));
    words.push_back("-o");
    words.push_back(made.back().string());
    if (const auto compiled = compileOne(setup, file, std::move(words)); !compiled) return std::unexpected(compiled.error());
  }
  if (const auto separated = separateLocals(made, files.cuda); !separated) return std::unexpected(separated.error());
  return made;
}

Result<fs::path> compileProgram(const CompilerSetup& setup, const InputFiles& files, const std::vector<fs::path>& deviceCode) {
  const auto runtime = companionPath("libgevocudart.so");
  if (!runtime) return std::unexpected(runtime.error());
  const auto ours = resourcePath("cuda");
  if (!ours) return std::unexpected(ours.error());

  std::vector<std::string> objects;
  const auto compileInto = [&](const std::string& file, std::vector<std::string> words) {
    objects.push_back((setup.scratch / fmt::format("host{}.o", objects.size())).string());
    for (std::string word : {std::string("-c"), std::string("-o"), objects.back()}) words.push_back(std::move(word));
    return compileOne(setup, file, std::move(words));
  };
  for (std::size_t i = 0; i < files.cuda.size(); ++i) {
    std::vector<std::string> words = cudaWords(setup, *ours);
    for (std::string word : {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang"}) words.push_back(std::move(word));
    words.push_back(deviceCode[i].string());
    if (const auto compiled = compileInto(files.cuda[i], std::move(words)); !compiled) return std::unexpected(compiled.error());
  }
  for (const std::string& file : files.host) {
    std::vector<std::string> words = commonWords(setup);
    for (std::string word : {"-x", file.ends_with(".c") ? "c" : "c++", "-O2"}) words.push_back(std::move(word));
    // Ours stand before the toolkit's and bring them in.
    words.push_back("-isystem" + (*ours / "host").string());
    words.push_back("-isystem" + (setup.cuda / "include").string());
    words.push_back("-idirafter");
    words.push_back((*ours / "helpers").string());
    if (const auto compiled = compileInto(file, std::move(words)); !compiled) return std::unexpected(compiled.error());
  }

  fs::path program = setup.scratch / "program";
  const std::string folder = runtime->parent_path().string();
  std::vector<std::string> words{setup.clang.path.string()};
  words.insert(words.end(), objects.begin(), objects.end());
  words.insert(words.end(), files.link.begin(), files.link.end());
  for (std::string word : {std::string("-o"), program.string(), runtime->string(), "-Wl,-rpath," + folder})
    words.push_back(std::move(word));
  for (const std::string& library : setup.settings.libraries)
    // A closed library is only in the way: what the program needs of it is named below.
    if (!isOneOf(library, replacedLibraries) && closedLibraryOfWord(library).empty()) words.push_back("-l" + library);
  const auto linked = runClang(setup, std::move(words));
  if (!linked) return std::unexpected(linked.error());
  if (!linked->succeeded()) return std::unexpected(linkError(linked->errors));
  return program;
}

} // namespace gevo::program

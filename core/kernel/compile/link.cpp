#include "core/kernel/compile/link.h"

#include "core/base/paths.h"
#include "core/kernel/compile/closed_libraries.h"
#include "core/kernel/compile/flags.h"
#include "core/kernel/compile/host_compiler.h"
#include "core/kernel/device_code/device_code.h"

#include <algorithm>
#include <array>
#include <regex>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// Libraries of CUDA that libgevocudart replaces.
constexpr std::array replacedLibraries{"cuda", "cudart", "cudart_static", "cudadevrt"};

/// Closed libraries are left out: if the program needs one, its missing functions name it.
bool isLinked(const std::string& library, const CompilerSetup& setup) {
  std::error_code ignored;
  if (library == "nvToolsExt") return fs::exists(setup.cuda / "include" / "nvToolsExt.h", ignored); // since CUDA 13 headers alone
  return std::ranges::count(replacedLibraries, library) == 0 && closedLibraryOfArgument(library).empty();
}

/// Lets host files share a device variable, for which clang gives each file its own symbol. Registered without an image, it is found by
/// name.
std::string sharedVariablesSource(const std::set<std::string>& names) {
  std::string text = "extern void __cudaRegisterVar(void**, char*, char*, const char*, int, unsigned long, int, int);\n";
  std::string calls;
  for (const std::string& name : names) {
    text += fmt::format("char {}[1];\n", name);
    calls += fmt::format("  __cudaRegisterVar(0, {0}, 0, \"{0}\", 0, 0, 0, 0);\n", name);
  }
  return text + "__attribute__((constructor)) static void registerShared(void) {\n" + calls + "}\n";
}

/// Those of the names that are variables of device code.
Result<std::set<std::string>> deviceVariables(const std::set<std::string>& names, const InputFiles& files,
                                              const std::vector<fs::path>& deviceCode) {
  GEVO_TRY_ASSIGN(const auto linked, linkDeviceFiles(deviceCode, files.cuda));
  GEVO_TRY_ASSIGN(const auto described, describeDeviceCode(linked));
  std::set<std::string> found;
  for (const std::string& name : names)
    if (described.variables.contains(name)) found.insert(name);
  return found;
}

Result<void> compileSharedVariables(const CompilerSetup& setup, const std::set<std::string>& names, const std::string& object) {
  const fs::path source = setup.scratch / "shared_variables.c";
  if (const auto written = writeFile(source, sharedVariablesSource(names)); !written) return written;
  GEVO_TRY_ASSIGN(const auto compiled, runClang(setup, {setup.clang.path.string(), "-x", "c", "-c", source.string(), "-o", object}));
  if (!compiled.succeeded()) return std::unexpected(Error{"the program's shared device variables can't be linked", compiled.errors});
  return {};
}

Error linkError(const std::string& errors) {
  std::string missing;
  unsigned count = 0;
  std::set<std::string> closed;
  for (const std::string& name : undefinedNames(errors)) {
    if (const auto library = closedLibraryOfFunction(name); !library.empty()) closed.emplace(library);
    if (!isOfCuda(name)) continue;
    missing += (count++ == 0 ? "" : ", ") + name;
  }
  if (!closed.empty()) return {closedLibraryMessage(closed), errors};
  if (count > 0) return {fmt::format("{} {} not supported yet by GEVO's CUDA runtime", missing, count == 1 ? "is" : "are"), errors};
  if (errors.contains("-lgomp"))
    return {fmt::format("no OpenMP library was found; install the package gcc or libomp-{}-dev", clangVersion), errors};
  return {"the program does not link; add what is missing as a file or with -l", errors};
}

std::vector<std::string> linkArguments(const CompilerSetup& setup, const InputFiles& files, const std::vector<std::string>& objects,
                                       const fs::path& runtime, const fs::path& program) {
  std::vector<std::string> arguments{setup.clang.path.string()};
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  arguments.emplace_back("-Wl,--allow-shlib-undefined"); // else GNU ld reads all of LLVM, which the runtime needs
  arguments.insert(arguments.end(), files.link.begin(), files.link.end());
  for (std::string argument : {std::string("-o"), program.string(), runtime.string(), "-Wl,-rpath," + runtime.parent_path().string()})
    arguments.push_back(std::move(argument));
  for (std::string& argument : flagsForLinking(setup)) arguments.push_back(std::move(argument));
  for (const std::string& library : flagsOf(setup).libraries)
    if (isLinked(library, setup)) arguments.push_back("-l" + library);
  return arguments;
}

} // namespace

std::set<std::string> undefinedNames(const std::string& errors) {
  static const std::regex pattern(R"((?:undefined reference to [`'"]|undefined symbol: )([A-Za-z_][A-Za-z0-9_]*))");
  std::set<std::string> names;
  for (auto match = std::sregex_iterator(errors.begin(), errors.end(), pattern); match != std::sregex_iterator(); ++match)
    names.insert((*match)[1].str());
  return names;
}

bool isOfCuda(const std::string& name) {
  if (name.starts_with("cuda") || name.starts_with("__cuda")) return true;
  return name.size() > 2 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z';
}

std::vector<std::string> flagsForLinking(const CompilerSetup& setup) {
  // Not all that compilers get: -ffast-math would change the whole process, and with it how the simulated GPU computes.
  BuildFlags flags = flagsOf(setup);
  for (const SourceSettings& source : setup.settings.perSource) {
    const BuildFlags own = flagsOf(setupFor(setup, source.file));
    flags.openMp = flags.openMp || own.openMp;
    for (const std::string& flag : own.linker)
      if (std::ranges::find(flags.linker, flag) == flags.linker.end()) flags.linker.push_back(flag);
  }
  std::vector<std::string> arguments = flags.linker;
  // clang's library serves what gcc compiled too; two of them in one process would not know of each other's threads.
  if (flags.openMp) arguments.emplace_back(clangHasOpenMp(setup) ? "-fopenmp" : "-lgomp");
  for (const std::string& folder : flags.libraryFolders) {
    arguments.push_back("-L" + folder);
    arguments.push_back("-Wl,-rpath," + fs::absolute(setup.folder / folder).string());
  }
  return arguments;
}

Result<fs::path> linkProgram(const CompilerSetup& setup, const InputFiles& files, std::vector<std::string> objects,
                             const std::vector<fs::path>& deviceCode) {
  GEVO_TRY_ASSIGN(const auto runtime, companionPath("libgevocudart.so"));
  fs::path program = setup.scratch / "program";
  auto linked = runClang(setup, linkArguments(setup, files, objects, runtime, program));
  GEVO_TRY(linked);
  if (linked->succeeded()) return program;

  GEVO_TRY_ASSIGN(const auto shared, deviceVariables(undefinedNames(linked->errors), files, deviceCode));
  if (shared.empty()) return std::unexpected(linkError(linked->errors));
  objects.push_back((setup.scratch / "shared_variables.o").string());
  GEVO_TRY(compileSharedVariables(setup, shared, objects.back()));
  linked = runClang(setup, linkArguments(setup, files, objects, runtime, program));
  GEVO_TRY(linked);
  if (!linked->succeeded()) return std::unexpected(linkError(linked->errors));
  return program;
}

} // namespace gevo::program

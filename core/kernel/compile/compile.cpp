#include "core/kernel/compile/compile.h"

#include "core/base/paths.h"
#include "core/kernel/compile/compile_file.h"
#include "core/kernel/compile/flags.h"
#include "core/kernel/compile/host_compiler.h"
#include "core/kernel/compile/link.h"
#include "core/kernel/compile/prologue.h"
#include "core/kernel/compile/source_text.h"
#include "core/kernel/device_code/file_locals.h"

#include <algorithm>
#include <array>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;

template <std::size_t N> bool isOneOf(const std::string& text, const std::array<const char*, N>& choices) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

void append(Arguments& arguments, const Arguments& more) { arguments.insert(arguments.end(), more.begin(), more.end()); }

/// Since CUDA 13, Thrust, CUB and libcu++ are in their own folder, which nvcc knows and compilers do not.
void addLibraryHeaders(const CompilerSetup& setup, Arguments& arguments) {
  std::error_code ignored;
  const fs::path folder = setup.cuda / "include" / "cccl";
  if (fs::is_directory(folder, ignored)) arguments.push_back("-isystem" + folder.string());
}

/// C++ only: in C it could be nothing but a name.
bool holdsDeviceCode(const fs::path& path) {
  if (path.extension() == ".c") return false;
  const auto text = readFile(path);
  return text && hasDeviceCode(*text);
}

/// Folders of headers, and whether there are warnings.
Arguments commonArguments(const CompilerSetup& setup, const BuildFlags& flags) {
  Arguments arguments;
  for (const std::string& include : flags.includes) arguments.push_back("-I" + include);
  for (const std::string& include : flags.systemIncludes) append(arguments, {"-isystem", include});
  if (setup.warnings)
    append(arguments, flags.warnings);
  else
    arguments.emplace_back("-w");
  return arguments;
}

/// Errors in clang and at most warnings in nvcc: a literal that touches a macro, narrowing in braces, `register`.
Arguments acceptedByNvcc() {
  return {"-Wno-reserved-user-defined-literal", "-Wno-c++11-narrowing", "-Wno-register", "-Wno-invalid-constexpr",
          "-Wno-missing-template-arg-list-after-template-kw"};
}

/// Arguments of both halves of a CUDA file.
Result<Arguments> cudaArguments(const CompilerSetup& setup, const BuildFlags& flags) {
  GEVO_TRY_ASSIGN(const auto ours, resourcePath("cuda"));
  const fs::path prologue = setup.scratch / "prologue.h";
  GEVO_TRY(writeFile(prologue, prologueText(ours, flags.macros)));
  Arguments arguments{setup.clang.path.string(), "-fno-color-diagnostics"};
  for (const std::string& macro : flags.macros)
    if (isForHeaders(macro)) arguments.push_back(macro);
  append(arguments, commonArguments(setup, flags));
  append(arguments, acceptedByNvcc());
  append(arguments, flags.cuda);
  if (!flags.standardOfCpp.empty()) arguments.push_back("-std=" + flags.standardOfCpp);
  append(arguments, {"-include", prologue.string()});
  for (const std::string& header : flags.forcedIncludes) append(arguments, {"-include", header});
  // The helpers of CUDA's samples, and what only the host compiler has, are found last.
  append(arguments, {"-idirafter", (ours / "helpers").string()});
  if (const auto headers = headersOfHostCompiler(setup)) append(arguments, {"-idirafter", headers->string()});
  append(arguments, {"-x", "cuda", "-O3", "-Wno-unknown-cuda-version"});
  addLibraryHeaders(setup, arguments);
  append(arguments, cudaPathArguments(setup.cuda));
  arguments.push_back("--cuda-gpu-arch=" + setup.settings.architecture);
  return arguments;
}

/// Makes debug locations relative to the project's folder.
Arguments prefixMaps(const CompilerSetup& setup, const InputFiles& files) {
  Arguments arguments{"-fdebug-compilation-dir=.", "-fdebug-prefix-map=" + projectFolder(files, setup.folder).string() + "/="};
  const fs::path given = files.root.empty() ? fs::path(files.cuda.front()).parent_path() : fs::path(files.root);
  if (!given.empty() && given != ".") arguments.push_back("-fdebug-prefix-map=" + given.string() + "/=");
  return arguments;
}

/// Adds those of the host's half of a CUDA file. Without clang's library, a file with OpenMP pragmas is an error instead of one that runs
/// on one thread.
void addHostHalf(const CompilerSetup& setup, const BuildFlags& flags, Arguments& arguments) {
  const bool hasOpenMp = !flags.openMp || clangHasOpenMp(setup);
  for (const std::string& flag : flags.cudaHost)
    if (hasOpenMp || !flag.starts_with("-fopenmp")) arguments.push_back(flag);
  if (!hasOpenMp) {
    if (std::erase(arguments, "-w") > 0) arguments.emplace_back("-Wno-everything"); // the former would silence this one too
    arguments.emplace_back("-Werror=source-uses-openmp");
  }
  append(arguments, {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang"});
}

/// Of a file without device code, beginning with its compiler.
Result<Arguments> hostArguments(const CompilerSetup& setup, const BuildFlags& flags, bool isC) {
  GEVO_TRY_ASSIGN(const auto ours, resourcePath("cuda"));
  GEVO_TRY_ASSIGN(const auto compiler, hostCompiler(setup, isC));
  Arguments arguments{compiler.string(), "-fdiagnostics-color=never", "-O2"};
  append(arguments, flags.macros);
  append(arguments, commonArguments(setup, flags));
  for (const std::string& flag : flags.host)
    if (compiler != setup.clang.path || !flag.starts_with("-fopenmp") || clangHasOpenMp(setup)) arguments.push_back(flag);
  if (const std::string& standard = isC ? flags.standardOfC : flags.standardOfCpp; !standard.empty())
    arguments.push_back("-std=" + standard);
  for (const std::string& header : flags.forcedIncludes) append(arguments, {"-include", header});
  append(arguments, {"-x", isC ? "c" : "c++"});
  // Ours come before the toolkit's and include them.
  arguments.push_back("-isystem" + (ours / "host").string());
  append(arguments, cudaHeaderArguments(setup.cuda));
  addLibraryHeaders(setup, arguments);
  append(arguments, {"-idirafter", (ours / "helpers").string()});
  return arguments;
}

} // namespace

Result<Finished> runClang(const CompilerSetup& setup, std::vector<std::string> arguments) {
  // Interrupted, clang leaves temporary files.
  return runCommand({std::move(arguments), setup.folder, {"TMPDIR=" + setup.scratch.string()}, compileLimit}, setup.scratch);
}

Result<InputFiles> sortFiles(const BuildSettings& settings, const fs::path& folder) {
  static constexpr std::array hostKinds{".cpp", ".cc", ".cxx", ".c"};
  static constexpr std::array linkKinds{".o", ".a", ".so"};
  GEVO_TRY_ASSIGN(const auto flags, readFlags(settings.flags, FlagDialect::Nvcc));
  if (!flags.files.empty()) return fail("{} among the flags is not a flag; give it as a source", flags.files.front());
  InputFiles files;
  files.root = settings.root;
  for (const std::string& file : settings.files) {
    std::error_code ignored;
    const fs::path path = folder / file;
    if (!fs::exists(path, ignored)) return fail("{} does not exist", file);
    if (!fs::is_regular_file(path, ignored)) return fail("{} is not a file", file);
    const std::string kind = path.extension().string();
    if (const SourceSettings* const own = ownSettings(settings, file)) {
      GEVO_TRY(readFlags(own->flags, FlagDialect::Nvcc));
      (own->language == "cuda" ? files.cuda : files.host).push_back(file);
    } else if (kind == ".cu" || (flags.language == "cu" && isOneOf(kind, hostKinds)) || (isOneOf(kind, hostKinds) && holdsDeviceCode(path)))
      files.cuda.push_back(file);
    else if (isOneOf(kind, hostKinds))
      files.host.push_back(file);
    else if (isOneOf(kind, linkKinds))
      files.link.push_back(file);
    else
      return fail("{} is not a source file that GEVO builds; give .cu files, host files in .cpp or .c, and libraries", file);
  }
  if (files.cuda.empty()) return fail("no source has device code; give at least one .cu file, or add -x cu");
  return files;
}

fs::path projectFolder(const InputFiles& files, const fs::path& folder) {
  std::error_code ignored;
  const fs::path root = files.root.empty() ? fs::path(files.cuda.front()).parent_path() : fs::path(files.root);
  fs::path path = fs::weakly_canonical(fs::absolute(folder / root), ignored);
  return path.has_filename() ? path : path.parent_path(); // no slash at its end
}

Result<std::vector<fs::path>> compileDeviceCode(const CompilerSetup& setup, const InputFiles& files) {
  std::vector<fs::path> made;
  for (const std::string& file : files.cuda) {
    made.push_back(setup.scratch / fmt::format("device{}.bc", made.size()));
    GEVO_TRY_ASSIGN(auto arguments, cudaArguments(setup, flagsOf(setupFor(setup, file))));
    // Without the last one, debug information of device code has no variables.
    append(arguments, {"--cuda-device-only", "-emit-llvm", "-c", "-g", "--cuda-noopt-device-debug"});
    append(arguments, prefixMaps(setup, files));
    append(arguments, {"-o", made.back().string()});
    GEVO_TRY(compileCuda(setup, file, std::move(arguments)));
  }
  GEVO_TRY(separateLocals(made, files.cuda));
  return made;
}

Result<std::vector<std::string>> compileHostObjects(const CompilerSetup& setup, const InputFiles& files,
                                                    const std::vector<fs::path>& images) {
  std::vector<std::string> objects;
  const auto intoObject = [&](Arguments& arguments) {
    objects.push_back((setup.scratch / fmt::format("host{}.o", objects.size())).string());
    append(arguments, {"-c", "-o", objects.back()});
  };
  for (std::size_t i = 0; i < files.cuda.size(); ++i) {
    const BuildFlags flags = flagsOf(setupFor(setup, files.cuda[i]));
    GEVO_TRY_ASSIGN(auto arguments, cudaArguments(setup, flags));
    addHostHalf(setup, flags, arguments);
    arguments.push_back(images[i].string());
    intoObject(arguments);
    GEVO_TRY(compileCuda(setup, files.cuda[i], std::move(arguments)));
  }
  for (const std::string& file : files.host) {
    const SourceSettings* const own = ownSettings(setup.settings, file);
    const bool isC = own != nullptr ? own->language == "c" : file.ends_with(".c"); // g++ takes .c for C++
    const CompilerSetup ofFile = setupFor(setup, file);
    GEVO_TRY_ASSIGN(auto arguments, hostArguments(ofFile, flagsOf(ofFile), isC));
    intoObject(arguments);
    GEVO_TRY(compileHostFile(setup, file, std::move(arguments)));
  }
  return objects;
}

Result<fs::path> compileProgram(const CompilerSetup& setup, const InputFiles& files, const std::vector<fs::path>& deviceCode) {
  GEVO_TRY_ASSIGN(auto objects, compileHostObjects(setup, files, deviceCode));
  return linkProgram(setup, files, std::move(objects), deviceCode);
}

} // namespace gevo::program

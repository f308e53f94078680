#include "core/kernel/compile/compiler_arguments.h"

#include "core/base/paths.h"
#include "core/kernel/compile/flags.h"
#include "core/kernel/compile/host_compiler.h"
#include "core/kernel/compile/prologue.h"

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

void append(Arguments& arguments, const Arguments& more) { arguments.insert(arguments.end(), more.begin(), more.end()); }

/// Since CUDA 13, Thrust, CUB and libcu++ are in their own folder, which nvcc knows and compilers do not.
void addLibraryHeaders(const CompilerSetup& setup, Arguments& arguments) {
  std::error_code ignored;
  const fs::path folder = setup.cuda / "include" / "cccl";
  if (fs::is_directory(folder, ignored)) arguments.push_back("-isystem" + folder.string());
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

} // namespace

Result<Arguments> deviceArguments(const CompilerSetup& setup, const InputFiles& files, const std::string& file) {
  GEVO_TRY_ASSIGN(auto arguments, cudaArguments(setup, flagsOf(setupFor(setup, file))));
  // Without the last one, debug information of device code has no variables.
  append(arguments, {"--cuda-device-only", "-emit-llvm", "-c", "-g", "--cuda-noopt-device-debug"});
  append(arguments, prefixMaps(setup, files));
  if (!setup.settings.synthesised.empty()) append(arguments, {"-Xclang", "-disable-llvm-passes"}); // they run around these functions
  return arguments;
}

Result<Arguments> hostHalfArguments(const CompilerSetup& setup, const std::string& file, const fs::path& image) {
  const BuildFlags flags = flagsOf(setupFor(setup, file));
  GEVO_TRY_ASSIGN(auto arguments, cudaArguments(setup, flags));
  addHostHalf(setup, flags, arguments);
  arguments.push_back(image.string());
  return arguments;
}

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

} // namespace gevo::program

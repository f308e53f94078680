#pragma once

/// The two halves of a CUDA program: device code as bitcode, and a host program linked against libgevocudart. clang compiles CUDA files,
/// the host compiler the others.

#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/values/project.h"

#include <map>
#include <memory>
#include <vector>

namespace gevo::program {

struct CompilerSetup {
  Clang clang;
  std::filesystem::path cuda;
  BuildSettings settings;
  std::filesystem::path folder;               ///< where relative paths of the settings start
  std::filesystem::path scratch;              ///< for generated files
  std::shared_ptr<std::string> warnings = {}; ///< of files that compile; null: compilers are told to say none
  /// By absolute path: what clang is to read instead of the file. The file itself is not changed.
  std::map<std::filesystem::path, std::string> changedFiles = {};
};

/// Paths as given, by kind.
struct InputFiles {
  std::vector<std::string> cuda; ///< .cu; of .cpp, .cc and .cxx, those with device code; all where the flags say -x cu
  std::vector<std::string> host; ///< .cpp, .cc, .cxx, .c
  std::vector<std::string> link; ///< .o, .a, .so
  std::string root;              ///< of the settings
};
/// Fails on a file that does not exist or is of another kind, on flags that are unknown, and when nothing has device code.
Result<InputFiles> sortFiles(const BuildSettings& settings, const std::filesystem::path& folder);

/// The folder that sources are named relative to: the root, or the first CUDA file's folder. Absolute.
std::filesystem::path projectFolder(const InputFiles& files, const std::filesystem::path& folder);

inline constexpr auto compileLimit = std::chrono::minutes(30);
/// Runs clang with these arguments in the project's folder.
Result<Finished> runClang(const CompilerSetup& setup, std::vector<std::string> arguments);

/// Bitcode of each .cu file, as paths in the scratch folder. An Error's details are clang's diagnostics.
Result<std::vector<std::filesystem::path>> compileDeviceCode(const CompilerSetup& setup, const InputFiles& files);

/// Objects of the host's side, which embed the image file given for each .cu file.
Result<std::vector<std::string>> compileHostObjects(const CompilerSetup& setup, const InputFiles& files,
                                                    const std::vector<std::filesystem::path>& images);

/// Links the program with libgevocudart; its host objects embed the bitcode. The error names CUDA functions that are unsupported.
Result<std::filesystem::path> compileProgram(const CompilerSetup& setup, const InputFiles& files,
                                             const std::vector<std::filesystem::path>& deviceCode);

} // namespace gevo::program

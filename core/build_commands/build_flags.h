#pragma once

/// What a list of flags means for the parts of a build.

#include "core/base/result.h"
#include "core/build_commands/flag_table.h"

namespace gevo {

struct BuildFlags {
  std::vector<std::string> files;  ///< arguments that are no flags
  std::vector<std::string> macros; ///< "-DX=1" and "-UX", in their order
  std::vector<std::string> includes;
  std::vector<std::string> systemIncludes;
  std::vector<std::string> forcedIncludes;
  std::vector<std::string> libraries; ///< without -l
  std::vector<std::string> libraryFolders;
  std::vector<std::string> architectures; ///< "sm_80", "native"; those of -gencode by what the code is compiled for
  std::vector<std::string> cuda;          ///< for clang, on both halves of a .cu file
  std::vector<std::string> cudaHost;      ///< for clang, on the host's half of a .cu file
  std::vector<std::string> host;          ///< for the compiler of files without device code
  std::vector<std::string> warnings;      ///< for the same, where warnings are shown
  std::vector<std::string> linker;        ///< for the compiler that links
  std::string standardOfCpp;              ///< "c++17"
  std::string standardOfC;                ///< "c99"
  std::string hostCompiler;               ///< of -ccbin: a program or a folder
  std::string language;                   ///< of -x: "cu"
  std::string output;                     ///< of -o
  bool compilesOnly = false;              ///< -c and the like
  bool makesOther = false;                ///< -E and the like: neither an object nor a program
  bool openMp = false;
};

/// Fails on a flag that is unknown in this dialect, and on one without its value.
Result<BuildFlags> readFlags(std::span<const std::string> arguments, FlagDialect dialect);

/// Of the architectures that a program is compiled for, the one that nvcc's program would run on this device; the device's own where there
/// is none, or only ones that today's toolkits no longer compile for.
std::string architectureFor(const std::vector<std::string>& architectures, const std::string& device);

/// The oldest architecture that CUDA 13 compiles for.
inline constexpr unsigned oldestArchitecture = 75;

} // namespace gevo

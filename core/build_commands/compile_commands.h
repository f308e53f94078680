#pragma once

/// compile_commands.json, as CMake, Bear, Meson and others write it: how each source is compiled. What is linked of them is not in it, but
/// in the link scripts of CMake's Makefiles and in its build.ninja.

#include "core/base/result.h"
#include "core/build_commands/linked_program.h"

#include <filesystem>

namespace gevo {

struct CompileCommands {
  std::string file;
  std::vector<CompilerCall> compiles;
  std::vector<CompilerCall> links; ///< of what CMake wrote for make or Ninja
};

/// Fails on a file that is no compilation database.
Result<CompileCommands> readCompileCommands(const std::filesystem::path& file);

/// The program with this name, or the only one with CUDA code. Where no call links, it is made of the sources given (absolute); or of those
/// of CMake's target with this name; or of all. Fails on a source that the file does not know.
Result<LinkedProgram> programOf(const CompileCommands& commands, const std::string& name, const std::vector<std::string>& sources);

} // namespace gevo

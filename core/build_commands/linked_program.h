#pragma once

/// The programs that a build links, and what each is made of: objects and archives are followed back to sources.

#include "core/base/result.h"
#include "core/build_commands/compiler_call.h"
#include "core/values/project.h"

#include <string>
#include <vector>

namespace gevo {

struct ProgramSource {
  std::string path; ///< absolute
  Language language = Language::Cpp;
  std::vector<std::string> defines; ///< as of CompilerCall
  std::vector<std::string> includes;
  std::vector<std::string> flags;
  bool operator==(const ProgramSource&) const = default;
};

struct LinkedProgram {
  std::string path; ///< absolute
  std::vector<ProgramSource> sources;
  std::vector<std::string> linked; ///< objects and libraries that no call made; absolute
  std::vector<std::string> libraries;
  std::vector<std::string> libraryFolders;

  std::string name() const;
  bool hasCuda() const;
};

/// Every program, as it was linked last. Not those by which CMake and configure scripts try a compiler.
std::vector<LinkedProgram> linkedPrograms(const std::vector<CompilerCall>& calls);

/// The one with CUDA sources, or that with this name or end of its path. An error lists the programs to choose from.
Result<LinkedProgram> chooseProgram(const std::vector<LinkedProgram>& programs, const std::string& name);

/// Settings that build the program; paths inside `folder` are relative to it. Fails on a source that is compiled in two ways.
Result<BuildSettings> settingsOf(const LinkedProgram& program, const std::filesystem::path& folder);

} // namespace gevo

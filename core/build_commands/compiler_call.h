#pragma once

/// What a call of a compiler, linker or archiver makes, and of what.

#include "core/build_commands/build_tool.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gevo {

/// A command that a build ran.
struct BuildCommand {
  std::filesystem::path folder;       ///< where it ran; absolute
  std::vector<std::string> arguments; ///< the program first; response files are replaced by their words
};

enum class Language : std::uint8_t { C, Cpp, Cuda };
/// "c", "c++" or "cuda".
const char* languageName(Language language);

struct CompiledFile {
  std::string path;
  Language language = Language::Cpp;
};

/// Paths are absolute, without "." and "..".
struct CompilerCall {
  enum class Product : std::uint8_t { Nothing, Objects, Program, SharedLibrary, Archive };
  BuildTool tool = BuildTool::CppCompiler;
  Product makes = Product::Nothing;  ///< Nothing: a version, dependencies, PTX, assembly
  std::string folder;                ///< where it ran
  std::string output;                ///< empty where -o is missing and objects are made
  std::string objectFolder;          ///< where objects without -o go
  std::vector<CompiledFile> sources; ///< compiled by this call
  std::vector<std::string> linked;   ///< objects, archives and shared libraries, in this order

  std::vector<std::string> defines;  ///< "X=Y", for all of its sources
  std::vector<std::string> includes; ///< of -I
  std::vector<std::string> flags;    ///< further flags that decide about the code, as nvcc takes them: "-Xcompiler=-fopenmp"

  std::vector<std::string> libraries;      ///< of -l
  std::vector<std::string> libraryFolders; ///< of -L

  /// The object of a source: the output, or the source's name with .o in the folder.
  std::string objectOf(const CompiledFile& source) const;
};

/// Nothing for a command that is none of these, such as a shell.
std::optional<CompilerCall> readCompilerCall(const BuildCommand& command);

} // namespace gevo

#pragma once

/// The user's own build, run as it is, and the calls of compilers in it. A library that is preloaded into its processes notes them
/// (preload/exec_recorder.c), so that they are found however they are called: by name, by path, from scripts.

#include "core/base/result.h"
#include "core/build_commands/compiler_call.h"

namespace gevo {

struct RecordedBuild {
  std::vector<BuildCommand> commands;      ///< in the order in which they began
  std::filesystem::file_time_type begin{}; ///< files that are older were there before
  std::string output;                      ///< the end of what it printed
  bool lacksNvcc = false;                  ///< a script took its place
  std::string failure;                     ///< of a build without nvcc, whose program does not link: "make ended with exit code 2"
};

/// Runs the command (a program, found as a shell finds it, and its arguments) in a folder. Fails, with the end of its output, if the build
/// does; one without nvcc may. Ctrl-C ends the build and is an error.
Result<RecordedBuild> recordBuild(const std::vector<std::string>& command, const std::filesystem::path& folder);

} // namespace gevo

#pragma once

/// Running a tool or the user's program: by argument vector, never through a shell.

#include "core/base/result.h"
#include "core/base/temporary_folder.h"
#include "core/base/work_limit.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gevo::sandbox {
class ProgramLimits;
}

namespace gevo::program {

struct Command {
  std::vector<std::string> arguments;   ///< program (a path) and its arguments
  std::filesystem::path folder;         ///< working folder; empty: the caller's
  std::vector<std::string> environment; ///< "NAME=value", in addition to the caller's, or replacing it
  WorkLimit limit{std::chrono::minutes(30)};
  const sandbox::ProgramLimits* limits = nullptr; ///< null: only the caller's own
  int inherited = -1;                             ///< descriptor that the program inherits; below 0: none
};

struct Finished {
  int exitCode = 0; ///< meaningful when signal is 0
  int signal = 0;
  WorkState state = WorkState::Working;       ///< another one: the limit ended it
  std::chrono::milliseconds processorTime{0}; ///< with that of the processes that it started
  std::string output;                         ///< standard output, at most the first MiB
  std::string errors;                         ///< standard error, at most the first MiB
  bool succeeded() const { return exitCode == 0 && signal == 0 && !timedOut(); }
  bool timedOut() const { return state != WorkState::Working; }
  /// "ended with exit code 3", "was killed by signal 11 (Segmentation fault)", "did nothing for 600 s".
  std::string ending(const WorkLimit& limit) const;
};

/// Waits for the end; a program that exceeds its limit is killed with everything it started in its process group.
/// `scratch`: an existing folder for the program's output. Fails when it can't be started. The program ends with the calling thread,
/// if that dies first.
Result<Finished> runCommand(const Command& command, const std::filesystem::path& scratch);

/// Kills the running command with what it started, and prevents further ones.
void stopCommands();

using ScratchFolder = TemporaryFolder;

/// The whole file, or why it can't be read.
Result<std::string> readFile(const std::filesystem::path& path);
Result<void> writeFile(const std::filesystem::path& path, std::string_view contents);

} // namespace gevo::program

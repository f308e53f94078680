#pragma once

/// Running a tool or the user's program: by argument vector, never through a shell.

#include "core/base/result.h"

#include <chrono>
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
  std::chrono::milliseconds limit{std::chrono::minutes(5)};
  const sandbox::ProgramLimits* limits = nullptr; ///< null: only the caller's own
  int inherited = -1;                             ///< descriptor that the program inherits; below 0: none
};

struct Finished {
  int exitCode = 0; ///< meaningful when signal is 0
  int signal = 0;
  bool timedOut = false;
  std::string output; ///< standard output, at most the first MiB
  std::string errors; ///< standard error, at most the first MiB
  bool succeeded() const { return exitCode == 0 && signal == 0 && !timedOut; }
  /// "ended with exit code 3", "was killed by signal 11 (Segmentation fault)", "was still running after 300 s".
  std::string ending(std::chrono::milliseconds limit) const;
};

/// Waits for the end; a program that exceeds its limit is killed with everything it started in its process group.
/// `scratch`: an existing folder for the program's output. Fails when it can't be started. The program ends with the calling thread,
/// if that dies first.
Result<Finished> runCommand(const Command& command, const std::filesystem::path& scratch);

/// Kills the running command with what it started, and prevents further ones. May be called by a signal handler.
void stopCommands();

/// A temporary folder, removed with this object.
class ScratchFolder {
public:
  static Result<ScratchFolder> make();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const { return path_; }

private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// The whole file, or why it can't be read.
Result<std::string> readFile(const std::filesystem::path& path);
Result<void> writeFile(const std::filesystem::path& path, std::string_view contents);

} // namespace gevo::program

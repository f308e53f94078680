#include "core/build_recorder/build_recorder.h"

#include "core/base/file.h"
#include "core/base/paths.h"
#include "core/base/temporary_folder.h"
#include "core/build_recorder/build_notes.h"
#include "core/build_recorder/nvcc_stand_in.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostLines = 30;
constexpr std::streamoff mostOutput = 64 << 10;

/// The last lines of a file.
std::string endOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = stream.tellg();
  if (size <= 0) return {};
  stream.seekg(std::max<std::streamoff>(0, size - mostOutput));
  std::string text(static_cast<std::size_t>(std::min(size, mostOutput)), '\0');
  stream.read(text.data(), std::streamsize(text.size()));
  std::size_t begin = text.size();
  for (std::size_t lines = 0; lines <= mostLines && begin != std::string::npos && begin > 0; ++lines) begin = text.rfind('\n', begin - 1);
  return begin == std::string::npos || begin == 0 ? text : text.substr(begin + 1);
}

/// Ctrl-C ends the build, and this process goes on to tidy up.
class IgnoredInterrupt {
public:
  IgnoredInterrupt() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &before_);
  }
  ~IgnoredInterrupt() { sigaction(SIGINT, &before_, nullptr); }
  IgnoredInterrupt(const IgnoredInterrupt&) = delete;
  IgnoredInterrupt& operator=(const IgnoredInterrupt&) = delete;

private:
  struct sigaction before_ {};
};

/// Sets a variable, or appends to a list that it holds.
void setVariable(std::vector<std::string>& environment, const std::string& name, const std::string& value, bool appends = false) {
  const std::string begin = name + '=';
  const auto found = std::ranges::find_if(environment, [&](const std::string& one) { return one.starts_with(begin); });
  if (found == environment.end())
    environment.push_back(begin + value);
  else
    *found = appends && *found != begin ? *found + ':' + value : begin + value;
}

std::vector<std::string> ownEnvironment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  return environment;
}

/// Builds find nvcc, or what takes its place. True if there is none.
Result<bool> provideNvcc(std::vector<std::string>& environment, const fs::path& scratch) {
  if (const auto folder = folderOfNvcc()) {
    setVariable(environment, "PATH", folder->string(), true);
    return false;
  }
  GEVO_TRY_ASSIGN(const fs::path standIn, writeNvccStandIn(scratch / "bin"));
  setVariable(environment, "PATH", standIn.parent_path().string(), true);
  setVariable(environment, "GEVO_BUILD_STAND_IN", standIn.string());
  return true;
}

/// The loader takes blanks and colons of LD_PRELOAD as separators.
Result<fs::path> preloadable(const fs::path& library, const fs::path& scratch) {
  if (library.string().find_first_of(" :") == std::string::npos) return library;
  const fs::path link = scratch / library.filename();
  std::error_code problem;
  fs::create_symlink(library, link, problem);
  if (problem) return fail("{} can't be made: {}", link.string(), problem.message());
  return link;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

Result<int> runBuild(const std::vector<std::string>& command, const fs::path& folder, std::vector<std::string> variables,
                     const fs::path& output) {
  // Through a shell, whose exec is noted: the command may be a compiler itself.
  std::vector<std::string> words{"/bin/sh", "-c", "exec \"$@\"", "gevo"};
  words.insert(words.end(), command.begin(), command.end());
  const IgnoredInterrupt ignored;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t reset;
  sigemptyset(&reset);
  sigaddset(&reset, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &reset);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t child = -1;
  const int problem = posix_spawn(&child, words.front().c_str(), &actions, &attributes, pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (problem != 0) return fail("{} can't be started: {}", command.front(), std::strerror(problem));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

} // namespace

Result<RecordedBuild> recordBuild(const std::vector<std::string>& command, const fs::path& folder) {
  if (command.empty()) return fail("there is no build command; give it after --, as in: -- make");
  GEVO_TRY_ASSIGN(const fs::path installed, companionPath("libgevobuild.so"));
  GEVO_TRY_ASSIGN(const TemporaryFolder scratch, TemporaryFolder::make());
  GEVO_TRY_ASSIGN(const fs::path library, preloadable(installed, scratch.path()));
  const fs::path notes = scratch.path() / "notes";
  std::error_code problem;
  fs::create_directory(notes, problem);
  if (problem) return fail("{} can't be made: {}", notes.string(), problem.message());
  const fs::path output = scratch.path() / "output";
  GEVO_TRY(writeFile(output, {}));
  RecordedBuild build;
  std::vector<std::string> environment = ownEnvironment();
  setVariable(environment, "GEVO_BUILD_LOG", notes.string());
  setVariable(environment, "LD_PRELOAD", library.string(), true);
  GEVO_TRY_ASSIGN(build.lacksNvcc, provideNvcc(environment, scratch.path()));
  build.begin = fs::file_time_type::clock::now();
  GEVO_TRY_ASSIGN(const int status, runBuild(command, folder, std::move(environment), output));
  build.output = endOf(output);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) return fail("the build was interrupted");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    build.failure = fmt::format("{} ended with exit code {}", command.front(), code);
    if (!build.lacksNvcc)
      return std::unexpected(Error{fmt::format("the build failed: {}; make it work without gevo first", build.failure), build.output});
  }
  GEVO_TRY_ASSIGN(build.commands, readNotes(notes));
  return build;
}

} // namespace gevo

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
#include <sys/prctl.h>
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

/// In the child, until the shell runs. Only what is safe between fork and exec.
[[noreturn]] void becomeBuild(char** words, char** variables, const char* folder, const char* output) {
  prctl(PR_SET_PDEATHSIG, SIGTERM); // nothing goes on building when gevo is killed
  signal(SIGINT, SIG_DFL);
  const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int file = open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (dup2(input, STDIN_FILENO) >= 0 && dup2(file, STDOUT_FILENO) >= 0 && dup2(file, STDERR_FILENO) >= 0 && chdir(folder) == 0)
    execve(words[0], words, variables);
  _exit(127);
}

Result<int> runBuild(const std::vector<std::string>& command, const fs::path& folder, std::vector<std::string> variables,
                     const fs::path& output) {
  // Through a shell, whose exec is noted: the command may be a compiler itself.
  std::vector<std::string> words{"/bin/sh", "-c", "exec \"$@\"", "gevo"};
  words.insert(words.end(), command.begin(), command.end());
  std::vector<char*> arguments = pointers(words);
  std::vector<char*> environment = pointers(variables);
  const IgnoredInterrupt ignored;
  const pid_t child = fork();
  if (child < 0) return fail("{} can't be started: {}", command.front(), std::strerror(errno));
  if (child == 0) becomeBuild(arguments.data(), environment.data(), folder.c_str(), output.c_str());
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

#include "core/kernel/program/process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t keptOutput = 1 << 20;
constexpr auto pollInterval = std::chrono::milliseconds(2);

struct SpawnSettings {
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> mergedEnvironment(const std::vector<std::string>& changes) {
  std::vector<std::string> merged = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable(*entry);
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    bool replaced = false;
    for (const std::string& change : changes) replaced = replaced || change.starts_with(name);
    if (!replaced) merged.emplace_back(variable);
  }
  return merged;
}

/// Waits without signals or helper threads, which a library has no business to set up.
int waitFor(pid_t process, std::chrono::milliseconds limit, bool& timedOut) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (!timedOut && std::chrono::steady_clock::now() >= deadline) {
      timedOut = true;
      kill(-process, SIGKILL);
    }
    std::this_thread::sleep_for(pollInterval);
  }
  // Whatever the program left running in its group goes with it.
  kill(-process, SIGKILL);
  return status;
}

std::string beginning(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(keptOutput, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

} // namespace

std::string Finished::ending(std::chrono::milliseconds limit) const {
  if (timedOut) return fmt::format("was still running after {} s", std::chrono::duration_cast<std::chrono::seconds>(limit).count());
  if (signal != 0) return fmt::format("was killed by signal {} ({})", signal, strsignal(signal));
  return fmt::format("ended with exit code {}", exitCode);
}

Result<Finished> runCommand(const Command& command, const fs::path& scratch) {
  std::vector<std::string> words = command.words;
  std::vector<std::string> environment = mergedEnvironment(command.environment);
  const fs::path output = scratch / "stdout";
  const fs::path errors = scratch / "stderr";
  SpawnSettings settings;
  constexpr int writing = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&settings.actions, STDOUT_FILENO, output.c_str(), writing, 0600);
  posix_spawn_file_actions_addopen(&settings.actions, STDERR_FILENO, errors.c_str(), writing, 0600);
  if (!command.folder.empty()) posix_spawn_file_actions_addchdir_np(&settings.actions, command.folder.c_str());
  posix_spawnattr_setflags(&settings.attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&settings.attributes, 0);

  pid_t process = 0;
  const int failure = posix_spawn(&process, words.front().c_str(), &settings.actions, &settings.attributes, pointers(words).data(),
                                  pointers(environment).data());
  if (failure != 0) return fail("{} can't be started: {}", words.front(), std::strerror(failure));

  Finished finished;
  const int status = waitFor(process, command.limit, finished.timedOut);
  if (WIFSIGNALED(status))
    finished.signal = WTERMSIG(status);
  else
    finished.exitCode = WEXITSTATUS(status);
  finished.output = beginning(output);
  finished.errors = beginning(errors);
  return finished;
}

Result<ScratchFolder> ScratchFolder::make() {
  std::error_code error;
  fs::path root = fs::temp_directory_path(error);
  if (error) root = "/tmp";
  std::string pattern = (root / "gevo-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    return fail("no temporary folder can be made in {}: {}; set TMPDIR to a folder that can be written", root.string(),
                std::strerror(errno));
  return ScratchFolder(pattern);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<std::string> readFile(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return fail("{} does not exist", path.string());
  if (fs::is_directory(path, ignored)) return fail("{} is a folder, not a file", path.string());
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf() || file.peek() == std::ifstream::traits_type::eof()))
    return fail("{} can't be read: {}", path.string(), std::strerror(errno));
  return text.str();
}

Result<void> writeFile(const fs::path& path, std::string_view contents) {
  std::ofstream file(path, std::ios::binary);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (!file) return fail("{} can't be written: {}", path.string(), std::strerror(errno));
  return {};
}

} // namespace gevo::program

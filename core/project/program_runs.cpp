#include "core/project/program_runs.h"

#include "core/base/temporary_folder.h"
#include "core/format/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostOutput = 16U << 20;
constexpr std::size_t mostErrors = 64U << 10;
constexpr std::string_view timesVariable = "GEVO_KERNEL_TIMES=";

std::string beginningOf(const fs::path& file, std::size_t most) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(most, '\0');
  stream.read(text.data(), std::streamsize(most));
  text.resize(std::size_t(stream.gcount()));
  return text;
}

/// As resources/cuda/gpu/stand_in.cpp writes them.
void readKernelTimes(const fs::path& file, ProgramRun& run) {
  run.kernelMicroseconds = std::numeric_limits<double>::quiet_NaN();
  std::ifstream stream(file);
  std::array<std::string, 3> words;
  double microseconds = 0;
  std::uint64_t launches = 0;
  std::uint64_t lost = 0;
  if (!(stream >> words[0] >> microseconds >> words[1] >> launches >> words[2] >> lost)) return;
  run.launches = launches;
  if (lost == 0) run.kernelMicroseconds = microseconds;
}

Result<pid_t> start(const ProgramCommand& command, const fs::path& scratch) {
  std::vector<std::string> words{fs::absolute(command.program).string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string times = std::string(timesVariable) + (scratch / "times").string();
  std::vector<char*> environment;
  for (char** one = environ; *one != nullptr; ++one)
    if (!std::string_view(*one).starts_with(timesVariable)) environment.push_back(*one);
  if (command.timesKernels) environment.push_back(times.data());
  environment.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const std::string output = (scratch / "output").string();
  const std::string errors = (scratch / "errors").string();
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (!command.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  pid_t child = -1;
  const int problem = posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) return fail("{} can't be started: {}", command.program.string(), std::strerror(problem));
  return child;
}

/// Its status; nothing if it was still running after the limit, and was killed.
std::optional<int> waitFor(pid_t child, std::chrono::milliseconds limit) {
  // The system call itself: glibc 2.36 declares its function without C linkage.
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  pollfd ended{descriptor, POLLIN, 0};
  const auto until = std::chrono::steady_clock::now() + limit;
  bool late = false;
  while (descriptor >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    const int ready = poll(&ended, 1, int(std::clamp<std::int64_t>(left.count(), 0, 1 << 30)));
    if (ready < 0 && errno == EINTR) continue;
    late = ready == 0;
    break;
  }
  if (descriptor >= 0) ::close(descriptor);
  if (late) ::kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return late ? std::nullopt : std::optional(status);
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Interpolated linearly.
double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Sorted; empty where one is not known.
template <class Value> std::vector<double> valuesOf(std::span<const ProgramRun> runs, Value value) {
  std::vector<double> values;
  for (const ProgramRun& run : runs) values.push_back(value(run));
  if (std::ranges::any_of(values, [](double v) { return std::isnan(v); })) return {};
  std::ranges::sort(values);
  return values;
}

std::string shortened(std::string_view line) { return line.size() > 60 ? std::string(line.substr(0, 57)) + "..." : std::string(line); }

} // namespace

Result<ProgramRun> runProgram(const ProgramCommand& command) {
  GEVO_TRY_ASSIGN(const TemporaryFolder scratch, TemporaryFolder::make());
  const auto before = std::chrono::steady_clock::now();
  GEVO_TRY_ASSIGN(const pid_t child, start(command, scratch.path()));
  const std::optional<int> status = waitFor(child, command.limit);
  ProgramRun run;
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  std::string ending;
  if (!status)
    ending = fmt::format("was still running after {} s", std::chrono::duration_cast<std::chrono::seconds>(command.limit).count());
  else if (WIFSIGNALED(*status))
    ending = fmt::format("was killed by signal {} ({})", WTERMSIG(*status), sigdescr_np(WTERMSIG(*status)));
  else if (WEXITSTATUS(*status) != 0)
    ending = fmt::format("ended with exit code {}", WEXITSTATUS(*status));
  if (!ending.empty()) {
    std::string details = beginningOf(scratch.path() / "errors", mostErrors);
    if (details.empty()) details = beginningOf(scratch.path() / "output", mostErrors);
    return std::unexpected(Error{fmt::format("{} {}", command.name, ending), std::move(details)});
  }
  run.output = beginningOf(scratch.path() / "output", mostOutput);
  readKernelTimes(scratch.path() / "times", run);
  return run;
}

ProgramFigures figuresOf(std::span<const ProgramRun> runs) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> seconds = valuesOf(runs, [](const ProgramRun& run) { return run.seconds; });
  const std::vector<double> kernels = valuesOf(runs, [](const ProgramRun& run) { return run.kernelMicroseconds; });
  ProgramFigures figures{unknown, unknown, unknown, runs.empty() ? 0 : runs.front().launches};
  if (!seconds.empty()) figures.seconds = quantile(seconds, 0.5);
  if (kernels.empty()) return figures;
  figures.kernelMicroseconds = quantile(kernels, 0.5);
  const double halfRange = (quantile(kernels, 0.75) - quantile(kernels, 0.25)) / 2;
  figures.kernelSpread = halfRange > 0 ? halfRange / figures.kernelMicroseconds : 0; // without launches there is no time
  return figures;
}

OutputComparison compareOutputs(std::span<const ProgramRun> original, std::span<const ProgramRun> variant) {
  const std::vector<std::string_view> expected = linesOf(original.front().output);
  std::vector<bool> repeats(expected.size(), true);
  for (const ProgramRun& run : original.subspan(1)) {
    const std::vector<std::string_view> lines = linesOf(run.output);
    if (lines.size() != expected.size())
      return {false, "the original does not print the same number of lines each time, so the variant's output can't be compared with it"};
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i] != expected[i]) repeats[i] = false;
  }
  for (const ProgramRun& run : variant) {
    const std::vector<std::string_view> lines = linesOf(run.output);
    if (lines.size() != expected.size())
      return {false,
              fmt::format("the variant prints {} where the original prints {}", formatCounted(lines.size(), "line"), expected.size())};
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (repeats[i] && lines[i] != expected[i])
        return {false, fmt::format("line {} differs: the original prints \"{}\", the variant \"{}\"", i + 1, shortened(expected[i]),
                                   shortened(lines[i]))};
  }
  if (expected.empty()) return {true, "neither prints anything on stdout, so it is not known whether they compute the same"};
  const auto varying = std::ranges::count(repeats, false);
  if (varying == 0) return {true, fmt::format("both print the same on stdout ({})", formatCounted(expected.size(), "line"))};
  return {true, fmt::format("both print the same on stdout, except for {} of {} lines, which vary between runs of the original too",
                            varying, expected.size())};
}

} // namespace gevo

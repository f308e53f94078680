#include "core/kernel/host_run/host_runner.h"

#include "core/base/wire.h"
#include "core/kernel/process/arguments.h"
#include "core/kernel/trace/record.h"

#include <algorithm>
#include <sstream>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// In `workFolder_`. The program may write in the first only.
constexpr const char* ownName = "own";
constexpr const char* treeName = "own/folder";
constexpr const char* temporaryName = "own/tmp";
constexpr const char* exchangeName = "own/exchange";
constexpr const char* printedName = "own/printed";

/// What a program leaves can be a link to elsewhere, or a pipe that blocks its reader.
Result<std::string> readLeft(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(fs::symlink_status(file, ignored))) return fail("{} is not a file", file.string());
  return readFile(file);
}

std::optional<HostRunReport> readReport(const fs::path& file) {
  const auto bytes = readLeft(file);
  if (!bytes) return std::nullopt;
  auto report =
      wire::decode<HostRunReport>(ByteView(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()), "report of a live run");
  return report ? std::optional(std::move(*report)) : std::nullopt;
}

std::vector<std::string> readRefusedWrites(const fs::path& file) {
  std::vector<std::string> paths;
  std::istringstream lines(readLeft(file).value_or(std::string()));
  for (std::string line; std::getline(lines, line);)
    if (std::ranges::find(paths, line) == paths.end()) paths.push_back(line);
  return paths;
}

} // namespace

Result<HostRunner> HostRunner::make(const fs::path& workFolder, fs::path program, const fs::path& folder,
                                    const std::vector<HostRunFile>& files) {
  std::error_code problem;
  for (const char* name : {ownName, temporaryName, exchangeName, printedName}) {
    fs::create_directories(workFolder / name, problem);
    if (problem) return fail("{} can't be created for live runs: {}", (workFolder / name).string(), problem.message());
  }
  GEVO_TRY_ASSIGN(auto copy, PrivateCopy::make(workFolder / treeName, folder, files));
  GEVO_TRY_ASSIGN(auto limits, sandbox::ProgramLimits::within(workFolder / ownName));
  return HostRunner(workFolder, std::move(program), std::move(copy), std::move(limits));
}

Result<HostRun> HostRunner::run(const std::string& arguments, const HostRunOrder& order, const WorkLimit& limit, Start start) {
  GEVO_TRY_ASSIGN(auto command, splitArguments(arguments));
  command.insert(command.begin(), program_.string());
  const fs::path exchange = workFolder_ / exchangeName;
  std::vector<std::string> environment = runtimeEnvironment();
  environment.push_back(fmt::format("{}={}", hostRunVariable, exchange.string()));
  environment.push_back("HOME=" + copy_.folder().string());
  environment.push_back("TMPDIR=" + (workFolder_ / temporaryName).string());
  const Command launched{std::move(command), copy_.folder(), std::move(environment), limit, &limits_, order.gpu.lease};

  // First, since a program that can't be served may do anything then.
  if (start == Start::Forked && servers_.startsFor(launched)) GEVO_TRY(prepareFolders());
  ForkServer* const server = start == Start::Forked ? servers_.serverFor(launched) : nullptr;
  GEVO_TRY(prepareFolders());
  const Bytes encoded = wire::encode(order);
  GEVO_TRY(writeFile(exchange / orderName, {reinterpret_cast<const char*>(encoded.data()), encoded.size()}));
  const auto begun = std::chrono::steady_clock::now();
  GEVO_TRY_ASSIGN(auto finished, servers_.run(server, launched, workFolder_ / printedName));
  const auto taken = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
  return HostRun{std::move(finished), limit, taken, readReport(exchange / reportName), readRefusedWrites(exchange / refusedName)};
}

Result<void> HostRunner::prepareFolders() {
  GEVO_TRY(copy_.restore());
  std::error_code ignored;
  for (const char* name : {temporaryName, exchangeName, printedName}) {
    fs::remove_all(workFolder_ / name, ignored);
    fs::create_directories(workFolder_ / name, ignored);
  }
  return {};
}

} // namespace gevo::program

#include "core/kernel/process/process.h"

#include "core/kernel/process/child_process.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace gevo::program {

namespace fs = std::filesystem;

std::string Finished::ending(const WorkLimit& limit) const {
  if (timedOut()) return describe(state, limit);
  if (signal != 0) return fmt::format("was killed by signal {} ({})", signal, strsignal(signal));
  return fmt::format("ended with exit code {}", exitCode);
}

Result<Finished> runCommand(const Command& command, const fs::path& scratch) {
  const std::string& name = command.arguments.front();
  if (commandsAreStopped()) return fail("{} was not started because the work was cancelled", name);
  const auto printed = PrintedFiles::make(scratch);
  if (!printed) return fail("{} can't be started: no files in {}: {}", name, scratch.string(), std::strerror(printed.error()));
  const auto process = startProcess(command, printed->output(), printed->errors());
  if (!process) return fail("{} can't be started: {}", name, std::strerror(process.error()));
  return attendProcess(*process, command.limit, *printed);
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

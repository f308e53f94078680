#include "planted_program.h"

#include "core/base/file.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace gevo::planted {

namespace {

const std::regex testLine(R"((screen|test|held-out): ?(.*))");
const std::regex formLine(R"((\d+) (not yet|[a-z-]+)(?:, ([a-z ]+))?: (.*))");

TestRole roleOf(const std::string& name) {
  return name == "screen" ? TestRole::Screen : name == "test" ? TestRole::Test : TestRole::HeldOut;
}

} // namespace

Result<Program> readProgram(const std::filesystem::path& file) {
  GEVO_TRY_ASSIGN(const std::string text, readFile(file));
  Program program;
  program.name = file.stem().string();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
    line.erase(0, std::min<std::size_t>(3, line.size()));
    std::smatch match;
    if (std::regex_match(line, match, testLine))
      program.tests.push_back({roleOf(match[1]), match[2], {}});
    else if (std::regex_match(line, match, formLine))
      program.forms.push_back({std::stoi(match[1]), match[2], match[3], match[4]});
    else if (line.starts_with("  ") && !program.forms.empty())
      program.forms.back().what += line.substr(1);
    else if (!line.empty() && std::isdigit(static_cast<unsigned char>(line.front())))
      return fail("{}: \"{}\" is not \"NUMBER WHEN, REASON: WHAT\"", file.string(), line);
  }
  if (program.tests.empty()) return fail("{} has no line \"// test: ARGUMENTS\" at its beginning", file.string());
  return program;
}

Result<std::vector<Program>> readPrograms(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Program> programs;
  for (const auto& file : files) {
    GEVO_TRY_ASSIGN(Program program, readProgram(file));
    programs.push_back(std::move(program));
  }
  return programs;
}

std::string tableRow(const Program& program, const Form& form) {
  return fmt::format("| `{}` {} | {} | {}{} |", program.name, form.number, form.what, form.reason.empty() ? "" : form.reason + ", ",
                     form.when);
}

} // namespace gevo::planted

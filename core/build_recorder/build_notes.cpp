#include "core/build_recorder/build_notes.h"

#include "core/base/file.h"
#include "core/build_commands/command_words.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace gevo {

namespace fs = std::filesystem;

namespace {

struct Field {
  char kind = 0;
  std::string_view text;
};

/// Takes the first field off the text.
std::optional<Field> takeField(std::string_view& text) {
  std::size_t length = 0;
  const char* const end = text.data() + text.size();
  const auto [colon, error] = std::from_chars(text.data() + 1, end, length);
  if (error != std::errc() || colon == end || *colon != ':') return std::nullopt;
  const Field field{text.front(), {colon + 1, std::min(length, static_cast<std::size_t>(end - colon - 1))}};
  if (field.text.size() < length) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(colon + 1 - text.data()) + length);
  return field;
}

} // namespace

std::optional<BuildCommand> readNote(std::string_view text) {
  BuildCommand command;
  std::map<std::string, std::string> responseFiles; // by the argument that names them
  std::string program;
  while (!text.empty()) {
    const auto field = takeField(text);
    if (!field) return std::nullopt;
    if (field->kind == 'd') command.folder = field->text;
    if (field->kind == 'p') program = field->text;
    if (field->kind == 'a') command.arguments.emplace_back(field->text);
    if (field->kind == 'r' && !command.arguments.empty()) {
      const std::string& argument = command.arguments.back();
      responseFiles[argument.starts_with('@') ? argument.substr(1) : argument] = field->text;
    }
  }
  if (command.arguments.empty() || command.folder.empty()) return std::nullopt;
  // The name that was called may be a link's, or none at all; that of the file tells what runs.
  if (!buildToolOf(command.arguments.front()) && !isCompilerLauncher(command.arguments.front())) command.arguments.front() = program;
  command.arguments = withResponseFiles(command.arguments, [&](const std::string& name) -> Result<std::string> {
    if (const auto noted = responseFiles.find(name); noted != responseFiles.end()) return noted->second;
    return readFile(command.folder / name); // named by another response file
  });
  return command;
}

Result<std::vector<BuildCommand>> readNotes(const fs::path& folder) {
  std::vector<fs::path> notes;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) notes.push_back(entry.path());
  if (problem) return fail("cannot read {}: {}", folder.string(), problem.message());
  std::ranges::sort(notes);
  std::vector<BuildCommand> commands;
  for (const fs::path& note : notes) {
    GEVO_TRY_ASSIGN(const std::string text, readFile(note));
    auto command = readNote(text);
    if (!command) continue;
    const bool isAgain = !commands.empty() && commands.back().folder == command->folder &&
                         std::ranges::equal(commands.back().arguments.begin() + 1, commands.back().arguments.end(),
                                            command->arguments.begin() + 1, command->arguments.end());
    if (!isAgain) commands.push_back(std::move(*command));
  }
  return commands;
}

} // namespace gevo

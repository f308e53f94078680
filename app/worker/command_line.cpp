#include "app/worker/command_line.h"

#include <algorithm>

namespace gevo {

ModeFormatter::ModeFormatter() {
  label("SUBCOMMAND", "MODE");
  label("Positionals", "Arguments");
  column_width(24);
}

std::string ModeFormatter::make_subcommand(const CLI::App* mode) const {
  std::string usage = mode->get_name();
  for (const CLI::Option* argument : mode->get_options([](const CLI::Option* option) { return option->get_positional(); }))
    usage += " " + make_option_usage(argument);
  std::stringstream line;
  CLI::detail::format_help(line, usage, mode->get_description(), get_column_width());
  return line.str();
}

CLI::Validator gpuNumber() {
  return CLI::Validator(
      [](const std::string& text) {
        const bool digits =
            !text.empty() && text.size() < 6 && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
        return digits ? "" : text + " is not the number of a GPU";
      },
      "");
}

std::string describeBadUsage(const CLI::App* app, const CLI::Error& error) {
  const std::vector<std::string> rest = app->remaining();
  std::string problem = error.what();
  if (app->get_subcommands().empty()) problem = rest.empty() ? "a mode is missing" : rest.front() + " is not a mode";
  return "gevo-worker: " + problem + "; gevo-worker --help lists the modes\n";
}

} // namespace gevo

#pragma once

/// What the modes' command lines have in common: the help, the error, and the number of a GPU.

#include <CLI/CLI.hpp>

namespace gevo {

/// Lists each mode in a line, with its arguments: "gpu N SOCKET".
class ModeFormatter : public CLI::Formatter {
public:
  ModeFormatter();
  std::string make_subcommand(const CLI::App* mode) const override;
};

/// Accepts the number of a GPU, counted from 0; whether that GPU exists is checked later.
CLI::Validator gpuNumber();

/// One line that says what is wrong with the command line.
std::string describeBadUsage(const CLI::App* app, const CLI::Error& error);

} // namespace gevo

#pragma once

/// The commands of gevo, one file each; `run` has a header of its own. Every function adds its subcommand, whose callback leaves the exit
/// code.

#include "app/gevo/output.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gevo {

/// `build`: what follows `--`, see takeBuildCommand.
void addNew(CLI::App& app, int& exitCode, const std::vector<std::string>& build);
void addBatch(CLI::App& app, int& exitCode);
void addShow(CLI::App& app, int& exitCode);
void addCheck(CLI::App& app, int& exitCode);
void addAnalyze(CLI::App& app, int& exitCode);
void addExport(CLI::App& app, int& exitCode);
void addExec(CLI::App& app, int& exitCode);
void addCalibrate(CLI::App& app, int& exitCode);
void addFidelity(CLI::App& app, int& exitCode);
void addPortability(CLI::App& app, int& exitCode);
void addIdeas(CLI::App& app, int& exitCode);
void addTmbl(CLI::App& app, int& exitCode);
void addServe(CLI::App& app, int& exitCode);
void addSamples(CLI::App& app, int& exitCode);
void addDoctor(CLI::App& app, int& exitCode);

} // namespace gevo

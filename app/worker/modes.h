#pragma once

/// The modes of gevo-worker, one file each. Every function adds its subcommand, whose callback leaves what the process then does.

#include <functional>

namespace CLI {
class App;
}

namespace gevo {

/// All that the process does in its mode; returns the exit code. `replies` is the descriptor of the stdout that it was started with;
/// whatever is printed to stdout from now on goes to stderr.
using Task = std::function<int(int replies)>;

void addSim(CLI::App& app, Task& task);
void addLive(CLI::App& app, Task& task);
void addBuild(CLI::App& app, Task& task);
void addCalibrate(CLI::App& app, Task& task);
void addGpus(CLI::App& app, Task& task);
void addGpu(CLI::App& app, Task& task);
void addCuda(CLI::App& app, Task& task);
void addTmbl(CLI::App& app, Task& task);
void addLease(CLI::App& app, Task& task);

} // namespace gevo

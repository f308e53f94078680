#pragma once

/// The commands below `gevo tmbl`, one file each.

#include "core/base/result.h"

namespace CLI {
class App;
}

namespace gevo {

void addTmblFit(CLI::App& tmbl, int& exitCode);
void addTmblBench(CLI::App& tmbl, int& exitCode);

/// 0 of "cuda:0" or "cuda"; an error for what is not a GPU.
Result<int> parseGpuNumber(const std::string& device);

} // namespace gevo

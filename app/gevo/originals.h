#pragma once

/// The original in a run, as each compiler makes it.

#include "core/store/rows.h"

#include <nlohmann/json_fwd.hpp>

namespace gevo {

/// "the original takes 12.30 µs as clang compiles it, 11.90 µs as nvcc does; speedups are against nvcc's", or what is wrong with nvcc's.
/// Empty where only clang's is known.
std::string originalsText(const RunInfo& run);
/// Of clang's and, where it was measured, nvcc's: microseconds, error and what the machine code needs.
void addOriginals(nlohmann::json& json, const RunInfo& run);

} // namespace gevo

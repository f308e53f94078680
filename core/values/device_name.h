#pragma once

/// Devices as settings name them: "sim", "sim:MODEL", "sim:FILE.toml", "cuda", "cuda:N", "cuda:all".

#include <optional>
#include <string>
#include <string_view>

namespace gevo {

/// A real GPU, or all of them.
bool isGpu(std::string_view device);
bool isEveryGpu(std::string_view device);
/// The GPU's number, which is 0 for "cuda"; nothing where the device is no GPU, or is none that can be named so.
std::optional<int> gpuNumber(std::string_view device);

/// 90 of "sm_90a"; 0 where the text names no architecture.
unsigned architectureNumber(std::string_view architecture);

/// The simulated GPU that screens variants, and makes the checks that a GPU can't: the device itself where it is simulated.
std::string screeningDevice(const std::string& device);

} // namespace gevo

#pragma once

/// The programs of a build that say how a program is made of its sources.

#include <cstdint>
#include <optional>
#include <string_view>

namespace gevo {

enum class BuildTool : std::uint8_t { Nvcc, CCompiler, CppCompiler, Archiver, Linker };

/// From the name or path of a program: "/usr/local/cuda/bin/nvcc", "x86_64-linux-gnu-g++-12", "clang++", "gcc-ar".
/// Nothing for all others.
std::optional<BuildTool> buildToolOf(std::string_view program);

/// Programs that are put before a compiler: "ccache nvcc -c a.cu".
bool isCompilerLauncher(std::string_view program);

} // namespace gevo

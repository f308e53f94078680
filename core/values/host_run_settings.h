#pragma once

/// Host-executed evaluation: the host program itself runs with a variant's kernels, where replaying its traces would not do.

#include <cstdint>
#include <string>
#include <vector>

namespace gevo {

/// What a variant's runtime is.
enum class RuntimeScope : std::uint8_t {
  Kernels, ///< modelled kernel time
  Program  ///< and the processor time of the host's own code, which is measured
};

/// Whether a higher or a lower number that the program prints is better.
enum class QualityGoal : std::uint8_t { Higher, Lower };

/// A file that the program may need, as it was when the project was made.
struct HostRunFile {
  std::string name; ///< relative to the folder where the program's relative paths start
  std::string hash; ///< of its contents, hexadecimal
};

struct HostRunSettings {
  bool on = false;
  std::string quality; ///< regular expression whose first group is a number that the program prints; empty: outputs are compared
  QualityGoal goal = QualityGoal::Higher;
  RuntimeScope runtime = RuntimeScope::Kernels;
  std::vector<std::string> data;  ///< files and folders that the program reads, as given; empty: the folder of the first source
  std::vector<HostRunFile> files; ///< what a private copy of the folder holds; found by the build
};

constexpr std::uint32_t enumerators(RuntimeScope) { return std::uint32_t(RuntimeScope::Program) + 1; }
constexpr std::uint32_t enumerators(QualityGoal) { return std::uint32_t(QualityGoal::Lower) + 1; }

template <class Archive> void fields(Archive& archive, HostRunFile& file) { archive(file.name, file.hash); }
template <class Archive> void fields(Archive& archive, HostRunSettings& hostRun) {
  archive(hostRun.on, hostRun.quality, hostRun.goal, hostRun.runtime, hostRun.data, hostRun.files);
}

} // namespace gevo

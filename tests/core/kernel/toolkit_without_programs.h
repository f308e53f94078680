#pragma once

/// The toolkit's headers and libraries without nvcc and ptxas, which a test does not need and which take most of its time. In one place
/// for all tests: what clang has read of the headers is kept by their path.

#include "core/kernel/toolchain/cuda_toolkit.h"

#include <QByteArray>

#include <filesystem>

namespace gevo::program {

class ToolkitWithoutPrograms {
public:
  ToolkitWithoutPrograms() : before_(qgetenv("CUDA_PATH")) {
    const auto cuda = locateCuda();
    if (!cuda || *cuda == "/usr") return; // of Debian's own packages, no part can be left out
    const std::filesystem::path folder = GEVO_TEST_BIN "/../tests/toolkit-without-programs";
    if (*cuda == folder) return;
    std::error_code ignored; // another test may make it too
    std::filesystem::create_directories(folder / "bin", ignored);
    for (const auto& entry : std::filesystem::directory_iterator(*cuda, ignored)) {
      const std::filesystem::path link = folder / entry.path().filename();
      if (entry.path().filename() == "bin" || std::filesystem::read_symlink(link, ignored) == entry.path()) continue;
      std::filesystem::remove(link, ignored);
      std::filesystem::create_symlink(entry.path(), link, ignored);
    }
    qputenv("CUDA_PATH", folder.c_str());
  }
  ~ToolkitWithoutPrograms() { before_.isNull() ? qunsetenv("CUDA_PATH") : qputenv("CUDA_PATH", before_); }
  ToolkitWithoutPrograms(const ToolkitWithoutPrograms&) = delete;
  ToolkitWithoutPrograms& operator=(const ToolkitWithoutPrograms&) = delete;

private:
  QByteArray before_;
};

} // namespace gevo::program

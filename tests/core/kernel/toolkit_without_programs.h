#pragma once

/// The toolkit's headers and libraries without nvcc and ptxas, which a test does not need and which take most of its time.

#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/cuda_toolkit.h"

#include <QByteArray>

#include <optional>

namespace gevo::program {

class ToolkitWithoutPrograms {
public:
  ToolkitWithoutPrograms() : before_(qgetenv("CUDA_PATH")) {
    const auto cuda = locateCuda();
    auto folder = ScratchFolder::make();
    if (!cuda || !folder || *cuda == "/usr") return; // of Debian's own packages, no part can be left out
    folder_.emplace(std::move(*folder));
    std::error_code ignored;
    std::filesystem::create_directory(folder_->path() / "bin", ignored);
    for (const auto& entry : std::filesystem::directory_iterator(*cuda, ignored))
      if (entry.path().filename() != "bin")
        std::filesystem::create_symlink(entry.path(), folder_->path() / entry.path().filename(), ignored);
    qputenv("CUDA_PATH", folder_->path().c_str());
  }
  ~ToolkitWithoutPrograms() { before_.isNull() ? qunsetenv("CUDA_PATH") : qputenv("CUDA_PATH", before_); }
  ToolkitWithoutPrograms(const ToolkitWithoutPrograms&) = delete;
  ToolkitWithoutPrograms& operator=(const ToolkitWithoutPrograms&) = delete;

private:
  QByteArray before_;
  std::optional<ScratchFolder> folder_;
};

} // namespace gevo::program

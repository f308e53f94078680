#pragma once

/// Recording tests on a real GPU, for inputs that would take the simulated one too long. The program runs as for the simulated GPU, on
/// libgevocudart, which gets the kernels as PTX; nothing changes for its compiler, runtime and host code.

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace gevo::program {

struct RecordingGpu {
  std::string architecture; ///< "sm_90"
  int cuda = 0;             ///< newest CUDA whose PTX its driver accepts: 13000 for 13.0
};
/// Finds a GPU by its number. The caller provides it, since nothing in this folder uses the CUDA driver.
using FindGpu = std::function<Result<RecordingGpu>(int number)>;

/// Nothing if the device is simulated.
Result<std::optional<RecordingGpu>> recordingGpu(const std::string& device, const FindGpu& find);

/// The kernels of an optimised module as a file in `scratch`.
Result<std::filesystem::path> writeGpuCode(const llvm::Module& module, const RecordingGpu& gpu, const std::filesystem::path& scratch);

} // namespace gevo::program

#include "core/kernel/build/gpu_recording.h"

#include "core/kernel/ir/gpu_code.h"
#include "core/kernel/process/process.h"
#include "core/values/device_name.h"

namespace gevo::program {

Result<std::optional<RecordingGpu>> recordingGpu(const std::string& device, const FindGpu& find) {
  if (!isGpu(device)) return std::nullopt;
  const std::optional<int> number = gpuNumber(device);
  if (!number) return fail("a program is recorded on one GPU; name it, as in cuda:0");
  if (!find) return fail("programs can't be recorded on a GPU from here; use --device sim");
  GEVO_TRY_ASSIGN(auto found, find(*number));
  return found;
}

Result<std::filesystem::path> writeGpuCode(const llvm::Module& module, const RecordingGpu& gpu, const std::filesystem::path& scratch) {
  GEVO_TRY_ASSIGN(const auto ptx, ir::emitForGpu(module, gpu.architecture, gpu.cuda));
  std::filesystem::path file = scratch / "kernels.ptx";
  GEVO_TRY(writeFile(file, ptx));
  return file;
}

} // namespace gevo::program

#pragma once

/// A GPU whose CUDA context this process holds: a program whose run is recorded (a kernel that faults ends it), or a lease server.

#include "core/base/descriptor.h"
#include "core/kernel/cuda/program_gpu/program_gpu.h"

#include <chrono>
#include <memory>

namespace gevo::cuda {

struct Gpu;

class OwnedGpu : public ProgramGpu {
public:
  static Result<std::unique_ptr<OwnedGpu>> open(int gpu);
  ~OwnedGpu() override;
  OwnedGpu(const OwnedGpu&) = delete;
  OwnedGpu& operator=(const OwnedGpu&) = delete;

  const Gpu& gpu() const;

  /// Once, before the first call of `share`.
  Result<void> prepareToShare();
  /// Prepares for the next program on a GPU that others use too: its kernels, copies and fills wait for the lock (gpu_lock.h), so that
  /// no kernel is timed beside theirs. Shared and local memory are overwritten, launches are timed without the host's queueing time, and
  /// a launch that exceeds the limit fails.
  Result<void> share(Descriptor lock, std::chrono::microseconds launchLimit);
  /// Frees all state of the program. After an error this process can no longer use the GPU, and may still hold its lock.
  Result<void> clear();

  const GpuTraits& traits() const override;
  Result<void> load(ByteView image, const std::vector<Variable>& variables) override;
  Result<bool> allocate(std::uint64_t address, std::uint64_t bytes) override;
  void free(std::uint64_t address) override;
  Result<void> write(std::uint64_t address, ByteView bytes) override;
  Result<bool> read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) override;
  Result<void> createTexture(std::uint64_t number, const Bytes& texture) override;
  void destroyTexture(std::uint64_t number) override;
  Launched launch(const Launch& launch) override;

private:
  struct State;
  explicit OwnedGpu(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo::cuda

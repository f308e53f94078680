#pragma once

/// A GPU of this process's own for a program's kernels: that of a program whose run is recorded, which dies with what its kernels do wrong,
/// or of a process that leases it to programs. What traces may hold is what can be replayed on CUDA.

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

  /// Once, before the first.
  Result<void> prepareToShare();
  /// For the next program. Others use the GPU too: kernels, copies and fills of this one wait for its lock (a file, see lock.h), so that no
  /// kernel is timed beside them. It finds shared and local memory overwritten, a launch is timed without what the host takes to queue it,
  /// and fails when it takes longer than the limit.
  Result<void> share(Descriptor lock, std::chrono::microseconds launchLimit);
  /// Nothing of the program is left. An error: the GPU is of no more use to this process, which may still have its lock there.
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

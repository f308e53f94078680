#pragma once

/// The GPU of a program in a host-executed evaluation. A server process holds the CUDA context and leases it to one program at a time,
/// which saves each program the tenths of a second that the driver needs to make a context.

#include "core/base/descriptor.h"
#include "core/kernel/cuda/lease/lease_messages.h"

#include <optional>

namespace gevo::cuda {

class LeasedGpu : public ProgramGpu {
public:
  /// `lease`: a socket that this process inherited. Programs that it starts do not inherit it.
  static Result<std::unique_ptr<LeasedGpu>> take(int lease);

  const GpuTraits& traits() const override { return traits_; }
  Result<void> load(ByteView image, const std::vector<Variable>& variables) override;
  Result<bool> allocate(std::uint64_t address, std::uint64_t bytes) override;
  void free(std::uint64_t address) override;
  Result<void> write(std::uint64_t address, ByteView bytes) override;
  Result<bool> read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) override;
  Result<void> createTexture(std::uint64_t number, const Bytes& texture) override;
  void destroyTexture(std::uint64_t number) override;
  /// Writes the kernel's printf output to this process's stdout, failed assertions to stderr.
  Launched launch(const Launch& launch) override;

private:
  explicit LeasedGpu(Descriptor lease);
  /// The payload of the reply. An error if the server rejects the request or is gone.
  Result<Bytes> ask(LeaseRequest request, ByteView payload);

  Descriptor lease_;
  int process_;
  GpuTraits traits_;
  bool gone_ = false; ///< the server
};

} // namespace gevo::cuda

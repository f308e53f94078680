#pragma once

/// The GPU of a program that is judged live: another process has its context, and leases it to one program at a time. So a program costs no
/// context, which takes the driver some tenths of a second.

#include "core/base/descriptor.h"
#include "core/kernel/cuda/lease/lease_messages.h"

#include <optional>

namespace gevo::cuda {

class LeasedGpu : public ProgramGpu {
public:
  /// `lease`: a socket that this process inherited. It is kept from programs that this one starts.
  static Result<std::unique_ptr<LeasedGpu>> take(int lease);

  const GpuTraits& traits() const override { return traits_; }
  Result<void> load(ByteView image, const std::vector<Variable>& variables) override;
  Result<bool> allocate(std::uint64_t address, std::uint64_t bytes) override;
  void free(std::uint64_t address) override;
  Result<void> write(std::uint64_t address, ByteView bytes) override;
  Result<bool> read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) override;
  Result<void> createTexture(std::uint64_t number, const Bytes& texture) override;
  void destroyTexture(std::uint64_t number) override;
  /// What its kernel printed goes to this process's stdout, what its assertions said to stderr.
  Launched launch(const Launch& launch) override;

private:
  explicit LeasedGpu(Descriptor lease);
  /// The payload of the answer. An error where it was refused, or the server is gone.
  Result<Bytes> ask(LeaseRequest request, ByteView payload);

  Descriptor lease_;
  int process_;
  GpuTraits traits_;
  bool gone_ = false; ///< the server
};

} // namespace gevo::cuda

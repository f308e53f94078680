#pragma once

/// The CUDA context of this process and its single stream. A faulting kernel breaks the context for good; the process can then no longer
/// use the GPU.

#include "core/kernel/cuda/device/gpu.h"

#include <chrono>
#include <memory>

namespace gevo::cuda {

/// Memory of a GPU, over all processes; bytes.
struct GpuRoom {
  std::uint64_t freeBytes = 0;
  std::uint64_t totalBytes = 0;
};
template <class Archive> void fields(Archive& a, GpuRoom& r) { a(r.freeBytes, r.totalBytes); }

class Session {
public:
  static Result<std::unique_ptr<Session>> open(int gpu);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Driver& driver() const { return driver_; }
  const Gpu& gpu() const { return gpu_; }
  Stream stream() const { return stream_; }
  Context context() const { return context_; }

  /// Converts a status to a result, and remembers the first error.
  Result<void> check(Status status, std::string_view doing);
  /// Waits until all work is done; reports faults of kernels.
  Result<void> wait(std::string_view doing) { return check(driver_.streamSynchronize(stream_), doing); }
  /// Fails with LaunchTimeout after the limit; the work continues.
  Result<void> wait(std::string_view doing, std::chrono::microseconds limit);
  /// The first error since `forgive`; Success: none.
  Status failure() const { return failure_; }
  void forgive() { failure_ = Status::Success; }
  Result<std::size_t> freeBytes();
  Result<GpuRoom> room();

private:
  Session(const Driver& driver, Gpu gpu) : driver_(driver), gpu_(std::move(gpu)) {}

  const Driver& driver_;
  Gpu gpu_;
  Context context_ = nullptr;
  Stream stream_ = nullptr;
  Status failure_ = Status::Success;
};

/// Device memory outside of traces, at an address chosen by the driver.
class Buffer {
public:
  static Result<Buffer> make(Session& session, std::size_t bytes);
  Buffer() = default;
  Buffer(Buffer&& other) noexcept : session_(other.session_), address_(std::exchange(other.address_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();
  Address address() const { return address_; }

private:
  Buffer(Session& session, Address address) : session_(&session), address_(address) {}
  Session* session_ = nullptr;
  Address address_ = 0;
};

} // namespace gevo::cuda

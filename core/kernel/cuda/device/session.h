#pragma once

/// The CUDA context of this process and the one stream that everything goes through. A kernel that goes wrong breaks it for good: then the
/// process is of no more use.

#include "core/kernel/cuda/device/gpu.h"

#include <chrono>
#include <memory>

namespace gevo::cuda {

/// Of a GPU's memory, all that use it taken together; bytes.
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

  /// Every status goes through here, which remembers the first that is an error.
  Result<void> check(Status status, std::string_view doing);
  /// Until all work is done: here kernels that went wrong come to light.
  Result<void> wait(std::string_view doing) { return check(driver_.streamSynchronize(stream_), doing); }
  /// No longer than that: then it fails with LaunchTimeout, and the work goes on.
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
  Stream stream_ = nullptr;
  Status failure_ = Status::Success;
};

/// Device memory that is no part of a trace, where the driver puts it.
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

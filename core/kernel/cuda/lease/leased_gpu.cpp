#include "core/kernel/cuda/lease/leased_gpu.h"

#include "core/base/wire.h"
#include "core/kernel/cuda/device/driver_types.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace gevo::cuda {

namespace {

/// A frame holds no more than largestFrameBytes.
constexpr std::uint64_t piece = 64ULL << 20;

} // namespace

LeasedGpu::LeasedGpu(Descriptor lease) : lease_(std::move(lease)), process_(::getpid()) {}

Result<std::unique_ptr<LeasedGpu>> LeasedGpu::take(int lease) {
  struct stat kind {};
  if (::fstat(lease, &kind) != 0 || !S_ISSOCK(kind.st_mode) || ::fcntl(lease, F_SETFD, FD_CLOEXEC) != 0)
    return fail("the program closed descriptor {}, through which it reaches its GPU, before its first CUDA call", lease);
  std::unique_ptr<LeasedGpu> gpu(new LeasedGpu(Descriptor(lease)));
  GEVO_TRY_ASSIGN(const Bytes encoded, gpu->ask(LeaseRequest::Traits, {}));
  GEVO_TRY_ASSIGN(GpuTraits traits, wire::decode<GpuTraits>(encoded, "description of the GPU"));
  gpu->traits_ = std::move(traits);
  return gpu;
}

Result<Bytes> LeasedGpu::ask(LeaseRequest request, ByteView payload) {
  const auto lost = [this] {
    gone_ = true;
    return fail("the process that leases GPU {} has ended", traits_.name);
  };
  if (::getpid() != process_) return fail("a child process of the program uses the GPU, which only the program itself may do");
  if (!sendFrame(lease_.get(), static_cast<std::uint32_t>(request), payload)) return lost();
  Result<std::optional<Frame>> frame = readFrame(lease_.get());
  if (!frame || !*frame) return lost();
  if ((*frame)->kind == static_cast<std::uint32_t>(ReplyKind::Result)) return std::move((*frame)->payload);
  GEVO_TRY_ASSIGN(const ErrorReply error, wire::decode<ErrorReply>((*frame)->payload, "GPU's reply"));
  return std::unexpected(Error{error.message, error.details});
}

Result<void> LeasedGpu::load(ByteView image, const std::vector<Variable>& variables) {
  const Result<Bytes> done = ask(LeaseRequest::Load, wire::encode(LoadCode{{image.begin(), image.end()}, variables}));
  return done ? Result<void>() : std::unexpected(done.error());
}

Result<bool> LeasedGpu::allocate(std::uint64_t address, std::uint64_t bytes) {
  GEVO_TRY_ASSIGN(const Bytes done, ask(LeaseRequest::Allocate, wire::encode(MemoryRange{address, bytes})));
  return wire::decode<bool>(done, "GPU's reply");
}

void LeasedGpu::free(std::uint64_t address) { (void)ask(LeaseRequest::Free, wire::encode(MemoryRange{address, 0})); }

Result<void> LeasedGpu::write(std::uint64_t address, ByteView bytes) {
  while (!bytes.empty()) {
    const ByteView first = bytes.first(std::min<std::uint64_t>(piece, bytes.size()));
    const Result<Bytes> done = ask(LeaseRequest::Write, wire::encode(WrittenBytes{address, {first.begin(), first.end()}}));
    GEVO_TRY(done);
    address += first.size();
    bytes = bytes.subspan(first.size());
  }
  return {};
}

Result<bool> LeasedGpu::read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t count = std::min(piece, bytes);
    GEVO_TRY_ASSIGN(const Bytes got, ask(LeaseRequest::Read, wire::encode(MemoryRange{address, count})));
    if (got.empty()) return false;
    if (got.size() != count) return fail("the process that leases GPU {} sent a damaged reply", traits_.name);
    std::memcpy(to, got.data(), got.size());
    address += count;
    to += count;
    bytes -= count;
  }
  return true;
}

Result<void> LeasedGpu::createTexture(std::uint64_t number, const Bytes& texture) {
  const Result<Bytes> done = ask(LeaseRequest::CreateTexture, wire::encode(WrittenBytes{number, texture}));
  return done ? Result<void>() : std::unexpected(done.error());
}

void LeasedGpu::destroyTexture(std::uint64_t number) { (void)ask(LeaseRequest::DestroyTexture, wire::encode(MemoryRange{number, 0})); }

ProgramGpu::Launched LeasedGpu::launch(const Launch& launch) {
  const Result<Bytes> reply = ask(LeaseRequest::Launch, wire::encode(launch));
  Result<LaunchedThere> done = reply ? wire::decode<LaunchedThere>(*reply, "GPU's reply") : std::unexpected(reply.error());
  if (done) {
    std::fwrite(done->printed.data(), 1, done->printed.size(), stdout);
    std::fwrite(done->complained.data(), 1, done->complained.size(), stderr);
    return std::move(done->launched);
  }
  Launched launched;
  launched.status = static_cast<int>(Status::LaunchFailed);
  launched.begun = true;
  launched.reason = gone_ ? Reason::Crash : Reason::Unsupported;
  launched.complaint = fmt::format("kernel {} on {}: {}", launch.kernel, traits_.name,
                                   gone_ ? "the driver crashed, or the process that it ran in was killed" : done.error().message);
  return launched;
}

} // namespace gevo::cuda

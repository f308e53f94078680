#include "core/kernel/cuda/lease/leased_gpu.h"

#include "core/base/wire.h"
#include "core/kernel/cuda/device/driver_types.h"
#include "core/protocol/frames.h"
#include "core/protocol/messages.h"

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

BorrowedGpu::BorrowedGpu(Descriptor loan) : loan_(std::move(loan)), process_(::getpid()) {}

Result<std::unique_ptr<BorrowedGpu>> BorrowedGpu::take(int loan) {
  struct stat kind {};
  if (::fstat(loan, &kind) != 0 || !S_ISSOCK(kind.st_mode) || ::fcntl(loan, F_SETFD, FD_CLOEXEC) != 0)
    return fail("the GPU is lent by a descriptor, {}, which the program has closed before its first call of CUDA", loan);
  std::unique_ptr<BorrowedGpu> gpu(new BorrowedGpu(Descriptor(loan)));
  const Result<Bytes> told = gpu->ask(LoanRequest::Traits, {});
  if (!told) return std::unexpected(told.error());
  Result<GpuTraits> traits = wire::decode<GpuTraits>(*told, "description of the GPU");
  if (!traits) return std::unexpected(traits.error());
  gpu->traits_ = std::move(*traits);
  return gpu;
}

Result<Bytes> BorrowedGpu::ask(LoanRequest request, ByteView payload) {
  const auto lost = [this] {
    gone_ = true;
    return fail("the process that lends GPU {} has ended", traits_.name);
  };
  if (::getpid() != process_) return fail("a child of the program uses its GPU, as no child can");
  if (!sendFrame(loan_.get(), static_cast<std::uint32_t>(request), payload)) return lost();
  Result<std::optional<Frame>> frame = readFrame(loan_.get());
  if (!frame || !*frame) return lost();
  if ((*frame)->kind == static_cast<std::uint32_t>(ReplyKind::Answer)) return std::move((*frame)->payload);
  const Result<ErrorReply> error = wire::decode<ErrorReply>((*frame)->payload, "GPU's answer");
  if (!error) return std::unexpected(error.error());
  return std::unexpected(Error{error->message, error->details});
}

Result<void> BorrowedGpu::load(ByteView image, const std::vector<Variable>& variables) {
  const Result<Bytes> done = ask(LoanRequest::Load, wire::encode(LoadCode{{image.begin(), image.end()}, variables}));
  return done ? Result<void>() : std::unexpected(done.error());
}

Result<bool> BorrowedGpu::allocate(std::uint64_t address, std::uint64_t bytes) {
  const Result<Bytes> done = ask(LoanRequest::Allocate, wire::encode(MemoryPlace{address, bytes}));
  if (!done) return std::unexpected(done.error());
  return wire::decode<bool>(*done, "GPU's answer");
}

void BorrowedGpu::free(std::uint64_t address) { (void)ask(LoanRequest::Free, wire::encode(MemoryPlace{address, 0})); }

Result<void> BorrowedGpu::write(std::uint64_t address, ByteView bytes) {
  while (!bytes.empty()) {
    const ByteView first = bytes.first(std::min<std::uint64_t>(piece, bytes.size()));
    const Result<Bytes> done = ask(LoanRequest::Write, wire::encode(WrittenBytes{address, {first.begin(), first.end()}}));
    if (!done) return std::unexpected(done.error());
    address += first.size();
    bytes = bytes.subspan(first.size());
  }
  return {};
}

Result<bool> BorrowedGpu::read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t count = std::min(piece, bytes);
    const Result<Bytes> got = ask(LoanRequest::Read, wire::encode(MemoryPlace{address, count}));
    if (!got) return std::unexpected(got.error());
    if (got->empty()) return false;
    if (got->size() != count) return fail("the process that lends GPU {} sent a damaged answer", traits_.name);
    std::memcpy(to, got->data(), got->size());
    address += count;
    to += count;
    bytes -= count;
  }
  return true;
}

Result<void> BorrowedGpu::createTexture(std::uint64_t number, const Bytes& texture) {
  const Result<Bytes> done = ask(LoanRequest::CreateTexture, wire::encode(WrittenBytes{number, texture}));
  return done ? Result<void>() : std::unexpected(done.error());
}

void BorrowedGpu::destroyTexture(std::uint64_t number) { (void)ask(LoanRequest::DestroyTexture, wire::encode(MemoryPlace{number, 0})); }

ProgramGpu::Launched BorrowedGpu::launch(const Launch& launch) {
  const Result<Bytes> told = ask(LoanRequest::Launch, wire::encode(launch));
  Result<LaunchedThere> done = told ? wire::decode<LaunchedThere>(*told, "GPU's answer") : std::unexpected(told.error());
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

#include "core/kernel/cuda/lease/lease_server.h"

#include "core/kernel/cuda/device/gpu.h"
#include "core/kernel/cuda/lease/lease_channel.h"
#include "core/kernel/cuda/lease/lease_messages.h"
#include "core/kernel/cuda/program_gpu/owned_gpu.h"
#include "core/protocol/reply.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace gevo::cuda {

namespace {

/// The driver writes printf output of kernels to this process's stdout and failed assertions to its stderr; both belong to the program.
class Prints {
public:
  static Result<Prints> redirect(int descriptor) {
    Descriptor file(::memfd_create("printed", MFD_CLOEXEC));
    if (!file.isOpen() || ::dup2(file.get(), descriptor) < 0) return fail("what kernels print can't be kept: {}", std::strerror(errno));
    return Prints(std::move(file));
  }

  /// The text since the last call.
  std::string take() {
    constexpr off_t most = 1 << 20;
    std::fflush(stdout);
    const off_t size = ::lseek(file_.get(), 0, SEEK_CUR); // shared with what was redirected
    if (size <= 0) return {};
    std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
    const ssize_t count = ::pread(file_.get(), text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    if (::ftruncate(file_.get(), 0) == 0) ::lseek(file_.get(), 0, SEEK_SET);
    return text;
  }

private:
  explicit Prints(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

/// Decodes a request and executes it.
template <class Request, class Do> ReplyFrame with(ByteView payload, Do action) {
  Result<Request> request = wire::decode<Request>(payload, "request of a program");
  return request ? action(*request) : errorReply(request.error());
}

struct Output {
  Prints output;
  Prints errors;
};

ReplyFrame launch(OwnedGpu& gpu, Output& printed, const ProgramGpu::Launch& order) {
  LaunchedThere done{gpu.launch(order), {}, {}};
  done.printed = printed.output.take();
  done.complained = printed.errors.take();
  return {ReplyKind::Result, wire::encode(done)};
}

ReplyFrame read(OwnedGpu& gpu, const MemoryRange& range) {
  if (range.bytes > largestFrameBytes) return errorReply({"a program asks for more bytes than a frame holds"});
  ReplyFrame reply;
  reply.payload.resize(range.bytes);
  const Result<bool> done = gpu.read(range.address, reply.payload.data(), range.bytes);
  if (!done) return errorReply(done.error());
  if (!*done) reply.payload.clear();
  return reply;
}

ReplyFrame handle(OwnedGpu& gpu, Output& printed, LeaseRequest request, ByteView payload) {
  switch (request) {
  case LeaseRequest::Traits:
    return {ReplyKind::Result, wire::encode(gpu.traits())};
  case LeaseRequest::Load:
    return with<LoadCode>(payload, [&](const LoadCode& code) { return reply(gpu.load(code.image, code.variables)); });
  case LeaseRequest::Allocate:
    return with<MemoryRange>(payload, [&](const MemoryRange& range) { return reply(gpu.allocate(range.address, range.bytes)); });
  case LeaseRequest::Free:
    return with<MemoryRange>(payload, [&](const MemoryRange& range) { return gpu.free(range.address), ReplyFrame(); });
  case LeaseRequest::Write:
    return with<WrittenBytes>(payload, [&](const WrittenBytes& written) { return reply(gpu.write(written.address, written.bytes)); });
  case LeaseRequest::Read:
    return with<MemoryRange>(payload, [&](const MemoryRange& range) { return read(gpu, range); });
  case LeaseRequest::CreateTexture:
    return with<WrittenBytes>(payload, [&](const WrittenBytes& t) { return reply(gpu.createTexture(t.address, t.bytes)); });
  case LeaseRequest::DestroyTexture:
    return with<MemoryRange>(payload, [&](const MemoryRange& range) { return gpu.destroyTexture(range.address), ReplyFrame(); });
  case LeaseRequest::Launch:
    return with<ProgramGpu::Launch>(payload, [&](const ProgramGpu::Launch& order) { return launch(gpu, printed, order); });
  }
  return errorReply({"the process that leases the GPU does not know this request; are gevo and gevo-worker the same version?"});
}

/// Until the program closes its socket or sends a malformed frame.
void serve(OwnedGpu& gpu, Output& printed, int program) {
  for (;;) {
    const Result<std::optional<Frame>> frame = readFrame(program);
    if (!frame || !*frame) return;
    const ReplyFrame reply = handle(gpu, printed, static_cast<LeaseRequest>((*frame)->kind), (*frame)->payload);
    if (!sendFrame(program, static_cast<std::uint32_t>(reply.kind), reply.payload)) return;
  }
}

Result<std::unique_ptr<OwnedGpu>> openGpu(int number) {
  Result<std::unique_ptr<OwnedGpu>> gpu = OwnedGpu::open(number);
  if (!gpu) return gpu;
  GEVO_TRY((*gpu)->prepareToShare());
  return gpu;
}

Greeting greetingOf(const Gpu& gpu) { return {gpu.name, gpu.uuid, gpu.architecture(), (*Driver::load())->version}; }

} // namespace

Result<void> serveLeases(int number, int channel) {
  // Otherwise the first launch of a kernel would include loading it in its time.
  ::setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  // There is one stream, and a context with fewer queues opens faster (0.23 s instead of 0.31 s on an H200).
  ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 1);
  const Result<std::unique_ptr<OwnedGpu>> gpu = openGpu(number);
  const ReplyFrame greeting = gpu ? ReplyFrame{ReplyKind::Result, wire::encode(greetingOf((*gpu)->gpu()))} : errorReply(gpu.error());
  GEVO_TRY(sendFrame(channel, static_cast<std::uint32_t>(greeting.kind), greeting.payload));
  GEVO_TRY(gpu);
  Result<Prints> output = Prints::redirect(STDOUT_FILENO);
  GEVO_TRY_ASSIGN(Prints errors, output ? Prints::redirect(STDERR_FILENO) : std::unexpected(output.error()));
  Output printed{std::move(*output), std::move(errors)};
  for (;;) {
    GEVO_TRY_ASSIGN(std::optional<Lease> lease, receiveLease(channel));
    if (!lease) return {};
    Result<void> done = (*gpu)->share(std::move(lease->lock), std::chrono::microseconds(lease->terms.launchLimit));
    if (done) serve(**gpu, printed, lease->program.get());
    if (done) done = (*gpu)->clear();
    if (!done) return done;
    GEVO_TRY(sendReturn(channel));
  }
}

} // namespace gevo::cuda

/// Any stream of bytes: what the pool takes from it, piece by piece and without waiting, is what a worker reads of it. The first byte
/// sets the size of the pieces.

#include "tests/fuzz/require.h"

#include "core/worker_pool/worker_process.h"

#include <algorithm>
#include <sys/socket.h>
#include <unistd.h>

using namespace gevo;

namespace {

constexpr std::size_t mostBytes = 16U << 10; // fits into a pipe and a socket, whose other end nobody reads meanwhile

struct Ends {
  int reader = -1;
  int writer = -1;
};

Ends openPipe() {
  int ends[2];
  fuzz::require(::pipe(ends) == 0, "there is a pipe");
  return {ends[0], ends[1]};
}

Ends openSocket() {
  int ends[2];
  fuzz::require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0, "there is a socket");
  return {ends[0], ends[1]};
}

std::vector<Frame> asAWorkerReads(ByteView bytes) {
  const Ends pipe = openPipe();
  const Descriptor reader(pipe.reader);
  fuzz::require(::write(pipe.writer, bytes.data(), bytes.size()) == ssize_t(bytes.size()), "a pipe takes it");
  ::close(pipe.writer);
  std::vector<Frame> frames;
  for (Result<std::optional<Frame>> frame = readFrame(reader.get()); frame && *frame; frame = readFrame(reader.get()))
    frames.push_back(std::move(**frame));
  return frames;
}

std::vector<Frame> asThePoolReads(ByteView bytes, std::size_t piece) {
  const Ends socket = openSocket();
  const Ends errors = openPipe();
  const Descriptor errorsWriter(errors.writer);
  WorkerProcess process({-1, socket.reader, errors.reader});
  std::vector<Frame> frames;
  for (; !bytes.empty() && !process.ended(); bytes = bytes.subspan(std::min(piece, bytes.size()))) {
    const std::size_t size = std::min(piece, bytes.size());
    fuzz::require(::write(socket.writer, bytes.data(), size) == ssize_t(size), "a socket takes it");
    process.read();
    while (std::optional<Frame> frame = process.receive()) frames.push_back(std::move(*frame));
  }
  ::close(socket.writer);
  process.read();
  while (std::optional<Frame> frame = process.receive()) frames.push_back(std::move(*frame));
  fuzz::require(process.ended(), "the end is noticed");
  return frames;
}

bool equal(const Frame& a, const Frame& b) { return a.kind == b.kind && a.payload == b.payload; }

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > mostBytes) return 0;
  const ByteView bytes(data + 1, size - 1);
  fuzz::require(std::ranges::equal(asAWorkerReads(bytes), asThePoolReads(bytes, data[0] + 1U), equal), "both sides see the same frames");
  return 0;
}

#include "core/run/worker_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace gevo {

namespace {

constexpr std::size_t readStep = 64U << 10;
/// Taken in one visit: a worker that never stops talking must not keep the others waiting.
constexpr std::size_t readAtMost = 8U << 20;
constexpr std::size_t errorsAtMost = 64U << 10;
constexpr std::size_t wordsKept = 2048;
constexpr std::size_t compactAbove = 1U << 20;

bool wouldWait(int number) { return number == EAGAIN || number == EWOULDBLOCK || number == EINTR; }

Ending describe(int status, bool damaged) {
  if (damaged) return {"sent a damaged reply"};
  if (!WIFSIGNALED(status)) return {fmt::format("ended with exit code {}", WEXITSTATUS(status))};
  const int signal = WTERMSIG(status);
  const char* name = ::sigdescr_np(signal);
  const std::string killed = fmt::format("killed by signal {} ({})", signal, name != nullptr ? name : "unknown");
  if (signal == SIGXCPU) return {"used more processor time than a job may take, and was " + killed, true};
  if (signal == SIGSYS) return {"tried what its confinement forbids, and was " + killed};
  return {killed, false, signal == SIGKILL};
}

} // namespace

WorkerProcess::WorkerProcess(const ChildProcess& child) : id_(child.id), channel_(child.channel), errors_(child.errors) {}

WorkerProcess::~WorkerProcess() {
  if (id_ > 0) reap();
}

void WorkerProcess::send(std::uint32_t kind, std::shared_ptr<const Bytes> payload) {
  const auto header = encodeFrameHeader({kind, payload->size()});
  output_.push_back({header, std::move(payload), 0});
  write();
}

void WorkerProcess::write() {
  while (!output_.empty() && !ended_) {
    Outgoing& frame = output_.front();
    const bool inHeader = frame.sent < frameHeaderBytes;
    const ByteView left =
        inHeader ? ByteView(frame.header).subspan(frame.sent) : ByteView(*frame.payload).subspan(frame.sent - frameHeaderBytes);
    if (!left.empty()) {
      const ssize_t count = ::send(channel_.get(), left.data(), left.size(), MSG_NOSIGNAL);
      // A connection that broke is noticed by read, which first takes what the worker said before.
      if (count < 0) return;
      frame.sent += static_cast<std::size_t>(count);
    }
    if (frame.sent == frameHeaderBytes + frame.payload->size()) output_.pop_front();
  }
}

void WorkerProcess::read() {
  for (std::size_t taken = 0; !ended_ && taken < readAtMost; taken += readStep) {
    const std::size_t had = input_.size();
    input_.resize(had + readStep);
    const ssize_t count = ::recv(channel_.get(), input_.data() + had, readStep, 0);
    input_.resize(had + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && wouldWait(errno)) return;
    if (count <= 0) ended_ = true;
    if (count < static_cast<ssize_t>(readStep)) return; // the next poll tells whether there is more
  }
}

void WorkerProcess::readErrors() {
  char text[1024];
  for (std::size_t taken = 0; errors_.isOpen() && taken < errorsAtMost; taken += sizeof text) {
    const ssize_t count = ::read(errors_.get(), text, sizeof text);
    if (count < 0 && wouldWait(errno)) return;
    if (count <= 0) {
      errors_.reset();
      return;
    }
    words_.append(text, static_cast<std::size_t>(count));
    if (words_.size() > wordsKept) words_.erase(0, words_.size() - wordsKept);
  }
}

std::optional<Frame> WorkerProcess::receive() {
  const ByteView left = ByteView(input_).subspan(consumed_);
  if (damaged_ || left.size() < frameHeaderBytes) return std::nullopt;
  const Result<FrameHeader> header = decodeFrameHeader(left);
  if (!header) {
    damaged_ = ended_ = true;
    return std::nullopt;
  }
  const ByteView rest = left.subspan(frameHeaderBytes);
  if (rest.size() < header->length) return std::nullopt;
  const ByteView payload = rest.first(header->length);
  Frame frame{header->kind, Bytes(payload.begin(), payload.end())};
  consumed_ += frameHeaderBytes + payload.size();
  if (consumed_ == input_.size() || consumed_ > compactAbove) {
    input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(consumed_));
    consumed_ = 0;
  }
  return frame;
}

std::string WorkerProcess::lastWords() const {
  const std::size_t end = words_.find_last_not_of(" \n\r\t") + 1; // 0 when there is nothing else
  return words_.substr(0, end);
}

void WorkerProcess::close() { ::shutdown(channel_.get(), SHUT_WR); }

void WorkerProcess::terminate() {
  if (id_ > 0) ::kill(id_, SIGTERM);
}

void WorkerProcess::kill() {
  if (id_ > 0) ::kill(-id_, SIGKILL);
}

void WorkerProcess::allowProcessorTime(std::chrono::milliseconds time) {
  clockid_t clock = 0;
  timespec used{};
  // A process that is gone needs no limit.
  if (id_ <= 0 || ::clock_getcpuclockid(id_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return;
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count() + used.tv_sec + 1;
  const rlimit limit{static_cast<rlim_t>(seconds), RLIM_INFINITY};
  ::prlimit(id_, RLIMIT_CPU, &limit, nullptr);
}

Ending WorkerProcess::reap() {
  if (id_ <= 0) return {"ended before"};
  // One that is already dying keeps its own status; one that only closed its connection must not be waited for.
  kill();
  readErrors();
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  ended_ = true;
  return describe(status, damaged_);
}

} // namespace gevo

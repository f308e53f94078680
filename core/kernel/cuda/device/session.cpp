#include "core/kernel/cuda/device/session.h"

#include <thread>

namespace gevo::cuda {

namespace {

/// Its own stream: the default one waits for all other work.
constexpr unsigned nonBlocking = 1;

} // namespace

Result<std::unique_ptr<Session>> Session::open(int number) {
  GEVO_TRY_ASSIGN(const Gpu gpu, findGpu(number));
  if (!gpu.fixedAddresses) return fail("GPU {} ({}) can't map memory where a test recorded it; use the simulated GPU", number, gpu.name);
  const Driver& driver = **Driver::load();
  std::unique_ptr<Session> session(new Session(driver, gpu));
  Result<void> made = driver.check(driver.primaryContextRetain(&session->context_, gpu.device), fmt::format("opening GPU {}", number));
  if (made) made = driver.check(driver.contextSetCurrent(session->context_), fmt::format("opening GPU {}", number));
  if (made) made = driver.check(driver.streamCreate(&session->stream_, nonBlocking), "making a stream");
  GEVO_TRY(made);
  return session;
}

Result<void> Session::check(Status status, std::string_view doing) {
  if (status != Status::Success && failure_ == Status::Success) failure_ = status;
  return driver_.check(status, doing);
}

Result<void> Session::wait(std::string_view doing, std::chrono::microseconds limit) {
  constexpr std::chrono::microseconds patience(500); // without giving up the processor
  const auto begun = std::chrono::steady_clock::now();
  for (;;) {
    const Status status = driver_.streamQuery(stream_);
    if (status == Status::Success) return wait(doing); // flushes what kernels printed
    if (status != Status::NotReady) return check(status, doing);
    const auto taken = std::chrono::steady_clock::now() - begun;
    if (taken > limit) return check(Status::LaunchTimeout, doing);
    if (taken > patience) std::this_thread::sleep_for(patience / 10);
  }
}

Result<GpuRoom> Session::room() {
  std::size_t free = 0;
  std::size_t total = 0;
  GEVO_TRY(check(driver_.memGetInfo(&free, &total), "asking for the free memory"));
  return GpuRoom{free, total};
}

Result<std::size_t> Session::freeBytes() {
  const Result<GpuRoom> room = this->room();
  return room ? Result<std::size_t>(room->freeBytes) : std::unexpected(room.error());
}

Result<Buffer> Buffer::make(Session& session, std::size_t bytes) {
  Address address = 0;
  const Result<void> made =
      session.check(session.driver().memAlloc(&address, bytes), fmt::format("allocating {} bytes on GPU {}", bytes, session.gpu().number));
  GEVO_TRY(made);
  return Buffer(session, address);
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(session_, other.session_);
  std::swap(address_, other.address_);
  return *this;
}

Buffer::~Buffer() {
  if (address_ != 0) (void)session_->driver().memFree(address_);
}

} // namespace gevo::cuda

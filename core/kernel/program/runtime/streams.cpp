// Streams and events. Work happens in the order of the calls, whatever its stream, so waiting is never needed.

#include "core/kernel/program/runtime/device.h"

#include <memory>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;

namespace {

/// What an event handle points to: simulated time of the device when it was recorded.
struct RecordedTime {
  double microseconds = 0;
  bool recorded = false;
};

RecordedTime* timeOf(cuda::Event event) { return static_cast<RecordedTime*>(event); }

Status createStream(Stream* stream) {
  static std::uintptr_t next = 0x100; // small numbers are the toolkit's names of default streams
  return cuda::guarded([&](Device&) {
    if (stream == nullptr) return status::invalidValue;
    *stream = reinterpret_cast<Stream>(++next);
    return status::success;
  });
}

Status createEvent(cuda::Event* event) {
  return cuda::guarded([&](Device&) {
    if (event == nullptr) return status::invalidValue;
    *event = std::make_unique<RecordedTime>().release();
    return status::success;
  });
}

Status recordEvent(cuda::Event event) {
  return cuda::onDevice([&](Device& device) {
    if (event == nullptr) return status::invalidResourceHandle;
    *timeOf(event) = {device.microseconds(), true};
    return status::success;
  });
}

Status waitForDevice() {
  return cuda::onDevice([](Device& device) { return device.synchronise(); });
}

} // namespace

GEVO_CUDA Status cudaStreamCreate(Stream* stream) { return createStream(stream); }
GEVO_CUDA Status cudaStreamCreateWithFlags(Stream* stream, unsigned) { return createStream(stream); }
GEVO_CUDA Status cudaStreamCreateWithPriority(Stream* stream, unsigned, int) { return createStream(stream); }
GEVO_CUDA Status cudaStreamDestroy(Stream) { return status::success; }
GEVO_CUDA Status cudaStreamSynchronize(Stream) { return waitForDevice(); }
GEVO_CUDA Status cudaStreamQuery(Stream) { return waitForDevice(); }
GEVO_CUDA Status cudaStreamWaitEvent(Stream, cuda::Event, unsigned) { return status::success; }

using HostFunction = void (*)(void*);
using StreamCallback = void (*)(Stream, Status, void*);

// Host functions run outside of the lock: they may take as long as they like.
GEVO_CUDA Status cudaLaunchHostFunc(Stream, HostFunction function, void* data) {
  const Status state = waitForDevice();
  if (state == status::success) function(data);
  return state;
}
GEVO_CUDA Status cudaStreamAddCallback(Stream stream, StreamCallback callback, void* data, unsigned) {
  callback(stream, waitForDevice(), data);
  return status::success;
}

GEVO_CUDA Status cudaEventCreate(cuda::Event* event) { return createEvent(event); }
GEVO_CUDA Status cudaEventCreateWithFlags(cuda::Event* event, unsigned) { return createEvent(event); }
GEVO_CUDA Status cudaEventDestroy(cuda::Event event) {
  const std::unique_ptr<RecordedTime> owned(timeOf(event));
  return status::success;
}
GEVO_CUDA Status cudaEventRecord(cuda::Event event, Stream) { return recordEvent(event); }
GEVO_CUDA Status cudaEventRecordWithFlags(cuda::Event event, Stream, unsigned) { return recordEvent(event); }
GEVO_CUDA Status cudaEventSynchronize(cuda::Event) { return waitForDevice(); }
GEVO_CUDA Status cudaEventQuery(cuda::Event) { return waitForDevice(); }

/// Milliseconds of simulated kernel time: host time between the calls does not count.
GEVO_CUDA Status cudaEventElapsedTime(float* milliseconds, cuda::Event start, cuda::Event end) {
  return cuda::guarded([&](Device&) {
    if (milliseconds == nullptr) return status::invalidValue;
    if (start == nullptr || end == nullptr || !timeOf(start)->recorded || !timeOf(end)->recorded) return status::invalidResourceHandle;
    *milliseconds = static_cast<float>((timeOf(end)->microseconds - timeOf(start)->microseconds) / 1000.0);
    return status::success;
  });
}

// Streams and events. Work is executed in the order of the calls, whatever its stream, so waiting is never needed.

#include "core/kernel/runtime/stream_capture.h"

#include <cstring>
#include <map>
#include <memory>
#include <utility>

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

struct StreamSettings {
  unsigned flags = 0;
  int priority = 0;
};
std::map<Stream, StreamSettings> streams;

Status createStream(Stream* stream, StreamSettings settings) {
  static std::uintptr_t next = 0x100; // small numbers are the toolkit's names of default streams
  return cuda::guarded([&](Device&) {
    if (stream == nullptr) return status::invalidValue;
    *stream = reinterpret_cast<Stream>(++next);
    streams[*stream] = settings;
    return status::success;
  });
}

/// Default streams always exist: 0, and the toolkit's handles 1 and 2.
template <class Use> Status withStream(Stream stream, Use&& use) {
  return cuda::guarded([&](Device&) {
    const auto found = streams.find(stream);
    if (found == streams.end() && reinterpret_cast<std::uintptr_t>(stream) > 2) return status::invalidResourceHandle;
    return use(found != streams.end() ? found->second : StreamSettings{});
  });
}

template <class Value, class Source> Status setResult(Value* result, const Source& value) {
  if (result == nullptr) return status::invalidValue;
  *result = value;
  return status::success;
}

Status createEvent(cuda::Event* event) {
  return cuda::guarded([&](Device&) {
    if (event == nullptr) return status::invalidValue;
    *event = std::make_unique<RecordedTime>().release();
    return status::success;
  });
}

Status recordEvent(cuda::Event event, Stream stream) {
  return cuda::onDevice([&](Device& device) {
    if (event == nullptr) return status::invalidResourceHandle;
    if (cuda::captureEvent(event, stream)) return status::success; // it orders, and has no time
    *timeOf(event) = {device.microseconds(), true};
    return status::success;
  });
}

Status waitForDevice() {
  return cuda::onDevice([](Device& device) { return device.synchronise(); });
}
Status waitForStream(Stream stream) {
  const Status allowed = cuda::guarded([&](Device&) { return cuda::notInCapture(stream); });
  return allowed != status::success ? allowed : waitForDevice();
}

} // namespace

GEVO_CUDA Status cudaStreamCreate(Stream* stream) { return createStream(stream, {}); }
GEVO_CUDA Status cudaStreamCreateWithFlags(Stream* stream, unsigned flags) { return createStream(stream, {flags, 0}); }
/// There is one priority; others are clamped to it, as CUDA does.
GEVO_CUDA Status cudaStreamCreateWithPriority(Stream* stream, unsigned flags, int) { return createStream(stream, {flags, 0}); }
GEVO_CUDA Status cudaStreamDestroy(Stream stream) {
  return cuda::guarded([&](Device&) {
    cuda::forgetStream(stream);
    return streams.erase(stream) > 0 ? status::success : status::invalidResourceHandle;
  });
}
GEVO_CUDA Status cudaStreamSynchronize(Stream stream) { return waitForStream(stream); }
GEVO_CUDA Status cudaStreamQuery(Stream stream) { return waitForStream(stream); }
GEVO_CUDA Status cudaStreamWaitEvent(Stream stream, cuda::Event event, unsigned) {
  return cuda::guarded([&](Device&) {
    if (event == nullptr) return status::invalidResourceHandle;
    const bool isAllowed = cuda::joinCapture(stream, event) || !timeOf(event)->recorded; // there is nothing to wait for
    return isAllowed ? status::success : status::streamCaptureIsolation;
  });
}

GEVO_CUDA Status cudaStreamGetFlags(Stream stream, unsigned* flags) {
  return withStream(stream, [&](const StreamSettings& settings) { return setResult(flags, settings.flags); });
}
GEVO_CUDA Status cudaStreamGetPriority(Stream stream, int* priority) {
  return withStream(stream, [&](const StreamSettings& settings) { return setResult(priority, settings.priority); });
}
GEVO_CUDA Status cudaStreamGetId(Stream stream, unsigned long long* id) {
  return withStream(stream, [&](const StreamSettings&) { return setResult(id, reinterpret_cast<std::uintptr_t>(stream)); });
}
GEVO_CUDA Status cudaStreamGetDevice(Stream stream, int* device) {
  return withStream(stream, [&](const StreamSettings&) { return setResult(device, 0); });
}

GEVO_CUDA Status cudaThreadExchangeStreamCaptureMode(int* mode) {
  thread_local int current = 0;
  if (mode == nullptr) return cuda::noteError(status::invalidValue);
  std::swap(*mode, current);
  return status::success;
}

// Attributes are hints about caches and priorities: accepted, and returned as unset.
constexpr std::size_t attributeBytes = 64; // cudaLaunchAttributeValue
GEVO_CUDA Status cudaStreamSetAttribute(Stream stream, int, const void* value) {
  return withStream(stream, [&](const StreamSettings&) { return value != nullptr ? status::success : status::invalidValue; });
}
GEVO_CUDA Status cudaStreamGetAttribute(Stream stream, int, void* value) {
  return withStream(stream, [&](const StreamSettings&) {
    if (value == nullptr) return status::invalidValue;
    std::memset(value, 0, attributeBytes);
    return status::success;
  });
}
GEVO_CUDA Status cudaStreamCopyAttributes(Stream, Stream) { return status::success; }

using HostFunction = void (*)(void*);
using StreamCallback = void (*)(Stream, Status, void*);

// Host functions run without the lock, since they may take long.
GEVO_CUDA Status cudaLaunchHostFunc(Stream stream, HostFunction function, void* data) {
  return cuda::inStream(stream, cuda::NodeType::HostFunction, [=] {
    const Status state = waitForDevice();
    if (state == status::success) function(data);
    return state;
  });
}
GEVO_CUDA Status cudaStreamAddCallback(Stream stream, StreamCallback callback, void* data, unsigned) {
  const Status state = waitForStream(stream);
  if (state == status::streamCaptureUnsupported) return state;
  callback(stream, state, data);
  return status::success;
}

GEVO_CUDA Status cudaEventCreate(cuda::Event* event) { return createEvent(event); }
GEVO_CUDA Status cudaEventCreateWithFlags(cuda::Event* event, unsigned) { return createEvent(event); }
GEVO_CUDA Status cudaEventDestroy(cuda::Event event) {
  return cuda::guarded([&](Device&) {
    const std::unique_ptr<RecordedTime> owned(timeOf(event));
    cuda::forgetEvent(event);
    return status::success;
  });
}
GEVO_CUDA Status cudaEventRecord(cuda::Event event, Stream stream) { return recordEvent(event, stream); }
GEVO_CUDA Status cudaEventRecordWithFlags(cuda::Event event, Stream stream, unsigned) { return recordEvent(event, stream); }
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

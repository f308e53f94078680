#include "core/kernel/runtime/stream_capture.h"

#include <list>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Event;
using cuda::Graph;
using cuda::Launch;
using cuda::NodeType;
using cuda::Status;
using cuda::Stream;
using cuda::Work;
namespace status = cuda::status;

namespace {

struct Capture {
  Stream origin = nullptr;
  unsigned long long id = 0;
  std::set<Stream> streams; ///< that of its origin, and those that have waited for its events
  std::set<Event> events;
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  bool isBroken = false;
};

/// Under the device's lock.
std::list<Capture> captures;

Capture* captureOf(Stream stream) {
  for (Capture& capture : captures)
    if (capture.streams.contains(stream)) return &capture;
  return nullptr;
}

/// The default stream that all threads have in common, by its two handles.
bool isLegacy(Stream stream) { return reinterpret_cast<std::uintptr_t>(stream) < 2; }

/// cudaStreamCaptureStatus.
int stateOf(const Capture* capture) { return capture == nullptr ? 0 : capture->isBroken ? 2 : 1; }

Status tellState(Stream stream, int* state, unsigned long long* id) {
  return cuda::guarded([&](Device&) {
    if (state == nullptr) return status::invalidValue;
    const Capture* const capture = captureOf(stream);
    *state = stateOf(capture);
    if (capture != nullptr && id != nullptr) *id = capture->id;
    return status::success;
  });
}

/// Later versions tell the graph and the nodes to depend on as well.
Status tellGraph(const char* name, Stream stream, int* state, unsigned long long* id, void* graph) {
  const bool lacksGraph = graph != nullptr && cuda::isCaptured(stream);
  if (lacksGraph) return cuda::guarded([&](Device& device) { return device.reportUnsupported(name); });
  return tellState(stream, state, id);
}

} // namespace

Status cuda::inStream(Stream stream, NodeType type, Work work) {
  bool isKept = false;
  const Status kept = guarded([&](Device&) {
    Capture* const capture = captureOf(stream);
    isKept = capture != nullptr;
    if (isKept && capture->isBroken) return status::streamCaptureInvalidated;
    if (isKept) capture->graph->add(type, work);
    return status::success;
  });
  return isKept ? kept : work();
}

Status cuda::launchInStream(Stream stream, const void* function, void** arguments, Launch launch) {
  std::shared_ptr<KernelArguments> kept;
  const Status launched = onDevice([&](Device& device) {
    if (captureOf(stream) == nullptr) return launch(device, arguments);
    const std::string* const kernel = device.functionName(function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    kept = std::make_shared<KernelArguments>(device, *kernel, arguments);
    return status::success;
  });
  if (!kept) return launched;
  return inStream(stream, NodeType::Launch, [kept, launch = std::move(launch)] {
    return onDevice([&](Device& device) { return launch(device, kept->pointers().data()); });
  });
}

Status cuda::notInCapture(Stream stream) {
  Capture* const capture = captureOf(stream);
  if (capture == nullptr) return status::success;
  capture->isBroken = true;
  return status::streamCaptureUnsupported;
}

bool cuda::isCaptured(Stream stream) {
  const std::lock_guard lock(Device::instance().mutex());
  return captureOf(stream) != nullptr;
}

bool cuda::captureEvent(Event event, Stream stream) {
  forgetEvent(event);
  Capture* const capture = captureOf(stream);
  if (capture != nullptr) capture->events.insert(event);
  return capture != nullptr;
}

bool cuda::joinCapture(Stream stream, Event event) {
  const Capture* const own = captureOf(stream);
  const auto of = std::ranges::find_if(captures, [&](const Capture& capture) { return capture.events.contains(event); });
  if (of == captures.end()) return own == nullptr;
  return own == nullptr ? of->streams.insert(stream).second : own == &*of;
}

void cuda::forgetStream(Stream stream) {
  if (Capture* const capture = captureOf(stream)) capture->streams.erase(stream);
}

void cuda::forgetEvent(Event event) {
  for (Capture& capture : captures) capture.events.erase(event);
}

GEVO_CUDA Status cudaStreamBeginCapture(Stream stream, int) {
  static unsigned long long last = 0;
  return cuda::guarded([&](Device&) {
    if (isLegacy(stream)) return status::streamCaptureUnsupported;
    if (captureOf(stream) != nullptr) return status::illegalState;
    Capture& capture = captures.emplace_back();
    capture.origin = stream;
    capture.id = ++last;
    capture.streams.insert(stream);
    return status::success;
  });
}

GEVO_CUDA Status cudaStreamEndCapture(Stream stream, void** graph) {
  return cuda::guarded([&](Device&) {
    if (graph == nullptr) return status::invalidValue;
    *graph = nullptr;
    Capture* const capture = captureOf(stream);
    if (capture == nullptr) return status::illegalState;
    if (capture->origin != stream) {
      capture->isBroken = true;
      return status::streamCaptureUnmatched;
    }
    const bool isBroken = capture->isBroken;
    if (!isBroken) *graph = cuda::graphHandle(capture->graph);
    captures.remove_if([&](const Capture& one) { return &one == capture; });
    return isBroken ? status::streamCaptureInvalidated : status::success;
  });
}

GEVO_CUDA Status cudaStreamIsCapturing(Stream stream, int* state) { return tellState(stream, state, nullptr); }
GEVO_CUDA Status cudaStreamGetCaptureInfo_v2(Stream stream, int* state, unsigned long long* id, void* graph) {
  return tellGraph("cudaStreamGetCaptureInfo", stream, state, id, graph);
}
GEVO_CUDA Status cudaStreamGetCaptureInfo_v3(Stream stream, int* state, unsigned long long* id, void* graph) {
  return tellGraph("cudaStreamGetCaptureInfo", stream, state, id, graph);
}
/// Of CUDA before 12 it has no arguments after the id, and what lies there is not to be read.
GEVO_CUDA Status cudaStreamGetCaptureInfo(Stream stream, int* state, unsigned long long* id) { return tellState(stream, state, id); }

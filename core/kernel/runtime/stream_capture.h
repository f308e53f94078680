#pragma once

/// Streams whose work is kept in a graph instead of being done.

#include "core/kernel/runtime/graph.h"

namespace gevo::cuda {

/// Does work of a stream at once, or keeps it where the stream is captured.
Status inStream(Stream stream, NodeType type, Work work);

/// A launch, with the device's lock.
using Launch = std::function<Status(Device& device, void** arguments)>;
/// inStream() of a launch. Keeps copies of the arguments.
Status launchInStream(Stream stream, const void* function, void** arguments, Launch launch);

/// For the calls that capturing does not allow, with the device's lock: streamCaptureUnsupported, and the capture fails when it ends.
Status notInCapture(Stream stream);
bool isCaptured(Stream stream);

// With the device's lock. An event of a captured stream passes the capture on to the streams that wait for it.

/// Whether the stream is captured.
bool captureEvent(Event event, Stream stream);
/// False: one of the two is captured otherwise than the other.
bool joinCapture(Stream stream, Event event);
/// A destroyed stream or event is no part of any capture.
void forgetStream(Stream stream);
void forgetEvent(Event event);

} // namespace gevo::cuda

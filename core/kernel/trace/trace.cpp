#include "core/kernel/trace/trace.h"

#include <algorithm>
#include <cstring>

namespace gevo::program {

void shorten(Event& event, std::size_t words) {
  if (!copiesToDevice(event) && !copiesToHost(event)) return;
  event.size = copiedBytes(event);
  if (event.data.size() <= words * wordBytes) return;
  Bytes sample(words * wordBytes);
  const std::size_t all = event.data.size() / wordBytes;
  for (std::size_t i = 0; i < words; ++i) std::memcpy(&sample[i * wordBytes], &event.data[i * all / words * wordBytes], wordBytes);
  event.data = std::move(sample);
}

Trace outlineOf(Trace trace) {
  for (Event& event : trace.events) shorten(event, 0);
  return trace;
}

bool toleratesUndefined(const Trace& trace) { return !trace.events.empty() && trace.events.front().kind == EventKind::TolerateUndefined; }

bool isSampled(const Trace& trace) {
  return std::ranges::any_of(trace.events, [](const Event& event) { return event.kind == EventKind::Sample; });
}

bool isOutline(const Trace& trace) {
  return std::ranges::any_of(
      trace.events, [](const Event& event) { return (copiesToDevice(event) || copiesToHost(event)) && event.data.size() < event.size; });
}

} // namespace gevo::program

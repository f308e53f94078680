#include "core/kernel/program/tape.h"

#include <algorithm>

namespace gevo::program {

void shorten(Event& event, std::size_t bytes) {
  if (!copiesToDevice(event) && !copiesToHost(event)) return;
  event.size = copiedBytes(event);
  if (event.data.size() <= bytes) return;
  event.data.resize(bytes);
  event.data.shrink_to_fit();
}

Tape outlineOf(Tape tape) {
  for (Event& event : tape.events) shorten(event, 0);
  return tape;
}

bool isOutline(const Tape& tape) {
  return std::ranges::any_of(tape.events, [](const Event& event) {
    return (copiesToDevice(event) || copiesToHost(event)) && event.data.empty() && event.size > 0;
  });
}

} // namespace gevo::program

#include "core/kernel/program/tape.h"

#include <algorithm>

namespace gevo::program {

Tape outlineOf(Tape tape) {
  for (Event& event : tape.events) {
    if (!copiesToDevice(event) && !copiesToHost(event)) continue;
    event.size = event.data.size();
    event.data = {};
  }
  return tape;
}

bool isOutline(const Tape& tape) {
  return std::ranges::any_of(tape.events, [](const Event& event) {
    return (copiesToDevice(event) || copiesToHost(event)) && event.data.empty() && event.size > 0;
  });
}

} // namespace gevo::program

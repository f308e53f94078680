#include "core/kernel/simulator/execute/executor.h"

namespace gevo::sim {

bool Executor::fault(FaultKind kind, std::uint32_t place, const Warp* warp, Mask lanes, std::string detail) {
  Fault fault;
  fault.kind = kind;
  fault.kernel = kernel_.name;
  fault.place = program_.places[place];
  fault.block = block_;
  if (warp && lanes) {
    const std::uint32_t thread = warp->number * laneCount + firstLane(lanes);
    fault.thread = {thread % launch_.block[0], thread / launch_.block[0] % launch_.block[1], thread / launch_.block[0] / launch_.block[1]};
  }
  fault.detail = std::move(detail);
  report_.fault = std::move(fault);
  return false;
}

} // namespace gevo::sim

#include "core/kernel/simulator/execute/launch_reporter.h"

#include <algorithm>

namespace gevo::sim {

namespace {
constexpr std::size_t mostPrinted = 1 << 20; ///< as CUDA's buffer has by default
} // namespace

bool LaunchReporter::fault(FaultKind kind, std::uint32_t location, const Warp& warp, Mask lanes, std::string message) {
  Fault fault;
  fault.kind = kind;
  fault.kernel = context_.kernel.name;
  fault.location = context_.program.locations[location];
  fault.block = block_.index;
  if (lanes != 0) {
    const Dim3& size = context_.launch.block;
    const std::uint32_t thread = warp.number * laneCount + firstLane(lanes);
    fault.thread = {thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]};
  }
  fault.cause = std::move(message);
  report_.fault = std::move(fault);
  return false;
}

bool LaunchReporter::undefinedRead(UndefinedSource source, std::uint32_t location, const Warp& warp, Mask lanes, const std::string& message,
                                   const OutsideBytes& outside) {
  if (!context_.limits.undefinedByte) {
    fault(source >= UndefinedSource::Outside ? FaultKind::OutOfBounds : FaultKind::Uninitialised, location, warp, lanes, message);
    report_.fault->isUndefinedRead = true;
    return false;
  }
  auto& known = report_.undefinedReads;
  const auto [found, isNew] = undefinedReads_.try_emplace({location, source}, known.size());
  if (isNew) known.push_back({context_.kernel.name, context_.program.locations[location], source, 0, {}});
  UndefinedRead& read = known[found->second];
  read.loads += static_cast<unsigned>(__builtin_popcount(lanes));
  read.outside.add(outside);
  return true;
}

void LaunchReporter::reject(std::string reason) {
  Fault fault;
  fault.kind = FaultKind::BadLaunch;
  fault.kernel = context_.kernel.name;
  fault.location = context_.program.locations[0];
  fault.cause = std::move(reason);
  report_.fault = std::move(fault);
}

void LaunchReporter::reportUndefined(UndefinedUse use, std::uint32_t location) {
  UndefinedValue found{context_.kernel.name, context_.program.locations[location], use};
  auto& known = report_.undefined;
  if (std::ranges::none_of(known, [&](const UndefinedValue& other) { return other.key() == found.key(); }))
    known.push_back(std::move(found));
}

void LaunchReporter::print(const std::string& text) {
  if (report_.printed.size() + text.size() <= mostPrinted) report_.printed += text;
}

} // namespace gevo::sim

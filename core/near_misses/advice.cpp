#include "core/near_misses/advice.h"

#include "core/format/error_figure.h"
#include "core/format/heat_text.h"
#include "core/format/number.h"

#include <algorithm>
#include <set>

namespace gevo {

namespace {

/// "96 bytes (24 elements of 4 bytes)"
std::string distance(std::uint64_t bytes, std::uint32_t access) {
  std::string text = formatCounted(bytes, "byte");
  if (access > 1 && bytes % access == 0) text += fmt::format(" ({} of {} bytes)", formatCounted(bytes / access, "element"), access);
  return text;
}

std::string memoryText(const ToleratedFault& fault) {
  return fault.isShared ? fmt::format("the block's {} bytes of shared memory", formatCount(fault.allocation))
                        : fmt::format("an allocation of {} bytes", formatCount(fault.allocation));
}

std::string outsideText(const ToleratedFault& fault) {
  std::vector<std::string> sides;
  if (fault.before > 0) sides.push_back(fmt::format("up to {} before", distance(fault.before, fault.access)));
  if (fault.past > 0) sides.push_back(fmt::format("up to {} past the end of", distance(fault.past, fault.access)));
  const std::string where = sides.size() == 2 ? sides[0] + " and " + sides[1] : sides.empty() ? "outside of" : sides[0];
  return fmt::format("{} {} {}", fault.isStore ? "writes" : "reads", where, memoryText(fault));
}

std::string whatHappens(const ToleratedFault& fault) {
  const std::string place = fault.at.file.empty() ? "" : " at " + heatPlace(fault.at);
  switch (fault.reason) {
  case Reason::OutOfBounds:
    return fmt::format("It {}{}, {} in the tests.", outsideText(fault), place, formatCounted(fault.times, "time"));
  case Reason::Uninitialised:
    return fmt::format("It reads {} that nobody has written{}, {} in the tests.", fault.isShared ? "shared memory" : "memory", place,
                       formatCounted(fault.times, "time"));
  case Reason::Race:
    return fmt::format("It has a {}.", fault.message);
  default:
    return fmt::format("It uses an undefined value{}: {}.", place, fault.message);
  }
}

bool has(const NearMiss& miss, Reason reason) {
  return std::ranges::find(miss.run.faults, reason, &ToleratedFault::reason) != miss.run.faults.end();
}

std::size_t kindsOf(const NearMiss& miss) {
  std::set<Reason> kinds;
  for (const ToleratedFault& fault : miss.run.faults) kinds.insert(fault.reason);
  return kinds.size();
}

bool isWrong(const NearMiss& miss) { return miss.run.results != Reason::None; }

/// With all that was gone on past.
std::string resultsText(const NearMiss& miss, const EvaluationSettings& settings) {
  if (isWrong(miss)) {
    const std::string error = fmt::format("an error of {} ({})", formatError(miss.run.error, settings.metric), metricName(settings.metric));
    return miss.run.faults.empty() ? fmt::format("Results of the tests have {}.", error)
                                   : fmt::format("Even so, results of the tests have {}.", error);
  }
  const std::string right =
      miss.run.error > 0 ? fmt::format("within the tolerance (error {})", formatError(miss.run.error, settings.metric)) : "the original's";
  const bool reads = std::ranges::any_of(miss.run.faults, [](const ToleratedFault& one) {
    return (one.reason == Reason::OutOfBounds && !one.isStore) || one.reason == Reason::Uninitialised;
  });
  const char* const order =
      has(miss, Reason::Race) ? " That is in the order in which the simulated GPU runs threads; in another they may not be." : "";
  if (reads && miss.run.needsZeros)
    return fmt::format("Where it reads zeros there, results of the tests are {}; with other values they are not.{}", right, order);
  if (reads) return fmt::format("Results of the tests are {}, with zeros and with two other values there.{}", right, order);
  if (miss.run.faults.empty())
    return "The optimised code does nothing wrong in the tests. It was rejected for what the code does before it is optimised, or with its "
           "threads in another order, and another compiler or run may show that.";
  return fmt::format("Results of the tests are {}.{}", right, order);
}

std::string padding(const NearMiss& miss) {
  const ToleratedFault* fault = nullptr;
  for (const ToleratedFault& one : miss.run.faults)
    if (one.reason == Reason::OutOfBounds) fault = &one;
  std::vector<std::string> sides;
  if (fault->past > 0) sides.push_back(fmt::format("{} behind", formatCounted(fault->past, "byte")));
  if (fault->before > 0) sides.push_back(fmt::format("{} in front", formatCounted(fault->before, "byte")));
  std::string by = sides.empty() ? "" : fmt::format(" by {}", sides.size() == 2 ? sides[0] + " and " + sides[1] : sides[0]);
  const char* const zeros = miss.run.needsZeros ? ", filled with zeros" : "";
  const char* const what = fault->isShared ? "the shared array" : "the array";
  return fmt::format("Pad {}{}{}? Other sizes may need more. Sizes that are multiples of the block may do as well.", what, by, zeros);
}

std::string whatToDo(const NearMiss& miss, const EvaluationSettings& settings) {
  if (isWrong(miss) && !miss.run.faults.empty()) return "What it does wrong is not all: mending that alone would not do.";
  if (isWrong(miss)) {
    const bool isTradeOff = settings.mode == Mode::TradeOff && settings.tolerance > 0;
    return isTradeOff
               ? fmt::format("Can you accept that error? The run's tolerance was {}.", formatError(settings.tolerance, settings.metric))
               : std::string("Can you accept that error? A run in trade-off mode (--mode trade-off --tolerance) may.");
  }
  if (kindsOf(miss) > 1) return "All of this would have to be mended.";
  if (has(miss, Reason::OutOfBounds)) return padding(miss);
  if (has(miss, Reason::Uninitialised))
    return miss.run.needsZeros ? "Fill the memory with zeros first?" : "Write the memory first, if only once, or leave out the load?";
  const auto race = std::ranges::find(miss.run.faults, Reason::Race, &ToleratedFault::reason);
  if (race != miss.run.faults.end()) {
    if (race->sameWarp)
      return "The threads of the first such race are of one warp: if those of all are, __syncwarp() between the accesses would do.";
    if (race->isShared) return "Would two buffers in turn, or a barrier elsewhere, keep the two accesses apart?";
    return "Would two arrays in turn, or another launch, keep the two accesses apart?";
  }
  if (has(miss, Reason::Undefined)) return "Can you rule the case out, or check for it where that costs less?";
  return {};
}

} // namespace

std::string adviceText(const NearMiss& miss, const EvaluationSettings& settings) {
  std::string text;
  for (const ToleratedFault& fault : miss.run.faults) {
    if (&fault != &miss.run.faults.front() && fault.reason == miss.run.faults.front().reason) continue; // one of each kind says enough
    text += whatHappens(fault) + ' ';
  }
  text += resultsText(miss, settings);
  if (const std::string todo = whatToDo(miss, settings); !todo.empty()) text += ' ' + todo;
  return text;
}

} // namespace gevo

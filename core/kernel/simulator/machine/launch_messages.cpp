#include "core/kernel/simulator/machine/launch.h"

#include "core/kernel/demangle/demangle.h"

namespace gevo::sim {

namespace {

const char* faultName(FaultKind kind) {
  switch (kind) {
  case FaultKind::OutOfBounds:
    return "out of bounds";
  case FaultKind::Misaligned:
    return "misaligned access";
  case FaultKind::Uninitialised:
    return "uninitialised read";
  case FaultKind::BarrierDivergence:
    return "barrier divergence";
  case FaultKind::Budget:
    return "over budget";
  case FaultKind::NoProgress:
    return "no progress";
  case FaultKind::Trap:
    return "trap";
  case FaultKind::StackOverflow:
    return "stack overflow";
  case FaultKind::BadLaunch:
    return "bad launch";
  case FaultKind::Unsupported:
    return "unsupported";
  }
  return "fault";
}

const char* useText(UndefinedUse use) {
  switch (use) {
  case UndefinedUse::Store:
    return "an undefined value is stored";
  case UndefinedUse::Address:
    return "an undefined value is used as an address";
  case UndefinedUse::Branch:
    return "an undefined value decides a branch";
  case UndefinedUse::Barrier:
    return "an undefined value reaches a barrier";
  case UndefinedUse::CrossLane:
    return "an undefined value reaches a warp-wide operation";
  case UndefinedUse::Division:
    return "a division by zero, by an undefined value or with a result that is too large";
  case UndefinedUse::Call:
    return "an undefined value goes to or comes from a function that is called through a pointer";
  case UndefinedUse::Assumption:
    return "what the compiler was told to assume does not hold";
  }
  return "an undefined value is used";
}

std::string locationText(const SourceLocation& location) {
  return location.line ? fmt::format("{}:{}", location.file, location.line) : "unknown line";
}

std::string accessText(const Race::Access& access) {
  const char* const kind = access.kind == RaceAccess::Load    ? "a load"
                           : access.kind == RaceAccess::Store ? "a store"
                                                              : "an atomic operation";
  return fmt::format("{} at {}", kind, locationText(access.location));
}

const char* missingText(MissingOrder missing) {
  switch (missing) {
  case MissingOrder::Acquire:
    return ", which lack a fence after the flag or counter is read";
  case MissingOrder::Release:
    return ", which lack a fence before the flag or counter is written";
  case MissingOrder::All:
    break;
  }
  return "";
}

std::string indexText(const Dim3& index) { return fmt::format("({}, {}, {})", index[0], index[1], index[2]); }

} // namespace

std::string Fault::message() const {
  if (kind == FaultKind::Unsupported) return cause;
  if (kind == FaultKind::BadLaunch) return fmt::format("a launch of kernel {} with {}", briefName(kernel), cause);
  return fmt::format("{} in kernel {} at {}, block {}, thread {}: {}", faultName(kind), briefName(kernel), locationText(location),
                     indexText(block), indexText(thread), cause);
}

std::string Race::message() const {
  return fmt::format("race in kernel {} on {} memory between {} and {}{}{}", briefName(kernel), shared ? "shared" : "global",
                     accessText(first), accessText(second), sameWarp ? ", within one warp" : "", missingText(missing));
}

std::string UndefinedValue::message() const {
  return fmt::format("{} in kernel {} at {}", useText(use), briefName(kernel), locationText(location));
}

std::string UndefinedRead::place() const { return locationText(location); }

std::string UndefinedRead::message() const {
  if (source == UndefinedSource::StoreOutside)
    return fmt::format("a store outside of memory in kernel {} at {}", briefName(kernel), locationText(location));
  const char* const what = source == UndefinedSource::UnwrittenShared   ? "shared memory that nobody has written"
                           : source == UndefinedSource::UnwrittenGlobal ? "memory that nobody has written"
                                                                        : "bytes just outside of an allocation";
  return fmt::format("a load of {} in kernel {} at {}", what, briefName(kernel), locationText(location));
}

} // namespace gevo::sim

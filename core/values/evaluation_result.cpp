#include "core/values/evaluation_result.h"

namespace gevo {

const char* stageName(Stage stage) {
  switch (stage) {
  case Stage::Propose:
    return "propose";
  case Stage::Apply:
    return "apply";
  case Stage::Screen:
    return "screen";
  case Stage::Optimise:
    return "optimise";
  case Stage::Tests:
    return "tests";
  case Stage::HeldOut:
    return "held-out";
  case Stage::Done:
    return "done";
  }
  return "unknown";
}

const char* reasonName(Reason reason) {
  switch (reason) {
  case Reason::None:
    return "valid";
  case Reason::NoEdit:
    return "no edit found";
  case Reason::NoOp:
    return "no effect";
  case Reason::Verify:
    return "invalid IR";
  case Reason::OutOfBounds:
    return "out of bounds";
  case Reason::Misaligned:
    return "misaligned";
  case Reason::Uninitialised:
    return "uninitialised read";
  case Reason::Race:
    return "race";
  case Reason::BarrierDivergence:
    return "barrier divergence";
  case Reason::Budget:
    return "instruction budget";
  case Reason::NoProgress:
    return "no progress";
  case Reason::Trap:
    return "trap";
  case Reason::Unsupported:
    return "unsupported";
  case Reason::NotFinite:
    return "not finite";
  case Reason::Decision:
    return "host decision";
  case Reason::WrongOutput:
    return "wrong output";
  case Reason::Crash:
    return "crash";
  case Reason::Timeout:
    return "timeout";
  case Reason::Undefined:
    return "undefined value";
  case Reason::Configuration:
    return "configuration";
  case Reason::Slower:
    return "slower elsewhere";
  case Reason::ExitCode:
    return "exit code";
  }
  return "unknown";
}

} // namespace gevo

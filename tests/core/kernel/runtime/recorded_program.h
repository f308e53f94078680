#pragma once

/// A program of fixtures/, built on libgevocudart and recorded: what the tests of the runtime look at.

#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"
#include "tests/core/base/value_of.h"

#include <algorithm>

namespace gevo::program {

/// What is missing to build programs; empty if nothing is.
inline std::string missingTools() {
  if (const auto clang = findClang(); !clang) return clang.error().message;
  if (const auto cuda = findCudaToolkit(); !cuda) return cuda.error().message;
  return {};
}

/// To build `files` and record one test of these arguments.
inline BuildInputs fixtureProgram(const std::string& name, std::vector<std::string> files, const std::string& arguments = "") {
  BuildInputs made;
  made.name = name;
  made.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
  made.settings.files = std::move(files);
  made.tests = {{TestRole::Test, arguments, {}}};
  return made;
}

struct RecordedProgram {
  BuiltProject built;
  Trace trace; ///< of its test

  int count(EventKind kind) const { return static_cast<int>(std::ranges::count(trace.events, kind, &Event::kind)); }
};

/// A program that can't be built or recorded ends the test.
inline RecordedProgram record(const BuildInputs& program) {
  RecordedProgram made;
  made.built = valueOf(build(program, {}));
  made.trace = valueOf(wire::decode<Trace>(made.built.project.tests[0].trace, "trace"));
  return made;
}

} // namespace gevo::program

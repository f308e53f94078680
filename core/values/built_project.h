#pragma once

/// What a program is built from, and what the build found.

#include "core/values/coverage.h"

namespace gevo {

/// What to build and which tests to record. The build runs host code, so it is never requested for a file from elsewhere.
struct BuildInputs {
  BuildSettings settings;
  std::string workingFolder; ///< where the program's relative paths start
  std::string name;
  std::vector<TestCase> tests;                ///< roles and arguments; traces empty
  std::vector<std::string> outputs;           ///< as given: parseOutputRequest() reads them
  bool warnings = false;                      ///< the notes show those of the compilers too
  std::vector<std::string> parameters = {};   ///< "BLOCK=8,16,32" as --parameter gives them
  std::vector<std::string> requirements = {}; ///< as --require gives them
  bool findsParameters = false;               ///< others than those given are looked for in the sources
};

/// What a test's trace holds.
struct RecordedTest {
  std::uint32_t launches = 0;
  std::uint64_t bytesToDevice = 0;
  std::uint64_t bytesToHost = 0; ///< those that a variant's results are compared in
  double seconds = 0;            ///< that an evaluation spends on it; 0: not known
};

struct BuiltProject {
  Project project;
  std::vector<RecordedTest> recorded;  ///< per test, in the project's order
  std::vector<std::string> notes;      ///< what the user should know: an assumed type, a decision found
  std::vector<Parameter> untuned = {}; ///< found beside project.parameters, with values; left alone unless the user asks for them
  ProgramCoverage coverage = {};       ///< of the tests; not measured where the simulated GPU does not run all of them
};

/// `gevo exec`: builds the program of an existing project for the real CUDA runtime, with other device code in place of its own. It is an
/// error if a source is no longer what the project was made from. Its owner trusts the project; the program is not run.
struct GpuCode {
  std::string ptx;                  ///< of all of the program's device code
  std::string program;              ///< path of the program to make
  Configuration configuration = {}; ///< that the host program is built in
};

struct GpuBuildInputs {
  Project project;           ///< its tests are ignored
  std::string workingFolder; ///< where the program's relative paths start
  std::string architecture;  ///< of the GPU, to assemble for where there is a ptxas; empty: PTX alone, which the driver compiles
  std::vector<GpuCode> codes;
  std::string commandLine; ///< as a test has it
};

struct GpuBuild {
  std::vector<std::string> arguments; ///< the command line's
  std::vector<std::string> notes;
};

template <class Archive> void fields(Archive& a, BuildInputs& m) {
  a(m.settings, m.workingFolder, m.name, m.tests, m.outputs, m.warnings, m.parameters, m.requirements, m.findsParameters);
}
template <class Archive> void fields(Archive& a, RecordedTest& m) { a(m.launches, m.bytesToDevice, m.bytesToHost, m.seconds); }
template <class Archive> void fields(Archive& a, BuiltProject& m) { a(m.project, m.recorded, m.notes, m.untuned, m.coverage); }
template <class Archive> void fields(Archive& a, GpuCode& m) { a(m.ptx, m.program, m.configuration); }
template <class Archive> void fields(Archive& a, GpuBuildInputs& m) {
  a(m.project, m.workingFolder, m.architecture, m.codes, m.commandLine);
}
template <class Archive> void fields(Archive& a, GpuBuild& m) { a(m.arguments, m.notes); }

} // namespace gevo

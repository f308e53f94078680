#pragma once

/// Programs built and run: the only requests that run host code, or compile it; never sent for a file from elsewhere.

#include "core/protocol/request.h"
#include "core/values/built_project.h"
#include "core/values/coverage.h"
#include "core/values/problem_input.h"

namespace gevo {

/// Builds the host program of an existing project again and records further tests with the project's own kernels. The worker keeps the
/// program for the next such request. It is an error if a source is no longer what the project was made from. Runs host code, as
/// BuildInputs does.
struct RecordTestsRequest {
  Project project;             ///< its tests are ignored
  std::string workingFolder;   ///< where the program's relative paths start
  std::vector<TestCase> tests; ///< roles and arguments; traces empty
  bool leavesOut = false;      ///< tests that the program fails with; else they are an error
  bool replays = false; ///< with `leavesOut`: those too whose results the kernels do not repeat; of a live program nothing is replayed
  /// With `replays`: so many of the tests suffice; 0: all are recorded. Those that follow are for what they may reach, and are left out
  /// where it is nothing beside `reached` and what comes before them. None follows where so many failed, or so many in a row reached
  /// nothing new.
  std::uint32_t enough = 0;
  Coverage reached;           ///< by the project's tests; where it is not measured, nothing follows
  std::uint64_t mostWork = 0; ///< nor do others when all together took so many instructions
};

struct RecordTestsReply {
  std::vector<TestCase> tests;
  std::vector<std::uint64_t> work; ///< of each that was replayed on the simulated GPU, instructions of all warps; else 0
  std::vector<Coverage> reached;   ///< likewise, what it runs of the original; else not measured
  std::vector<ProblemInput> leftOut;
};

template <class Archive> void fields(Archive& a, RecordTestsRequest& m) {
  a(m.project, m.workingFolder, m.tests, m.leavesOut, m.replays, m.enough, m.reached, m.mostWork);
}
template <class Archive> void fields(Archive& a, RecordTestsReply& m) { a(m.tests, m.work, m.reached, m.leftOut); }

template <> struct RequestTraits<BuildInputs> : RequestWith<BuiltProject, RequestKind::Build> {};
template <> struct RequestTraits<RecordTestsRequest> : RequestWith<RecordTestsReply, RequestKind::RecordTests> {};
template <> struct RequestTraits<GpuBuildInputs> : RequestWith<GpuBuild, RequestKind::BuildForGpu> {};

} // namespace gevo

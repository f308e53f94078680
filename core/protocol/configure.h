#pragma once

/// A program in another configuration: built by one worker, loaded by others.

#include "core/protocol/request.h"
#include "core/values/configured_program.h"
#include "core/values/original_report.h"

namespace gevo {

/// Builds the program in another configuration and records its tests. Runs host code, as BuildInputs does. A configuration that can't be
/// used is no error: the reply says why.
struct ConfigureRequest {
  Project project;           ///< with the tests to record, and what they are to deliver
  std::string workingFolder; ///< where the program's relative paths start
  Configuration configuration;
  std::vector<TestCase> fuzz; ///< inputs to record too, each for itself
};

/// A fuzz input of the project in another configuration.
struct ConfiguredInput {
  bool isRecorded = false;      ///< false: of the rest nothing counts
  Reason reason = Reason::None; ///< why every variant of the configuration fails on it
  std::string message;
  TestCase test; ///< packed, as ConfiguredProgram::tests
};

struct ConfigureReply {
  ConfiguredProgram program;
  std::vector<ConfiguredInput> fuzz; ///< those of the request; empty where the program can't be used
};

/// Sent after a reply of the kind NeedsConfiguration, before the same request once more. The original is that configuration's, without
/// edits. A worker keeps the configurations that it used last.
struct LoadConfigurationRequest {
  ConfiguredProgram program;
  std::vector<ConfiguredInput> fuzz; ///< all of the project's, in their order, as far as they were recorded; empty: none was
};

template <class Archive> void fields(Archive& a, ConfigureRequest& m) { a(m.project, m.workingFolder, m.configuration, m.fuzz); }
template <class Archive> void fields(Archive& a, ConfiguredInput& m) { a(m.isRecorded, m.reason, m.message, m.test); }
template <class Archive> void fields(Archive& a, ConfigureReply& m) { a(m.program, m.fuzz); }
template <class Archive> void fields(Archive& a, LoadConfigurationRequest& m) { a(m.program, m.fuzz); }

template <> struct RequestTraits<ConfigureRequest> : RequestWith<ConfigureReply, RequestKind::Configure> {};
template <> struct RequestTraits<LoadConfigurationRequest> : RequestWith<OriginalReport, RequestKind::LoadConfiguration> {};

} // namespace gevo

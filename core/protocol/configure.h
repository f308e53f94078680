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
};

/// Sent after a reply of the kind NeedsConfiguration, before the same request once more. The original is that configuration's, without
/// edits. A worker keeps the configurations that it used last.
struct LoadConfigurationRequest {
  ConfiguredProgram program;
};

template <class Archive> void fields(Archive& a, ConfigureRequest& m) { a(m.project, m.workingFolder, m.configuration); }
template <class Archive> void fields(Archive& a, LoadConfigurationRequest& m) { a(m.program); }

template <> struct RequestTraits<ConfigureRequest> : RequestWith<ConfiguredProgram, RequestKind::Configure> {};
template <> struct RequestTraits<LoadConfigurationRequest> : RequestWith<OriginalReport, RequestKind::LoadConfiguration> {};

} // namespace gevo

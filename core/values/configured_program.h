#pragma once

/// A program built in another configuration than its own, with its tests recorded again: launches depend on parameters.

#include "core/values/evaluation_result.h"
#include "core/values/project.h"

namespace gevo {

/// What differs from the project. Where there is a reason, the rest is empty.
struct ConfiguredProgram {
  Configuration configuration;
  Reason reason = Reason::None; ///< why it can't be used
  std::string message;          ///< one sentence
  Bytes base;
  std::vector<KernelInfo> kernels;
  std::vector<std::string> editable; ///< as BuildSettings::kernels
  /// As in the project, with traces of this configuration, compressed against the project's own, since most of what is copied is the same.
  /// What they deliver in the end is what the own traces deliver. See `testsOf`.
  std::vector<TestCase> tests;
  std::string difference; ///< of its own outputs from the project's, one sentence; empty: there is none

  bool usable() const { return reason == Reason::None; }
};

/// The tests of a program with their traces; `own`: those of the project that they were recorded again for, in the same order.
Result<std::vector<TestCase>> testsOf(const std::vector<TestCase>& packed, const std::vector<TestCase>& own);
Bytes packTrace(ByteView trace, ByteView own);

/// The project as it is in that configuration.
Result<Project> configured(Project project, ConfiguredProgram program);

/// Codes of different configurations are different even where they are equal: they are launched in another way.
Hash128 codeIn(const Hash128& code, const Configuration& configuration);

template <class Archive> void fields(Archive& a, ConfiguredProgram& m) {
  a(m.configuration, m.reason, m.message, m.base, m.kernels, m.editable, m.tests, m.difference);
}

} // namespace gevo

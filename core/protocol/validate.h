#pragma once

/// The request to run a variant on every test.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/test_report.h"

namespace gevo {

/// `gevo check`: every test, nothing taken from the cache, races and bounds reported. Held-out tests come with the request, so that
/// workers that only search never hold their traces; those of the loaded project are not run.
struct ValidateRequest {
  EditList edits;
  /// As recorded in the configuration of the edits. Workloads among them were recorded as tests are: they run in full, if all before them
  /// are passed.
  std::vector<TestCase> heldOut;
  std::vector<TestCase> own; ///< the same in the project's own configuration, where that is another
};

template <class Archive> void fields(Archive& a, ValidateRequest& m) { a(m.edits, m.heldOut, m.own); }

template <> struct RequestTraits<ValidateRequest> : RequestWith<ValidationReport, RequestKind::Validate> {};

} // namespace gevo

#pragma once

/// What recorded inputs run of the original.

#include "core/protocol/request.h"
#include "core/values/coverage.h"

namespace gevo {

struct CoverRequest {
  Project project;             ///< its tests are ignored
  std::vector<TestCase> tests; ///< recorded on the simulated GPU; no workloads
};

struct CoverReply {
  CoverableCode code;
  std::vector<Coverage> tests; ///< of each
};

template <class Archive> void fields(Archive& a, CoverRequest& m) { a(m.project, m.tests); }
template <class Archive> void fields(Archive& a, CoverReply& m) { a(m.code, m.tests); }

template <> struct RequestTraits<CoverRequest> : RequestWith<CoverReply, RequestKind::Cover> {};

} // namespace gevo

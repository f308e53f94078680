#pragma once

/// How fast edits would be, and what they do wrong, where the simulated GPU goes on past what rejects them.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/tolerant_run.h"

namespace gevo {

/// Replays the tests that the worker was loaded with.
struct TolerateRequest {
  EditList edits;
};

template <class Archive> void fields(Archive& a, TolerateRequest& m) { a(m.edits); }

template <> struct RequestTraits<TolerateRequest> : RequestWith<TolerantRun, RequestKind::Tolerate> {};

} // namespace gevo

#pragma once

/// What a real GPU counts while it runs a variant, and the original.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/gpu_counters.h"

namespace gevo {

/// Replays the tests that variants are timed with. The worker was loaded for a GPU.
struct CountersRequest {
  EditList edits;
};

template <class Archive> void fields(Archive& a, CountersRequest& m) { a(m.edits); }

template <> struct RequestTraits<CountersRequest> : RequestWith<GpuCounters, RequestKind::Counters> {};

} // namespace gevo

#pragma once

/// Where a variant's time goes beside the original's, on the simulated GPU.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/heat.h"

namespace gevo {

/// Replays the tests that the worker was loaded with. With no edits: the original with itself.
struct ProfileRequest {
  EditList edits;
};

template <class Archive> void fields(Archive& a, ProfileRequest& m) { a(m.edits); }

template <> struct RequestTraits<ProfileRequest> : RequestWith<Heat, RequestKind::Profile> {};

} // namespace gevo

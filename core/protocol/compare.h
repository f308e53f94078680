#pragma once

/// One variant on the simulated GPU and on a real one.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/device_comparison.h"

namespace gevo {

/// `gevo fidelity`: one variant on the simulated GPU and on a real one. Needs a Load for a GPU.
struct CompareRequest {
  EditList edits;
  double relativeError = 0.01; ///< of the measured ratio, to be reached where the repeats allow it
};

template <class Archive> void fields(Archive& a, CompareRequest& m) { a(m.edits, m.relativeError); }

template <> struct RequestTraits<CompareRequest> : RequestWith<DeviceComparison, RequestKind::Compare> {};

} // namespace gevo

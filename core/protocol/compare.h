#pragma once

/// The request to compare one variant's times on the simulated GPU and on a real one.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/device_comparison.h"

namespace gevo {

/// `gevo fidelity`: needs a Load for a GPU.
struct CompareRequest {
  EditList edits;
  double relativeError = 0.01; ///< of the measured ratio, to measure to where the repeats allow it
};

template <class Archive> void fields(Archive& a, CompareRequest& m) { a(m.edits, m.relativeError); }

template <> struct RequestTraits<CompareRequest> : RequestWith<DeviceComparison, RequestKind::Compare> {};

} // namespace gevo

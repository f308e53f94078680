#pragma once

/// What the machine has, and its GPU calibrated.

#include "core/protocol/request.h"
#include "core/values/calibration.h"
#include "core/values/machine.h"

namespace gevo {

struct DoctorRequest {
  bool verbose = false;
};

template <class Archive> void fields(Archive& a, DoctorRequest& m) { a(m.verbose); }

template <> struct RequestTraits<DoctorRequest> : RequestWith<MachineReport, RequestKind::Doctor> {};
template <> struct RequestTraits<CalibrationSettings> : RequestWith<CalibratedModel, RequestKind::Calibrate> {};

} // namespace gevo

#pragma once

#include "core/base/wire.h"
#include "core/kernel/trace/capture.h"
#include "core/protocol/messages.h"

#include <tuple>

namespace gevo::fuzz {

/// Everything that one process reads from another or from a file in wire form.
using Messages =
    std::tuple<LoadRequest, LoadReply, TryRequest, TryReply, CheckRequest, CheckReply, InspectRequest, InspectReply, ExportRequest,
               ExportReply, LaunchesRequest, LaunchesReply, AssembleRequest, AssembleReply, DoctorRequest, DoctorReply, BuildRequest,
               BuildReply, RecordTestsRequest, RecordTestsReply, ErrorReply, Project, EditList, program::Tape, program::Capture>;
inline constexpr std::size_t messageCount = std::tuple_size_v<Messages>;

} // namespace gevo::fuzz

#pragma once

#include "core/base/wire.h"
#include "core/cluster/access.h"
#include "core/cluster/messages.h"
#include "core/kernel/cuda/lease/lease_messages.h"
#include "core/kernel/cuda/replay/replay_messages.h"
#include "core/kernel/host_run/host_run_files.h"
#include "core/kernel/trace/capture.h"
#include "core/protocol/build.h"
#include "core/protocol/compare.h"
#include "core/protocol/cover.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/export.h"
#include "core/protocol/inspect.h"
#include "core/protocol/load.h"
#include "core/protocol/machine.h"
#include "core/protocol/profile.h"
#include "core/protocol/tolerate.h"
#include "core/protocol/validate.h"
#include "core/values/built_project.h"
#include "core/values/exported_code.h"
#include "core/values/gpu_use.h"
#include "core/values/machine.h"
#include "core/values/original_report.h"
#include "core/values/project.h"
#include "core/values/test_report.h"
#include "core/values/variant_texts.h"

#include <tuple>

namespace gevo::fuzz {

/// What one process reads from another or from a file in wire form. Missing: a LeaseTerms, which comes beside descriptors and is read as
/// it is; a texture, which has a target of its own; frames that hold a number or nothing but bytes.
using Messages = std::tuple<LoadRequest, OriginalReport, EvaluateRequest, EvaluateReply, ValidateRequest, ValidationReport, InspectRequest,
                            VariantTexts, ExportRequest, ExportedCode, LaunchesRequest, LaunchesReply, AssembleRequest, AssembledCode,
                            DoctorRequest, MachineReport, BuildInputs, BuiltProject, RecordTestsRequest, RecordTestsReply, ErrorReply,
                            Project, EditList, program::Trace, program::Capture,
                            // Jobs on GPUs
                            CompareRequest, DeviceComparison, CalibrationSettings, CalibratedModel, GpuBuildInputs, GpuBuild,
                            // Between a worker and the host of a GPU
                            cuda::TestRecipe, cuda::Oracle, cuda::MeasureOrder, cuda::Measurement, cuda::KnownTest, cuda::PrepareOrder,
                            cuda::PrepareReply, cuda::GpuDescription, cuda::GpuRoom, GpuUse, std::vector<std::string>,
                            // Between a host program and what runs it
                            program::HostRunOrder, program::HostRunReport, cuda::Greeting, cuda::LoadCode, cuda::MemoryRange,
                            cuda::WrittenBytes, cuda::ProgramGpu::Launch, cuda::LaunchedThere, cuda::GpuTraits,
                            // Coverage, heat and near misses
                            CoverRequest, CoverReply, ProfileRequest, Heat, TolerateRequest, TolerantRun,
                            // Between the head of a cluster and its hosts
                            HelloMessage, StepMessage, WorkerCounts, LoadedMessage, FailedMessage, ResultsMessage, WantsMessage,
                            LoadMessage, JobsMessage, DropMessage, ConfigurationMessage, RefuseMessage, ClusterAccess>;
inline constexpr std::size_t messageCount = std::tuple_size_v<Messages>;

} // namespace gevo::fuzz

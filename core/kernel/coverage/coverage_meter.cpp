#include "core/kernel/coverage/coverage_meter.h"

#include "core/base/wire.h"
#include "core/kernel/trace/device_state.h"
#include "core/values/device_name.h"

#include <llvm/IR/Module.h>

namespace gevo::program {

Result<CoverageMeter> CoverageMeter::open(const Project& project) {
  GEVO_TRY_ASSIGN(const sim::Model model, sim::loadModel(screeningDevice(project.build.device)));
  GEVO_TRY_ASSIGN(auto base, ir::BaseModule::load(project.base));
  CoverableModule module(base->module(), project.sources);
  GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*base->original(), model, sim::Detail::Profile));
  return CoverageMeter(std::move(base), std::move(module), std::move(simulator));
}

Result<MeasuredInput> CoverageMeter::measure(const Trace& trace) {
  simulator_.takeProfile();
  MeasuredInput measured;
  DeviceState state(simulator_);
  GEVO_TRY(state.placeSymbols());
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::Launch) {
      GEVO_TRY(state.apply(event));
      continue;
    }
    const sim::LaunchReport report = state.launch(event, {.checkRaces = false});
    if (report.fault) return fail("{}", report.fault->message());
    measured.work += report.statistics.warpInstructions;
  }
  measured.reached = module_.reachedIn(simulator_.takeProfile());
  return measured;
}

Result<CoverReply> cover(const CoverRequest& request) {
  GEVO_TRY_ASSIGN(CoverageMeter meter, CoverageMeter::open(request.project));
  CoverReply reply{meter.code(), {}};
  for (const TestCase& test : request.tests) {
    GEVO_TRY_ASSIGN(const Trace trace, wire::decode<Trace>(test.trace, "recorded test"));
    GEVO_TRY_ASSIGN(MeasuredInput measured, meter.measure(trace));
    reply.tests.push_back(std::move(measured.reached));
  }
  return reply;
}

} // namespace gevo::program

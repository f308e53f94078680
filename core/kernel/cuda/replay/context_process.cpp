#include "core/kernel/cuda/replay/context_process.h"

#include "core/kernel/cuda/device/near_cores.h"
#include "core/kernel/cuda/replay/gpu_evaluator.h"
#include "core/protocol/reply.h"

namespace gevo::cuda {

namespace {

ReplyFrame describe(GpuEvaluator& bench) {
  const Gpu& gpu = bench.gpu();
  const Result<GpuRoom> room = bench.room();
  if (!room) return errorReply(room.error());
  GpuDescription description;
  description.room = *room;
  description.name = gpu.name;
  description.architecture = gpu.architecture();
  description.driverVersion = (*Driver::load())->version;
  return {ReplyKind::Result, wire::encode(description)};
}

ReplyFrame adopt(GpuEvaluator& bench, ByteView payload) {
  const Result<KnownTest> known = wire::decode<KnownTest>(payload, "prepared test");
  if (!known) return errorReply(known.error());
  const Result<TestRecipe> recipe = wire::decode<TestRecipe>(known->recipe, "test for the GPU");
  if (!recipe) return errorReply(recipe.error());
  const Result<void> adopted = bench.adopt(nameOf(*recipe), *recipe, known->oracle);
  if (!adopted) return errorReply(adopted.error());
  return reply(bench.room());
}

ReplyFrame handle(GpuEvaluator& bench, GpuRequest kind, ByteView payload) {
  switch (kind) {
  case GpuRequest::Describe:
    return describe(bench);
  case GpuRequest::Adopt:
    return adopt(bench, payload);
  case GpuRequest::Prepare: {
    const Result<TestRecipe> recipe = wire::decode<TestRecipe>(payload, "test for the GPU");
    return recipe ? reply(bench.prepare(nameOf(*recipe), *recipe)) : errorReply(recipe.error());
  }
  case GpuRequest::Measure: {
    const Result<MeasureOrder> order = wire::decode<MeasureOrder>(payload, "variant for the GPU");
    return order ? reply(Result<Measurement>(bench.measure(*order))) : errorReply(order.error());
  }
  case GpuRequest::Count: {
    const Result<CountOrder> order = wire::decode<CountOrder>(payload, "variant for the GPU");
    return order ? reply(bench.count(*order)) : errorReply(order.error());
  }
  }
  return errorReply({"the GPU's process does not know this request; are gevo and gevo-worker the same version?"});
}

} // namespace

Result<void> serveContext(int gpu, int requests, int replies) {
  const Result<std::unique_ptr<GpuEvaluator>> bench = GpuEvaluator::open(gpu);
  // Workers, which make code, use all cores; this process waits for the GPU and copies.
  if (bench) stayOn(coresNear((*bench)->gpu().pci));
  if (bench)
    (*bench)->beat = [&](Play how) {
      const auto byte = static_cast<std::uint8_t>(how);
      (void)writeFrame(replies, beatKind, ByteView(&byte, 1));
    };
  for (;;) {
    GEVO_TRY_ASSIGN(const std::optional<Frame> frame, readFrame(requests));
    if (!frame) return {};
    const ReplyFrame reply = bench ? handle(**bench, static_cast<GpuRequest>(frame->kind), frame->payload) : errorReply(bench.error());
    GEVO_TRY(writeFrame(replies, static_cast<std::uint32_t>(reply.kind), reply.payload));
  }
}

} // namespace gevo::cuda

#include "core/kernel/cuda/replay/context_process.h"

#include "core/kernel/cuda/replay/gpu_evaluator.h"
#include "core/protocol/reply.h"

namespace gevo::cuda {

namespace {

Answer describe(Bench& bench) {
  const Gpu& gpu = bench.gpu();
  const Result<GpuRoom> room = bench.room();
  if (!room) return refuse(room.error());
  GpuDescription description;
  description.room = *room;
  description.name = gpu.name;
  description.architecture = gpu.architecture();
  description.driverVersion = (*Driver::load())->version;
  return {ReplyKind::Answer, wire::encode(description)};
}

Answer adopt(Bench& bench, ByteView payload) {
  const Result<KnownTest> known = wire::decode<KnownTest>(payload, "prepared test");
  if (!known) return refuse(known.error());
  const Result<void> adopted = bench.adopt(hashBytes(wire::encode(known->recipe)), *known);
  if (!adopted) return refuse(adopted.error());
  return answer(bench.room());
}

Answer handle(Bench& bench, GpuRequest kind, ByteView payload) {
  switch (kind) {
  case GpuRequest::Describe:
    return describe(bench);
  case GpuRequest::Adopt:
    return adopt(bench, payload);
  case GpuRequest::Prepare: {
    const Result<TestRecipe> recipe = wire::decode<TestRecipe>(payload, "test for the GPU");
    return recipe ? answer(bench.prepare(hashBytes(payload), *recipe)) : refuse(recipe.error());
  }
  case GpuRequest::Measure: {
    const Result<MeasureOrder> order = wire::decode<MeasureOrder>(payload, "variant for the GPU");
    return order ? answer(Result<Measurement>(bench.measure(*order))) : refuse(order.error());
  }
  }
  return refuse({"the GPU's process does not know this request; are all programs of one version?"});
}

} // namespace

Result<void> serveContext(int gpu, int requests, int replies) {
  const Result<std::unique_ptr<Bench>> bench = Bench::open(gpu);
  if (bench)
    (*bench)->beat = [&](Play how) {
      const auto byte = static_cast<std::uint8_t>(how);
      (void)writeFrame(replies, beatKind, ByteView(&byte, 1));
    };
  for (;;) {
    const Result<std::optional<Frame>> frame = readFrame(requests);
    if (!frame) return std::unexpected(frame.error());
    if (!*frame) return {};
    const Answer reply = bench ? handle(**bench, static_cast<GpuRequest>((*frame)->kind), (*frame)->payload) : refuse(bench.error());
    if (const Result<void> written = writeFrame(replies, static_cast<std::uint32_t>(reply.kind), reply.payload); !written) return written;
  }
}

} // namespace gevo::cuda

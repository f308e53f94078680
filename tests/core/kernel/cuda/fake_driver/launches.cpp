// Contexts, streams, events and launches. The device's clock advances by what kernels take.

#include "state.h"

#include <algorithm>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

/// As if the process were a new one: whatever was broken is whole, and no address is taken.
FAKE int cuDevicePrimaryCtxRetain(void** context, int device) {
  fake::State& state = fake::state();
  for (const auto& [address, bytes] : state.reserved)
    for (void* memory : {reinterpret_cast<void*>(address), fake::pointer(address)}) ::munmap(memory, bytes);
  state.reserved.clear();
  state.broken = 0;
  OBEY;
  for (const auto& words : fake::controls("fail")) state.isNew |= words.size() == 3;
  for (const auto& words : fake::controls("log")) std::ofstream(words.at(0), std::ios::app) << device << '\n';
  *context = &state;
  return 0;
}
FAKE int cuCtxSetCurrent(void*) {
  OBEY;
  return 0;
}
namespace {

/// Not by calling what a program's runtime library exports under the same name.
int synchronise() {
  while (fake::state().hangs) ::pause();
  fake::state().host = std::max(fake::state().host, fake::state().microseconds);
  return 0;
}

} // namespace

FAKE int cuCtxSynchronize() {
  OBEY;
  return synchronise();
}
FAKE int cuStreamCreate(void** stream, unsigned) {
  OBEY;
  *stream = &fake::state();
  return 0;
}
FAKE int cuStreamSynchronize(void*) {
  OBEY;
  return synchronise();
}
FAKE int cuStreamQuery(void*) {
  OBEY;
  return fake::state().hangs ? 600 : synchronise();
}
FAKE int cuEventCreate(void** event, unsigned) {
  OBEY;
  auto made = std::make_unique<double>(0);
  *event = made.get();
  fake::state().events[*event] = std::move(made);
  return 0;
}
FAKE int cuEventDestroy_v2(void* event) {
  OBEY;
  fake::state().events.erase(event);
  return 0;
}
FAKE int cuEventRecord(void* event, void*) {
  OBEY;
  fake::queued();
  *static_cast<double*>(event) = fake::state().microseconds;
  return 0;
}
FAKE int cuEventElapsedTime(float* milliseconds, void* begin, void* end) {
  OBEY;
  *milliseconds = static_cast<float>((*static_cast<double*>(end) - *static_cast<double*>(begin)) * 1e-3);
  return 0;
}
FAKE int cuLaunchKernel(void* function, unsigned gridX, unsigned gridY, unsigned, unsigned blockX, unsigned, unsigned, unsigned, void*,
                        void** parameters, void** extra) {
  OBEY;
  const auto& kernel = *static_cast<fake::Kernel*>(function);
  const std::uint8_t* bytes = nullptr;
  std::size_t size = 0;
  for (void** key = parameters == nullptr ? extra : nullptr; key != nullptr && key[0] != nullptr; key += 2) {
    if (key[0] == reinterpret_cast<void*>(1)) bytes = static_cast<const std::uint8_t*>(key[1]);
    if (key[0] == reinterpret_cast<void*>(2)) size = *static_cast<std::size_t*>(key[1]);
  }
  fake::queued();
  fake::state().broken = fake::run(kernel, bytes, size, {gridY, gridX * ((blockX + 31) / 32)});
  fake::count(kernel.microseconds);
  return 0; // as with a GPU, the next call tells
}

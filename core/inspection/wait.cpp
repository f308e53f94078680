#include "core/inspection/wait.h"

#include <optional>

namespace gevo {

Result<JobResult> waitFor(WorkerPool& pool, RequestKind kind, Bytes request, const std::stop_token& stop) {
  const auto ended = std::make_shared<std::optional<JobResult>>();
  pool.submit(kind, std::move(request), [ended](JobResult result) { *ended = std::move(result); });
  while (!*ended && !stop.stop_requested()) pool.wait(std::chrono::milliseconds(50));
  if (!*ended) return fail("cancelled, because the program is closing");
  return std::move(**ended);
}

} // namespace gevo

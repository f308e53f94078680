#include "core/session/seeds.h"

#include "core/edit/rename.h"

#include <algorithm>

namespace gevo {

Result<std::vector<EditList>> seedsFrom(const std::filesystem::path& path, std::int64_t run, const Project& project) {
  Result<std::unique_ptr<Store>> store = Store::open(path, Store::Access::Read);
  if (!store) return std::unexpected(store.error());
  const Result<std::vector<RunInfo>> runs = (*store)->runs();
  if (!runs) return std::unexpected(runs.error());
  if (runs->empty()) return fail("{} has no run to begin with; name a file that has one", path.string());
  if (run == 0) run = runs->back().id;
  if (std::ranges::find(*runs, run, &RunInfo::id) == runs->end())
    return fail("{} has no run {}; its runs are 1 to {}", path.string(), run, runs->back().id);
  const Result<Project> other = (*store)->project();
  if (!other) return std::unexpected(other.error());
  if (hashBytes(other->base) != hashBytes(project.base))
    return fail("{} holds another program, whose edits mean nothing here; name a file with the same kernels and settings", path.string());

  const Result<std::vector<std::int64_t>> front = (*store)->front(run);
  if (!front) return std::unexpected(front.error());
  std::vector<EditList> seeds;
  for (const std::int64_t id : *front) {
    if (id == 0) continue;
    const Result<Individual> member = (*store)->individual(run, id);
    if (!member) return std::unexpected(member.error());
    seeds.push_back(renamedEdits(activeEdits(*member)));
  }
  if (seeds.empty()) return fail("run {} of {} found nothing that is better than the original", run, path.string());
  return seeds;
}

} // namespace gevo

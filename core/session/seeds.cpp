#include "core/session/seeds.h"

#include "core/edit/rename.h"

#include <algorithm>

namespace gevo {

Result<std::vector<EditList>> seedsFrom(const std::filesystem::path& path, std::int64_t run, const Project& project) {
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> store, Store::open(path, Store::Access::Read));
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store->runs());
  if (runs.empty()) return fail("{} has no run to start from; give a file that has one", path.string());
  if (run == 0) run = runs.back().id;
  if (std::ranges::find(runs, run, &RunInfo::id) == runs.end())
    return fail("{} has no run {}; its runs are 1 to {}", path.string(), run, runs.back().id);
  GEVO_TRY_ASSIGN(const Project other, store->project());
  if (hashBytes(other.base) != hashBytes(project.base))
    return fail("{} holds another program, whose edits do not apply here; give a file with the same kernels and settings", path.string());

  GEVO_TRY_ASSIGN(const std::vector<std::int64_t> front, store->front(run));
  std::vector<EditList> seeds;
  for (const std::int64_t id : front) {
    if (id == 0) continue;
    GEVO_TRY_ASSIGN(const Individual member, store->individual(run, id));
    seeds.push_back(renamedEdits(activeEdits(member)));
  }
  if (seeds.empty()) return fail("run {} of {} found nothing that is better than the original", run, path.string());
  return seeds;
}

} // namespace gevo

#include "app/gevo/show_views.h"
#include "core/format/number.h"

#include <algorithm>
#include <array>

namespace gevo {

namespace {

constexpr std::size_t valid = std::size_t(Reason::None);

using Counts = std::array<std::uint64_t, reasonCount>;

Counts sumOf(const std::vector<GenerationRow>& generations) {
  Counts sum{};
  for (const GenerationRow& row : generations) {
    for (std::size_t reason = valid + 1; reason < reasonCount; ++reason) sum[reason] += row.reasons[reason];
    sum[valid] += row.valid;
  }
  return sum;
}

} // namespace

Result<nlohmann::json> reasonsJson(const Store& store, const RunInfo& run) {
  GEVO_TRY_ASSIGN(const std::vector<GenerationRow> generations, store.generations(run.id));
  const Counts counts = sumOf(generations);
  nlohmann::json json = nlohmann::json::object();
  for (std::size_t reason = 0; reason < reasonCount; ++reason)
    if (counts[reason] > 0) json[reasonName(Reason(reason))] = counts[reason];
  return json;
}

Result<void> showReasons(const Store& store, const RunInfo& run) {
  GEVO_TRY_ASSIGN(const std::vector<GenerationRow> generations, store.generations(run.id));
  const Counts counts = sumOf(generations);
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts) all += count;
  if (all == 0) return {};
  std::vector<std::size_t> order;
  for (std::size_t reason = valid + 1; reason < reasonCount; ++reason)
    if (counts[reason] > 0) order.push_back(reason);
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t reason) { return counts[reason]; });
  order.insert(order.begin(), valid);
  Table table({"results of evaluations", ">count", ">share"});
  for (const std::size_t reason : order)
    table.add({reasonName(Reason(reason)), formatCount(counts[reason]), formatPercent(double(counts[reason]) / double(all))});
  fmt::print("\n{}", table.text());
  return {};
}

} // namespace gevo

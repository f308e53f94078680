#include "ui/presentation/tour.h"

#include "ui/service/annotation_service.h"

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr std::size_t mostDiscoveries = 4;

/// Those that gained most, still in the order in which they were found. The hero itself has a stop of its own.
std::vector<DiscoveryPin> greatest(const std::vector<DiscoveryPin>& discoveries, double originalRuntime, std::int64_t hero) {
  std::vector<std::pair<double, std::size_t>> gains;
  double before = originalRuntime;
  for (std::size_t i = 0; i < discoveries.size(); ++i) {
    if (discoveries[i].variant != hero) gains.emplace_back(before / discoveries[i].runtime, i);
    before = std::min(before, discoveries[i].runtime);
  }
  std::ranges::stable_sort(gains, std::greater(), &std::pair<double, std::size_t>::first);
  if (gains.size() > mostDiscoveries) gains.resize(mostDiscoveries);
  std::ranges::sort(gains, {}, &std::pair<double, std::size_t>::second);
  std::vector<DiscoveryPin> chosen;
  for (const auto& [gain, place] : gains) chosen.push_back(discoveries[place]);
  return chosen;
}

bool visits(const Tour& tour, std::int64_t variant) { return std::ranges::find(tour, variant, &Stop::variant) != tour.end(); }

} // namespace

const VariantRow* heroOf(const RunModel& model) {
  if (!model.hasRun()) return nullptr;
  const VariantRow* const exact = model.best(0);
  return exact ? exact : model.best(model.run().settings.evaluation.tolerance);
}

Tour pinnedTour(const RunModel& model, const AnnotationService& annotations) {
  Tour tour;
  for (const std::int64_t pin : annotations.pins())
    if (model.variant(pin)) tour.push_back({Stop::Kind::Pin, pin, annotations.note(pin)});
  return tour;
}

Tour usualTour(const RunModel& model, std::optional<std::int64_t> knee, const std::vector<DiscoveryPin>& discoveries) {
  Tour tour{{Stop::Kind::Original, 0}};
  const VariantRow* const hero = heroOf(model);
  if (!hero) return tour;
  const VariantRow* const exact = model.best(0);
  const VariantRow* const fastest = model.best(model.run().settings.evaluation.tolerance);
  for (const DiscoveryPin& pin : greatest(discoveries, model.run().fastestOriginal(), hero->id))
    if (model.variant(pin.variant)) tour.push_back({Stop::Kind::Discovery, pin.variant, {}, pin.edits});
  const auto add = [&](Stop::Kind kind, std::int64_t variant) {
    if (!visits(tour, variant) && (!exact || variant != exact->id)) tour.push_back({kind, variant});
  };
  if (fastest) add(Stop::Kind::Fastest, fastest->id);
  if (knee) add(Stop::Kind::Knee, *knee);
  if (exact) tour.push_back({Stop::Kind::BestExact, exact->id});
  return tour;
}

std::size_t placeIn(const Tour& tour, const Stop& stop, std::size_t place) {
  if (tour.empty()) return 0;
  const auto of = [&](auto found) { return static_cast<std::size_t>(found - tour.begin()); };
  // The best is followed while a run goes on; the variant that was it may have become a step on the way.
  if (stop.kind == Stop::Kind::BestExact)
    if (const auto best = std::ranges::find(tour, stop.kind, &Stop::kind); best != tour.end()) return of(best);
  if (const auto same = std::ranges::find(tour, stop.variant, &Stop::variant); same != tour.end()) return of(same);
  if (const auto alike = std::ranges::find(tour, stop.kind, &Stop::kind); alike != tour.end()) return of(alike);
  return std::min(place, tour.size() - 1);
}

} // namespace gevo::ui

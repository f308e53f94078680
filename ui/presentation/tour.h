#pragma once

/// The variants that a presentation shows one after the other: the file's pins with their notes, or else the steps from the original to
/// the best. Plain values.

#include "ui/generations/discovery.h"
#include "ui/model/run_model.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace gevo::ui {

class AnnotationService;

struct Stop {
  /// Fastest: within the tolerance, with an error. Chosen: in the plot, which is not of the tour.
  enum class Kind : std::uint8_t { Pin, Original, Discovery, Fastest, Knee, BestExact, Chosen };
  Kind kind = Kind::Original;
  std::int64_t variant = 0;
  QString note = {};      ///< of a pin
  QStringList found = {}; ///< in words: the edits that arose in a discovery and that the best still has
  bool operator==(const Stop&) const = default;
};

using Tour = std::vector<Stop>;

/// The variant that the presentation is about: the best exact one, else the fastest within the tolerance; null where none is faster than
/// the original.
const VariantRow* heroOf(const RunModel& model);
/// Pins in the order in which they were found; derived ones last. Empty: there are none.
Tour pinnedTour(const RunModel& model, const AnnotationService& annotations);
/// The original, what made the hero faster, the fastest, the knee, the best exact variant; the original alone where there is no hero.
/// `discoveries` of the hero: the few that gained most are shown.
Tour usualTour(const RunModel& model, std::optional<std::int64_t> knee, const std::vector<DiscoveryPin>& discoveries);
/// Where `stop` is in another tour: its variant, else a stop of its kind, else the last before `place`.
std::size_t placeIn(const Tour& tour, const Stop& stop, std::size_t place);

} // namespace gevo::ui

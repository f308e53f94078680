#pragma once

/// What is said about a stop, in words for an audience.

#include "ui/model/variant_details.h"
#include "ui/presentation/tour.h"

#include <QString>

namespace gevo::ui {

/// Why it is shown: "The best exact variant".
QString headingOf(const RunModel& model, const Stop& stop);
/// One sentence on what its edits do. `details` null: they are not known yet.
QString sentenceOf(const RunModel& model, const Stop& stop, const VariantDetails* details);
/// Of its active edits, each in a few words.
QStringList editWords(const VariantDetails& details);
/// "nw on the simulated H200, 2,060 evaluations in 4 generations".
QString runSentence(const RunModel& model, const QString& name);

} // namespace gevo::ui

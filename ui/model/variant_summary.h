#pragma once

/// The main facts about a variant in a few lines, for tool tips.

#include "ui/model/run_model.h"

#include <QString>

namespace gevo::ui {

/// Rich text.
QString variantSummary(const RunModel& model, const VariantRow& row);
QString underWaySummary(const RunModel& model, const VariantRow& row);
QString failureSummary(const RunModel& model, const FailedRow& row);

} // namespace gevo::ui

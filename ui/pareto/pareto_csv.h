#pragma once

/// The points of the Pareto view as data.

#include "ui/model/run_model.h"

#include <functional>

namespace gevo::ui {

/// Of the rows that pass. The function may run on another thread: it holds copies of its data. Errors as stored, shares between 0 and 1.
std::function<QByteArray()> paretoCsv(const RunModel& model, const std::function<bool(const VariantRow&)>& shows);

} // namespace gevo::ui

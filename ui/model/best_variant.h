#pragma once

/// Which variant is said to be the best, wherever that is said.

#include "core/store/rows.h"

#include <functional>

namespace gevo::ui {

/// The fastest with an error of at most `error` that no held-out test refuted; null where there is none. A front has one variant for each
/// error: where that was refuted, those that passed the held-out tests come in, what was derived of refuted ones among them. `find`: by id,
/// null where nobody knows it.
const VariantRow* bestVariant(const std::vector<std::int64_t>& front, const std::vector<ValidationRow>& validations, double error,
                              const std::function<const VariantRow*(std::int64_t)>& find);

} // namespace gevo::ui

#pragma once

/// `gevo show FILE --variant ID`: one variant, described.

#include "app/gevo/variant.h"
#include "core/interactions/interactions.h"

namespace gevo {

/// Asks a worker what each edit does and where; prints text or JSON.
/// `shares`: per edit, see Analysis; empty: not known. `interactions`: of the edits; null: not known. `svg`: where their picture is
/// written; empty: nowhere.
Result<void> showVariant(const ChosenVariant& chosen, bool json, const std::vector<double>& shares = {},
                         const Interactions* interactions = nullptr, const std::string& svg = {});

} // namespace gevo

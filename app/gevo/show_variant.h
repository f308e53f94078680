#pragma once

/// `gevo show FILE --variant ID`: one variant, described.

#include "app/gevo/variant.h"

namespace gevo {

/// Asks a worker what each edit does and where; prints text or JSON.
/// `shares`: per edit, see Analysis; empty: not known.
Result<void> showVariant(const ChosenVariant& chosen, bool json, const std::vector<double>& shares = {});

} // namespace gevo

#pragma once

/// `gevo show FILE --variant ID`: one variant in words.

#include "app/gevo/variant.h"

namespace gevo {

/// Asks a worker what each edit does and where; prints text or JSON.
Result<void> showVariant(const ChosenVariant& chosen, bool json);

} // namespace gevo

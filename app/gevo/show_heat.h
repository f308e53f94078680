#pragma once

/// `gevo show FILE --variant ID --heat`: where a variant's time goes beside the original's.

#include "app/gevo/show_views.h"
#include "app/gevo/variant.h"

namespace gevo {

/// On the simulated GPU: lines by `options.sort`, kernels, what bounds them, their instructions.
Result<void> showHeat(const ChosenVariant& chosen, const ShowOptions& options);

} // namespace gevo

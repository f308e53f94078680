#pragma once

/// `gevo show FILE --variant ID --counters`: what a real GPU counts while a variant runs, beside the original.

#include "app/gevo/show_views.h"
#include "app/gevo/variant.h"

namespace gevo {

Result<void> showCounters(const ChosenVariant& chosen, const ShowOptions& options);

} // namespace gevo

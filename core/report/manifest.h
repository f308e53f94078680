#pragma once

#include "core/report/facts.h"

namespace gevo::report {

/// JSON: what the exported code is, what it was tried with and what came of it, and what could not be verified. Microseconds, bytes.
/// Figures that are not known are null.
std::string manifestText(const Facts& facts);

} // namespace gevo::report

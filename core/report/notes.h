#pragma once

/// What a variant does differently, by the lines of the sources.

#include "core/report/report_content.h"

#include <map>

namespace gevo::report {

/// Sentences by file and line, which counts from 1; code between backquotes. What a proven patch shows is left out.
using Notes = std::map<std::string, std::map<std::uint32_t, std::vector<std::string>>>;
Notes notesOf(const Subject& subject, const VariantTexts& texts);

} // namespace gevo::report

#pragma once

/// Names and lines of a project's sources, for tables.

#include "core/values/coverage.h"

#include <string>

namespace gevo {

/// Of a kernel or function of the module, as the project shows it.
std::string shownName(const Project& project, const std::string& function);
/// Without the space around it; empty where the source is not there.
std::string codeAt(const Project& project, const CodeLine& line);

} // namespace gevo

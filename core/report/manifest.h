#pragma once

#include "core/report/report_content.h"

namespace gevo::report {

/// JSON: what the exported code is, its tests and their results, and what was not validated. Times in microseconds, sizes in bytes;
/// unknown figures are null.
std::string manifestText(const ReportContent& content);

} // namespace gevo::report

#pragma once

#include "core/values/test_report.h"

#include <string>
#include <vector>

namespace gevo {

/// "1 workload in full (1.72x)", by the mean of their speedups; empty: none ran.
std::string formatWorkloadsInFull(const std::vector<TestReport>& reports);

} // namespace gevo

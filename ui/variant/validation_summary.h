#pragma once

/// What a check of a variant came to, in one sentence.

#include "core/values/test_report.h"

#include <QString>

namespace gevo::ui {

struct ValidationSummary {
  bool passed = true;
  QString sentence; ///< "passed 4 tests, 1 of them held out", or what the first test that failed says
};

ValidationSummary summaryOf(const ValidationReport& reply);

} // namespace gevo::ui

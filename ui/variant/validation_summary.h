#pragma once

/// The result of validating a variant as a message.

#include "core/values/test_report.h"

#include <QString>

namespace gevo::ui {

struct ValidationSummary {
  bool passed = true;
  QString message; ///< "passed 4 tests, 1 of them held out", or the message of the first failed test
};

ValidationSummary summaryOf(const ValidationReport& reply);

} // namespace gevo::ui

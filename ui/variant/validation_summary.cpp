#include "ui/variant/validation_summary.h"

#include "core/values/project.h"
#include "ui/text/format.h"

#include <QObject>

#include <algorithm>

namespace gevo::ui {

ValidationSummary summaryOf(const ValidationReport& reply) {
  const auto failed = std::find_if(reply.tests.begin(), reply.tests.end(), [](const TestReport& test) { return !test.result.valid(); });
  if (failed != reply.tests.end()) {
    const QString message =
        failed->role == TestRole::HeldOut ? QObject::tr("failed held-out test \"%1\": %2") : QObject::tr("failed test \"%1\": %2");
    return {false, message.arg(QString::fromStdString(failed->arguments), QString::fromStdString(failed->result.message))};
  }
  const auto heldOut =
      std::count_if(reply.tests.begin(), reply.tests.end(), [](const TestReport& test) { return test.role == TestRole::HeldOut; });
  QString message = QObject::tr("passed %1, %2 of them held out")
                        .arg(countedText(reply.tests.size(), QObject::tr("test"), QObject::tr("tests")))
                        .arg(heldOut);
  for (const std::string& warning : reply.warnings) message += "; " + QString::fromStdString(warning);
  return {true, message};
}

} // namespace gevo::ui

#include "ui/variant/validation_summary.h"

#include "core/format/workloads_in_full.h"
#include "core/values/project.h"
#include "ui/text/format.h"

#include <QObject>

#include <algorithm>

namespace gevo::ui {

ValidationSummary summaryOf(const ValidationReport& reply) {
  const auto failed = std::find_if(reply.tests.begin(), reply.tests.end(), [](const TestReport& test) { return !test.result.valid(); });
  if (failed != reply.tests.end()) {
    const QString message = failed->isInFull                    ? QObject::tr("failed the workload \"%1\", run in full: %2")
                            : failed->role == TestRole::HeldOut ? QObject::tr("failed held-out test \"%1\": %2")
                                                                : QObject::tr("failed test \"%1\": %2");
    return {false, message.arg(QString::fromStdString(failed->arguments), QString::fromStdString(failed->result.message))};
  }
  const auto heldOut =
      std::count_if(reply.tests.begin(), reply.tests.end(), [](const TestReport& test) { return test.role == TestRole::HeldOut; });
  const auto inFull = std::count_if(reply.tests.begin(), reply.tests.end(), [](const TestReport& test) { return test.isInFull; });
  QString message = QObject::tr("passed %1, %2 of them held out")
                        .arg(countedText(reply.tests.size() - std::size_t(inFull), QObject::tr("test"), QObject::tr("tests")))
                        .arg(heldOut);
  if (inFull > 0) message += QObject::tr(", and %1").arg(QString::fromStdString(formatWorkloadsInFull(reply.tests)));
  for (const std::string& warning : reply.warnings) message += "; " + QString::fromStdString(warning);
  return {true, message};
}

} // namespace gevo::ui

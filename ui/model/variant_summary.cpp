#include "ui/model/variant_summary.h"

#include "ui/text/format.h"

#include <cmath>

namespace gevo::ui {
namespace {

QString fitnessText(const RunModel& model, const VariantRow& row) {
  const QString dot = QStringLiteral(" · ");
  return runtimeText(row.runtime) + dot + speedupText(model.speedup(row)) + dot +
         QObject::tr("error %1").arg(errorText(model.run().settings.evaluation.metric, row.error));
}

} // namespace

QString variantSummary(const RunModel& model, const VariantRow& row) {
  const QString dot = QStringLiteral(" · ");
  const QString title = variantTitle(row.id);
  QStringList lines{"<b>" + title + "</b>", fitnessText(model, row)};
  if (std::isfinite(row.energy)) {
    QString energy = QObject::tr("energy %1").arg(energyText(row.energy));
    if (row.id != 0 && model.run().originalEnergy > 0)
      energy += QObject::tr(", %1 of the original's").arg(shareText(row.energy / model.run().originalEnergy));
    lines << energy;
  }
  if (row.id != 0) {
    QString edits = countedText(row.edits, QObject::tr("edit"), QObject::tr("edits"));
    if (row.inactive > 0) edits += QObject::tr(", %1 inactive").arg(row.inactive);
    lines << QObject::tr("generation %1").arg(row.generation) + dot + edits;
    QString step = row.step == StepKind::Other ? QString() : QString::fromUtf8(stepKindName(row.step));
    if (row.parent >= 0 && !step.isEmpty()) step = QObject::tr("%1 of %2").arg(step).arg(row.parent);
    if (row.parent2 >= 0 && !step.isEmpty()) step += QObject::tr(" and %1").arg(row.parent2);
    if (model.onFront(row.id)) step += (step.isEmpty() ? QString() : dot) + QObject::tr("on the front");
    if (!step.isEmpty()) lines << step;
    if (!row.passedAll) lines << QObject::tr("passed one of the tests so far");
  }
  if (const ValidationRow* validation = model.validation(row.id))
    lines << (validation->passed ? QObject::tr("held-out passed") : QObject::tr("held-out failed"));
  return lines.join("<br>");
}

QString underWaySummary(const RunModel& model, const VariantRow& row) {
  QString how = countedText(row.edits, QObject::tr("edit"), QObject::tr("edits"));
  if (row.step != StepKind::Other) how += QStringLiteral(" · ") + QString::fromUtf8(stepKindName(row.step));
  return "<b>" + QObject::tr("Variant of generation %1, in progress").arg(row.generation) + "</b><br>" + fitnessText(model, row) + "<br>" +
         how + "<br>" + QObject::tr("gets its number when the generation is complete");
}

QString failureSummary(const RunModel& model, const FailedRow& row) {
  const QString dot = QStringLiteral(" · ");
  return "<b>" + QObject::tr("Failed evaluation %1").arg(row.id) + "</b><br>" + QString::fromUtf8(reasonName(row.reason)) + dot +
         QObject::tr("error %1").arg(errorText(model.run().settings.evaluation.metric, row.error)) + "<br>" +
         QObject::tr("about %1 on the test it failed").arg(runtimeText(row.runtime)) + "<br>" +
         QObject::tr("generation %1").arg(row.generation) + dot + countedText(row.edits, QObject::tr("edit"), QObject::tr("edits"));
}

} // namespace gevo::ui

#include "ui/window/shown_variant.h"

#include "core/values/individual.h"
#include "ui/edits/edits_pane.h"
#include "ui/model/selection.h"
#include "ui/service/annotation_service.h"
#include "ui/text/format.h"

namespace gevo::ui {
namespace {

/// Why the checked edits are no variant.
QString obstacleTo(const CheckedEdits& checked) {
  if (checked.on == 0) return QObject::tr("no edit is checked, so it is the original");
  if (!checked.problem.isEmpty()) return checked.problem;
  if (!checked.result) return QObject::tr("it is still being evaluated; try again in a moment");
  return QObject::tr("it fails its tests (%1); check other edits").arg(QString::fromUtf8(reasonName(checked.result->reason)));
}

} // namespace

ShownVariant::ShownVariant(AnnotationService& annotations, const Selection& selection, const EditsPane& edits)
    : annotations_(annotations), selection_(selection), edits_(edits) {}

Result<ShownVariant::Name> ShownVariant::name(const QString& done) const {
  const std::int64_t variant = selection_.variant();
  if (variant == Selection::none) return fail("no variant is selected: click a point or a row first");
  if (variant < 0) return fail("this variant has no number yet: it can be {} when its generation is complete", done.toStdString());
  const std::optional<CheckedEdits> checked = edits_.whatIf().checked();
  if (checked && !edits_.checkedVariant())
    return fail("{}", QObject::tr("%1 can't be %2: %3").arg(checked->title(), done, obstacleTo(*checked)).toStdString());
  const QString file = QString::fromStdString(variantName(variant));
  return checked ? Name{checked->title(), file + "-checked"} : Name{variantTitle(variant), file};
}

std::function<void(std::function<void(std::int64_t)>)> ShownVariant::number() const {
  return [&annotations = annotations_, derived = edits_.checkedVariant(), variant = selection_.variant()](auto then) {
    derived ? annotations.derive(*derived, std::move(then)) : then(variant);
  };
}

const WhatIf& ShownVariant::whatIf() const { return edits_.whatIf(); }

} // namespace gevo::ui

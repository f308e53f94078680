#include "ui/window/variant_exports.h"

#include "core/values/individual.h"
#include "ui/edits/edits_pane.h"
#include "ui/model/selection.h"
#include "ui/service/annotation_service.h"
#include "ui/text/format.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>

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

VariantExports::VariantExports(VariantService& service, AnnotationService& annotations, const Selection& selection, EditsPane& edits,
                               std::function<QString()> stem, QWidget* window)
    : QObject(window), service_(service), annotations_(annotations), selection_(selection), edits_(edits), stem_(std::move(stem)),
      window_(window) {
  connect(&service_, &VariantService::exported, this,
          [this](qint64 variant, const QString& path) { emit news(tr("%1: saved as %2").arg(variantTitle(variant), path)); });
  connect(&service_, &VariantService::textMade, this, [this](qint64 variant, ExportKind kind, const QString& text) {
    QGuiApplication::clipboard()->setText(text);
    emit news(kind == ExportKind::Ptx ? tr("%1: PTX copied").arg(variantTitle(variant))
                                      : tr("%1: changes in CUDA copied").arg(variantTitle(variant)));
  });
}

std::optional<VariantExports::Chosen> VariantExports::chosen() {
  const std::int64_t variant = selection_.variant();
  QString problem;
  if (variant == Selection::none) problem = tr("no variant is selected: click a point or a row first");
  if (variant != Selection::none && variant < 0) problem = tr("this variant has no number yet: export it when its generation is complete");
  const std::optional<CheckedEdits> checked = edits_.whatIf().checked();
  if (problem.isEmpty() && checked && !edits_.checkedVariant())
    problem = tr("%1 can't be exported: %2").arg(checked->title(), obstacleTo(*checked));
  if (!problem.isEmpty()) {
    emit failed(problem);
    return std::nullopt;
  }
  const QString name = QString::fromStdString(variantName(variant));
  return checked ? Chosen{checked->title(), name + "-checked"} : Chosen{variantTitle(variant), name};
}

std::function<void(VariantExports::WithVariant)> VariantExports::variant() {
  return [this, derived = edits_.checkedVariant(), variant = selection_.variant()](WithVariant then) {
    derived ? annotations_.derive(*derived, std::move(then)) : then(variant);
  };
}

void VariantExports::write(ExportKind kind, const std::string& architecture) {
  const std::optional<Chosen> what = chosen();
  if (!what) return;
  const VariantService::Source source = service_.source(); // another run may be shown when the dialog is closed
  const char* const suffix = report::formatOf(kind).suffix;
  auto* dialog = new QFileDialog(window_, tr("Export: %1").arg(what->title), QString("%1-%2.%3").arg(stem_(), what->name, suffix));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  connect(dialog, &QFileDialog::fileSelected, this, [this, source, kind, architecture, with = variant()](const QString& path) {
    // Checked edits would be derived in the run that is shown now.
    if (service_.source().run != source.run) return emit failed(tr("another run is shown now; choose the variant again"));
    with([this, source, kind, architecture, path](std::int64_t id) {
      emit news(tr("Writing %1…").arg(path));
      service_.exportTo(source, id, kind, path, architecture);
    });
  });
  dialog->open();
}

void VariantExports::copy(ExportKind kind, const std::string& architecture) {
  if (!chosen()) return;
  emit news(tr("Copying…")); // a patch may have to be compiled first
  variant()(
      [this, source = service_.source(), kind, architecture](std::int64_t id) { service_.exportText(source, id, kind, architecture); });
}

} // namespace gevo::ui

#include "ui/window/variant_exports.h"

#include "ui/text/format.h"
#include "ui/window/shown_variant.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>

namespace gevo::ui {
VariantExports::VariantExports(VariantService& service, const ShownVariant& shown, std::function<QString()> stem, QWidget* window)
    : QObject(window), service_(service), shown_(shown), stem_(std::move(stem)), window_(window) {
  connect(&service_, &VariantService::exported, this,
          [this](qint64 variant, const QString& path) { emit news(tr("%1: saved as %2").arg(variantTitle(variant), path)); });
  connect(&service_, &VariantService::textMade, this, [this](qint64 variant, ExportKind kind, const QString& text) {
    QGuiApplication::clipboard()->setText(text);
    emit news(kind == ExportKind::Ptx ? tr("%1: PTX copied").arg(variantTitle(variant))
                                      : tr("%1: changes in CUDA copied").arg(variantTitle(variant)));
  });
}

void VariantExports::write(ExportKind kind, const std::string& architecture) {
  const Result<ShownVariant::Name> what = shown_.name(tr("exported"));
  if (!what) return emit failed(QString::fromStdString(what.error().message));
  const VariantService::Source source = service_.source(); // another run may be shown when the dialog is closed
  const char* const suffix = report::formatOf(kind).suffix;
  auto* dialog = new QFileDialog(window_, tr("Export: %1").arg(what->title), QString("%1-%2.%3").arg(stem_(), what->file, suffix));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  connect(dialog, &QFileDialog::fileSelected, this, [this, source, kind, architecture, with = shown_.number()](const QString& path) {
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
  const Result<ShownVariant::Name> what = shown_.name(tr("copied"));
  if (!what) return emit failed(QString::fromStdString(what.error().message));
  emit news(tr("Copying…")); // a patch may have to be compiled first
  shown_.number()(
      [this, source = service_.source(), kind, architecture](std::int64_t id) { service_.exportText(source, id, kind, architecture); });
}

} // namespace gevo::ui

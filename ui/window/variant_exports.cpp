#include "ui/window/variant_exports.h"

#include "ui/text/format.h"
#include "ui/widgets/drag_gesture.h"
#include "ui/window/shown_variant.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDir>
#include <QDrag>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QTemporaryDir>
#include <QUrl>

namespace gevo::ui {
VariantExports::VariantExports(VariantService& service, const ShownVariant& shown, std::function<QString()> stem, QWidget* window)
    : QObject(window), service_(service), shown_(shown), stem_(std::move(stem)), window_(window) {
  connect(&service_, &VariantService::exported, this, [this](qint64 variant, const QString& path, const QString& text) {
    if (path == awaited_) return beginDrag(variant, path, text);
    if (dragged_ && path.startsWith(dragged_->path())) return; // another was dragged meanwhile
    emit news(tr("%1: saved as %2").arg(variantTitle(variant), path));
  });
  connect(&service_, &VariantService::textMade, this, [this](qint64 variant, ExportKind kind, const QString& text) {
    QGuiApplication::clipboard()->setText(text);
    emit news(kind == ExportKind::Ptx ? tr("%1: PTX copied").arg(variantTitle(variant))
                                      : tr("%1: changes in CUDA copied").arg(variantTitle(variant)));
  });
  connect(&service_, &VariantService::failed, this, [this] { awaitedOf_.reset(); });
}

VariantExports::~VariantExports() = default;

QString VariantExports::fileName(const QString& variant, ExportKind kind) const {
  return QString("%1-%2.%3").arg(stem_(), variant, report::formatOf(kind).suffix);
}

void VariantExports::write(ExportKind kind, const std::string& architecture) {
  const Result<ShownVariant::Name> what = shown_.name(tr("exported"));
  if (!what) return emit failed(QString::fromStdString(what.error().message));
  const VariantService::Source source = service_.source(); // another run may be shown when the dialog is closed
  auto* dialog = new QFileDialog(window_, tr("Export: %1").arg(what->title), fileName(what->file, kind));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(report::formatOf(kind).suffix);
  connect(dialog, &QFileDialog::fileSelected, this, [this, source, kind, architecture, with = shown_.number()](const QString& path) {
    // Checked edits would be derived in the run that is shown now.
    if (service_.source().epoch != source.epoch) return emit failed(tr("another run is shown now; choose the variant again"));
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

void VariantExports::drag(ExportKind kind, const std::string& architecture, DragGesture& gesture) {
  const Result<ShownVariant::Name> what = shown_.name(tr("dragged out"));
  if (!what) return emit failed(QString::fromStdString(what.error().message));
  gesture_ = &gesture;
  const QString name = fileName(what->file, kind);
  if (kind == ExportKind::Patch) emit news(tr("Preparing %1…").arg(name)); // it may have to be compiled first
  shown_.number()([this, source = service_.source(), kind, architecture, name](std::int64_t id) {
    const auto wanted = std::tuple(source.epoch, id, kind, architecture);
    if (awaitedOf_ == wanted) return; // dragged again before it is there
    const Result<QString> path = draggedFile(name);
    if (!path) return emit failed(QString::fromStdString(path.error().message));
    awaited_ = *path;
    awaitedOf_ = wanted;
    service_.exportTo(source, id, kind, *path, architecture);
  });
}

Result<QString> VariantExports::draggedFile(const QString& name) {
  if (!dragged_ || !dragged_->isValid()) dragged_ = std::make_unique<QTemporaryDir>();
  const QString folder = QString::number(++draggedFiles_);
  if (!dragged_->isValid() || !QDir(dragged_->path()).mkdir(folder))
    return fail("cannot drag {} out: no file can be made in {}; free space there or export it instead", name.toStdString(),
                QDir::tempPath().toStdString());
  return dragged_->filePath(folder + '/' + name);
}

void VariantExports::beginDrag(std::int64_t variant, const QString& path, const QString& text) {
  awaited_.clear();
  awaitedOf_.reset();
  const QString name = QFileInfo(path).fileName();
  if (!gesture_ || !gesture_->isHeld()) return emit news(tr("%1 is ready: drag again").arg(name));
  auto* drag = new QDrag(gesture_->source()); // Qt deletes it
  auto* data = new QMimeData;
  data->setUrls({QUrl::fromLocalFile(path)});
  data->setText(text);
  drag->setMimeData(data);
  drag->setPixmap(gesture_->source()->grab());
  emit dragBegins(data);
  const Qt::DropAction dropped = drag->exec(Qt::CopyAction);
  if (gesture_) gesture_->end();
  if (dropped != Qt::IgnoreAction) emit news(tr("%1: dragged out as %2").arg(variantTitle(variant), name));
}

} // namespace gevo::ui

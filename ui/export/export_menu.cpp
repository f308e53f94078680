#include "ui/export/export_menu.h"

#include "ui/tasks/gui_thread.h"
#include "ui/widgets/card.h"

#include <QAbstractScrollArea>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QThreadPool>

namespace gevo::ui {
namespace {

constexpr double sharpness = 2;

QByteArray pngOf(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

/// The system's error message; nothing when all is written.
QString writeFile(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
  return written ? QString() : file.errorString();
}

} // namespace

ExportMenu::ExportMenu(QWidget* owner, Exportable what) : QObject(owner), owner_(owner), what_(std::move(what)) {
  if (owner->contextMenuPolicy() == Qt::DefaultContextMenu) {
    owner->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(owner, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
      auto* menu = new QMenu(owner_);
      menu->setAttribute(Qt::WA_DeleteOnClose);
      addTo(menu);
      const auto* area = qobject_cast<QAbstractScrollArea*>(owner_);
      menu->popup((area ? area->viewport() : owner_)->mapToGlobal(position));
    });
  }
  reportToCard();
}

/// The card is looked up late: a pane is created before it is added to one.
void ExportMenu::reportToCard() {
  const auto card = [this] {
    QObject* parent = owner_;
    while (parent && !qobject_cast<Card*>(parent)) parent = parent->parent();
    return qobject_cast<Card*>(parent);
  };
  connect(this, &ExportMenu::failed, this, [card](const QString& message) {
    if (Card* found = card()) emit found->failed(message);
  });
  connect(this, &ExportMenu::saved, this, [card](const QString& path) {
    if (Card* found = card()) emit found->notified(tr("Saved %1").arg(path));
  });
}

void ExportMenu::addTo(QMenu* menu) {
  menu->addAction(tr("Copy as Image"), this, &ExportMenu::copyImage);
  menu->addAction(tr("Copy as CSV"), this, &ExportMenu::copyCsv);
  if (what_.json) menu->addAction(tr("Copy as JSON"), this, &ExportMenu::copyJson);
  menu->addSeparator();
  menu->addAction(tr("Save as PNG…"), this, [this] { ask(tr("Save as PNG"), "png", &ExportMenu::savePng); });
  menu->addAction(tr("Save as SVG…"), this, [this] { ask(tr("Save as SVG"), "svg", &ExportMenu::saveSvg); });
  menu->addAction(tr("Save as CSV…"), this, [this] { ask(tr("Save as CSV"), "csv", &ExportMenu::saveCsv); });
  if (what_.json) menu->addAction(tr("Save as JSON…"), this, [this] { ask(tr("Save as JSON"), "json", &ExportMenu::saveJson); });
}

QImage ExportMenu::image() const {
  QImage image(what_.size() * sharpness, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(sharpness);
  image.fill(owner_->palette().color(QPalette::Base));
  what_.paint(image);
  return image;
}

QByteArray ExportMenu::svg() const {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setTitle(what_.name);
  generator.setResolution(96);
  generator.setSize(what_.size());
  generator.setViewBox(QRect(QPoint(), what_.size()));
  what_.paint(generator);
  return bytes;
}

void ExportMenu::copyImage() {
  QGuiApplication::clipboard()->setImage(image());
  emit copied();
}

void ExportMenu::copyCsv() { copy(what_.csv()); }
void ExportMenu::copyJson() { copy(what_.json()); }

void ExportMenu::copy(std::function<QByteArray()> make) {
  QThreadPool::globalInstance()->start([self = QPointer(this), make = std::move(make)] {
    const QByteArray text = make();
    postIfAlive(self, [text](ExportMenu& menu) {
      QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
      emit menu.copied();
    });
  });
}

void ExportMenu::savePng(const QString& path) {
  write(path, [picture = image()] { return pngOf(picture); });
}

void ExportMenu::saveSvg(const QString& path) {
  write(path, [text = svg()] { return text; });
}

void ExportMenu::saveCsv(const QString& path) { write(path, what_.csv()); }
void ExportMenu::saveJson(const QString& path) { write(path, what_.json()); }

void ExportMenu::write(const QString& path, std::function<QByteArray()> make) {
  QThreadPool::globalInstance()->start([self = QPointer(this), path, make = std::move(make)] {
    const QString problem = writeFile(path, make());
    postIfAlive(self, [path, problem](ExportMenu& menu) {
      if (problem.isEmpty())
        emit menu.saved(path);
      else
        emit menu.failed(tr("cannot write %1 (%2): choose another location").arg(path, problem));
    });
  });
}

void ExportMenu::ask(const QString& title, const QString& suffix, void (ExportMenu::*save)(const QString&)) {
  auto* dialog = new QFileDialog(owner_, title, what_.name + "." + suffix, "*." + suffix);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  connect(dialog, &QFileDialog::fileSelected, this, save);
  dialog->open();
}

} // namespace gevo::ui

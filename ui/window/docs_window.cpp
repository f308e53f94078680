#include "ui/window/docs_window.h"

#include "core/base/paths.h"

#include <QDir>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QTextBrowser>

namespace gevo::ui {
namespace {

/// The page's first heading.
QString titleOf(const QString& path) {
  QFile file(path);
  QString line = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed() : QString();
  while (line.startsWith('#') || line.startsWith(' ')) line.remove(0, 1);
  return line.isEmpty() ? QFileInfo(path).baseName() : line;
}

} // namespace

DocsWindow::DocsWindow(QWidget* parent) : QDialog(parent), pages_(new QListWidget(this)), text_(new QTextBrowser(this)) {
  setWindowTitle(tr("Manual"));
  resize(920, 680);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 8, 8, 8);
  pages_->setFixedWidth(210);
  pages_->setAccessibleName(tr("Pages"));
  text_->setAccessibleName(tr("Text"));
  row->addWidget(pages_);
  row->addWidget(text_, 1);
  text_->setOpenExternalLinks(true);
  text_->document()->setDocumentMargin(18);
  connect(pages_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    if (item) open(item->data(Qt::UserRole).toString());
  });
  fill();
}

int DocsWindow::pageCount() const { return pages_->count(); }

void DocsWindow::fill() {
  const Result<std::filesystem::path> folder = resourcePath("docs");
  if (!folder) return text_->setPlainText(QString::fromStdString(folder.error().message));
  const QDir pages(QString::fromStdString(folder->string()));
  for (const QFileInfo& page : pages.entryInfoList({"*.md"}, QDir::Files, QDir::Name)) {
    auto* item = new QListWidgetItem(titleOf(page.filePath()), pages_);
    item->setData(Qt::UserRole, page.filePath());
    if (page.baseName() == "explorer") pages_->setCurrentItem(item);
  }
  if (!pages_->currentItem() && pages_->count() > 0) pages_->setCurrentRow(0);
}

void DocsWindow::open(const QString& path) {
  QFile file(path);
  if (file.open(QIODevice::ReadOnly)) text_->setMarkdown(QString::fromUtf8(file.readAll()));
}

} // namespace gevo::ui

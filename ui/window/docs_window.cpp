#include "ui/window/docs_window.h"

#include "core/base/paths.h"

#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPointer>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextList>
#include <QTextTable>
#include <QUrl>

namespace gevo::ui {
namespace {

/// The page's first heading.
QString titleOf(const QString& path) {
  QFile file(path);
  QString line = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed() : QString();
  while (line.startsWith('#') || line.startsWith(' ')) line.remove(0, 1);
  return line.isEmpty() ? QFileInfo(path).baseName() : line;
}

/// Of a list or of code.
bool isLineOfMany(const QTextBlock& block) { return block.isValid() && (block.textList() || block.blockFormat().nonBreakableLines()); }

/// Room between paragraphs and above headings, which markdown comes without.
void spread(QTextDocument& document) {
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    QTextBlockFormat format = block.blockFormat();
    QTextCursor cursor(block);
    if (cursor.currentTable()) continue;
    format.setTopMargin(format.headingLevel() > 0 && block.blockNumber() > 0 ? 18 : 0);
    format.setBottomMargin(isLineOfMany(block) && isLineOfMany(block.next()) ? 2 : 9);
    cursor.setBlockFormat(format);
  }
}

/// A thin line below each row of tables, and room in their cells.
void lineTables(QTextDocument& document, const QBrush& line) {
  for (QTextFrame* frame : document.rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    QTextTableFormat format = table->format();
    format.setBorder(0);
    format.setCellSpacing(0);
    format.setCellPadding(5);
    format.setTopMargin(6);
    format.setBottomMargin(12);
    table->setFormat(format);
    for (int row = 0; row < table->rows(); ++row)
      for (int column = 0; column < table->columns(); ++column) {
        QTextTableCell cell = table->cellAt(row, column);
        QTextTableCellFormat lined = cell.format().toTableCellFormat();
        lined.setBottomBorder(1);
        lined.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        lined.setBottomBorderBrush(line);
        cell.setFormat(lined);
      }
  }
}

} // namespace

DocsWindow::DocsWindow(QWidget* parent) : QDialog(parent), pages_(new QListWidget(this)), text_(new QTextBrowser(this)) {
  setWindowTitle(tr("Manual"));
  resize(990, 700); // as wide as the widest picture
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 8, 8, 8);
  pages_->setFixedWidth(210);
  pages_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  pages_->setAccessibleName(tr("Pages"));
  text_->setAccessibleName(tr("Text"));
  row->addWidget(pages_);
  row->addWidget(text_, 1);
  text_->setOpenLinks(false);
  connect(pages_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
    if (item) open(item->data(Qt::UserRole).toString());
  });
  connect(text_, &QTextBrowser::anchorClicked, this, &DocsWindow::follow);
  fill();
}

int DocsWindow::pageCount() const { return pages_->count(); }

void DocsWindow::fill() {
  const Result<std::filesystem::path> folder = resourcePath("docs");
  if (!folder) return text_->setPlainText(QString::fromStdString(folder.error().message));
  const QDir pages(QString::fromStdString(folder->string()));
  text_->setSearchPaths({pages.path()}); // of pictures
  for (const QFileInfo& page : pages.entryInfoList({"*.md"}, QDir::Files, QDir::Name)) {
    auto* item = new QListWidgetItem(titleOf(page.filePath()), pages_);
    item->setData(Qt::UserRole, page.filePath());
    if (page.baseName() == "explorer") pages_->setCurrentItem(item);
  }
  if (!pages_->currentItem() && pages_->count() > 0) pages_->setCurrentRow(0);
}

void DocsWindow::open(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return;
  // Not in the document that is shown, which would be laid out anew for each word.
  auto* page = new QTextDocument(text_);
  page->setDefaultFont(text_->font());
  page->setDocumentMargin(18);
  page->setMarkdown(QString::fromUtf8(file.readAll()));
  spread(*page);
  lineTables(*page, palette().mid());
  const QPointer<QTextDocument> before = text_->document();
  text_->setDocument(page);
  if (before) before->deleteLater();
}

/// Links name pages as files beside their own.
void DocsWindow::follow(const QUrl& link) {
  for (int i = 0; i < pages_->count(); ++i)
    if (QFileInfo(pages_->item(i)->data(Qt::UserRole).toString()).fileName() == link.fileName()) return pages_->setCurrentRow(i);
  if (!link.isRelative()) QDesktopServices::openUrl(link);
}

void DocsWindow::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  // The colour of links stays what it was when the text was set.
  if (event->type() == QEvent::PaletteChange && pages_->currentItem()) open(pages_->currentItem()->data(Qt::UserRole).toString());
}

} // namespace gevo::ui

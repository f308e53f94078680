#include "ui/window/docs_window.h"

#include "core/base/paths.h"

#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QImageReader>
#include <QListWidget>
#include <QPointer>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextList>
#include <QTextTable>
#include <QUrl>

#include <algorithm>
#include <utility>
#include <vector>

namespace gevo::ui {
namespace {

constexpr int widestPicture = 700; // fits beside the list

QString pathOf(const QListWidgetItem* item) { return item ? item->data(Qt::UserRole).toString() : QString(); }

/// The page's first heading.
QString titleOf(const QString& path) {
  QFile file(path);
  QString line = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed() : QString();
  while (line.startsWith('#') || line.startsWith(' ')) line.remove(0, 1);
  return line.isEmpty() ? QFileInfo(path).baseName() : line;
}

/// Title and path of each page of a folder: the index first, the others by title.
std::vector<std::pair<QString, QString>> pagesIn(const QDir& folder) {
  std::vector<std::pair<QString, QString>> pages;
  for (const QFileInfo& page : folder.entryInfoList({"*.md"}, QDir::Files)) pages.emplace_back(titleOf(page.filePath()), page.filePath());
  std::ranges::sort(pages, {}, [](const auto& page) { return std::pair(!page.second.endsWith("/index.md"), page.first); });
  return pages;
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

/// Pictures that are wider than the text become as wide as it. `folder`: where their names start.
void fitPictures(QTextDocument& document, const QDir& folder) {
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
    for (auto part = block.begin(); !part.atEnd(); ++part) {
      QTextImageFormat format = part.fragment().charFormat().toImageFormat();
      if (!format.isValid() || QImageReader(folder.filePath(format.name())).size().width() <= widestPicture) continue;
      format.setWidth(widestPicture);
      QTextCursor cursor(block);
      cursor.setPosition(part.fragment().position());
      cursor.setPosition(part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
      cursor.setCharFormat(format);
      break; // the iterator no longer holds
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
    if (item) open(pathOf(item));
  });
  connect(text_, &QTextBrowser::anchorClicked, this, &DocsWindow::follow);
  fill();
}

int DocsWindow::pageCount() const {
  int pages = 0;
  for (int row = 0; row < pages_->count(); ++row) pages += pathOf(pages_->item(row)).isEmpty() ? 0 : 1;
  return pages;
}

void DocsWindow::fill() {
  const Result<std::filesystem::path> docs = resourcePath("docs");
  if (!docs) return text_->setPlainText(QString::fromStdString(docs.error().message));
  const QDir root(QDir::cleanPath(QString::fromStdString(docs->string())));
  addSection(tr("User manual"), root.filePath("user"));
  addSection(tr("Internals"), root.filePath("internals"));
  addSection(tr("Benchmarks"), root.filePath("benchmarks"));
}

void DocsWindow::addSection(const QString& name, const QDir& folder) {
  const auto pages = pagesIn(folder);
  if (pages.empty()) return;
  auto* heading = new QListWidgetItem(name, pages_);
  QFont font = pages_->font();
  font.setBold(true);
  heading->setFont(font);
  heading->setFlags(Qt::NoItemFlags);
  for (const auto& [title, path] : pages) {
    auto* item = new QListWidgetItem(title, pages_);
    item->setData(Qt::UserRole, path);
    if (path.endsWith("/user/explorer.md")) pages_->setCurrentItem(item);
  }
}

void DocsWindow::open(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return;
  // Not in the visible document, which would be laid out again for each word.
  auto* page = new QTextDocument(text_);
  page->setDefaultFont(text_->font());
  page->setDocumentMargin(18);
  page->setMarkdown(QString::fromUtf8(file.readAll()));
  const QDir folder = QFileInfo(path).dir();
  fitPictures(*page, folder);
  spread(*page);
  lineTables(*page, palette().mid());
  text_->setSearchPaths({folder.path()}); // of pictures
  const QPointer<QTextDocument> before = text_->document();
  text_->setDocument(page);
  if (before) before->deleteLater();
}

/// Links name pages as files, from the folder of their own page.
void DocsWindow::follow(const QUrl& link) {
  if (!link.isRelative()) {
    QDesktopServices::openUrl(link);
    return;
  }
  const QString page = QDir::cleanPath(QFileInfo(pathOf(pages_->currentItem())).dir().filePath(link.path()));
  for (int row = 0; row < pages_->count(); ++row)
    if (pathOf(pages_->item(row)) == page) return pages_->setCurrentRow(row);
}

void DocsWindow::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  // The colour of links stays what it was when the text was set.
  if (event->type() == QEvent::PaletteChange && pages_->currentItem()) open(pathOf(pages_->currentItem()));
}

} // namespace gevo::ui

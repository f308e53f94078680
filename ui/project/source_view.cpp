#include "ui/project/source_view.h"

#include "ui/syntax/line_syntax.h"

#include <QPaintEvent>
#include <QPainter>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QTimer>

namespace gevo::ui {
namespace {

constexpr int numberMargin = 10;

QColor colourOf(TokenKind kind, const Theme& theme) {
  switch (kind) {
  case TokenKind::Keyword:
  case TokenKind::Type:
  case TokenKind::Preprocessor:
    return theme.keyword;
  case TokenKind::Function:
  case TokenKind::Label:
    return theme.function;
  case TokenKind::Number:
    return theme.number;
  case TokenKind::String:
    return theme.string;
  case TokenKind::Comment:
    return theme.comment;
  case TokenKind::Variable:
  case TokenKind::Text:
    break;
  }
  return theme.ink;
}

} // namespace

class SourceView::Numbers : public QWidget {
public:
  explicit Numbers(SourceView* view) : QWidget(view), view_(view) {}

protected:
  void paintEvent(QPaintEvent* event) override { view_->paintNumbers(event); }

private:
  SourceView* view_;
};

/// Colours lines for a few milliseconds at a time, so that a large header does not block the window.
class SourceView::Colours : public QSyntaxHighlighter {
public:
  Colours(QTextDocument* document, const Theme& theme) : QSyntaxHighlighter(document), theme_(theme) {
    QObject::connect(&next_, &QTimer::timeout, this, [this] { goOn(); });
  }
  void setTheme(const Theme& theme) {
    theme_ = theme;
    rehighlight();
  }
  void setSyntax(std::unique_ptr<LineSyntax> syntax) {
    syntax_ = std::move(syntax);
    ready_ = 0;
    syntax_ ? next_.start(0) : next_.stop();
  }

protected:
  void highlightBlock(const QString&) override {
    const int line = currentBlock().blockNumber();
    if (!syntax_ || line >= ready_) return;
    for (const Token& token : syntax_->tokens(line)) setFormat(token.start, token.length, colourOf(token.kind, theme_));
  }

private:
  void goOn() {
    const QDeadlineTimer deadline(8);
    QTextBlock block = document()->findBlockByNumber(ready_);
    for (; block.isValid() && syntax_->prepare(ready_, deadline) && !deadline.hasExpired(); block = block.next()) {
      ++ready_;
      rehighlightBlock(block);
    }
    if (!block.isValid()) next_.stop();
  }

  Theme theme_;
  std::unique_ptr<LineSyntax> syntax_;
  int ready_ = 0; ///< lines that have their colours
  QTimer next_;
};

SourceView::SourceView(const Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent), theme_(theme), numbers_(new Numbers(this)), colours_(new Colours(document(), theme)) {
  setObjectName("sourceView");
  setReadOnly(true);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFont(codeFont());
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setAccessibleName(tr("Source"));
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int scrolled) {
    scrolled != 0 ? numbers_->scroll(0, scrolled) : numbers_->update(0, area.y(), numbers_->width(), area.height());
  });
  connect(this, &QPlainTextEdit::blockCountChanged, this, &SourceView::positionNumbers);
  positionNumbers();
}

void SourceView::setTheme(const Theme& theme) {
  theme_ = theme;
  colours_->setTheme(theme);
  numbers_->update();
}

void SourceView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) positionNumbers();
}

void SourceView::showText(const QString& text, const QString& syntax) {
  colours_->setSyntax(nullptr);
  marked_ = 0;
  setExtraSelections({});
  setPlainText(text);
  colours_->setSyntax(makeLineSyntax(syntax, text.split('\n')));
}

void SourceView::markLine(int line, int column) {
  const QTextBlock block = document()->findBlockByNumber(line - 1);
  if (!block.isValid()) return;
  marked_ = line;
  QTextEdit::ExtraSelection mark;
  mark.format.setBackground(theme_.removed);
  mark.format.setProperty(QTextFormat::FullWidthSelection, true);
  mark.cursor = QTextCursor(block);
  setExtraSelections({mark});
  QTextCursor cursor(block);
  cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::MoveAnchor,
                      std::clamp(column - 1, 0, static_cast<int>(block.text().size())));
  setTextCursor(cursor);
  centerCursor();
  numbers_->update();
}

void SourceView::positionNumbers() {
  const int digits = static_cast<int>(QString::number(std::max(1, blockCount())).size());
  const int width = 2 * numberMargin + fontMetrics().horizontalAdvance('9') * std::max(3, digits);
  setViewportMargins(width, 0, 0, 0);
  const QRect area = contentsRect();
  numbers_->setGeometry(area.left(), area.top(), width, area.height());
}

void SourceView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  positionNumbers();
}

void SourceView::paintNumbers(QPaintEvent* event) {
  QPainter painter(numbers_);
  painter.fillRect(event->rect(), theme_.gutter);
  painter.setFont(font());
  QTextBlock block = firstVisibleBlock();
  double top = blockBoundingGeometry(block).translated(contentOffset()).top();
  while (block.isValid() && top <= event->rect().bottom()) {
    const double height = blockBoundingRect(block).height();
    const bool marked = block.blockNumber() + 1 == marked_;
    painter.setPen(marked ? theme_.bad : theme_.dim);
    painter.drawText(QRectF(0, top, numbers_->width() - numberMargin, height), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(block.blockNumber() + 1));
    block = block.next();
    top += height;
  }
}

} // namespace gevo::ui

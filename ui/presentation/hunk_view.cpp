#include "ui/presentation/hunk_view.h"

#include "ui/text/format.h"
#include "ui/variant/code_theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <chrono>

namespace gevo::ui {
namespace {

/// At a scale of 1.
constexpr int largestCode = 14;
constexpr int smallestCode = 11;
constexpr int gap = 9; ///< between two places
/// Longer than this, colours are left out rather than the screen kept waiting.
constexpr std::chrono::milliseconds readingSyntax{40};

QColor colourOf(TokenKind kind, const CodeColors& colours) {
  switch (kind) {
  case TokenKind::Keyword:
  case TokenKind::Type:
  case TokenKind::Preprocessor:
    return colours.keyword;
  case TokenKind::Function:
    return colours.function;
  case TokenKind::Number:
    return colours.number;
  case TokenKind::String:
    return colours.string;
  case TokenKind::Comment:
    return colours.comment;
  case TokenKind::Text:
  case TokenKind::Variable:
  case TokenKind::Label:
    break;
  }
  return colours.text;
}

QStringList linesOf(const DiffDocument& document) { return document.text.split('\n'); }

/// A note's words in code are between backquotes.
QString shownText(const HunkLine& line) {
  return line.kind == HunkLine::Kind::Note ? QStringLiteral("▸ ") + QString(line.text).remove('`') : line.text;
}

} // namespace

HunkView::HunkView(QWidget* parent) : QWidget(parent), theme_(Theme::light()) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize HunkView::minimumSizeHint() const { return {theme_.px(120), theme_.px(40)}; }

void HunkView::setTheme(const Theme& theme) {
  theme_ = theme;
  arrange();
}

void HunkView::setHunks(std::vector<Hunk> hunks, const DiffDocument& left, const DiffDocument& right) {
  lines_.clear(); // they point into the hunks
  hunks_ = std::move(hunks);
  left_ = makeLineSyntax(left.syntax, linesOf(left));
  right_ = makeLineSyntax(right.syntax, linesOf(right));
  first_ = 0;
  arrange();
}

void HunkView::setNotice(const QString& notice) {
  notice_ = notice;
  update();
}

void HunkView::step(int places) {
  if (places > 0 && hidden() == 0) return;
  const auto last = static_cast<std::ptrdiff_t>(hunks_.size()) - 1;
  if (last < 0) return;
  first_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(first_) + places, 0, last));
  arrange();
}

std::size_t HunkView::hidden() const { return hunks_.size() - std::min(hunks_.size(), first_ + shown_); }

double HunkView::textLeft() const {
  int most = 0;
  for (const Hunk& hunk : hunks_)
    for (const HunkLine& line : hunk.lines) most = std::max(most, line.number + 1);
  const int digits = static_cast<int>(QString::number(most).size());
  return QFontMetricsF(code_).horizontalAdvance(QLatin1Char('0')) * (digits + 2.5);
}

/// As large as the longest line allows.
int HunkView::fittingSize() const {
  qsizetype columns = 1;
  for (const Hunk& hunk : hunks_)
    for (const HunkLine& line : hunk.lines)
      if (line.kind != HunkLine::Kind::Note) columns = std::max(columns, line.text.size());
  for (int size = theme_.px(largestCode); size > theme_.px(smallestCode); --size)
    if (QFontMetricsF(codeFont(size)).horizontalAdvance(QLatin1Char('0')) * double(columns + 8) <= width()) return size;
  return theme_.px(smallestCode);
}

LineSyntax* HunkView::syntaxOf(const HunkLine& line) const {
  return line.kind == HunkLine::Kind::Removed ? left_.get() : line.kind == HunkLine::Kind::Note ? nullptr : right_.get();
}

QList<QTextLayout::FormatRange> HunkView::formatsOf(const HunkLine& line) const {
  const CodeColors colours = codeColors(theme_);
  QList<QTextLayout::FormatRange> formats;
  const auto add = [&](qsizetype start, qsizetype length, auto&& change) {
    if (length <= 0) return;
    QTextLayout::FormatRange range{static_cast<int>(start), static_cast<int>(length), {}};
    change(range.format);
    formats.append(range);
  };
  if (line.kind == HunkLine::Kind::Note) {
    qsizetype at = 2; // after the mark
    bool isCode = false;
    for (const QString& part : line.text.split('`')) {
      if (isCode)
        add(at, part.size(), [&](QTextCharFormat& format) {
          format.setFont(codeFont(code_.pixelSize()));
          format.setForeground(theme_.ink);
        });
      at += part.size();
      isCode = !isCode;
    }
    return formats;
  }
  for (const TextSpan& span : line.changed)
    add(span.begin, qsizetype(span.end) - span.begin, [&](QTextCharFormat& format) {
      format.setBackground(line.kind == HunkLine::Kind::Removed ? colours.removedWord : colours.addedWord);
    });
  LineSyntax* const syntax = syntaxOf(line);
  if (!syntax || !syntax->prepare(line.number, QDeadlineTimer(readingSyntax))) return formats;
  for (const Token& token : syntax->tokens(line.number)) {
    const int start = std::max(0, token.start - line.indentation);
    add(start, token.start + token.length - line.indentation - start,
        [&](QTextCharFormat& format) { format.setForeground(colourOf(token.kind, colours)); });
  }
  return formats;
}

HunkView::Line HunkView::layOut(const HunkLine& line, double width) const {
  const bool isNote = line.kind == HunkLine::Kind::Note;
  Line laid;
  laid.of = &line;
  laid.text = std::make_unique<QTextLayout>(shownText(line), isNote ? note_ : code_);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  laid.text->setTextOption(option);
  laid.text->setFormats(formatsOf(line));
  laid.text->beginLayout();
  const double hanging = QFontMetricsF(code_).horizontalAdvance(QLatin1Char('0')) * 2;
  for (QTextLine part = laid.text->createLine(); part.isValid(); part = laid.text->createLine()) {
    const double indent = laid.height > 0 ? hanging : 0;
    part.setLineWidth(std::max(width - indent, 20.0));
    part.setPosition({indent, laid.height});
    laid.height += std::max(part.height(), QFontMetricsF(code_).lineSpacing());
  }
  laid.text->endLayout();
  laid.height += isNote ? theme_.px(4) : theme_.px(1);
  return laid;
}

/// The lines for which there is room.
void HunkView::layOutHunk(const Hunk& hunk, double& top, double room, double width) {
  std::vector<Line>& laid = lines_.emplace_back();
  for (const HunkLine& line : hunk.lines) {
    Line next = layOut(line, width);
    if (top + next.height > room && !laid.empty()) return;
    next.top = top;
    top += next.height;
    laid.push_back(std::move(next));
  }
}

void HunkView::arrange() {
  code_ = codeFont(fittingSize());
  note_ = interfaceFont(code_.pixelSize(), QFont::Medium);
  lines_.clear();
  shown_ = 0;
  const double below = QFontMetricsF(note_).height() * 1.4; // the last row says what is hidden
  const double width = this->width() - textLeft() - theme_.px(6);
  double top = 0;
  for (std::size_t hunk = first_; hunk < hunks_.size() && top < height() - below; ++hunk) {
    const bool isLast = hunk + 1 == hunks_.size();
    layOutHunk(hunks_[hunk], top, isLast ? height() : height() - below, width);
    const std::vector<Line>& laid = lines_.back();
    const bool isWhole = laid.size() == hunks_[hunk].lines.size();
    if (isWhole || hunk == first_) ++shown_;
    // Of a place that is cut off, what surrounds the change says nothing.
    const bool tells = std::ranges::any_of(laid, [](const Line& line) { return line.of->kind != HunkLine::Kind::Context; });
    if (!isWhole && !tells && hunk != first_) lines_.pop_back();
    if (!isWhole) break;
    top += theme_.px(gap);
  }
  update();
}

void HunkView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void HunkView::paintLine(QPainter& painter, const Line& line) const {
  const QRectF row(0, line.top, width(), line.height);
  const double left = textLeft();
  const HunkLine::Kind kind = line.of->kind;
  const bool isRemoved = kind == HunkLine::Kind::Removed;
  const bool isAdded = kind == HunkLine::Kind::Added;
  if (isRemoved || isAdded) painter.fillRect(row, isRemoved ? theme_.removed : theme_.added);
  if (kind == HunkLine::Kind::Note) painter.fillRect(row, theme_.hover);
  if (kind != HunkLine::Kind::Note) {
    const double digit = QFontMetricsF(code_).horizontalAdvance(QLatin1Char('0'));
    const double firstHeight = line.text->lineAt(0).height();
    painter.setFont(code_);
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(0, line.top, left - 2 * digit, firstHeight), int(Qt::AlignRight | Qt::AlignVCenter),
                     QString::number(line.of->number + 1));
    painter.setPen(isRemoved ? theme_.bad : theme_.good);
    if (isRemoved || isAdded)
      painter.drawText(QRectF(left - 1.5 * digit, line.top, digit, firstHeight), int(Qt::AlignCenter),
                       isRemoved ? QStringLiteral("−") : QStringLiteral("+"));
  }
  painter.setPen(kind == HunkLine::Kind::Note ? theme_.accent : kind == HunkLine::Kind::Context ? theme_.dim : theme_.ink);
  line.text->draw(&painter, QPointF(left, line.top + (kind == HunkLine::Kind::Note ? theme_.px(2) : 0)));
}

void HunkView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (hunks_.empty()) {
    painter.setFont(note_);
    painter.setPen(theme_.dim);
    painter.drawText(rect(), int(Qt::AlignTop | Qt::AlignLeft), notice_);
  }
  double bottom = 0;
  for (std::size_t hunk = 0; hunk < lines_.size(); ++hunk) {
    for (const Line& line : lines_[hunk]) {
      paintLine(painter, line);
      bottom = line.top + line.height;
    }
    if (hunk + 1 < lines_.size()) painter.fillRect(QRectF(0, bottom + theme_.px(gap) / 2.0, width(), theme_.px(1)), theme_.line);
  }
  if (hidden() == 0) return;
  painter.setFont(note_);
  painter.setPen(theme_.dim);
  painter.drawText(rect(), int(Qt::AlignBottom | Qt::AlignRight),
                   tr("↓ %1").arg(countedText(hidden(), tr("more place"), tr("more places"))));
}

} // namespace gevo::ui

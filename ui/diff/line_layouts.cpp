#include "ui/diff/line_layouts.h"

#include <QFontMetricsF>

namespace gevo::ui {

namespace {

constexpr int kReadingMilliseconds = 8;

quint64 keyOf(Side side, int line) { return (quint64{side == Side::Right} << 32U) | static_cast<quint32>(line); }

} // namespace

void LineLayouts::setModel(std::shared_ptr<const DiffModel> model) {
  model_ = std::move(model);
  for (Side side : {Side::Left, Side::Right}) {
    syntax_[side == Side::Left ? 0 : 1] = makeLineSyntax(model_->document(side).syntax, model_->lines(side));
  }
  cache_.clear();
}

void LineLayouts::setStyle(const QFont& font, const CodeColors& colors) {
  font_ = font;
  colors_ = colors;
  cache_.clear();
}

void LineLayouts::beginPass() {
  deadline_ = QDeadlineTimer(kReadingMilliseconds);
  unfinished_ = false;
}

const QTextLayout& LineLayouts::layout(Side side, int line) {
  const quint64 key = keyOf(side, line);
  if (const QTextLayout* cached = cache_.object(key)) return *cached;
  LineSyntax* lineSyntax = syntax(side);
  if (lineSyntax != nullptr && !lineSyntax->prepare(line, deadline_)) {
    unfinished_ = true;
    plain_ = makeLayout(side, line, false);
    return *plain_;
  }
  cache_.insert(key, makeLayout(side, line, lineSyntax != nullptr).release());
  return *cache_.object(key);
}

std::unique_ptr<QTextLayout> LineLayouts::makeLayout(Side side, int line, bool colored) const {
  const QString& text = model_->lines(side).at(line);
  QList<QTextLayout::FormatRange> formats;
  if (colored) {
    for (const Token& token : syntax(side)->tokens(line)) {
      QTextLayout::FormatRange range{token.start, token.length, {}};
      range.format.setForeground(colorOf(token.kind));
      formats.append(range);
    }
  }
  auto layout = std::make_unique<QTextLayout>(text, font_);
  QTextOption option;
  option.setWrapMode(QTextOption::NoWrap);
  option.setTabStopDistance(DiffModel::kTabColumns * QFontMetricsF(font_).horizontalAdvance(QLatin1Char(' ')));
  layout->setTextOption(option);
  layout->setFormats(formats);
  layout->beginLayout();
  layout->createLine();
  layout->endLayout();
  return layout;
}

QColor LineLayouts::colorOf(TokenKind kind) const {
  switch (kind) {
  case TokenKind::Keyword:
  case TokenKind::Type:
  case TokenKind::Preprocessor:
    return colors_.keyword;
  case TokenKind::Function:
    return colors_.function;
  case TokenKind::Number:
    return colors_.number;
  case TokenKind::String:
    return colors_.string;
  case TokenKind::Comment:
  case TokenKind::Label:
    return colors_.comment;
  case TokenKind::Variable:
  case TokenKind::Text:
    break;
  }
  return colors_.text;
}

} // namespace gevo::ui

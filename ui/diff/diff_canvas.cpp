#include "ui/diff/diff_canvas.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>

namespace gevo::ui {

namespace {

constexpr int kDividerWidth = 1;
constexpr int kLeading = 2;
constexpr int kFewestDigits = 3;
constexpr int kGutterPadding = 16;

QFont defaultCodeFont() {
  const QString preferred = QStringLiteral("JetBrains Mono");
  QFont font = QFontDatabase::families().contains(preferred) ? QFont(preferred) : QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPixelSize(12);
  return font;
}

/// No ligatures: they would draw <= as a single glyph, which is not what the source says.
QFont withoutLigatures(QFont font) {
  font.setStyleStrategy(static_cast<QFont::StyleStrategy>(font.styleStrategy() | QFont::PreferNoShaping));
  font.setKerning(false);
  return font;
}

} // namespace

DiffCanvas::DiffCanvas(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  setAutoFillBackground(true);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Differences"));
  setCodeFont(defaultCodeFont());
}

void DiffCanvas::setModel(std::shared_ptr<const DiffModel> model) {
  model_ = std::move(model);
  message_.clear();
  const Side active = state_.selection.side;
  state_ = {};
  horizontalScrollBar()->setValue(0);
  state_.selection.side = active;
  hoveredItem_ = -1;
  layouts_.setModel(model_);
  setFolding(folding_);
}

void DiffCanvas::wrapNotes() {
  if (model_->wrapsAlike(columns())) return;
  const auto before = std::exchange(model_, std::make_shared<const DiffModel>(model_->wrapped(columns())));
  const auto rowNow = [&](int row) { return before->rowIn(*model_, row); };
  const int top = rowNow(firstVisibleRow());
  const int within = verticalScrollBar()->value() % rowHeight();
  hoveredItem_ = state_.hoveredRow = -1;
  state_.search.searchAgain(*model_);
  layouts_.setModel(model_);
  folds_.renumber(rowNow, model_->rowCount());
  updateScrollBars();
  verticalScrollBar()->setValue(folds_.indexOfRow(top) * rowHeight() + within);
  viewport()->update();
  emit foldsChanged();
}

void DiffCanvas::setSingle(bool single) {
  single_ = single;
  state_.selection.side = single ? Side::Right : state_.selection.side;
  updateScrollBars();
}

void DiffCanvas::setMessage(const QString& message) {
  message_ = message;
  viewport()->update();
}

void DiffCanvas::setColors(const CodeColors& colors) {
  colors_ = colors;
  // Seen below a see-through scroll bar.
  QPalette palette = this->palette();
  palette.setColor(QPalette::Window, colors.background);
  setPalette(palette);
  layouts_.setStyle(fonts_.code, colors_);
  viewport()->update();
}

void DiffCanvas::setCodeFont(const QFont& font) {
  fonts_.code = withoutLigatures(font);
  fonts_.note = QApplication::font();
  fonts_.note.setPixelSize(std::max(9, QFontInfo(font).pixelSize() - 1));
  layouts_.setStyle(fonts_.code, colors_);
  updateScrollBars();
}

void DiffCanvas::setFolding(bool folding) {
  folding_ = folding;
  folds_.reset(*model_, folding);
  updateScrollBars();
  emit foldsChanged();
}

void DiffCanvas::showRow(int row) {
  if (folds_.reveal(row)) {
    updateScrollBars();
    emit foldsChanged();
  }
  const int index = folds_.indexOfRow(row);
  if (index < 0) return;
  const int top = index * rowHeight() - verticalScrollBar()->value();
  const int height = viewport()->height();
  const bool comfortable = top >= 2 * rowHeight() && top + 3 * rowHeight() <= height;
  if (!comfortable) verticalScrollBar()->setValue(index * rowHeight() - height / 3);
}

void DiffCanvas::showColumn(Side side, int line, int column) {
  const qreal x = layouts_.layout(side, line).lineAt(0).cursorToX(column);
  const PaneGeometry pane = paneGeometry(side);
  const int width = pane.right() - pane.textLeft();
  const auto position = static_cast<int>(x);
  if (position < state_.horizontalOffset || position > state_.horizontalOffset + width * 4 / 5) {
    horizontalScrollBar()->setValue(position < width * 4 / 5 ? 0 : position - width / 2);
  }
}

void DiffCanvas::setCurrentDifference(int difference) {
  state_.currentDifference = difference;
  viewport()->update();
}

void DiffCanvas::setLinkedSource(SourceLine source) {
  if (source == state_.linked) return;
  state_.linked = source;
  viewport()->update();
}

void DiffCanvas::setSelection(const TextSelection& selection) {
  state_.selection = selection;
  viewport()->update();
}

TextSearch& DiffCanvas::editSearch() {
  viewport()->update();
  return state_.search;
}

void DiffCanvas::copySelection() const {
  const QString text = selectedText(*model_, state_.selection);
  if (!text.isEmpty()) QApplication::clipboard()->setText(text);
}

int DiffCanvas::rowHeight() const { return QFontMetrics(fonts_.code).height() + kLeading; }

int DiffCanvas::columns() const {
  const PaneGeometry left = paneGeometry(Side::Left);
  const PaneGeometry right = paneGeometry(Side::Right);
  const int width = right.right() - right.textLeft();
  const int narrower = single_ ? width : std::min(width, left.right() - left.textLeft());
  return narrower / std::max(1, QFontMetrics(fonts_.code).horizontalAdvance(QLatin1Char('0')));
}

int DiffCanvas::dividerLeft() const {
  if (single_) return -kDividerWidth;
  const int width = viewport()->width();
  return std::clamp(static_cast<int>(width * dividerShare_), width / 10, width - width / 10) - kDividerWidth;
}

PaneGeometry DiffCanvas::paneGeometry(Side side) const {
  const auto lines = std::max(model_->lines(Side::Left).size(), model_->lines(Side::Right).size());
  const auto digits = std::max<qsizetype>(kFewestDigits, QString::number(lines).size());
  const bool hasHeat = !model_->document(Side::Left).heat.isEmpty() || !model_->document(Side::Right).heat.isEmpty();
  const int heat = hasHeat ? PaneGeometry::kHeatWidth : 0;
  const int gutter = static_cast<int>(digits) * QFontMetrics(fonts_.code).horizontalAdvance(QLatin1Char('0')) + kGutterPadding + heat;
  const int divider = dividerLeft();
  if (side == Side::Left) return {0, std::max(0, divider), single_ ? 0 : gutter, heat};
  return {divider + kDividerWidth, viewport()->width() - divider - kDividerWidth, gutter, heat};
}

QRect DiffCanvas::rowRect(Side side, int row) const {
  const int index = folds_.indexOfRow(row);
  if (index < 0 || folds_.at(index).folded > 0) return {};
  const PaneGeometry pane = paneGeometry(side);
  return {pane.left, index * rowHeight() - verticalScrollBar()->value(), pane.width, rowHeight()};
}

int DiffCanvas::firstVisibleRow() const {
  if (folds_.count() == 0) return 0;
  return folds_.at(std::clamp(verticalScrollBar()->value() / rowHeight(), 0, folds_.count() - 1)).row;
}

int DiffCanvas::signatureAbove(Side side) const {
  const int first = verticalScrollBar()->value() / rowHeight();
  for (int index = first; index < folds_.count() && index < first + 3; ++index) {
    const VisibleItem& item = folds_.at(index);
    // A row under the signature itself doesn't count.
    if (item.folded > 0 || index == first) continue;
    const int function = model_->functionOf(side, model_->lineOfRow(side, item.row));
    if (function < 0) continue;
    const int shown = folds_.indexOfRow(model_->rowOfLine(side, function));
    return shown < first || folds_.at(shown).folded > 0 || (shown == first && verticalScrollBar()->value() % rowHeight() > 0) ? function
                                                                                                                              : -1;
  }
  return -1;
}

void DiffCanvas::updateScrollBars() {
  const int height = viewport()->height();
  verticalScrollBar()->setSingleStep(rowHeight());
  verticalScrollBar()->setPageStep(std::max(rowHeight(), height - rowHeight()));
  verticalScrollBar()->setRange(0, std::max(0, folds_.count() * rowHeight() - height));
  const int columnWidth = QFontMetrics(fonts_.code).horizontalAdvance(QLatin1Char('0'));
  int hidden = 0;
  int visible = viewport()->width();
  for (Side side : {Side::Left, Side::Right}) {
    if (single_ && side == Side::Left) continue;
    const PaneGeometry pane = paneGeometry(side);
    const int width = pane.right() - pane.textLeft();
    hidden = std::max(hidden, (model_->longestLine(side) + 1) * columnWidth - width);
    visible = std::min(visible, width);
  }
  horizontalScrollBar()->setSingleStep(4 * columnWidth);
  horizontalScrollBar()->setPageStep(std::max(columnWidth, visible));
  horizontalScrollBar()->setRange(0, std::max(0, hidden));
  viewport()->update();
  emit geometryChanged();
}

void DiffCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), colors_.background);
  if (!message_.isEmpty()) {
    painter.setFont(fonts_.note);
    painter.setPen(colors_.dim);
    painter.drawText(viewport()->rect(), Qt::AlignCenter, message_);
    return;
  }
  layouts_.beginPass();
  RowPainter rows(painter, *model_, layouts_, colors_, fonts_, state_);
  const int height = rowHeight();
  const int first = verticalScrollBar()->value() / height;
  for (int index = first; index < folds_.count(); ++index) {
    const int top = index * height - verticalScrollBar()->value();
    if (top >= viewport()->height()) break;
    const VisibleItem& item = folds_.at(index);
    for (Side side : {Side::Left, Side::Right}) {
      if (single_ && side == Side::Left) continue;
      if (item.folded > 0) {
        rows.paintFold(item.folded, index == hoveredItem_, paneGeometry(side), top, height);
      } else {
        rows.paintRow(side, item.row, paneGeometry(side), top, height);
      }
    }
  }
  for (Side side : {Side::Left, Side::Right})
    if (const int line = signatureAbove(side); line >= 0 && !(single_ && side == Side::Left))
      rows.paintSignature(side, line, paneGeometry(side), height);
  painter.fillRect(QRect(dividerLeft(), 0, kDividerWidth, viewport()->height()), colors_.border);
  if (layouts_.isUnfinished()) QTimer::singleShot(0, viewport(), qOverload<>(&QWidget::update));
}

void DiffCanvas::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateScrollBars();
}

void DiffCanvas::scrollContentsBy(int, int) {
  state_.horizontalOffset = horizontalScrollBar()->value();
  viewport()->update();
}

} // namespace gevo::ui

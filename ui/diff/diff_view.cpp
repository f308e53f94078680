#include "ui/diff/diff_view.h"

#include "ui/diff/diff_canvas.h"
#include "ui/diff/overview_ruler.h"
#include "ui/diff/pane_header.h"
#include "ui/diff/prompt_bar.h"
#include "ui/widgets/widget_shortcuts.h"

#include <QContextMenuEvent>
#include <QFutureWatcher>
#include <QGridLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QtConcurrentRun>
#include <utility>

namespace gevo::ui {

namespace {

/// Lines of both sides together that are compared without leaving the GUI thread.
constexpr qsizetype kQuickLines = 5000;

/// Notes are not wrapped anew at each step of a window's edge.
constexpr std::chrono::milliseconds restAfterResizing{100};

qsizetype lineCount(const DiffDocument& document) { return document.text.count(QLatin1Char('\n')) + 1; }

bool hasTexts(const DiffModel& model, const DiffDocument& left, const DiffDocument& right) {
  return model.document(Side::Left).text == left.text && model.document(Side::Right).text == right.text && model.rowCount() > 0;
}

} // namespace

DiffView::DiffView(QWidget* parent)
    : QWidget(parent), canvas_(new DiffCanvas(this)), ruler_(new OverviewRuler(*canvas_, this)), header_(new PaneHeader(*canvas_, this)),
      prompt_(new PromptBar(this)) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(0);
  grid->addWidget(header_, 0, 0, 1, 2);
  grid->addWidget(canvas_, 1, 0);
  grid->addWidget(ruler_, 1, 1);
  grid->addWidget(prompt_, 2, 0, 1, 2);
  setFocusProxy(canvas_);
  canvas_->installEventFilter(this);
  addWidgetShortcut(*canvas_, tr("Next difference"), {Qt::Key_N}, [this] { nextDifference(); });
  addWidgetShortcut(*canvas_, tr("Previous difference"), {Qt::Key_P}, [this] { previousDifference(); });
  connect(canvas_, &DiffCanvas::editActivated, this, &DiffView::editActivated);
  connect(canvas_, &DiffCanvas::sourceLineActivated, this, &DiffView::sourceLineActivated);
  connect(canvas_, &DiffCanvas::sourceLineHovered, this, &DiffView::sourceLineHovered);
  connect(canvas_, &DiffCanvas::rowActivated, this, [this](int row) {
    if (const int difference = canvas_->model().differenceOfRow(row); difference >= 0) setCurrentDifference(difference, false);
  });
  connect(prompt_, &PromptBar::textEdited, this, &DiffView::find);
  connect(prompt_, &PromptBar::findNext, this, &DiffView::findNext);
  connect(prompt_, &PromptBar::findPrevious, this, &DiffView::findPrevious);
  connect(prompt_, &PromptBar::lineGiven, this, &DiffView::goToLine);
  connect(prompt_, &PromptBar::closed, this, &DiffView::closePrompt);
  resized_.setSingleShot(true);
  resized_.setInterval(restAfterResizing);
  connect(canvas_, &DiffCanvas::geometryChanged, this, [this] { resized_.start(); });
  connect(&resized_, &QTimer::timeout, canvas_, &DiffCanvas::wrapNotes);
  setColors(lightCodeColors());
}

DiffView::~DiffView() = default;

void DiffView::setDocuments(DiffDocument left, DiffDocument right) {
  forgetComparison();
  const qsizetype lines = lineCount(left) + lineCount(right);
  const int columns = canvas_->columns();
  if (lines <= kQuickLines) {
    showModel(std::make_shared<const DiffModel>(std::move(left), std::move(right), columns));
    return;
  }
  canvas_->setMessage(tr("Comparing %L1 lines…").arg(lines));
  using Watcher = QFutureWatcher<std::shared_ptr<const DiffModel>>;
  auto* watcher = new Watcher(this);
  comparison_ = watcher;
  connect(watcher, &Watcher::finished, this, [this, watcher] {
    const std::shared_ptr<const DiffModel> model = watcher->result();
    const auto postponed = std::exchange(postponed_, nullptr);
    forgetComparison();
    showModel(model);
    if (postponed) postponed();
  });
  watcher->setFuture(QtConcurrent::run([left = std::move(left), right = std::move(right), columns]() mutable {
    return std::shared_ptr<const DiffModel>(std::make_shared<DiffModel>(std::move(left), std::move(right), columns));
  }));
}

void DiffView::setDocument(DiffDocument document) {
  canvas_->setSingle(true);
  DiffDocument same = document;
  same.notes.clear();
  setDocuments(std::move(same), std::move(document));
}

void DiffView::forgetComparison() {
  postponed_ = nullptr;
  if (comparison_ == nullptr) return;
  comparison_->disconnect(this);
  comparison_->deleteLater();
  comparison_ = nullptr;
}

void DiffView::showModel(std::shared_ptr<const DiffModel> model) {
  const bool stay = hasTexts(canvas_->model(), model->document(Side::Left), model->document(Side::Right));
  const int position = canvas_->verticalScrollBar()->value();
  const int difference = currentDifference_;
  canvas_->setModel(std::move(model));
  header_->update();
  if (stay) canvas_->verticalScrollBar()->setValue(position);
  if (!stay) canvas_->verticalScrollBar()->setValue(0);
  currentDifference_ = -1;
  setCurrentDifference(stay && difference >= 0 && difference < differenceCount() ? difference : 0, !stay);
  emit compared();
}

bool DiffView::postpone(std::function<void()> action) {
  if (!isComparing()) return false;
  postponed_ = std::move(action);
  return true;
}

bool DiffView::isComparing() const { return comparison_ != nullptr; }

void DiffView::setColors(const CodeColors& colors) {
  canvas_->setColors(colors);
  prompt_->setColors(colors);
  header_->update();
  ruler_->update();
}

void DiffView::setCodeFont(const QFont& font) { canvas_->setCodeFont(font); }

void DiffView::setFolding(bool folding) {
  const int row = canvas_->firstVisibleRow();
  const bool changed = canvas_->isFolding() != folding;
  canvas_->setFolding(folding);
  canvas_->verticalScrollBar()->setValue(canvas_->folds().indexOfRow(row) * canvas_->rowHeight());
  if (changed) emit foldingChanged(folding);
}

bool DiffView::isFolding() const { return canvas_->isFolding(); }

int DiffView::differenceCount() const { return static_cast<int>(canvas_->model().differences().size()); }

int DiffView::currentDifference() const { return currentDifference_; }

void DiffView::nextDifference() {
  if (currentDifference_ + 1 < differenceCount()) {
    setCurrentDifference(currentDifference_ + 1, true);
  } else if (currentDifference_ >= 0) {
    setCurrentDifference(currentDifference_, true);
  }
}

void DiffView::previousDifference() {
  if (currentDifference_ >= 0) setCurrentDifference(std::max(0, currentDifference_ - 1), true);
}

void DiffView::setCurrentDifference(int difference, bool scroll) {
  const int count = differenceCount();
  const int valid = difference < count ? difference : -1;
  canvas_->setCurrentDifference(valid);
  if (scroll && valid >= 0) showDifference(canvas_->model().differences()[static_cast<std::size_t>(valid)]);
  currentDifference_ = valid;
  emit currentDifferenceChanged(valid, count);
}

/// Of a line that is longer than its pane, the part that changed.
void DiffView::showDifference(const Difference& difference) {
  canvas_->showRow(difference.firstRow);
  for (int index = difference.firstRow; index <= difference.lastRow; ++index) {
    const DiffRow& row = canvas_->model().row(index);
    const bool onRight = !row.rightChanged.empty();
    if (!onRight && row.leftChanged.empty()) continue;
    const TextSpan changed = onRight ? row.rightChanged.front() : row.leftChanged.front();
    canvas_->showColumn(onRight ? Side::Right : Side::Left, onRight ? row.right : row.left, static_cast<int>(changed.begin));
    return;
  }
}

bool DiffView::showEdit(int edit) {
  if (postpone([this, edit] { showEdit(edit); })) return true;
  const int row = canvas_->model().rowOfEdit(edit);
  if (row < 0) return false;
  setCurrentDifference(canvas_->model().differenceOfRow(row), false);
  canvas_->showRow(row);
  return true;
}

void DiffView::showSourceLine(int file, int line) {
  if (postpone([this, file, line] { showSourceLine(file, line); })) return;
  const SourceLine wanted{file, line};
  canvas_->setLinkedSource(wanted);
  for (Side side : {Side::Right, Side::Left}) {
    const auto count = static_cast<int>(canvas_->model().lines(side).size());
    for (int index = 0; index < count; ++index) {
      if (canvas_->model().sourceOf(side, index) != wanted) continue;
      canvas_->showRow(canvas_->model().rowOfLine(side, index));
      return;
    }
  }
}

std::pair<int, int> DiffView::placeInView(int file, int line) const {
  const DiffModel& model = canvas_->model();
  std::pair<int, int> top{-1, -1};
  for (int row = canvas_->firstVisibleRow(); row < model.rowCount(); ++row) {
    const QRect rect = canvas_->rowRect(Side::Right, row);
    if (rect.top() >= canvas_->viewport()->height()) break;
    for (Side side : {Side::Right, Side::Left}) {
      const SourceLine source = model.sourceOf(side, model.lineOfRow(side, row));
      if (!source.isValid() || rect.isEmpty()) continue;
      if (source == SourceLine{file, line}) return {file, line};
      if (top.first < 0) top = {source.file, source.line};
    }
  }
  return top;
}

void DiffView::highlightSourceLine(int file, int line) { canvas_->setLinkedSource({file, line}); }

void DiffView::goToLine(int line) {
  if (postpone([this, line] { goToLine(line); })) return;
  showLine(canvas_->activeSide(), line);
}

void DiffView::showLine(Side side, int line) {
  if (postpone([this, side, line] { showLine(side, line); })) return;
  const int row = canvas_->model().rowOfLine(side, line - 1);
  if (row < 0) {
    notice_ = tr("There is no line %1; the last one is %2.").arg(line).arg(canvas_->model().lines(side).size());
    prompt_->setNotice(notice_);
    return;
  }
  canvas_->showRow(row);
  canvas_->setSelection({side, {line - 1, 0}, {line - 1, static_cast<int>(canvas_->model().lines(side).at(line - 1).size())}});
  closePrompt();
}

bool DiffView::find(const QString& text) {
  canvas_->editSearch().search(canvas_->model(), text);
  return showMatch(+1);
}

bool DiffView::findNext() { return showMatch(+1); }

bool DiffView::findPrevious() { return showMatch(-1); }

bool DiffView::showMatch(int step) {
  TextSearch& search = canvas_->editSearch();
  const int start = canvas_->firstVisibleRow();
  const TextSearch::Step result = step > 0 ? search.next(start) : search.previous(start);
  if (result == TextSearch::Step::Nothing) {
    notice_ = search.pattern().isEmpty() ? QString() : tr("“%1” was not found.").arg(search.pattern());
  } else {
    const TextMatch match = *search.current();
    canvas_->showRow(match.row);
    canvas_->showColumn(match.side, canvas_->model().lineOfRow(match.side, match.row), match.column);
    notice_ = tr("%1 of %2").arg(search.currentIndex() + 1).arg(search.matches().size());
    if (result == TextSearch::Step::Wrapped) {
      notice_ += step > 0 ? tr(" · continued from the top") : tr(" · continued from the bottom");
    }
  }
  prompt_->setNotice(notice_);
  return result != TextSearch::Step::Nothing;
}

QString DiffView::notice() const { return notice_; }

void DiffView::openFind() {
  const QString selected = selectedText();
  const bool usable = !selected.isEmpty() && !selected.contains(QLatin1Char('\n'));
  prompt_->open(PromptBar::Purpose::Find, usable ? selected : canvas_->state().search.pattern());
}

void DiffView::openGoToLine() { prompt_->open(PromptBar::Purpose::GoToLine); }

void DiffView::closePrompt() {
  prompt_->hide();
  canvas_->editSearch().clear();
  canvas_->setFocus();
}

QString DiffView::selectedText() const { return gevo::ui::selectedText(canvas_->model(), canvas_->state().selection); }

void DiffView::copy() const { canvas_->copySelection(); }

bool DiffView::eventFilter(QObject* watched, QEvent* event) {
  // Claiming the keys here, as text editors do, keeps them from being ambiguous with actions of the window.
  const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched != canvas_ || !key) return QWidget::eventFilter(watched, event);
  if (!handleKey(*static_cast<QKeyEvent*>(event), event->type() == QEvent::KeyPress)) return false;
  event->accept();
  return true;
}

bool DiffView::handleKey(const QKeyEvent& event, bool perform) {
  struct Binding {
    QKeySequence keys;
    std::function<void()> action;
  };
  const Binding bindings[] = {
      {QKeySequence(Qt::Key_F8), [this] { nextDifference(); }},
      {QKeySequence(Qt::SHIFT | Qt::Key_F8), [this] { previousDifference(); }},
      {QKeySequence(Qt::CTRL | Qt::Key_F), [this] { openFind(); }},
      {QKeySequence(Qt::Key_F3), [this] { findNext(); }},
      {QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { findPrevious(); }},
      {QKeySequence(Qt::CTRL | Qt::Key_G), [this] { openGoToLine(); }},
      {QKeySequence(Qt::CTRL | Qt::Key_C), [this] { copy(); }},
  };
  if (QAction* action = widgetShortcut(*canvas_, event)) {
    if (perform) action->trigger();
    return true;
  }
  const QKeySequence pressed(event.keyCombination());
  for (const Binding& binding : bindings) {
    if (binding.keys != pressed) continue;
    if (perform) binding.action();
    return true;
  }
  if (event.key() == Qt::Key_Escape && !prompt_->isHidden()) {
    if (perform) closePrompt();
    return true;
  }
  return false;
}

void DiffView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Copy"), this, &DiffView::copy)->setEnabled(!selectedText().isEmpty());
  menu.addSeparator();
  menu.addAction(tr("Find…"), this, &DiffView::openFind);
  menu.addAction(tr("Go to line…"), this, &DiffView::openGoToLine);
  menu.addSeparator();
  QAction* fold = menu.addAction(tr("Fold equal lines"), this, &DiffView::setFolding);
  fold->setCheckable(true);
  fold->setChecked(isFolding());
  menu.exec(event->globalPos());
}

} // namespace gevo::ui

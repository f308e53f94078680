#include "ui/diff/linked_view.h"

#include "ui/diff/diff_view.h"

namespace gevo::ui {

LinkedView::LinkedView(QWidget* parent) : QSplitter(parent), source_(new DiffView(this)), code_(new DiffView(this)) {
  setHandleWidth(1);
  setChildrenCollapsible(false);
  const auto link = [this](DiffView* from, DiffView* to) {
    connect(from, &DiffView::sourceLineHovered, to, &DiffView::highlightSourceLine);
    connect(from, &DiffView::sourceLineActivated, to, &DiffView::showSourceLine);
    connect(from, &DiffView::sourceLineActivated, this, &LinkedView::sourceLineActivated);
    connect(from, &DiffView::editActivated, this, &LinkedView::editActivated);
    from->setFolding(false);
  };
  link(source_, code_);
  link(code_, source_);
  setFocusProxy(source_);
}

void LinkedView::setDocuments(DiffDocument source, DiffDocument code) {
  source_->setDocument(std::move(source));
  code_->setDocument(std::move(code));
}

void LinkedView::setColors(const CodeColors& colors) {
  for (DiffView* view : {source_, code_}) view->setColors(colors);
}

void LinkedView::setCodeFont(const QFont& font) {
  for (DiffView* view : {source_, code_}) view->setCodeFont(font);
}

void LinkedView::showSourceLine(int file, int line) {
  for (DiffView* view : {source_, code_}) view->showSourceLine(file, line);
}

} // namespace gevo::ui

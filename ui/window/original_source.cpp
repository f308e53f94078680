#include "ui/window/original_source.h"

#include "ui/project/source_view.h"
#include "ui/text/format.h"
#include "ui/widgets/card.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gevo::ui {

OriginalSource::OriginalSource(QWidget* parent)
    : QWidget(parent), runtime_(makeChip("plain", this)), file_(makeToolButton({}, tr("Source file"), this)),
      view_(new SourceView(Theme::light(), this)) {
  auto* header = new CardHeader(this);
  header->addTitle(tr("Original"), tr("This file has no run yet. Start one above, or press Ctrl+R."));
  runtime_->setToolTip(tr("All kernels of the tests that variants are evaluated on, without any change"));
  header->row()->addWidget(runtime_);
  header->row()->addStretch();
  file_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  file_->setPopupMode(QToolButton::InstantPopup);
  file_->setMenu(new QMenu(file_));
  header->row()->addWidget(file_);
  auto* frame = new QFrame(this);
  frame->setObjectName("cardBody");
  auto* body = new QVBoxLayout(frame);
  body->setContentsMargins(1, 0, 1, 5);
  body->addWidget(view_);
  view_->setFrameShape(QFrame::NoFrame);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  column->addWidget(frame, 1);
}

void OriginalSource::setTheme(const Theme& theme) { view_->setTheme(theme); }

void OriginalSource::setProject(std::shared_ptr<const Project> project) {
  project_ = std::move(project);
  setChip(runtime_, "plain", {});
  file_->menu()->clear();
  const std::size_t count = project_ ? project_->sources.size() : 0;
  for (std::size_t source = 0; source < count; ++source)
    file_->menu()->addAction(QString::fromStdString(project_->sources[source].name), this, [this, source] { showSource(source); });
  file_->setVisible(count > 1);
  if (count == 0) return view_->clear();
  const auto cuda = std::ranges::find_if(project_->sources, [](const SourceFile& file) { return file.name.ends_with(".cu"); });
  showSource(cuda == project_->sources.end() ? 0 : static_cast<std::size_t>(cuda - project_->sources.begin()));
}

void OriginalSource::setRuntime(double microseconds) { setChip(runtime_, "plain", tr("%1, simulated").arg(runtimeText(microseconds))); }

void OriginalSource::showSource(std::size_t source) {
  const SourceFile& file = project_->sources[source];
  file_->setText(QString::fromStdString(file.name) + QStringLiteral(" ▾"));
  view_->showText(QString::fromStdString(file.text), "CUDA");
}

} // namespace gevo::ui

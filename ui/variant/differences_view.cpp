#include "ui/variant/differences_view.h"

#include "ui/diff/diff_view.h"
#include "ui/diff/linked_view.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/variant/code_theme.h"
#include "ui/variant/heat_bar.h"
#include "ui/variant/proof_bar.h"
#include "ui/widgets/card.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gevo::ui {
namespace {

bool hasText(TextKind kind, const SideTexts& side) {
  const VariantTexts& texts = side.details->texts;
  return kind == TextKind::Cuda || (kind == TextKind::Ir ? !texts.ir.text.empty() : !texts.ptx.text.empty() || !texts.ptxError.empty());
}

} // namespace

DifferencesView::DifferencesView(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), bar_(new QWidget(this)), pages_(new QStackedWidget(this)), view_(new DiffView(this)),
      linked_(new LinkedView(this)), notice_(new QLabel(this)), counter_(makeDimLabel({}, this)), heatBar_(new HeatBar(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(heatBar_);
  heatBar_->hide();
  layout->addWidget(pages_, 1);
  setUpBar();
  setUpView();
}

void DifferencesView::setUpBar() {
  bar_->setObjectName("tabBar");
  bar_->setAttribute(Qt::WA_StyledBackground);
  bar_->setFixedHeight(36);
  bar_->setMinimumWidth(1); // what it holds differs from tab to tab, and must not move the docks beside it
  auto* row = new QHBoxLayout(bar_);
  row->setContentsMargins(8, 3, 8, 3);
  row->setSpacing(4);
  const QString names[] = {tr("CUDA"), tr("LLVM IR"), tr("PTX")};
  const QString tips[] = {tr("Drag this to a folder or an editor to get the variant as a patch"),
                          tr("Drag this to a folder or an editor to get the variant's LLVM IR"),
                          tr("Drag this to a folder or an editor to get the variant's PTX")};
  for (int kind = 0; kind < 3; ++kind) {
    tabs_[kind] = makeTab(names[kind], bar_);
    row->addWidget(tabs_[kind]);
    tabs_[kind]->setToolTip(tips[kind]);
    connect(tabs_[kind], &QToolButton::clicked, this, [this, kind] { setKind(static_cast<TextKind>(kind)); });
    auto* gesture = new DragGesture(tabs_[kind]);
    connect(gesture, &DragGesture::begun, this, [this, kind, gesture] { emit dragged(static_cast<TextKind>(kind), gesture); });
  }
  tabs_[0]->setChecked(true);
  file_ = makeToolButton({}, tr("Source file"), bar_);
  file_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  file_->setPopupMode(QToolButton::InstantPopup);
  file_->setMenu(new QMenu(file_));
  file_->hide();
  row->addWidget(file_);
  kernel_ = makeToolButton({}, tr("The kernel that is written about"), bar_);
  kernel_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  kernel_->setPopupMode(QToolButton::InstantPopup);
  kernel_->setMenu(new QMenu(kernel_));
  connect(kernel_->menu(), &QMenu::aboutToShow, this, &DifferencesView::fillKernels);
  kernel_->hide();
  row->addWidget(kernel_);
  plain_ = makeToolButton(tr("Plain"), tr("Show debug records, attributes and metadata too, as LLVM prints them"), bar_);
  plain_->setCheckable(true);
  plain_->hide();
  row->addWidget(plain_);
  beside_ = makeToolButton(tr("Beside CUDA"),
                           tr("Show the variant's CUDA beside this text, linked line by line, instead of the comparison"), bar_);
  beside_->setCheckable(true);
  beside_->hide();
  row->addWidget(beside_);
  connect(beside_, &QToolButton::toggled, this, [this] { showDocuments(); });
  heat_ = makeToolButton(tr("Heat"), tr("Colour lines by where the simulated time goes, beside the original"), bar_);
  heat_->setCheckable(true);
  row->addWidget(heat_);
  connect(heat_, &QToolButton::toggled, heatBar_, &QWidget::setVisible);
  connect(heat_, &QToolButton::toggled, this, &DifferencesView::heatToggled);
  proof_ = new ProofBar(bar_);
  row->addWidget(proof_);
  row->addStretch();
  connect(plain_, &QToolButton::toggled, this, &DifferencesView::plainIrRequested);
  previous_ = makeToolButton({}, tr("Previous difference (Shift+F8)"), bar_);
  next_ = makeToolButton({}, tr("Next difference (F8)"), bar_);
  find_ = makeToolButton(tr("Find"), tr("Find in both texts (Ctrl+F)"), bar_);
  fold_ = makeToolButton(tr("Fold"), tr("Fold equal lines"), bar_);
  fold_->setCheckable(true);
  fold_->setChecked(true);
  row->addWidget(counter_);
  for (QToolButton* button : {previous_, next_, find_, fold_}) row->addWidget(button);
  bar_->installEventFilter(this);
}

/// How far the text is proven must be seen. What gives way to it, one step each time that the bar is laid out.
void DifferencesView::fitBar() {
  const int room = bar_->width() - bar_->layout()->sizeHint().width();
  const int words = find_->fontMetrics().horizontalAdvance(find_->text() + fold_->text()) + 8;
  const int regained = givenUp_ == 2 ? counter_->sizeHint().width() + 4 : words;
  if (room < 0 && givenUp_ < 2)
    ++givenUp_;
  else if (givenUp_ > 0 && room > regained + 4)
    --givenUp_;
  else
    return;
  for (QToolButton* button : {find_, fold_})
    button->setToolButtonStyle(givenUp_ > 0 ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  counter_->setVisible(givenUp_ < 2);
}

bool DifferencesView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == bar_ && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)) fitBar();
  return QWidget::eventFilter(watched, event);
}

void DifferencesView::setUpView() {
  notice_->setProperty("notice", true);
  notice_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  notice_->setWordWrap(true);
  pages_->addWidget(notice_);
  pages_->addWidget(view_);
  pages_->addWidget(linked_);
  linked_->setCodeFont(codeFont());
  connect(linked_, &LinkedView::editActivated, &selection_, &Selection::chooseEdit);
  connect(linked_, &LinkedView::sourceLineActivated, this, [this](int file, int line) {
    line_ = {file, line};
    setSource(file);
  });
  view_->setFolding(true);
  view_->setCodeFont(codeFont());
  connect(previous_, &QToolButton::clicked, view_, &DiffView::previousDifference);
  connect(next_, &QToolButton::clicked, view_, &DiffView::nextDifference);
  connect(find_, &QToolButton::clicked, this, [this] { (isLinked() ? linked_->code() : view_)->openFind(); });
  connect(fold_, &QToolButton::toggled, view_, &DiffView::setFolding);
  connect(view_, &DiffView::foldingChanged, fold_, &QToolButton::setChecked);
  connect(view_, &DiffView::currentDifferenceChanged, this, &DifferencesView::updateCounter);
  connect(view_, &DiffView::editActivated, &selection_, &Selection::chooseEdit);
  connect(view_, &DiffView::sourceLineActivated, this, &DifferencesView::openLine);
  connect(view_, &DiffView::compared, this, &DifferencesView::shown);
  connect(&selection_, &Selection::editChanged, this, &DifferencesView::showEdit);
  showNotice(tr("Select a variant to compare it with the original."));
}

void DifferencesView::setTheme(const Theme& theme) {
  previous_->setIcon(icon("previous", theme.dim));
  next_->setIcon(icon("next", theme.dim));
  find_->setIcon(icon("find", theme.dim));
  fold_->setIcon(icon("fold", theme.dim));
  view_->setColors(codeColors(theme));
  linked_->setColors(codeColors(theme));
}

void DifferencesView::setProject(std::shared_ptr<const Project> project) {
  project_ = std::move(project);
  source_ = -1;
  left_ = {};
  right_ = {};
  heats_.reset();
  setCoverage(nullptr);
  offerSources();
}

void DifferencesView::setCoverage(const std::shared_ptr<const ProgramCoverage>& coverage) {
  if (coverage == coverage_) return;
  coverage_ = coverage;
  unreached_ = project_ && coverage ? unreachedLines(*project_, *coverage) : UnreachedLines();
  if (pages_->currentWidget() != notice_ && (kind_ == TextKind::Cuda || isLinked())) showDocuments();
}

void DifferencesView::setHeat(std::optional<SideHeats> heat) {
  if (!heat && !heats_) return;
  heats_ = std::move(heat);
  if (pages_->currentWidget() != notice_) showDocuments(Place::Kept);
}

void DifferencesView::setHeatShown(bool shown) { heat_->setChecked(shown); }

bool DifferencesView::isHeatShown() const { return heat_->isChecked(); }

DiffDocument DifferencesView::documentOf(TextKind kind, const SideTexts& side, const std::string& kernel) const {
  DiffDocument document = makeDocument(kind, *project_, side, source_, kernel);
  // In another configuration other lines have code, and the tests run others.
  if (kind == TextKind::Cuda && configurationOf(side.details->individual.edits).empty()) markUnreached(document, unreached_);
  return document;
}

void DifferencesView::offerSources() {
  file_->menu()->clear();
  const std::size_t count = project_ ? project_->sources.size() : 0;
  for (std::size_t source = 0; source < count; ++source)
    file_->menu()->addAction(QString::fromStdString(project_->sources[source].name), this,
                             [this, source] { setSource(static_cast<int>(source)); });
}

/// Where the variant changes several.
void DifferencesView::offerKernels() {
  const QStringList kernels = changedKernels(right_);
  if (!kernels.contains(shownKernel_)) shownKernel_.clear();
  kernel_->setVisible(kind_ == TextKind::Cuda && kernels.size() > 1);
  kernel_->setText((shownKernel_.isEmpty() ? tr("all kernels") : shownKernel_) + QStringLiteral(" ▾"));
}

void DifferencesView::fillKernels() {
  kernel_->menu()->clear();
  const auto offer = [this](const QString& text, const QString& kernel) {
    kernel_->menu()->addAction(text, this, [this, kernel] {
      shownKernel_ = kernel;
      showDocuments();
    });
  };
  offer(tr("All kernels"), {});
  const QStringList kernels = changedKernels(right_);
  for (const QString& kernel : kernels) offer(kernel, kernel);
}

void DifferencesView::setSource(int source) {
  if (source == source_) return;
  source_ = source;
  showDocuments();
}

void DifferencesView::setSides(SideTexts left, SideTexts right) {
  left_ = std::move(left);
  right_ = std::move(right);
  line_ = {};
  if (project_) source_ = mainSource(*project_, right_);
  heats_.reset(); // of others
  proof_->setPatch(right_.details->patch, right_.provable);
  showDocuments();
  emit sidesChanged();
}

void DifferencesView::showNotice(const QString& notice) {
  heatBar_->setText({}); // of what was shown
  notice_->setText(notice);
  pages_->setCurrentWidget(notice_);
  updateCounter(-1, 0);
}

void DifferencesView::setKind(TextKind kind) {
  tabs_[static_cast<int>(kind)]->setChecked(true);
  plain_->setVisible(kind == TextKind::Ir);
  beside_->setVisible(kind != TextKind::Cuda);
  proof_->setVisible(kind == TextKind::Cuda);
  if (kind == kind_) return;
  // The place is kept from text to text.
  if (pages_->currentWidget() == view_) {
    const auto [file, line] = view_->placeInView(line_.file, line_.line);
    line_ = {file, line};
  }
  kind_ = kind;
  showDocuments();
}

void DifferencesView::showDocuments(Place place) {
  file_->setVisible(kind_ == TextKind::Cuda && project_ && project_->sources.size() > 1);
  if (!project_ || !left_.details || !right_.details) return;
  if (source_ >= 0)
    file_->setText(QString::fromStdString(project_->sources[static_cast<std::size_t>(source_)].name) + QStringLiteral(" ▾"));
  if (!hasText(kind_, left_) || !hasText(kind_, right_)) {
    showNotice(QString::fromStdString(right_.details->problem.empty() ? left_.details->problem : right_.details->problem));
    emit shown();
    return;
  }
  offerKernels();
  if (isLinked()) return showLinked(place);
  const std::string kernel = shownKernel_.toStdString();
  DiffDocument left = documentOf(kind_, left_, kernel);
  DiffDocument right = documentOf(kind_, right_, kernel);
  keepOnlyDifferent(left, right);
  if (heats_) addHeat(left, right, *heats_);
  pages_->setCurrentWidget(view_);
  view_->setDocuments(std::move(left), std::move(right));
  if (!view_->isComparing()) updateCounter(view_->currentDifference(), view_->differenceCount());
  if (place == Place::Kept) return;
  if (line_.file >= 0)
    view_->showSourceLine(line_.file, line_.line);
  else if (selection_.edit() >= 0)
    showEdit(selection_.edit());
}

bool DifferencesView::isLinked() const { return kind_ != TextKind::Cuda && beside_->isChecked(); }

void DifferencesView::showLinked(Place place) {
  DiffDocument source = documentOf(TextKind::Cuda, right_);
  DiffDocument code = documentOf(kind_, right_);
  if (heats_) addHeat(source, code, {heats_->metric, heats_->right, heats_->right});
  linked_->setDocuments(std::move(source), std::move(code));
  pages_->setCurrentWidget(linked_);
  counter_->clear();
  for (QToolButton* button : {previous_, next_}) button->setEnabled(false);
  if (place == Place::Spot && line_.file >= 0) linked_->showSourceLine(line_.file, line_.line);
  emit shown();
}

void DifferencesView::showEdit(int edit) {
  if (edit < 0 || !right_.details || !project_) return;
  const std::vector<EditDescription>& edits = right_.details->texts.edits;
  if (static_cast<std::size_t>(edit) >= edits.size()) return;
  const SourceSpot spot = spotOf(*project_, edits[static_cast<std::size_t>(edit)].target);
  if (isLinked()) {
    if (spot.file >= 0) linked_->showSourceLine(spot.file, spot.line);
  } else if (kind_ == TextKind::Cuda) {
    if (spot.file >= 0) setSource(spot.file);
    if (!view_->showEdit(edit) && spot.file >= 0) view_->showSourceLine(spot.file, spot.line);
  } else if (spot.file >= 0) {
    view_->showSourceLine(spot.file, spot.line);
  }
}

void DifferencesView::openLine(int file, int line) {
  line_ = {file, line};
  if (!right_.details || !project_) return;
  const std::vector<EditDescription>& edits = right_.details->texts.edits;
  for (std::size_t edit = 0; edit < edits.size(); ++edit)
    if (edits[edit].active && spotOf(*project_, edits[edit].target) == line_) return selection_.chooseEdit(static_cast<int>(edit));
}

void DifferencesView::showSourceLine(int file, int line) {
  setKind(TextKind::Cuda);
  if (file != source_) setSource(file);
  view_->showLine(Side::Left, line);
}

void DifferencesView::updateCounter(int current, int count) {
  previous_->setEnabled(count > 0);
  next_->setEnabled(count > 0);
  if (count == 0)
    counter_->setText(pages_->currentWidget() == view_ ? tr("no difference") : QString());
  else if (current < 0)
    counter_->setText(countedText(static_cast<std::uint64_t>(count), tr("difference"), tr("differences")));
  else
    counter_->setText(tr("difference %1 of %2").arg(current + 1).arg(count));
}

} // namespace gevo::ui

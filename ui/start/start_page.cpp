#include "ui/start/start_page.h"

#include "ui/start/recent_card.h"
#include "ui/start/recent_files.h"
#include "ui/start/sample_card.h"
#include "ui/tasks/background_pool.h"
#include "ui/widgets/card.h"

#include <QFutureWatcher>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int columns = 3;
constexpr int pageWidth = 1040;
constexpr int gap = 14;

} // namespace

StartPage::StartPage(QWidget* parent)
    : QScrollArea(parent), recentTitle_(new QLabel(tr("Recent files"))), samplesTitle_(new QLabel(tr("Samples"))) {
  setObjectName("startPage");
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  auto* page = new QWidget(this);
  page->setObjectName("startContents");
  auto* outer = new QHBoxLayout(page);
  outer->setContentsMargins(24, 40, 24, 32);
  auto* middle = new QWidget(page);
  middle->setMaximumWidth(pageWidth);
  outer->addStretch();
  outer->addWidget(middle, 100);
  outer->addStretch();
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(12);
  addHead(column);
  steps_ = makeSteps();
  column->addWidget(steps_);
  recentGrid_ = addSection(column, recentTitle_);
  samplesGrid_ = addSection(column, samplesTitle_);
  column->addStretch();
  setWidget(page);
  addSamples();
  arrange();
  refresh();
}

void StartPage::addHead(QVBoxLayout* column) {
  auto* picture = new QLabel(this);
  picture->setPixmap(QIcon(":/gevo/icons/gevo-explorer.svg").pixmap(56, 56));
  auto* title = new QLabel(tr("GEVO Explorer"), this);
  title->setObjectName("startTitle");
  QLabel* slogan = makeDimLabel(tr("Makes the GPU kernels of a CUDA program faster by evolution, and shows you how."), this);
  slogan->setWordWrap(true);
  auto* names = new QVBoxLayout;
  names->setSpacing(3);
  names->addWidget(title);
  names->addWidget(slogan);
  auto* head = new QHBoxLayout;
  head->setSpacing(16);
  head->addWidget(picture);
  head->addLayout(names, 1);
  column->addLayout(head);
  column->addSpacing(8);

  auto* create = new QPushButton(tr("New project…"), this);
  create->setProperty("primary", true);
  create->setToolTip(tr("Start from your own CUDA program (Ctrl+N)"));
  auto* open = new QPushButton(tr("Open…"), this);
  open->setToolTip(tr("Open a .gevo file (Ctrl+O)"));
  auto* row = new QHBoxLayout;
  row->setSpacing(10);
  row->addWidget(create);
  row->addWidget(open);
  row->addWidget(makeDimLabel(tr("or drop a .cu or .gevo file anywhere in this window"), this));
  row->addStretch();
  column->addLayout(row);
  column->addSpacing(6);
  connect(create, &QPushButton::clicked, this, &StartPage::newRequested);
  connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
}

/// For new users.
QWidget* StartPage::makeSteps() {
  auto* strip = new QFrame(this);
  strip->setObjectName("startCard");
  strip->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(20, 16, 20, 16);
  row->setSpacing(24);
  const std::pair<QString, QString> steps[] = {
      {tr("1  Give it a program"), tr("Your CUDA sources as they are, and the command lines that test them.")},
      {tr("2  Let it evolve"), tr("Thousands of small changes to the kernels are evaluated. Those that fail your tests are discarded.")},
      {tr("3  See what changed"), tr("The fastest variants, side by side with your own code, to read and to export.")}};
  for (const auto& [title, text] : steps) {
    auto* one = new QVBoxLayout;
    one->setSpacing(4);
    auto* head = new QLabel(title, strip);
    head->setObjectName("cardTitle");
    QLabel* explanation = makeDimLabel(text, strip);
    explanation->setWordWrap(true);
    one->addWidget(head);
    one->addWidget(explanation);
    row->addLayout(one, 1);
    row->setAlignment(one, Qt::AlignTop);
  }
  return strip;
}

QGridLayout* StartPage::addSection(QVBoxLayout* column, QLabel* title) {
  title->setObjectName("startSection");
  auto* grid = new QGridLayout;
  grid->setSpacing(gap);
  for (int i = 0; i < columns; ++i) grid->setColumnStretch(i, 1);
  column->addSpacing(6);
  column->addWidget(title);
  column->addLayout(grid);
  return grid;
}

void StartPage::addSamples() {
  Result<std::vector<Sample>> samples = listSamples();
  samplesTitle_->setVisible(samples.has_value());
  if (!samples) return;
  // What opens at once, without a compiler, comes first.
  std::ranges::stable_partition(*samples, [](const Sample& sample) { return !sample.prebuilt.empty(); });
  for (const Sample& sample : *samples) {
    auto* card = new SampleCard(sample, widget());
    connect(card, &QAbstractButton::clicked, this, [this, card] { emit sampleChosen(card->sample()); });
    connect(card, &SampleCard::cancelRequested, this, [this, card] { emit sampleCancelled(QString::fromStdString(card->sample().name)); });
    samplesGrid_->addWidget(card, static_cast<int>(samples_.size()) / columns, static_cast<int>(samples_.size()) % columns);
    samples_.push_back(card);
  }
}

void StartPage::refresh() {
  const QStringList files = recentFiles();
  QStringList shown;
  for (const RecentCard* card : recent_) shown << card->path();
  if (shown != files) {
    for (RecentCard* card : recent_) card->deleteLater();
    recent_.clear();
    for (const QString& path : files) addCard(path);
    arrange();
  }
  for (RecentCard* card : recent_) read(card);
}

void StartPage::addCard(const QString& path) {
  auto* card = new RecentCard(path, widget());
  card->setTheme(theme_);
  connect(card, &QAbstractButton::clicked, this, [this, path] { emit fileChosen(path); });
  connect(card, &RecentCard::removeRequested, this, [this, card] { remove(card); });
  recent_.push_back(card);
}

void StartPage::read(RecentCard* card) {
  auto* watcher = new QFutureWatcher<FileSummary>(card);
  connect(watcher, &QFutureWatcher<FileSummary>::finished, card, [card, watcher] {
    card->setSummary(watcher->result());
    watcher->deleteLater();
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), summaryOf, card->path()));
}

void StartPage::remove(RecentCard* card) {
  removeRecentFile(card->path());
  const auto found = std::ranges::find(recent_, card);
  const std::size_t index = static_cast<std::size_t>(found - recent_.begin());
  recent_.erase(found);
  card->hide();
  card->deleteLater();
  arrange();
  if (!recent_.empty()) recent_[std::min(index, recent_.size() - 1)]->setFocus(Qt::OtherFocusReason);
}

void StartPage::arrange() {
  for (std::size_t i = 0; i < recent_.size(); ++i) {
    recentGrid_->addWidget(recent_[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    recent_[i]->show();
    // Tab goes on to the samples.
    if (i > 0) setTabOrder(recent_[i - 1], recent_[i]);
  }
  if (!recent_.empty() && !samples_.empty()) setTabOrder(recent_.back(), samples_.front());
  recentTitle_->setVisible(!recent_.empty());
  steps_->setVisible(recent_.empty());
}

void StartPage::setTheme(const Theme& theme) {
  theme_ = theme;
  for (RecentCard* card : recent_) card->setTheme(theme);
  for (SampleCard* card : samples_) card->setTheme(theme);
}

void StartPage::setSampleProgress(const QString& name, const QString& step) {
  for (SampleCard* card : samples_)
    if (card->sample().name == name.toStdString()) card->setProgress(step);
}

void StartPage::showEvent(QShowEvent* event) {
  QScrollArea::showEvent(event);
  refresh();
}

} // namespace gevo::ui

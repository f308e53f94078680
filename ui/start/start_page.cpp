#include "ui/start/start_page.h"

#include "ui/start/recent_files.h"
#include "ui/theme/card.h"

#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>

namespace gevo::ui {

StartPage::StartPage(QWidget* parent) : QWidget(parent), card_(new QFrame(this)), recent_(new QListWidget(this)) {
  card_->setObjectName("startCard");
  card_->setFixedWidth(560);
  auto* outer = new QVBoxLayout(this);
  outer->addStretch(2);
  outer->addWidget(card_, 0, Qt::AlignHCenter);
  outer->addStretch(3);

  auto* picture = new QLabel(card_);
  picture->setPixmap(QIcon(":/gevo/icons/gevo-explorer.svg").pixmap(48, 48));
  auto* title = new QLabel(tr("GEVO Explorer"), card_);
  title->setObjectName("startTitle");
  QLabel* words = makeDimLabel(tr("Watch GPU kernels evolve, read what evolution changed, take the best along as PTX."), card_);
  words->setWordWrap(true);
  auto* open = new QPushButton(tr("Open a .gevo file…"), card_);
  open->setProperty("primary", true);
  open->setDefault(true);
  QLabel* drop = makeDimLabel(tr("or drop one anywhere in this window"), card_);
  QLabel* hint = makeDimLabel(tr("New ones are made in a terminal: <code>gevo new name.gevo --sample hotspot</code>"), card_);
  hint->setTextInteractionFlags(Qt::TextSelectableByMouse);
  recentTitle_ = makeDimLabel(tr("Recent files"), card_);
  recent_->setAccessibleName(tr("Recent files"));

  auto* row = new QHBoxLayout;
  row->addWidget(open);
  row->addWidget(drop);
  row->addStretch();
  auto* layout = new QVBoxLayout(card_);
  layout->setContentsMargins(28, 26, 28, 22);
  layout->setSpacing(10);
  for (QWidget* widget : std::initializer_list<QWidget*>{picture, title, words}) layout->addWidget(widget);
  layout->addSpacing(8);
  layout->addLayout(row);
  layout->addWidget(hint);
  layout->addSpacing(10);
  layout->addWidget(recentTitle_);
  layout->addWidget(recent_);

  connect(open, &QPushButton::clicked, this, &StartPage::openAsked);
  connect(recent_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { emit fileChosen(item->data(Qt::UserRole).toString()); });
  connect(recent_, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { emit fileChosen(item->data(Qt::UserRole).toString()); });
  refresh();
}

void StartPage::refresh() {
  recent_->clear();
  for (const QString& path : recentFiles()) {
    auto* item = new QListWidgetItem(QFileInfo(path).fileName() + "   " + QFileInfo(path).absolutePath(), recent_);
    item->setData(Qt::UserRole, path);
  }
  recent_->setFixedHeight(recent_->count() * 34 + 4);
  recentTitle_->setVisible(recent_->count() > 0);
  recent_->setVisible(recent_->count() > 0);
}

} // namespace gevo::ui

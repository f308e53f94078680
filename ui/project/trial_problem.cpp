#include "ui/project/trial_problem.h"

#include "ui/project/source_view.h"
#include "ui/tasks/background_pool.h"
#include "ui/widgets/card.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QListWidget>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace gevo::ui {
namespace {

/// Larger sources are not shown.
constexpr qint64 mostBytes = 4 << 20;

QString readSource(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.read(mostBytes)) : QString();
}

QString syntaxOf(const QString& path) {
  return QStringList{"cu", "cuh", "cpp", "cc", "cxx", "c", "h", "hpp"}.contains(QFileInfo(path).suffix()) ? QStringLiteral("CUDA")
                                                                                                          : QString();
}

} // namespace

TrialProblem::TrialProblem(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), message_(new QLabel(this)), list_(new QListWidget(this)), fileName_(makeDimLabel({}, this)),
      source_(new SourceView(theme, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  message_->setObjectName("trialMessage");
  message_->setWordWrap(true);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  list_->setObjectName("clangMessages");
  list_->setAccessibleName(tr("Compiler messages"));
  list_->setWordWrap(true);
  column->addWidget(message_);
  column->addWidget(list_);
  column->addWidget(fileName_);
  column->addWidget(source_, 1);
  connect(list_, &QListWidget::currentRowChanged, this, &TrialProblem::showMessage);
}

void TrialProblem::show(const QString& message, const QString& details, const QString& folder) {
  message_->setText(message);
  folder_ = folder;
  shownFile_.clear();
  messages_ = parseClangMessages(details);
  list_->clear();
  for (const ClangMessage& entry : messages_) {
    const QString kind = entry.kind == ClangMessage::Kind::Error     ? tr("error")
                         : entry.kind == ClangMessage::Kind::Warning ? tr("warning")
                                                                     : tr("note");
    auto* item =
        new QListWidgetItem(QString("%1:%2  %3: %4").arg(QFileInfo(entry.file).fileName()).arg(entry.line).arg(kind, entry.text), list_);
    item->setForeground(entry.kind == ClangMessage::Kind::Error     ? theme_.bad
                        : entry.kind == ClangMessage::Kind::Warning ? theme_.warning
                                                                    : theme_.dim);
    item->setToolTip(entry.file);
  }
  const int rows = std::min(5, list_->count());
  list_->setFixedHeight(rows * 33 + 8);
  list_->setVisible(!messages_.isEmpty());
  fileName_->setVisible(!messages_.isEmpty() || !details.isEmpty());
  source_->setVisible(!messages_.isEmpty() || !details.isEmpty());
  if (messages_.isEmpty()) {
    fileName_->setText(tr("Full message:"));
    source_->showText(details, {});
    return;
  }
  const auto error = std::ranges::find(messages_, ClangMessage::Kind::Error, &ClangMessage::kind);
  list_->setCurrentRow(error == messages_.end() ? 0 : static_cast<int>(error - messages_.begin()));
}

QString TrialProblem::message() const { return message_->text(); }

void TrialProblem::showMessage(int index) {
  if (index < 0 || index >= messages_.size()) return;
  const ClangMessage message = messages_[index];
  const QString path = QDir(folder_).absoluteFilePath(message.file);
  fileName_->setText(path);
  if (path == shownFile_) return source_->markLine(message.line, message.column);
  auto* watcher = new QFutureWatcher<QString>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, path, message] {
    watcher->deleteLater();
    if (fileName_->text() != path) return; // another message was chosen meanwhile
    shownFile_ = path;
    source_->showText(watcher->result(), syntaxOf(path));
    source_->markLine(message.line, message.column);
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), readSource, path));
}

} // namespace gevo::ui

#include "ui/window/remote_following.h"

#include "ui/window/message_bar.h"

#include <QInputDialog>
#include <QTime>

namespace gevo::ui {

void RemoteFollowing::askForAddress(QWidget* window, std::function<void(const QString&)> chosen) {
  auto* dialog = new QInputDialog(window);
  dialog->setObjectName("remoteAddress");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Open on Another Machine"));
  dialog->setLabelText(tr("The file is followed over ssh, with your key or agent, by the gevo there:"));
  dialog->setTextValue(asked_.isEmpty() ? tr("ssh://user@host/path/run.gevo") : asked_);
  dialog->resize(460, dialog->sizeHint().height());
  connect(dialog, &QInputDialog::textValueSelected, this, [this, chosen = std::move(chosen)](const QString& text) {
    asked_ = text.trimmed();
    if (!isRemote(asked_)) return (void)emit failed(tr("%1 is no address: give one such as ssh://user@host/scratch/run.gevo.").arg(asked_));
    chosen(asked_);
  });
  dialog->open();
}

void RemoteFollowing::open(const QString& address) {
  const Result<RemoteAddress> parsed = parseRemoteAddress(address);
  if (!parsed) {
    emit failed(QString::fromStdString(parsed.error().message));
    return;
  }
  file_ = std::make_unique<RemoteFile>(*parsed);
  messages_.showNews(tr("Connecting to %1…").arg(parsed->target));
  RemoteFile* const file = file_.get();
  connect(file, &RemoteFile::ready, this, &RemoteFollowing::ready);
  connect(file, &RemoteFile::failed, this, [this](const QString& message) {
    file_.reset();
    emit failed(message);
  });
  connect(file, &RemoteFile::lost, this, [this](const QString& message) {
    messages_.showError(tr("%1. What is shown is of %2; it goes on as soon as there is a connection.")
                            .arg(message.left(1).toUpper() + message.mid(1), QTime::currentTime().toString(tr("hh:mm"))));
  });
  connect(file, &RemoteFile::restored, this,
          [this, file] { messages_.showNews(tr("Connected to %1 again.").arg(file->address().target)); });
}

void RemoteFollowing::showing(const QString& path) {
  if (file_ && file_->path() != path) file_.reset();
}

QString RemoteFollowing::titleOf(const QString& path) const {
  return file_ && file_->path() == path ? tr("%1 on %2").arg(file_->address().fileName(), file_->address().target) : QString();
}

} // namespace gevo::ui

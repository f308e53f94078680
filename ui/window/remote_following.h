#pragma once

/// Files on other machines: opened as a copy that follows the original, with a word where the connection is lost and when it is back.

#include "ui/remote/remote_file.h"

#include <QObject>

#include <functional>
#include <memory>

namespace gevo::ui {

class MessageBar;

class RemoteFollowing : public QObject {
  Q_OBJECT
public:
  explicit RemoteFollowing(MessageBar& messages, QObject* parent = nullptr) : QObject(parent), messages_(messages) {}
  /// With a dialog over `window`.
  void askForAddress(QWidget* window, std::function<void(const QString& address)> chosen);
  /// `ready` or `failed` follows, unless another file is opened before.
  void open(const QString& address);
  /// Another file is shown, so what is followed is no longer needed. Of its own copy nothing happens.
  void showing(const QString& path);
  /// Host and file of a copy that is followed, "run.gevo on host"; empty for other files.
  QString titleOf(const QString& path) const;

signals:
  void ready(const QString& path);
  void failed(const QString& message);

private:
  MessageBar& messages_;
  QString asked_; ///< the address of before
  std::unique_ptr<RemoteFile> file_;
};

} // namespace gevo::ui

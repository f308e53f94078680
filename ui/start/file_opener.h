#pragma once

/// Reads what an open file begins with, in the background and before the file that is open gives way to it: one that can't be opened
/// leaves the window as it was. An open dialog is about the file that is open, so that the next one waits until it is closed.

#include "core/edit/idea.h"
#include "core/store/followed_file.h"
#include "core/values/project.h"

#include <QObject>

#include <memory>

namespace gevo::ui {

struct OpenedFile {
  QString path;
  std::int64_t run = 0; ///< to be shown; 0: the latest
  std::shared_ptr<const Project> project;
  std::shared_ptr<FollowedFile> followed; ///< has read ahead; for one follower
  bool hasRuns = false;
  Ideas ideas = {}; ///< from other programs, that the user's archive had then
};

class FileOpener : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  /// `opened` or `failed` follows, unless this is called again before. `run` 0: the latest.
  void open(const QString& path, std::int64_t run);

signals:
  void opened(const gevo::ui::OpenedFile& file);
  /// A sentence that names the file.
  void failed(const QString& message);
  /// The user has been waiting for a while.
  void delayed(const QString& path);

private:
  void finish(quint64 ticket, const Result<OpenedFile>& file);

  quint64 latest_ = 0;
  quint64 pending_ = 0; ///< 0: none
};

} // namespace gevo::ui

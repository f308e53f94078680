#pragma once

/// A file on another machine, as users name it: ssh://[user@]host[:port]/path/file.gevo, with /~/ for the home folder there. At the end
/// ?gevo=/path/of/gevo says where gevo is, if it is not in the PATH.

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace gevo::ui {

struct RemoteAddress {
  QString target; ///< "user@host"
  int port = 0;   ///< 0: ssh's own
  QString path;   ///< "/scratch/run.gevo", or "~/run.gevo"
  QString gevo = QStringLiteral("gevo");

  QString fileName() const;
  QString words() const { return target + u':' + path; } ///< "user@host:/scratch/run.gevo"
  /// The program and its arguments that serve the file. $GEVO_SSH is used in the place of ssh.
  QStringList command() const;
};

bool isRemote(const QString& file);
/// An error says what is missing, with an example.
Result<RemoteAddress> parseRemoteAddress(const QString& text);

} // namespace gevo::ui

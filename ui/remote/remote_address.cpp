#include "ui/remote/remote_address.h"

#include "core/base/command_line.h"

#include <QUrl>
#include <QUrlQuery>

namespace gevo::ui {
namespace {

const QString scheme = QStringLiteral("ssh://");

/// One word for the shell there.
QString word(const QString& text) { return QString::fromStdString(quoteForShell(text.toStdString())); }

/// The home folder is the shell's to find.
QString pathWord(const QString& path) {
  return path.startsWith(QStringLiteral("~/")) ? QStringLiteral("~/") + word(path.mid(2)) : word(path);
}

} // namespace

bool isRemote(const QString& file) { return file.startsWith(scheme); }

Result<RemoteAddress> parseRemoteAddress(const QString& text) {
  const QUrl url(text, QUrl::StrictMode);
  const auto wrong = [&](const char* what) {
    return fail("{} {}: give an address such as ssh://user@host/scratch/run.gevo", text.toStdString(), what);
  };
  if (!url.isValid() || url.scheme() != QStringLiteral("ssh")) return wrong("is no address");
  if (url.host().isEmpty()) return wrong("names no host");
  // ssh would take them for options.
  if (url.host().startsWith(u'-') || url.userName().startsWith(u'-')) return wrong("names no host");
  RemoteAddress address;
  address.target = url.userName().isEmpty() ? url.host() : url.userName() + u'@' + url.host();
  address.port = std::max(0, url.port());
  address.path = url.path(QUrl::FullyDecoded);
  if (address.path.startsWith(QStringLiteral("/~/"))) address.path.remove(0, 1);
  if (address.path.size() < 2 || address.path.endsWith(u'/')) return wrong("names no file");
  if (const QString gevo = QUrlQuery(url).queryItemValue(QStringLiteral("gevo"), QUrl::FullyDecoded); !gevo.isEmpty()) address.gevo = gevo;
  return address;
}

QString RemoteAddress::fileName() const { return path.section(u'/', -1); }

QStringList RemoteAddress::command() const {
  // No questions: nobody sees them. A host that does not answer for 15 s is lost.
  QStringList words{qEnvironmentVariable("GEVO_SSH", QStringLiteral("ssh")),
                    "-T",
                    "-C",
                    "-o",
                    "BatchMode=yes",
                    "-o",
                    "ConnectTimeout=10",
                    "-o",
                    "ServerAliveInterval=5",
                    "-o",
                    "ServerAliveCountMax=3"};
  if (port > 0) words << "-p" << QString::number(port);
  return words << target << QStringLiteral("%1 serve --stdio %2").arg(pathWord(gevo), pathWord(path));
}

} // namespace gevo::ui

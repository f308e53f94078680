#include "ui/remote/remote_link.h"

#include <utility>

namespace gevo::ui {
namespace {

constexpr int turn = 100;                          ///< milliseconds between looks at the stop token
constexpr std::chrono::seconds longestSilence{60}; ///< a large file is read there before the first byte comes

QString lastLine(const QByteArray& text) {
  const QList<QByteArray> lines = text.trimmed().split('\n');
  return QString::fromUtf8(lines.last().trimmed());
}

} // namespace

RemoteLink::~RemoteLink() {
  process_.closeWriteChannel(); // which ends the server there
  if (!stop_.stop_requested() && process_.state() != QProcess::NotRunning) process_.waitForFinished(500);
  process_.kill();
  process_.waitForFinished(100);
}

/// By what ssh or the program there said last.
Error RemoteLink::lost() {
  process_.closeWriteChannel();
  process_.waitForFinished(500);
  const QByteArray said = process_.readAllStandardError();
  const std::string target = address_.target.toStdString();
  const std::string why = lastLine(said).toStdString();
  if (!greeted_ && (process_.exitCode() == 127 || said.contains("not found")))
    return {fmt::format("{} has no gevo in its PATH: say where it is, as in ssh://{}/...?gevo=/opt/gevo/bin/gevo", target, target), why};
  if (!greeted_ && said.contains("Permission denied"))
    return {fmt::format("{} does not let you in without a password: set up a key (ssh-copy-id {}), or an agent", target, target), why};
  if (!greeted_) return {fmt::format("{} can't be reached{}", target, why.empty() ? "" : ": " + why), {}};
  return {fmt::format("the connection to {} was lost{}", target, why.empty() ? "" : ": " + why), {}};
}

/// Until `come` is true, or has an error.
Result<void> RemoteLink::waitFor(const std::function<Result<bool>()>& come) {
  const auto until = std::chrono::steady_clock::now() + longestSilence;
  while (true) {
    GEVO_TRY_ASSIGN(const bool came, come());
    if (came) return {};
    if (stop_.stop_requested()) return fail("stopped");
    if (std::chrono::steady_clock::now() > until) return fail("{} does not answer", address_.target.toStdString());
    const bool isMore = process_.waitForReadyRead(turn);
    const QByteArray bytes = process_.readAllStandardOutput();
    client_.receive({reinterpret_cast<const std::uint8_t*>(bytes.constData()), std::size_t(bytes.size())});
    if (!isMore && bytes.isEmpty() && process_.state() == QProcess::NotRunning) return std::unexpected(lost());
  }
}

Result<void> RemoteLink::fetch(MirrorCopy& copy, std::vector<Hash128> known) {
  while (true) {
    const Bytes question = MirrorClient::ask(std::exchange(known, {}));
    process_.write(reinterpret_cast<const char*>(question.data()), qint64(question.size()));
    std::optional<ImageChanges> changes;
    GEVO_TRY(waitFor([&]() -> Result<bool> {
      GEVO_TRY_ASSIGN(changes, client_.answer());
      return changes.has_value();
    }));
    GEVO_TRY(copy.take(*changes));
    if (changes->isLast) return {};
  }
}

Result<void> RemoteLink::open(MirrorCopy& copy) {
  QStringList words = address_.command();
  const QString program = words.takeFirst();
  process_.start(program, words);
  if (!process_.waitForStarted(5000))
    return fail("{} can't be started: install an OpenSSH client, or name one in GEVO_SSH", program.toStdString());
  GEVO_TRY(waitFor([this] { return client_.isGreeted(); }));
  greeted_ = true;
  return fetch(copy, copy.known());
}

Result<void> RemoteLink::update(MirrorCopy& copy) { return fetch(copy, {}); }

} // namespace gevo::ui

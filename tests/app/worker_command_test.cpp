/// The command line of gevo-worker: its help, its errors, and that every mode starts and ends.

#include "core/base/wire.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/export.h"
#include "core/protocol/frames.h"
#include "core/protocol/machine.h"
#include "core/protocol/request.h"
#include "core/values/calibration.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace gevo;

namespace {

struct Ended {
  int exitCode = -1;
  QByteArray out;
  QByteArray err;
};

/// Runs gevo-worker with this input on its stdin, which then ends.
Ended start(const QStringList& arguments, const QByteArray& input = {}) {
  QProcess process;
  process.start(GEVO_TEST_BIN "/gevo-worker", arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished(60'000)) process.kill();
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

QByteArray frame(std::uint32_t kind, const Bytes& payload) {
  const auto header = encodeFrameHeader({kind, payload.size()});
  return QByteArray(reinterpret_cast<const char*>(header.data()), header.size()) +
         QByteArray(reinterpret_cast<const char*>(payload.data()), qsizetype(payload.size()));
}
template <class Request> QByteArray frame(const Request& request) {
  return frame(std::uint32_t(RequestTraits<Request>::kind), wire::encode(request));
}

/// Whole frames, in order.
std::vector<Frame> frames(const QByteArray& out) {
  std::vector<Frame> found;
  Bytes rest(out.begin(), out.end());
  while (rest.size() >= frameHeaderBytes) {
    const FrameHeader header = decodeFrameHeader(rest).value();
    if (rest.size() < frameHeaderBytes + header.length) break;
    const auto payload = rest.begin() + frameHeaderBytes;
    found.push_back({header.kind, Bytes(payload, payload + qsizetype(header.length))});
    rest.erase(rest.begin(), payload + qsizetype(header.length));
  }
  return found;
}

template <class Reply> Reply replyIn(const Frame& frame) {
  const Result<Reply> reply = wire::decode<Reply>(frame.payload, "reply");
  if (!reply) qFatal("%s", reply.error().message.c_str());
  return *reply;
}

bool isError(const Frame& frame) { return frame.kind == std::uint32_t(ReplyKind::Error); }

} // namespace

class WorkerCommandTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase() {
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_NVML", GEVO_FAKE_DRIVER_LIBRARY);
  }

  void helpHasALineForEachMode() {
    const Ended help = start({"--help"});
    QCOMPARE(help.exitCode, 0);
    const QString modes = QString::fromUtf8(help.out.mid(help.out.indexOf("Modes:")));
    QStringList listed;
    for (const QString& line : modes.split('\n', Qt::SkipEmptyParts).mid(1)) {
      QVERIFY2(QRegularExpression("^  \\S.*\\S  +[A-Z].*\\S$").match(line).hasMatch(), qPrintable(line));
      listed << line.trimmed().section("  ", 0, 0);
    }
    QCOMPARE(listed,
             QStringList({"sim [SOCKET]", "live [N]", "build", "calibrate", "gpus", "gpu N SOCKET", "cuda N", "tmbl [N]", "lease N"}));
  }

  void wrongCommandLineExitsWithTwoAndOneErrorLine_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("problem");
    QTest::newRow("no mode") << QStringList{} << QByteArray("a mode is missing");
    QTest::newRow("unknown mode") << QStringList{"evolve"} << QByteArray("evolve is not a mode");
    QTest::newRow("two modes") << QStringList{"build", "calibrate"} << QByteArray("calibrate");
    QTest::newRow("too much") << QStringList{"sim", "/a", "/b"} << QByteArray("/b");
    QTest::newRow("unknown option") << QStringList{"sim", "--fast"} << QByteArray("--fast");
    QTest::newRow("no number") << QStringList{"cuda"} << QByteArray("N is required");
    QTest::newRow("no socket") << QStringList{"gpu", "0"} << QByteArray("SOCKET is required");
    QTest::newRow("a name for a number") << QStringList{"live", "first"} << QByteArray("first");
    QTest::newRow("a fraction") << QStringList{"cuda", "0.5"} << QByteArray("0.5");
    QTest::newRow("below the first GPU") << QStringList{"lease", "-1"} << QByteArray("-1");
    QTest::newRow("the former name of lease") << QStringList{"lend"} << QByteArray("N is required");
  }
  void wrongCommandLineExitsWithTwoAndOneErrorLine() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, problem);
    const Ended ended = start(arguments);
    QCOMPARE(ended.exitCode, 2);
    QCOMPARE(ended.out, QByteArray());
    QVERIFY2(ended.err.startsWith("gevo-worker: ") && ended.err.count('\n') == 1 && ended.err.endsWith('\n'), ended.err.constData());
    QVERIFY2(ended.err.contains(problem), ended.err.constData());
  }

  void theEndOfStdinEndsAWorker_data() {
    QTest::addColumn<QStringList>("arguments");
    for (const QStringList& arguments : {QStringList{"sim"}, {"live"}, {"live", "0"}, {"build"}, {"calibrate"}})
      QTest::newRow(qPrintable(arguments.join(' '))) << arguments;
  }
  void theEndOfStdinEndsAWorker() {
    QFETCH(QStringList, arguments);
    const Ended ended = start(arguments);
    QVERIFY2(ended.exitCode == 0, ended.err.constData());
    QCOMPARE(ended.out, QByteArray());
  }

  void aModeRepliesToItsOwnRequestsOnly_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<bool>("known");
    const QByteArray launches = frame(LaunchesRequest());
    const QByteArray assemble = frame(AssembleRequest{"", "sm_90"});
    const QByteArray calibrate = frame(CalibrationSettings{7, 1});
    QTest::newRow("sim, about tests") << QStringList{"sim"} << launches << true;
    QTest::newRow("live, about tests") << QStringList{"live"} << launches << true;
    QTest::newRow("build, for ptxas") << QStringList{"build"} << assemble << true;
    QTest::newRow("calibrate, of a GPU") << QStringList{"calibrate"} << calibrate << true;
    QTest::newRow("sim, for ptxas") << QStringList{"sim"} << assemble << false;
    QTest::newRow("build, about tests") << QStringList{"build"} << launches << false;
    QTest::newRow("build, of a GPU") << QStringList{"build"} << calibrate << false;
    QTest::newRow("calibrate, about tests") << QStringList{"calibrate"} << launches << false;
    QTest::newRow("sim, of a version to come") << QStringList{"sim"} << frame(99, {}) << false;
  }
  void aModeRepliesToItsOwnRequestsOnly() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, request);
    QFETCH(bool, known);
    const Ended ended = start(arguments, request + request);
    QVERIFY2(ended.exitCode == 0, ended.err.constData());
    const std::vector<Frame> replies = frames(ended.out);
    QCOMPARE(replies.size(), std::size_t(2)); // it continues after the first
    for (const Frame& reply : replies) {
      const std::string error = isError(reply) ? replyIn<ErrorReply>(reply).message : "";
      QVERIFY2((error.find("does not know this request") == std::string::npos) == known, error.c_str());
    }
  }

  void anUnreadableRequestGetsAnErrorReply() {
    const Ended ended = start({"sim"}, frame(std::uint32_t(RequestKind::Validate), Bytes{1}) + frame(LaunchesRequest()));
    const std::vector<Frame> replies = frames(ended.out);
    QCOMPARE(replies.size(), std::size_t(2));
    QVERIFY(isError(replies[0]));
    QVERIFY(!isError(replies[1]));
  }

  void requestsAfterStopGetNoReply() {
    const Ended ended = start({"sim"}, frame(std::uint32_t(RequestKind::Stop), {}) + frame(LaunchesRequest()));
    QCOMPARE(ended.exitCode, 0);
    QCOMPARE(ended.out, QByteArray());
  }

  void aFrameThatEndsEarlyIsAFailure() {
    const Ended ended = start({"sim"}, frame(LaunchesRequest()).chopped(1));
    QCOMPARE(ended.exitCode, 1);
    QVERIFY2(ended.err.startsWith("gevo-worker: "), ended.err.constData());
  }

  void gpusAreListed() {
    const Ended ended = start({"gpus"});
    QVERIFY2(ended.exitCode == 0, ended.err.constData());
    const std::vector<Frame> replies = frames(ended.out);
    QCOMPARE(replies.size(), std::size_t(1));
    QVERIFY(replyIn<std::vector<std::string>>(replies[0]) == std::vector<std::string>{"Fake GPU"});
  }

  void aMissingDriverIsAnErrorReply() {
    const QByteArray driver = qgetenv("GEVO_CUDA_DRIVER");
    qputenv("GEVO_CUDA_DRIVER", "/nowhere");
    const Ended ended = start({"gpus"});
    qputenv("GEVO_CUDA_DRIVER", driver);
    QCOMPARE(ended.exitCode, 0);
    const std::vector<Frame> replies = frames(ended.out);
    QCOMPARE(replies.size(), std::size_t(1));
    QVERIFY(isError(replies[0]));
  }
};

QTEST_GUILESS_MAIN(WorkerCommandTest)
#include "worker_command_test.moc"

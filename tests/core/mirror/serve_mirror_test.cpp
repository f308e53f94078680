#include "core/mirror/serve_mirror.h"

#include "core/base/descriptor.h"
#include "core/base/wire.h"
#include "core/mirror/mirror_copy.h"
#include "core/mirror/mirror_messages.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"
#include "tests/core/store/sample_run.h"

#include <QTemporaryDir>
#include <QtTest>
#include <sys/socket.h>
#include <thread>

using namespace gevo;

class ServeMirrorTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void cleanup();
  void eachQuestionHasAnAnswer();
  void theEndOfTheInputEndsIt();
  void aMissingFileIsToldInASentence();
  void anotherKindOfFrameEndsIt();

private:
  void serve(const char* name) {
    int ends[2];
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    client_ = Descriptor(ends[0]);
    served_ = std::thread([this, end = ends[1], path = std::filesystem::path(folder_->filePath(name).toStdString())] {
      result_ = serveMirror(path, end, end);
      ::close(end);
    });
    const Frame greeting = receive();
    QCOMPARE(greeting.kind, std::uint32_t(MirrorFrame::Greeting));
    QCOMPARE(wire::decode<MirrorGreeting>(greeting.payload, "it")->version, mirrorVersion);
  }
  void ask() { QVERIFY(writeFrame(client_.get(), std::uint32_t(MirrorFrame::Ask), wire::encode(AskChanges{}))); }
  Frame receive() { return readFrame(client_.get()).value().value_or(Frame{~0U, {}}); }

  std::unique_ptr<QTemporaryDir> folder_;
  Descriptor client_;
  std::thread served_;
  Result<void> result_;
};

void ServeMirrorTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  QVERIFY(Store::create(folder_->filePath("a.gevo").toStdString(), sample::project()));
}

void ServeMirrorTest::cleanup() {
  client_ = {};
  served_.join();
}

void ServeMirrorTest::eachQuestionHasAnAnswer() {
  serve("a.gevo");
  MirrorCopy copy = MirrorCopy::open(folder_->filePath("copy.gevo").toStdString(), "here").value();
  for (const bool isNew : {true, false, false}) {
    ask();
    const Frame reply = receive();
    QCOMPARE(reply.kind, std::uint32_t(MirrorFrame::Changes));
    QCOMPARE(copy.take(wire::decode<ImageChanges>(reply.payload, "it").value()).value(), isNew);
  }
  QCOMPARE(Store::open(copy.path(), Store::Access::Read).value()->project()->name, std::string("stencil"));
}

void ServeMirrorTest::theEndOfTheInputEndsIt() {
  serve("a.gevo");
  ::shutdown(client_.get(), SHUT_WR);
  QCOMPARE(receive().kind, ~0U);
}

void ServeMirrorTest::aMissingFileIsToldInASentence() {
  serve("b.gevo");
  ask();
  const Frame reply = receive();
  QCOMPARE(reply.kind, std::uint32_t(MirrorFrame::Error));
  QVERIFY(wire::decode<ErrorReply>(reply.payload, "it")->message.contains("b.gevo"));
}

void ServeMirrorTest::anotherKindOfFrameEndsIt() {
  serve("a.gevo");
  QVERIFY(writeFrame(client_.get(), 77, {}));
  QCOMPARE(receive().kind, std::uint32_t(MirrorFrame::Error));
  QCOMPARE(receive().kind, ~0U);
}

QTEST_GUILESS_MAIN(ServeMirrorTest)
#include "serve_mirror_test.moc"

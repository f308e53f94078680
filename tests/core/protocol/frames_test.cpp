#include <QTest>

#include "core/base/descriptor.h"
#include "core/protocol/frames.h"

#include <rapidcheck.h>

#include <thread>

using namespace gevo;

namespace {

struct Pipe {
  Descriptor reader;
  Descriptor writer;
};

Pipe openPipe() {
  int ends[2];
  if (::pipe(ends) != 0) qFatal("cannot open a pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void put(const Pipe& pipe, ByteView bytes) {
  if (::write(pipe.writer.get(), bytes.data(), bytes.size()) != ssize_t(bytes.size())) qFatal("cannot write to a pipe");
}

} // namespace

class FramesTest : public QObject {
  Q_OBJECT

private slots:
  void framesArriveInOrder();
  void aLargeFramePasses();
  void nothingAtTheEndOfTheStream();
  void anEndWithinAFrameIsAnError();
  void aTooLargeLengthIsAnError();
  void theHeaderIsTwelveBytes();
};

void FramesTest::framesArriveInOrder() {
  QVERIFY(rc::check([] {
    const auto payloads = *rc::gen::resize(10, rc::gen::arbitrary<std::vector<std::pair<std::uint32_t, Bytes>>>());
    const Pipe pipe = openPipe();
    for (const auto& [kind, payload] : payloads) RC_ASSERT(writeFrame(pipe.writer.get(), kind, payload).has_value());
    for (const auto& [kind, payload] : payloads) {
      const auto frame = readFrame(pipe.reader.get());
      RC_ASSERT((frame.has_value() && frame->has_value()));
      RC_ASSERT((*frame)->kind == kind);
      RC_ASSERT((*frame)->payload == payload);
    }
  }));
}

void FramesTest::aLargeFramePasses() {
  const Pipe pipe = openPipe();
  const Bytes payload(50'000'000, 3);
  std::thread writer([&] { (void)writeFrame(pipe.writer.get(), 1, payload); });
  const auto frame = readFrame(pipe.reader.get());
  writer.join();
  QVERIFY(frame && *frame);
  QVERIFY((*frame)->payload == payload);
}

void FramesTest::nothingAtTheEndOfTheStream() {
  Pipe pipe = openPipe();
  pipe.writer.reset();
  const auto frame = readFrame(pipe.reader.get());
  QVERIFY(frame);
  QVERIFY(!*frame);
}

void FramesTest::anEndWithinAFrameIsAnError() {
  const auto header = encodeFrameHeader({1, 10});
  for (const std::size_t size : {std::size_t(1), frameHeaderBytes - 1, frameHeaderBytes}) {
    Pipe pipe = openPipe();
    put(pipe, ByteView(header).first(size));
    pipe.writer.reset();
    QVERIFY(!readFrame(pipe.reader.get()));
  }
}

void FramesTest::aTooLargeLengthIsAnError() {
  const Pipe pipe = openPipe();
  put(pipe, encodeFrameHeader({1, largestFrameBytes + 1}));
  const auto frame = readFrame(pipe.reader.get());
  QVERIFY(!frame);
  QVERIFY(frame.error().message.find("1073741825 bytes") != std::string::npos);
}

void FramesTest::theHeaderIsTwelveBytes() {
  QCOMPARE(encodeFrameHeader({0x04030201, 5}), (std::array<std::uint8_t, 12>{1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0}));
}

QTEST_GUILESS_MAIN(FramesTest)
#include "frames_test.moc"

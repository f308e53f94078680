#include <QTest>

#include "core/base/compress.h"

#include <rapidcheck.h>

using namespace gevo;

class CompressTest : public QObject {
  Q_OBJECT

private slots:
  void bytesRoundTrip();
  void repetitionShrinks();
  void otherBytesAreDamaged();
  void aTruncatedFrameIsDamaged();
  void aDamagedFrameIsNeverTooLarge();
  void contentsAboveTheLimitAreRejected();

  void sharedBytesCostNothing() {
    QVERIFY(rc::check([] {
      const Bytes known = *rc::gen::arbitrary<Bytes>();
      const Bytes bytes = *rc::gen::arbitrary<Bytes>();
      RC_ASSERT(decompressAgainst(compressAgainst(bytes, known), known).value() == bytes);
    }));
    Bytes known(5'000'000);
    for (std::size_t i = 0; i < known.size(); ++i) known[i] = static_cast<std::uint8_t>((i * i * 2654435761U) >> 13);
    Bytes changed = known;
    changed[7] = 1;
    changed.insert(changed.begin() + 3'000'000, {1, 2, 3});
    const Bytes packed = compressAgainst(changed, known);
    QVERIFY2(packed.size() < known.size() / 500, qPrintable(QString::number(packed.size())));
    QVERIFY(decompressAgainst(packed, known).value() == changed);
    QVERIFY(!decompressAgainst(Bytes{1, 2, 3}, known));
  }
};

void CompressTest::bytesRoundTrip() {
  QVERIFY(rc::check([](const Bytes& bytes) { RC_ASSERT(decompress(compress(bytes)).value() == bytes); }));
}

void CompressTest::repetitionShrinks() { QVERIFY(compress(Bytes(1'000'000, 7)).size() < 1000); }

void CompressTest::otherBytesAreDamaged() {
  QCOMPARE(decompress(Bytes(100, 1)).error().message, std::string("compressed contents are damaged"));
  QVERIFY(!decompress({}));
}

void CompressTest::aTruncatedFrameIsDamaged() {
  QVERIFY(rc::check([](const Bytes& bytes) {
    const Bytes frame = compress(bytes);
    const auto size = *rc::gen::inRange<std::size_t>(0, frame.size());
    RC_ASSERT(!decompress(ByteView(frame).first(size)));
  }));
}

void CompressTest::aDamagedFrameIsNeverTooLarge() {
  QVERIFY(rc::check([](const Bytes& bytes) {
    Bytes frame = compress(bytes);
    frame[*rc::gen::inRange<std::size_t>(0, frame.size())] = *rc::gen::arbitrary<std::uint8_t>();
    const auto read = decompress(frame, 1'000'000);
    if (read) RC_ASSERT(read->size() <= 1'000'000U);
  }));
}

void CompressTest::contentsAboveTheLimitAreRejected() {
  const Bytes frame = compress(Bytes(1001, 7));
  QVERIFY(!decompress(frame, 1000));
  QVERIFY(decompress(frame, 1001));
}

QTEST_GUILESS_MAIN(CompressTest)
#include "compress_test.moc"

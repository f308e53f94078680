#include <QTest>

#include "core/store/sha256.h"

using namespace gevo;

class Sha256Test : public QObject {
  Q_OBJECT

private slots:
  void matchesPublishedValues_data();
  void matchesPublishedValues();
  void piecesHashLikeTheWhole();
  void differentlySplitTextsDiffer();
};

void Sha256Test::matchesPublishedValues_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("digest");
  // FIPS 180-4 examples and its empty and million-letter messages.
  QTest::newRow("nothing") << QByteArray() << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  QTest::newRow("abc") << QByteArray("abc") << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  QTest::newRow("two blocks") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                              << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
  QTest::newRow("a million") << QByteArray(1'000'000, 'a') << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
}

void Sha256Test::matchesPublishedValues() {
  QFETCH(QByteArray, text);
  QFETCH(QString, digest);
  const ByteView bytes(reinterpret_cast<const std::uint8_t*>(text.constData()), std::size_t(text.size()));
  QCOMPARE(QString::fromStdString(toHex(sha256(bytes))), digest);
}

void Sha256Test::piecesHashLikeTheWhole() {
  Bytes bytes(1000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::uint8_t(i * 7);
  for (const std::size_t cut : {0, 1, 55, 56, 63, 64, 65, 500, 1000}) {
    Sha256 hash;
    hash.add(ByteView(bytes).first(cut)).add(ByteView(bytes).subspan(cut));
    QCOMPARE(toHex(hash.finish()), toHex(sha256(bytes)));
  }
}

void Sha256Test::differentlySplitTextsDiffer() {
  QVERIFY(Sha256().addText("ab").addText("c").finish() != Sha256().addText("a").addText("bc").finish());
}

QTEST_GUILESS_MAIN(Sha256Test)
#include "sha256_test.moc"

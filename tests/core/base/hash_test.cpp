#include <QTest>

#include "core/base/hash.h"

#include <rapidcheck.h>

using namespace gevo;

class HashTest : public QObject {
  Q_OBJECT

private slots:
  void hexadecimalRoundTrips();
  void invalidHashesAreRejected_data();
  void invalidHashesAreRejected();
  void textAndItsBytesHashAlike();
  void aHashIsPartOfTheFileFormat();
  void oneBitChangesTheHash();
};

void HashTest::hexadecimalRoundTrips() {
  QVERIFY(rc::check([](std::uint64_t high, std::uint64_t low) {
    const Hash128 hash{high, low};
    const std::string text = toHex(hash);
    RC_ASSERT(text.size() == 32U);
    RC_ASSERT(hashFromHex(text) == hash);
  }));
}

void HashTest::invalidHashesAreRejected_data() {
  QTest::addColumn<QString>("text");
  QTest::newRow("empty") << "";
  QTest::newRow("short") << "0123456789abcdef0123456789abcde";
  QTest::newRow("long") << "0123456789abcdef0123456789abcdef0";
  QTest::newRow("letter") << "0123456789abcdeg0123456789abcdef";
  QTest::newRow("sign") << "0123456789abcdef-123456789abcdef";
  QTest::newRow("space") << " 123456789abcdef0123456789abcdef";
}

void HashTest::invalidHashesAreRejected() {
  QFETCH(QString, text);
  QVERIFY(!hashFromHex(text.toStdString()));
}

void HashTest::textAndItsBytesHashAlike() { QVERIFY(hashText("gevo") == hashBytes(Bytes{'g', 'e', 'v', 'o'})); }

/// XXH3's published hash of no bytes.
void HashTest::aHashIsPartOfTheFileFormat() { QCOMPARE(toHex(hashBytes({})), std::string("99aa06d3014798d86001c324468d497f")); }

void HashTest::oneBitChangesTheHash() {
  QVERIFY(rc::check([](Bytes bytes) {
    RC_PRE(!bytes.empty());
    Bytes changed = bytes;
    changed[*rc::gen::inRange<std::size_t>(0, bytes.size())] ^= 1;
    RC_ASSERT(hashBytes(bytes) != hashBytes(changed));
  }));
}

QTEST_GUILESS_MAIN(HashTest)
#include "hash_test.moc"

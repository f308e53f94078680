#include <QTest>

#include "core/base/wire.h"

#include <rapidcheck.h>

using namespace gevo;

namespace {

enum class Colour : std::uint8_t { Red, Green };
constexpr std::uint32_t enumerators(Colour) { return 2; }

struct Inner {
  std::string name;
  std::vector<bool> flags;
  std::optional<double> weight;
  bool operator==(const Inner&) const = default;
};

struct Outer {
  std::uint64_t number = 0;
  Colour colour = Colour::Red;
  bool truth = false;
  Bytes bytes;
  std::vector<Inner> inner;
  std::array<std::int32_t, 3> triple{};
  std::vector<std::string> words;
  bool operator==(const Outer&) const = default;
};

template <class Archive> void fields(Archive& archive, Inner& value) { archive(value.name, value.flags, value.weight); }
template <class Archive> void fields(Archive& archive, Outer& value) {
  archive(value.number, value.colour, value.truth, value.bytes, value.inner, value.triple, value.words);
}

rc::Gen<Outer> anyOuter() {
  using namespace rc;
  const auto inner = gen::build<Inner>(gen::set(&Inner::name), gen::set(&Inner::flags),
                                       gen::set(&Inner::weight, gen::map(gen::arbitrary<std::pair<bool, double>>(), [](const auto& pair) {
                                         return pair.first ? std::optional(pair.second) : std::nullopt;
                                       })));
  return gen::build<Outer>(gen::set(&Outer::number), gen::set(&Outer::colour, gen::element(Colour::Red, Colour::Green)),
                           gen::set(&Outer::truth), gen::set(&Outer::bytes),
                           gen::set(&Outer::inner, gen::container<std::vector<Inner>>(inner)), gen::set(&Outer::triple),
                           gen::set(&Outer::words));
}

} // namespace

class WireTest : public QObject {
  Q_OBJECT

private slots:
  void valuesRoundTrip();
  void equalValuesHaveEqualBytes();
  void everyTruncationFails();
  void trailingBytesFail();
  void anyBytesAreAValueOrAnError();
  void aTooLargeLengthIsAnError();
  void aBooleanIsZeroOrOne();
  void anEnumerationHasItsOwnValuesOnly();
  void theErrorNamesWhatWasRead();
};

void WireTest::valuesRoundTrip() {
  QVERIFY(rc::check([] {
    const Outer value = *anyOuter();
    const auto read = wire::decode<Outer>(wire::encode(value), "value");
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == value);
  }));
}

void WireTest::equalValuesHaveEqualBytes() {
  QVERIFY(rc::check([] {
    const Outer value = *anyOuter();
    const Outer copy = value;
    RC_ASSERT(wire::encode(value) == wire::encode(copy));
  }));
}

void WireTest::everyTruncationFails() {
  QVERIFY(rc::check([] {
    const Bytes bytes = wire::encode(*anyOuter());
    const auto size = *rc::gen::inRange<std::size_t>(0, bytes.size());
    RC_ASSERT(!wire::decode<Outer>(ByteView(bytes).first(size), "value"));
  }));
}

void WireTest::trailingBytesFail() {
  Bytes bytes = wire::encode(Outer{});
  bytes.push_back(0);
  QVERIFY(!wire::decode<Outer>(bytes, "value"));
}

/// A value with one byte changed, or noise: the reader ends, and what it accepts encodes to what it read.
void WireTest::anyBytesAreAValueOrAnError() {
  QVERIFY(rc::check([] {
    Bytes bytes =
        *rc::gen::oneOf(rc::gen::arbitrary<Bytes>(), rc::gen::map(anyOuter(), [](const Outer& value) { return wire::encode(value); }));
    if (!bytes.empty()) bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<std::uint8_t>();
    const auto read = wire::decode<Outer>(bytes, "value");
    if (read) RC_ASSERT(wire::encode(*read) == bytes);
  }));
}

/// 2^60 elements, and no bytes after the length: no memory is allocated.
void WireTest::aTooLargeLengthIsAnError() {
  const Bytes bytes = wire::encode(std::uint64_t(1) << 60);
  QVERIFY(!wire::decode<std::string>(bytes, "text"));
  QVERIFY(!wire::decode<std::vector<double>>(bytes, "numbers"));
  QVERIFY(!wire::decode<std::vector<Inner>>(bytes, "values"));
  QVERIFY(!wire::decode<std::vector<bool>>(bytes, "flags"));
}

void WireTest::aBooleanIsZeroOrOne() {
  QVERIFY(wire::decode<bool>(Bytes{1}, "truth").value());
  QVERIFY(!wire::decode<bool>(Bytes{2}, "truth"));
}

void WireTest::anEnumerationHasItsOwnValuesOnly() {
  QCOMPARE(wire::decode<Colour>(Bytes{1}, "colour").value(), Colour::Green);
  QVERIFY(!wire::decode<Colour>(Bytes{2}, "colour"));
}

void WireTest::theErrorNamesWhatWasRead() {
  QCOMPARE(wire::decode<double>({}, "trace").error().message, std::string("the trace is damaged or of another version"));
}

QTEST_GUILESS_MAIN(WireTest)
#include "wire_test.moc"

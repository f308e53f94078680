#include "core/kernel/outputs/metrics.h"

#include <QtTest>
#include <cmath>
#include <cstring>
#include <limits>
#include <rapidcheck.h>

using namespace gevo;
using namespace gevo::program;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();
constexpr float inf32 = std::numeric_limits<float>::infinity();

template <class T> Bytes bytesOf(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Comparison compareFloats(const std::vector<float>& expected, const std::vector<float>& got, Metric metric) {
  return compare(ElementType::F32, bytesOf(expected), bytesOf(got), metric);
}

} // namespace

using Floats = QList<float>;
Q_DECLARE_METATYPE(gevo::Metric)

class MetricsTest : public QObject {
  Q_OBJECT
private slots:
  void errorsOfFloats_data() {
    QTest::addColumn<Floats>("expected");
    QTest::addColumn<Floats>("got");
    QTest::addColumn<Metric>("metric");
    QTest::addColumn<double>("error");
    QTest::addColumn<int>("element");
    const Floats base{1, 2, 4, -8};
    QTest::newRow("equal") << base << base << Metric::MaxRelative << 0.0 << 0;
    QTest::newRow("largest relative difference") << base << Floats{1, 2.5, 4, -9} << Metric::MaxRelative << 0.25 << 1;
    QTest::newRow("a negative original counts by magnitude") << base << Floats{1, 2, 4, -12} << Metric::MaxRelative << 0.5 << 3;
    QTest::newRow("a wrong sign is a large error") << base << Floats{1, 2, 4, 8} << Metric::MaxRelative << 2.0 << 3;
    QTest::newRow("near zero the range counts") << Floats{0, 1000000} << Floats{0.5, 1000000} << Metric::MaxRelative << 0.5 << 0;
    QTest::newRow("all zero has no scale") << Floats{0, 0} << Floats{0, 1e-9F} << Metric::MaxRelative << infinite << 1;
    QTest::newRow("minus zero is zero") << Floats{0, 1} << Floats{-0.0F, 1} << Metric::MaxRelative << 0.0 << 0;
    QTest::newRow("largest absolute difference") << base << Floats{1, 2.5, 4, -9} << Metric::MaxAbsolute << 1.0 << 3;
    QTest::newRow("root of the mean square") << base << Floats{1, 2, 7, -12} << Metric::Rmse << 2.5 << 3;
    QTest::newRow("share of differing elements") << base << Floats{1, 3, 4, -9} << Metric::Mismatch << 0.5 << 1;
  }
  void errorsOfFloats() {
    QFETCH(Floats, expected);
    QFETCH(Floats, got);
    QFETCH(Metric, metric);
    QFETCH(double, error);
    QFETCH(int, element);
    const Comparison found = compareFloats({expected.begin(), expected.end()}, {got.begin(), got.end()}, metric);
    QCOMPARE(found.error, error);
    QCOMPARE(found.differs, error > 0);
    QVERIFY(!found.notFinite);
    QCOMPARE(static_cast<int>(found.element), element);
  }

  void newNanIsNotFinite() {
    const Comparison found = compareFloats({1, 2, 3}, {1000, nan32, inf32}, Metric::MaxRelative);
    QVERIFY(found.notFinite);
    QCOMPARE(found.element, 1ULL);
    QCOMPARE(found.expected, std::string("2"));
    QCOMPARE(found.got, std::string("nan"));
  }

  void nanEqualsNan() {
    Bytes otherNan = bytesOf<float>({-nan32, 1});
    QVERIFY(!compare(ElementType::F32, bytesOf<float>({nan32, 1}), otherNan, Metric::MaxRelative).differs);
  }

  void numberInsteadOfNanHasInfiniteError() {
    const Comparison found = compareFloats({nan32, 1}, {5, 1}, Metric::MaxRelative);
    QVERIFY(found.differs);
    QVERIFY(!found.notFinite);
    QCOMPARE(found.error, infinite);
  }

  void reportsTheWorstElement() {
    const Comparison found = compareFloats({1, 2, 4}, {1, 2, 5}, Metric::MaxRelative);
    QCOMPARE(found.element, 2ULL);
    QCOMPARE(found.expected, std::string("4"));
    QCOMPARE(found.got, std::string("5"));
  }

  void comparesAllBitsOfIntegers() {
    const std::vector<std::int64_t> expected{std::numeric_limits<std::int64_t>::max()};
    const std::vector<std::int64_t> got{std::numeric_limits<std::int64_t>::max() - 1};
    QCOMPARE(compare(ElementType::I64, bytesOf(expected), bytesOf(got), Metric::MaxAbsolute).error, 1.0);
  }

  void unsignedAndSignedReadTheSameBytesDifferently() {
    const Bytes expected{0xff};
    const Bytes got{0x01};
    QCOMPARE(compare(ElementType::U8, expected, got, Metric::MaxAbsolute).error, 254.0);
    QCOMPARE(compare(ElementType::I8, expected, got, Metric::MaxAbsolute).error, 2.0);
  }

  void halfTypesAreDecoded() {
    const auto one = bytesOf<std::uint16_t>({0x3c00, 0x0001});
    const auto two = bytesOf<std::uint16_t>({0x4000, 0x0001});
    QCOMPARE(compare(ElementType::F16, one, two, Metric::MaxAbsolute).error, 1.0);
    QCOMPARE(compare(ElementType::Bf16, bytesOf<std::uint16_t>({0x3f80}), bytesOf<std::uint16_t>({0x4040}), Metric::MaxAbsolute).error,
             2.0);
    QVERIFY(compare(ElementType::F16, one, bytesOf<std::uint16_t>({0x7e00, 0x0001}), Metric::MaxAbsolute).notFinite);
  }

  void comparesTrailingBytes() {
    const Bytes expected{0, 0, 0, 0, 7};
    const Bytes got{0, 0, 0, 0, 9};
    QCOMPARE(compare(ElementType::F32, expected, got, Metric::MaxAbsolute).error, 2.0);
  }

  void typeNamesRoundTrip() {
    for (const char* name : {"f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"}) {
      const auto type = parseElementType(name);
      QVERIFY(type.has_value());
      QCOMPARE(QString(elementTypeName(*type)), QString(name));
    }
    QVERIFY(!parseElementType("float"));
  }

  void ignoredElementsTakeNoPart() {
    const auto differ = [](std::vector<IgnoredElements> ignored, Metric metric) {
      return compare(ElementType::I32, bytesOf<std::int32_t>({-1, 5, 7, -1}), bytesOf<std::int32_t>({3, 5, 8, 9}), metric, ignored);
    };
    const IgnoredElements ofValue{false, -1, -1};
    const IgnoredElements third{true, 2, 2};
    QCOMPARE(differ({}, Metric::MaxAbsolute).error, 10.0);
    QCOMPARE(differ({ofValue}, Metric::MaxAbsolute).error, 1.0);
    QCOMPARE(differ({ofValue}, Metric::Mismatch).error, 0.5); // of the two that count
    QCOMPARE(differ({ofValue}, Metric::Rmse).error, std::sqrt(0.5));
    QVERIFY(!differ({ofValue, third}, Metric::MaxAbsolute).differs);
    QCOMPARE(countIgnored(ElementType::I32, bytesOf<std::int32_t>({-1, 5, 7, -1}), std::vector{ofValue, third}), std::uint64_t(3));
  }

  /// Of the original: a variant can't make an element one of them.
  void valuesOfTheOriginalDecideWhatIsIgnored() {
    const std::vector<IgnoredElements> ignored{{false, -1, -1}};
    QVERIFY(compare(ElementType::I32, bytesOf<std::int32_t>({4}), bytesOf<std::int32_t>({-1}), Metric::MaxAbsolute, ignored).differs);
  }

  void bytesThatFillNoWholeElementAllCount() {
    const std::vector<IgnoredElements> ignored{{true, 0, 100}};
    QVERIFY(compare(ElementType::I32, Bytes(6, 1), Bytes(6, 2), Metric::MaxAbsolute, ignored).differs);
    QCOMPARE(countIgnored(ElementType::I32, Bytes(6, 1), ignored), std::uint64_t(0));
  }

  /// Exactly the elements that differ count, whatever the metric.
  void errorIsZeroOnlyIfNothingDiffers() {
    const bool held = rc::check([](const std::vector<std::int32_t>& expected, std::uint32_t place, std::int32_t change) {
      RC_PRE(!expected.empty());
      auto got = expected;
      got[place % got.size()] = change;
      for (const Metric metric : {Metric::MaxRelative, Metric::MaxAbsolute, Metric::Rmse, Metric::Mismatch}) {
        const Comparison found = compare(ElementType::I32, bytesOf(expected), bytesOf(got), metric);
        RC_ASSERT(found.differs == (got != expected));
        RC_ASSERT((found.error > 0) == found.differs);
      }
    });
    QVERIFY(held);
  }
};

QTEST_GUILESS_MAIN(MetricsTest)
#include "metrics_test.moc"

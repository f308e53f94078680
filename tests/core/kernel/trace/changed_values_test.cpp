#include "core/kernel/trace/changed_values.h"

#include <QtTest>
#include <cmath>
#include <cstring>
#include <limits>

using namespace gevo::program;

namespace {

template <class Value> Value changed(Value value, ElementType type, Change change) {
  std::uint8_t bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  changeValues(bytes, type, change);
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

} // namespace

class ChangedValuesTest : public QObject {
  Q_OBJECT
private slots:
  void floatsChangeByAboutAThousandth() {
    for (const float value : {1.5F, -300.0F, 1e-30F, std::numeric_limits<float>::max()}) {
      const float now = changed(value, ElementType::F32, Change::Slight);
      const float relative = std::fabs(now - value) / std::fabs(value);
      QVERIFY2(relative > 2e-4F && relative < 2e-3F, qPrintable(QString::number(value)));
    }
    const double now = changed(7.0, ElementType::F64, Change::Slight);
    QVERIFY(now > 7.0 && now < 7.01);
  }
  void zeroBecomesSmall() {
    QCOMPARE(changed(0.0F, ElementType::F32, Change::Slight), std::ldexp(1.0F, -10));
    QCOMPARE(changed(0.0, ElementType::F64, Change::Slight), std::ldexp(1.0, -10));
    QCOMPARE(changed<std::uint16_t>(0, ElementType::F16, Change::Slight), std::uint16_t(0x1400)); // 2^-10
  }
  void signAndZero() {
    QCOMPARE(changed(2.5F, ElementType::F32, Change::Opposite), -2.5F);
    QCOMPARE(changed(0.0F, ElementType::F32, Change::Opposite), 1.0F);
    QCOMPARE(changed(2.5F, ElementType::F32, Change::Zero), 0.0F);
    QCOMPARE(changed(5, ElementType::I32, Change::Opposite), -5);
    QCOMPARE(changed(0, ElementType::I32, Change::Opposite), 1);
    QCOMPARE(changed(5, ElementType::I32, Change::Zero), 0);
  }
  void integersChangeByOne() {
    QCOMPARE(changed(5, ElementType::I32, Change::Slight), 6);
    QCOMPARE(changed<std::uint8_t>(255, ElementType::U8, Change::Slight), std::uint8_t(0));
  }
  void notANumberAndInfinityStay() {
    const float infinity = std::numeric_limits<float>::infinity();
    QCOMPARE(changed(infinity, ElementType::F32, Change::Slight), infinity);
    QVERIFY(std::isnan(changed(std::nanf(""), ElementType::F32, Change::Zero)));
  }
  void bytesThatAreNoWholeElementsChangeOneByOne() {
    std::uint8_t bytes[] = {1, 2, 3, 0, 9};
    changeValues(bytes, ElementType::F32, Change::Slight);
    QCOMPARE(bytes[0], std::uint8_t(2));
    QCOMPARE(bytes[4], std::uint8_t(10));
  }
};

QTEST_GUILESS_MAIN(ChangedValuesTest)
#include "changed_values_test.moc"

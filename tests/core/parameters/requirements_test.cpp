#include "core/parameters/requirements.h" // before <compare>, which moc can't read as the first header

#include "tests/core/base/value_of.h"
#include "tests/core/parameters/spaces.h"

#include <QtTest>

using namespace gevo;

class RequirementsTest : public QObject {
  Q_OBJECT

  static Requirements requirementsOf(const std::string& text) {
    ParameterSpace space = sample::largeSpace();
    space.requirements = {text};
    return valueOf(Requirements::of(space));
  }

private slots:
  void expressionsAreThoseOfC_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isMet");
    QTest::newRow("compare") << "A <= 64" << true;
    QTest::newRow("arithmetic") << "A * B + C - D == 4096" << true;
    QTest::newRow("remainder") << "A % 48 == 16" << true;
    QTest::newRow("not") << "!PREFETCH" << true;
    QTest::newRow("and, or") << "(A < 32 || B == 64) && C != 1" << true;
    QTest::newRow("false") << "A > 64" << false;
    QTest::newRow("no value") << "A % (B - 64) == 0" << false;
  }
  void expressionsAreThoseOfC() {
    QFETCH(QString, text);
    QFETCH(bool, isMet);
    QCOMPARE(requirementsOf(text.toStdString()).areMet({}), isMet);
  }

  void parametersThatAreNotNamedHaveTheirOwnValues() {
    const Requirements requirements = requirementsOf("A * B <= 4096");
    QVERIFY(requirements.areMet({}));
    QVERIFY(!requirements.areMet({{"A", "128"}}));
    QVERIFY(requirements.areMet({{"A", "128"}, {"B", "32"}}));
    QVERIFY(requirements.areMet({}));
  }

  void allHaveToBeMet() {
    ParameterSpace space = sample::largeSpace();
    space.requirements = {"A == 64", "B == 1"};
    QVERIFY(!valueOf(Requirements::of(space)).areMet({}));
    QVERIFY(valueOf(Requirements::of(space)).areMet({{"B", "1"}}));
  }

  void errorsNameTheRequirement_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"A <=", "UNKNOWN > 1", "", "A = 3", "f(A)"}) QTest::newRow(text) << text;
  }
  void errorsNameTheRequirement() {
    QFETCH(QString, text);
    ParameterSpace space = sample::largeSpace();
    space.requirements = {text.toStdString()};
    const auto made = Requirements::of(space);
    QVERIFY(!made);
    QVERIFY2(QString::fromStdString(made.error().message).contains("\"" + text + "\""), made.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(RequirementsTest)
#include "requirements_test.moc"

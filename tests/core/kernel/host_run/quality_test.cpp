#include "core/kernel/host_run/quality.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

class QualityTest : public QObject {
  Q_OBJECT

private slots:
  void usesTheLastMatch() {
    QCOMPARE(readQuality("accuracy = 0.5\nloss\naccuracy = 0.93\nend\n", "accuracy = ([0-9.]+)").value(), 0.93);
    QCOMPARE(readQuality("a 1 a 2", "a ([0-9])").value(), 2.0);
    QCOMPARE(readQuality("loss +1e-3", "loss (\\S+)").value(), 0.001);
  }

  void missingOrInvalidNumberIsReported() {
    QVERIFY(readQuality("nothing here\n", "accuracy = (.*)").error().message.find("nothing that matches") != std::string::npos);
    QVERIFY(readQuality("", "accuracy = (.*)").error().message.find("nothing that matches") != std::string::npos);
    QVERIFY(readQuality("accuracy = 0.5x\n", "accuracy = (.*)").error().message.find("is not a number") != std::string::npos);
    QVERIFY(readQuality("accuracy = nan\n", "accuracy = (.*)").error().message.find("is not a number") != std::string::npos);
  }

  void longLinesDoNotOverflowTheStack() { QVERIFY(!readQuality(std::string(1 << 20, 'a'), "(a*)b")); }

  void patternsAreChecked() {
    QVERIFY(checkQualityPattern("([0-9]+)").has_value());
    QVERIFY(!checkQualityPattern("[0-9]+"));
    QVERIFY(!checkQualityPattern("([0-9]+"));
  }

  void betterQualityIsNotAnError() {
    QVERIFY(std::abs(qualityLoss(0.8, 0.6, QualityGoal::Higher) - 0.25) < 1e-12);
    QCOMPARE(qualityLoss(0.8, 0.9, QualityGoal::Higher), 0.0);
    QCOMPARE(qualityLoss(2, 1, QualityGoal::Lower), 0.0);
    QCOMPARE(qualityLoss(2, 3, QualityGoal::Lower), 0.5);
    QCOMPARE(qualityLoss(0, 3, QualityGoal::Lower), 3.0);
    QCOMPARE(qualityLoss(-2, -3, QualityGoal::Higher), 0.5);
  }
};

QTEST_GUILESS_MAIN(QualityTest)
#include "quality_test.moc"

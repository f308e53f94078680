/// Differences as `diff -u` has them.

#include <QTest>

#include "core/diff/unified_diff.h"

using namespace gevo;

class UnifiedDiffTest : public QObject {
  Q_OBJECT
private slots:
  void changedLineHasThreeLinesOfContext() {
    QCOMPARE(unifiedDiff("k.cu", "a\nb\nc\nd\ne\nf\ng\nh\ni\n", "a\nb\nc\nd\nE\nf\ng\nh\ni\n"),
             std::string("--- a/k.cu\n+++ b/k.cu\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n"));
  }

  void changesFarApartAreHunksOfTheirOwn() {
    std::string before;
    for (int i = 0; i < 30; ++i) before += std::to_string(i) + '\n';
    std::string after = before;
    after.replace(after.find("3\n"), 1, "x");
    after.replace(after.find("27\n"), 2, "y");
    const std::string diff = unifiedDiff("k.cu", before, after);
    QCOMPARE(QString::fromStdString(diff).count("\n@@ "), 2);
  }

  void equalTextsHaveNoHunk() { QCOMPARE(unifiedDiff("k.cu", "a\n", "a\n"), std::string("--- a/k.cu\n+++ b/k.cu\n")); }
};

QTEST_GUILESS_MAIN(UnifiedDiffTest)
#include "unified_diff_test.moc"

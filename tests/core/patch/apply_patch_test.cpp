#include "core/patch/apply_patch.h"
#include "tests/core/base/value_of.h"

#include <QtTest>

using namespace gevo;

namespace {

const std::vector<SourceFile> sources{{"a.cu", "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"}, {"part/b.h", "x\ny"}};

std::string problem(std::string_view patch) {
  const auto applied = applyPatch(sources, patch);
  return applied ? std::string() : applied.error().message;
}

} // namespace

class ApplyPatchTest : public QObject {
  Q_OBJECT
private slots:
  void hunksAreAppliedWhereTheyFit() {
    const auto changed = valueOf(applyPatch(sources, "# words\n--- a/a.cu\n+++ b/a.cu\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
                                                     "@@ -5,3 +5,4 @@\n five\n six\n+6.5\n seven\n"));
    QCOMPARE(changed.size(), std::size_t(1));
    QCOMPARE(changed[0].text, std::string("one\n2\nthree\nfour\nfive\nsix\n6.5\nseven\n"));
  }

  void aHunkMayHaveMoved() {
    const auto changed = valueOf(applyPatch(sources, "--- a/a.cu\t2026\n+++ b/a.cu\t2026\n@@ -1,2 +1,1 @@\n six\n-seven\n"));
    QCOMPARE(changed[0].text, std::string("one\ntwo\nthree\nfour\nfive\nsix\n"));
  }

  void severalFilesAndNoNewlineAtTheEnd() {
    const auto changed =
        valueOf(applyPatch(sources, "--- a/a.cu\n+++ b/a.cu\n@@ -1 +0,0 @@\n-one\n--- a/part/b.h\n+++ b/part/b.h\n"
                                    "@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n"));
    QCOMPARE(changed.size(), std::size_t(2));
    QCOMPARE(changed[0].text, std::string("two\nthree\nfour\nfive\nsix\nseven\n"));
    QCOMPARE(changed[1].text, std::string("x\nz"));
  }

  void whatDoesNotFitIsNamed() {
    QVERIFY(problem("--- a/a.cu\n+++ b/a.cu\n@@ -3,1 +3,1 @@\n-other\n+3\n").contains("a.cu at line 3"));
    QVERIFY(problem("--- a/c.cu\n+++ b/c.cu\n@@ -1 +1 @@\n-a\n+b\n").contains("c.cu"));
    QVERIFY(problem("no diff").contains("unified diff"));
  }
};

QTEST_GUILESS_MAIN(ApplyPatchTest)
#include "apply_patch_test.moc"

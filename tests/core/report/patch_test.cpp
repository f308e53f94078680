#include <QTest>

#include "core/report/patch.h"
#include "tests/core/report/synthetic_subject.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace gevo;
using namespace gevo::report;

class PatchTest : public QObject {
  Q_OBJECT

  /// The source after patch(1) was applied in an empty folder; empty if it failed.
  static QByteArray patched(const std::string& text) {
    const QTemporaryDir folder;
    QFile file(folder.filePath("twice.cu"));
    if (!file.open(QIODevice::WriteOnly) || file.write(synthetic::source.c_str()) < 0) return {};
    file.close();
    QProcess patch;
    patch.setWorkingDirectory(folder.path());
    patch.start("patch", {"-p1", "--fuzz=0"});
    patch.write(text.c_str());
    patch.closeWriteChannel();
    if (!patch.waitForFinished() || patch.exitCode() != 0 || !file.open(QIODevice::ReadOnly)) return {};
    return file.readAll();
  }

  static Subject proven(const std::string& changed) {
    Subject subject = synthetic::subject();
    subject.patch = synthetic::provenPatch(changed);
    return subject;
  }

private slots:
  void headDescribesTheVariant() {
    const QString text = QString::fromStdString(patchText(synthetic::subject(), synthetic::texts()));
    QVERIFY(
        text.startsWith("# variant 7 of twice, run 3\n# 2.000× as fast as the original (10.00 µs against 20.00 µs) on the simulated H200, "
                        "error 1.5 %\n"));
  }

  /// What is not proven must not look like a change of the program: the code stays as it is.
  void anIllustrationAddsCommentsOnly() {
    const std::string text = patchText(synthetic::subject(), synthetic::texts());
    QVERIFY2(text.ends_with("   if (i >= n) return;\n"
                            "+  // GEVO: `i >= n` is now `i >= i`\n"
                            "   __syncthreads();\n"
                            "+  // GEVO: this barrier is gone\n"
                            "   a[i] = a[i] * 2.0f;\n"
                            " }\n"
                            " // 9\n"),
             text.c_str());
    QVERIFY(!patched(text).isEmpty());
  }

  void commentsDoNotEndMacros() {
    Subject subject = synthetic::subject();
    Project project = *subject.project;
    project.sources[0].text = "#define TWICE(x) \\\n  do { \\\n    x *= 2; \\\n  } while (0)\nint y;\n";
    subject.project = std::make_shared<const Project>(project);
    VariantTexts texts;
    texts.consequences = {{0, {{"twice.cu", 3, 1, "f"}}, {}, "gone"}};
    const std::string text = patchText(subject, texts);
    QVERIFY2(text.find("   } while (0)\n+    // GEVO: gone\n int y;\n") != std::string::npos, text.c_str());
  }

  void commentsDoNotStandInRawStrings() {
    Subject subject = synthetic::subject();
    Project project = *subject.project;
    project.sources[0].text = "f(R\"x(\n a;\n)x\");\nint y;\n";
    subject.project = std::make_shared<const Project>(project);
    VariantTexts texts;
    texts.consequences = {{0, {{"twice.cu", 1, 1, "f"}}, {}, "gone"}};
    const std::string text = patchText(subject, texts);
    QVERIFY2(text.find(" )x\");\n+// GEVO: gone\n int y;\n") != std::string::npos, text.c_str());
  }

  void oneHunkWithThreeLinesOfContext() {
    const std::string text = patchText(proven(synthetic::withoutBarrier()), synthetic::texts());
    QVERIFY2(text.ends_with("--- a/twice.cu\n"
                            "+++ b/twice.cu\n"
                            "@@ -3,7 +3,6 @@\n"
                            " __global__ void f(float* a, int n) {\n"
                            "   int i = threadIdx.x;\n"
                            "   if (i >= n) return;\n"
                            "-  __syncthreads();\n"
                            "   a[i] = a[i] * 2.0f;\n"
                            " }\n"
                            " // 9\n"),
             text.c_str());
  }

  void patchProducesTheRewrittenSource_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("removed line") << "  __syncthreads();\n"
                                  << "";
    QTest::newRow("first line") << "#define N 4"
                                << "#define N 8";
    QTest::newRow("last line") << "// 15\n"
                               << "// 15\n// 16\n";
    QTest::newRow("lines before the first") << "#define N 4"
                                            << "// a\n// b\n#define N 4";
    QTest::newRow("several in one") << "  int i = threadIdx.x;\n  if (i >= n) return;"
                                    << "  if (threadIdx.x >= n) return;\n  int i = 0;";
  }
  void patchProducesTheRewrittenSource() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    if (QProcess::execute("patch", {"--version"}) != 0) QSKIP("patch is not installed");
    const QString changed = QString::fromStdString(synthetic::source).replace(from, to);
    QCOMPARE(patched(patchText(proven(changed.toStdString()), synthetic::texts())), changed.toUtf8());
  }

  void changesFarApartAreTwoHunks() {
    const QString changed = QString::fromStdString(synthetic::source).replace("N 4", "N 8").replace("// 14", "// fourteen");
    const QString text = QString::fromStdString(patchText(proven(changed.toStdString()), synthetic::texts()));
    QCOMPARE(text.count("\n@@ "), 2);
    QCOMPARE(patched(text.toStdString()), changed.toUtf8());
  }

  void namesFromTheFileCannotAddLines() {
    Subject subject = synthetic::subject();
    Project project = *subject.project;
    project.name = "twice\n--- a/etc";
    project.sources[0].name = "twice.cu\n+++ b/etc";
    subject.project = std::make_shared<const Project>(project);
    subject.patch = {PatchState::Proven, {}, {{project.sources[0].name, synthetic::withoutBarrier()}}};
    const QString text = QString::fromStdString(patchText(subject, synthetic::texts()));
    QCOMPARE(text.count("\n--- "), 1);
    QCOMPARE(text.count("\n+++ "), 1);
  }

  /// What is proven is written.
  void aProvenPatchSaysWhatItKeepsAndWhatIsMissing() {
    Subject subject = synthetic::subject();
    const VariantTexts texts = synthetic::texts();
    const std::string changed = QString::fromStdString(synthetic::source).replace("N 4", "N 8").toStdString();
    subject.patch = {PatchState::Partly, {}, {{"twice.cu", changed}}, {}, {"`4` in line 2 becomes `8`"}, 20, 10, 12.5};
    subject.patch->edits.push_back({subject.variant.edits[0].uid, EditInPatch::Missing});
    const QString text = QString::fromStdString(patchText(subject, texts));
    QVERIFY2(text.contains("# Partly proven.") && text.contains("# 1.600× of the variant's 2.000×"), qPrintable(text));
    QVERIFY(text.contains("(60.0 % of its gain)") && text.contains("#   `4` in line 2 becomes `8`\n"));
    QVERIFY2(text.contains("# Edits that are not in it:\n#   twice.cu:"), qPrintable(text));
    QCOMPARE(patched(text.toStdString()), QByteArray::fromStdString(changed));
  }

  void anIllustrationSaysWhy() {
    Subject subject = synthetic::subject();
    subject.patch = {PatchState::Illustration, "nothing\nfits"};
    const QString text = QString::fromStdString(patchText(subject, synthetic::texts()));
    QVERIFY2(text.contains("# Illustration: ") && text.contains("# Not proven: nothing"), qPrintable(text));
    QVERIFY2(text.contains("+  // GEVO: this barrier is gone"), "what the edits amount to");
  }

  void unknownSourceIsLeftOut() {
    VariantTexts texts = synthetic::texts();
    for (Consequence& consequence : texts.consequences) consequence.at[0].file = "other.cu";
    QVERIFY(patchText(synthetic::subject(), texts).find("---") == std::string::npos);
  }
};

QTEST_GUILESS_MAIN(PatchTest)
#include "patch_test.moc"

/// packaging/check-walls.sh on a small tree of its own: what breaks a dependency rule fails the check, and is named.

#include "tests/app/command.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

class WallsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> tree_;

  /// A file of the tree, made with its folders.
  void write(const QString& path, const QByteArray& text) const {
    const QString whole = tree_->filePath(path);
    QDir().mkpath(QFileInfo(whole).path());
    QFile file(whole);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write %s", qPrintable(whole));
  }

  /// The check of the tree, without git.
  Command checkWalls(const QStringList& arguments = {}) const {
    QProcess process;
    process.start(tree_->filePath("packaging/check-walls.sh"), arguments);
    if (!process.waitForFinished(60'000)) process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }

private slots:
  /// A tree that keeps every rule: a view that includes a value, and the folders that the rules name.
  void init() {
    tree_ = std::make_unique<QTemporaryDir>();
    for (const char* folder : {"packaging", "app/gevo", "app/explorer", "resources/samples", "core/worker_pool", "core/cluster",
                               "core/evolution", "core/kernel"})
      QVERIFY(QDir().mkpath(tree_->filePath(folder)));
    QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/packaging/check-walls.sh", tree_->filePath("packaging/check-walls.sh")));
    write("core/protocol/b.h", "#pragma once\n");
    write("core/values/a.h", "#pragma once\n");
    write("ui/x.h", "#include \"core/values/a.h\"\n");
  }

  void aTreeThatKeepsTheRulesPassesSilently() {
    const Command check = checkWalls();
    QCOMPARE(check.out + check.err, QString());
    QCOMPARE(check.exitCode, 0);
  }

  void whatIsReachedThroughOtherHeadersIsNamedWithItsChain_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QByteArray>("include");
    QTest::newRow("a view") << "ui/x.h" << QByteArray("\"core/protocol/b.h\"");
    QTest::newRow("a view, in angle brackets") << "ui/x.h" << QByteArray("<core/protocol/b.h>");
    QTest::newRow("a command of gevo") << "app/gevo/x.cpp" << QByteArray("\"core/protocol/b.h\"");
    QTest::newRow("gevo-explorer") << "app/explorer/x.cpp" << QByteArray("\"core/protocol/b.h\"");
  }
  void whatIsReachedThroughOtherHeadersIsNamedWithItsChain() {
    QFETCH(QString, from);
    QFETCH(QByteArray, include);
    write(from, "#include \"core/values/a.h\"\n");
    write("core/values/a.h", "#pragma once\n#include " + include + "\n");
    const Command check = checkWalls();
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.out.contains(from + " -> core/values/a.h -> core/protocol/b.h\n"), qPrintable(check.out));
  }

  void aRuleAboutAFolderThatIsGoneFails() {
    QVERIFY(QDir(tree_->filePath("core/evolution")).removeRecursively());
    const Command check = checkWalls();
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.out.contains("there is no folder core/evolution"), qPrintable(check.out));
  }

  void aTreeWithoutSourcesFails() {
    for (const char* folder : {"core/values", "core/protocol", "ui"}) QVERIFY(QDir(tree_->filePath(folder)).removeRecursively());
    QVERIFY(QDir().mkpath(tree_->filePath("ui")));
    const Command check = checkWalls();
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.err.contains("there are no sources"), qPrintable(check.err));
  }

  void anIncludeFromTheFolderAboveFails() {
    write("ui/pareto/x.cpp", "#include \"../x.h\"\n");
    const Command check = checkWalls();
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.out.contains("ui/pareto/x.cpp:1:#include \"../x.h\"\n"), qPrintable(check.out));
  }

  // USES of gevo_library(), as the build's folder has them

  void aFolderIncludesThoseThatItsLibraryUses() {
    write("build/rooms.txt", "gevo_protocol core/protocol \ngevo_values core/values \ngevo_ui ui gevo_values\n");
    const Command check = checkWalls({tree_->filePath("build")});
    QCOMPARE(check.out, QString());
    QCOMPARE(check.exitCode, 0);
  }

  void aFolderThatIncludesAnotherBeyondItsUsesFails_data() {
    QTest::addColumn<QByteArray>("include");
    QTest::newRow("in quotes") << QByteArray("#include \"core/values/a.h\"");
    QTest::newRow("in angle brackets") << QByteArray("#include <core/values/a.h>");
    QTest::newRow("of a program") << QByteArray("#include \"app/gevo/output.h\"");
  }
  void aFolderThatIncludesAnotherBeyondItsUsesFails() {
    QFETCH(QByteArray, include);
    write("ui/x.h", include + '\n');
    write("build/rooms.txt", "gevo_protocol core/protocol \ngevo_values core/values \ngevo_ui ui \n");
    const Command check = checkWalls({tree_->filePath("build")});
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.out.contains("ui/x.h:1:" + include + '\n'), qPrintable(check.out));
  }

  void aBuildThatDoesNotListTheUsesFails() {
    const Command check = checkWalls({tree_->filePath("build")});
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.err.contains(tree_->filePath("build") + " has no rooms.txt"), qPrintable(check.err));
  }
};

QTEST_GUILESS_MAIN(WallsTest)
#include "walls_test.moc"

#include "tests/ui/stored_run.h"

#include <QImage>
#include <QProcess>
#include <QtTest>

namespace gevo {

class ExplorerTest : public QObject {
  Q_OBJECT
private slots:
  void endsWith_data();
  void endsWith();
  void rendersAPicture();
  void warningsThatAreNotOfThePlatformAreSeen();

private:
  static int run(const QStringList& arguments, QString* output = nullptr, const QString& style = {});
};

int ExplorerTest::run(const QStringList& arguments, QString* output, const QString& style) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.remove("XDG_RUNTIME_DIR"); // as without a session
  if (!style.isEmpty()) environment.insert("QT_STYLE_OVERRIDE", style);
  process.setProcessEnvironment(environment);
  process.start(GEVO_TEST_BIN "/gevo-explorer", arguments);
  if (!process.waitForFinished(150'000) || process.exitStatus() != QProcess::NormalExit) return -1;
  if (output) *output = QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError());
  return process.exitCode();
}

void ExplorerTest::endsWith_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("code");
  QTest::addColumn<QString>("expected");
  QTest::newRow("help") << QStringList{"--help"} << 0 << "Usage: gevo-explorer [options] [file]";
  QTest::newRow("help has every option") << QStringList{"-h"} << 0 << "--render";
  QTest::newRow("version") << QStringList{"--version"} << 0 << "gevo-explorer";
  QTest::newRow("unknown option") << QStringList{"--wrong"} << 2 << "wrong";
  QTest::newRow("unknown theme") << QStringList{"--theme", "pink"} << 2 << "pink";
  QTest::newRow("size") << QStringList{"a.gevo", "--render", "a.png", "--size", "big"} << 2 << "big";
  QTest::newRow("start without a file") << QStringList{"--start"} << 2 << "file";
  QTest::newRow("present without a file") << QStringList{"--present"} << 2 << "file";
  QTest::newRow("a picture of a presentation") << QStringList{"a.gevo", "--present", "--render", "a.png"} << 2 << "exclude";
  QTest::newRow("missing file") << QStringList{"/nowhere/lost.gevo", "--render", "a.png"} << 1 << "lost.gevo";
}

void ExplorerTest::endsWith() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, expected);
  QString output;
  QTEST(run(arguments, &output), "code");
  QVERIFY2(output.contains(expected), qPrintable(output));
}

void ExplorerTest::rendersAPicture() {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("stencil.gevo").toStdString();
  {
    auto store = Store::create(path, *synthetic::project());
    QVERIFY(store);
    const Result<std::int64_t> run = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
    QVERIFY(run);
    QVERIFY((*store)->addGeneration(*run, synthetic::generation(0)));
  }
  const QString picture = folder.filePath("window.png");
  QString output;
  const int code = run({QString::fromStdString(path.string()), "--render", picture, "--size", "1200x800"}, &output);
  QVERIFY2(code == 0, qPrintable(output));
  QCOMPARE(output, QString()); // no warning of Qt either
  const QImage image(picture);
  QCOMPARE(image.size(), QSize(1200, 800));
  QSet<QRgb> colours;
  for (int y = 0; y < image.height(); y += 4)
    for (int x = 0; x < image.width(); x += 4) colours.insert(image.pixel(x, y));
  QVERIFY2(colours.size() > 50, "an empty window has a handful of colours");
}

void ExplorerTest::warningsThatAreNotOfThePlatformAreSeen() {
  QString output;
  run({"/nowhere/lost.gevo", "--render", "a.png"}, &output, "nosuchstyle");
  QVERIFY2(output.contains("nosuchstyle"), qPrintable(output));
}

} // namespace gevo

QTEST_GUILESS_MAIN(gevo::ExplorerTest)
#include "explorer_test.moc"

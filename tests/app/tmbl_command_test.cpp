/// gevo tmbl: tables in, formulas, programs and CUDA out.

#include "tests/app/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

class TmblCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString write(const QString& name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
    return file.fileName();
  }

  QString read(const QString& name) const {
    QFile file(folder_.filePath(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }

  /// z = 2 x y - 1.
  QString product() const {
    QByteArray text = "x,y,z\n";
    for (int i = 0; i < 40; ++i) {
      const double x = i * 0.25 - 5;
      const double y = (i * 7 % 11) * 0.5;
      text += QByteArray::number(x) + ',' + QByteArray::number(y) + ',' + QByteArray::number(2 * x * y - 1) + '\n';
    }
    return write("product.csv", text);
  }

private slots:
  void aFormulaIsFoundAndWritten() {
    const QString cuda = folder_.filePath("z.cu");
    const QString programs = folder_.filePath("z.txt");
    const Command fit = gevo({"tmbl", "fit", product(), "--evaluations", "5000", "--json", "--cuda", cuda, "--save", programs});
    QCOMPARE(fit.exitCode, 0);
    const QJsonObject result = QJsonDocument::fromJson(fit.out.toUtf8()).object();
    QCOMPARE(result["target"].toString(), QString("z"));
    QCOMPARE(result["test_rows"].toInt(), 10);
    const QJsonArray front = result["front"].toArray();
    QVERIFY(!front.isEmpty());
    const bool found = std::any_of(front.begin(), front.end(), [](const QJsonValue& row) { return row["test_error"].toDouble() < 1e-4; });
    QVERIFY2(found, qPrintable(fit.out));
    QVERIFY(read("z.cu").contains("__device__ float length"));
    QVERIFY(read("z.txt").contains("tmbl inputs 2 slots 4\n"));
  }

  void theSameSeedPrintsTheSameFront() {
    const auto front = [&](const char* threads) {
      const Command fit = gevo({"tmbl", "fit", product(), "--evaluations", "3000", "--json", "--threads", threads, "--seed", "5"});
      return QJsonDocument::fromJson(fit.out.toUtf8()).object()["front"].toArray();
    };
    QVERIFY(!front("1").isEmpty());
    QCOMPARE(front("1"), front("3"));
  }

  void anErrorIsOneSentence_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    const QString text = write("text.csv", "a,b\n1,2\n3,four\n");
    QTest::newRow("no file") << QStringList{"fit", "/nowhere/t.csv"} << 1 << "cannot read /nowhere/t.csv";
    QTest::newRow("text in a cell") << QStringList{"fit", text} << 1 << "text.csv:3: 'four' in column 'b' is not a number";
    QTest::newRow("empty") << QStringList{"fit", write("empty.csv", "")} << 1 << "empty.csv has no rows of numbers";
    QTest::newRow("target") << QStringList{"fit", product(), "--target", "w"} << 1 << "there is no column 'w'; the table has x, y, z";
    QTest::newRow("function") << QStringList{"fit", product(), "--functions", "pow"} << 1 << "'pow' is not a TMBL instruction";
    QTest::newRow("time") << QStringList{"fit", product(), "--time", "soon"} << 1 << "soon";
    QTest::newRow("device") << QStringList{"fit", product(), "--device", "sim"} << 1 << "'sim' is not a GPU";
    QTest::newRow("experiment") << QStringList{"bench", "--experiment", "fig9"} << 1 << "there is no experiment 'fig9'";
    QTest::newRow("length") << QStringList{"fit", product(), "--max-length", "301"} << 2 << "--max-length";
    QTest::newRow("no table") << QStringList{"fit"} << 2 << "data is required";
  }
  void anErrorIsOneSentence() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const Command command = gevo(QStringList{"tmbl"} + arguments);
    QCOMPARE(command.exitCode, exitCode);
    QVERIFY2(command.err.contains(message), qPrintable(command.err));
    if (exitCode == 1) QCOMPARE(command.errorLines().size(), 1);
  }
};

QTEST_GUILESS_MAIN(TmblCommandTest)
#include "tmbl_command_test.moc"

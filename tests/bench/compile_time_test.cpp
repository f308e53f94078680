#include <QTest>

#include "core/base/file.h"
#include "tests/bench/compile_time.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace gevo;
using namespace gevo::bench;

class CompileTimeTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  CompileTimeOrder order() const {
    CompileTimeOrder order;
    order.files = {GEVO_TEST_SOURCE "/tests/core/kernel/sim/fixtures/kernels.ll"};
    order.seconds = 0;
    return order;
  }

private slots:
  void everyVariantOfAModuleIsCounted_data() {
    QTest::addColumn<QString>("assembler");
    QTest::newRow("nvJitLink") << "nvjitlink";
    QTest::newRow("ptxas") << "ptxas";
  }
  void everyVariantOfAModuleIsCounted() {
    QFETCH(QString, assembler);
    CompileTimeOrder one = order();
    one.assembler = assembler.toStdString();
    const auto alone = measureCompileTime(one);
    if (!alone) QSKIP(alone.error().message.c_str());
    QCOMPARE(alone->individuals, std::uint64_t(1));
    one.batch = 3;
    const auto three = measureCompileTime(one);
    QVERIFY2(three.has_value(), three ? "" : (three.error().message + three.error().details).c_str());
    QCOMPARE(three->individuals, std::uint64_t(3));
    QVERIFY(three->bytes > 2 * alone->bytes); // contains all kernels of all three
    QVERIFY(three->optimise > 0 && three->ptx > 0 && three->assemble > 0);
    QVERIFY(three->join + three->optimise + three->ptx + three->assemble <= three->seconds);
  }

  void invalidOrderIsAnError() {
    CompileTimeOrder other = order();
    other.assembler = "as";
    QCOMPARE(measureCompileTime(other).error().message, std::string("as is not an assembler; use nvjitlink or ptxas"));
    other = order();
    other.assembler = "ptxas";
    other.files = {folder_.filePath("x.ll").toStdString()};
    QVERIFY(writeFile(other.files.front(), "no IR").has_value());
    QVERIFY(measureCompileTime(other).error().message.find("x.ll is not LLVM IR") != std::string::npos);
    other.files.clear();
    QVERIFY(!measureCompileTime(other).has_value());
  }

  void resultIsJson() {
    const QJsonObject line =
        QJsonDocument::fromJson(QByteArray::fromStdString(compileTimesJson({7, 2, 0.25, 0.5, 0.75, 0.5, 1000}))).object();
    QCOMPARE(line["individuals"].toInt(), 7);
    QCOMPARE(line["seconds"].toDouble(), 2.0);
    QCOMPARE(line["assemble"].toDouble(), 0.5);
    QCOMPARE(line["bytes"].toInt(), 1000);
  }
};

QTEST_GUILESS_MAIN(CompileTimeTest)
#include "compile_time_test.moc"

#include "core/kernel/process/arguments.h"

#include <QtTest>

using namespace gevo;

class ArgumentsTest : public QObject {
  Q_OBJECT
private slots:
  void splitsLikeAShell_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << "" << QStringList();
    QTest::newRow("blanks only") << "  \t " << QStringList();
    QTest::newRow("plain arguments") << " 64  64\t2 " << QStringList{"64", "64", "2"};
    QTest::newRow("double quotes keep blanks") << "-i \"my file.txt\" 3" << QStringList{"-i", "my file.txt", "3"};
    QTest::newRow("single quotes keep everything") << "'a \"b\" \\c'" << QStringList{"a \"b\" \\c"};
    QTest::newRow("quotes within a word") << "--name='a b'c" << QStringList{"--name=a bc"};
    QTest::newRow("an empty word") << "a '' b" << QStringList{"a", "", "b"};
    QTest::newRow("escaped blank") << "a\\ b c" << QStringList{"a b", "c"};
    QTest::newRow("escaped quote within quotes") << "\"say \\\"hi\\\"\"" << QStringList{"say \"hi\""};
    QTest::newRow("nothing is expanded") << "$HOME *.cu; ls" << QStringList{"$HOME", "*.cu;", "ls"};
  }
  void splitsLikeAShell() {
    QFETCH(QString, line);
    QFETCH(QStringList, arguments);
    const auto split = program::splitArguments(line.toStdString());
    QVERIFY(split.has_value());
    QStringList found;
    for (const std::string& word : *split) found << QString::fromStdString(word);
    QCOMPARE(found, arguments);
  }

  void unfinishedQuoteIsAnError() {
    const auto split = program::splitArguments("a \"b");
    QVERIFY(!split);
    QVERIFY(QString::fromStdString(split.error().message).contains("never closed"));
  }
};

QTEST_GUILESS_MAIN(ArgumentsTest)
#include "arguments_test.moc"

#include "core/base/file.h"
#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/build_recorder/build_notes.h"

#include <QtTest>

using namespace gevo;

class BuildNotesTest : public QObject {
  Q_OBJECT
private slots:
  void fieldsAreFolderAndArguments() {
    const auto command = readNote("d2:/wp13:/usr/bin/nvcca4:nvcca0:a7:a:1\n.cu");
    QVERIFY(command.has_value());
    QCOMPARE(command->folder, std::filesystem::path("/w"));
    QCOMPARE(command->arguments, (std::vector<std::string>{"nvcc", "", "a:1\n.cu"}));
  }

  void responseFilesAreThoseThatWereNoted() {
    const auto command = readNote("d2:/wa4:nvcca4:@rspr6:a b\n-ca14:--options-filea3:optr4:-DX a1:z");
    QVERIFY(command.has_value());
    QCOMPARE(command->arguments, (std::vector<std::string>{"nvcc", "a", "b", "-c", "-DX", "z"}));
  }

  void fileTellsTheToolWhereTheNameDoesNot() {
    QCOMPARE(readNote("d2:/wp12:/usr/bin/g++a2:my")->arguments.front(), std::string("/usr/bin/g++"));
  }

  void damagedNotesAreNone_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"", "d2:/w", "a4:nvcc", "d2:/wa9:nvcc", "d2:/wa", "d2:/wax:", "d2:/wa-1:b", "d2:/wa99999999999999999999:b", "d2:/wa4"})
      QTest::newRow(text) << QByteArray(text);
  }
  void damagedNotesAreNone() {
    QFETCH(const QByteArray, text);
    QVERIFY(!readNote(std::string_view(text.constData(), std::size_t(text.size()))));
  }

  void notesAreInTheOrderOfTimeAndOnce() {
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
      QVERIFY(writeFile(folder.filePath(name).toStdString(), text).has_value());
    };
    write("1002-7", "d2:/wp7:/b/nvcca4:nvcca1:b");
    write("1001-9", "d2:/wp7:/b/nvcca4:nvcca1:a");
    write("1003-7", "d2:/wp7:/c/nvcca4:nvcca1:b"); // tried in the next folder of PATH
    write("1004-7", "damaged");
    const auto commands = readNotes(folder.path().toStdString());
    QVERIFY(commands.has_value());
    QCOMPARE(commands->size(), 2U);
    QCOMPARE(commands->at(0).arguments.back(), std::string("a"));
    QCOMPARE(commands->at(1).arguments.back(), std::string("b"));
  }
};

QTEST_GUILESS_MAIN(BuildNotesTest)
#include "build_notes_test.moc"

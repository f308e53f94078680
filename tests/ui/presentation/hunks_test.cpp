#include "ui/presentation/hunks.h"

#include <QtTest>

namespace gevo::ui {

/// Compared texts as a patch has them.
class HunksTest : public QObject {
  Q_OBJECT
private slots:
  void aChangeHasTwoLinesAround();
  void removedLinesComeBeforeAddedOnes();
  void whatAllLinesAreIndentedByIsTakenOff();
  void aNoteFollowsItsLine();
  void placesThatMeetAreOne();
  void emptyLinesAroundAreLeftOut();
  void equalTextsHaveNone();
  void codeBeginsAtTheKernel();
};

namespace {

DiffDocument document(const QString& text, QVector<LineNote> notes = {}) {
  DiffDocument made;
  made.text = text;
  made.notes = std::move(notes);
  return made;
}

/// " a", "-b", "+c", ">note".
QStringList shown(const Hunk& hunk) {
  QStringList lines;
  for (const HunkLine& line : hunk.lines) lines << QString(" -+>").at(static_cast<int>(line.kind)) + line.text;
  return lines;
}

} // namespace

void HunksTest::aChangeHasTwoLinesAround() {
  const auto hunks = hunksOf({document("1\n2\n3\n4\n5\n6\n7"), document("1\n2\n3\nfour\n5\n6\n7")});
  QCOMPARE(hunks.size(), 1U);
  QCOMPARE(shown(hunks[0]), QStringList({" 2", " 3", "-4", "+four", " 5", " 6"}));
  QCOMPARE(hunks[0].lines[3].number, 3);
}

void HunksTest::removedLinesComeBeforeAddedOnes() {
  const auto hunks = hunksOf({document("a = 1;\nb = 2;"), document("a = 7;\nb = 8;")});
  QCOMPARE(shown(hunks.at(0)), QStringList({"-a = 1;", "-b = 2;", "+a = 7;", "+b = 8;"}));
}

void HunksTest::whatAllLinesAreIndentedByIsTakenOff() {
  const auto hunks = hunksOf({document("    if (x)\n      y = 1;"), document("    if (x)\n      y = 2;")});
  QCOMPARE(shown(hunks.at(0)), QStringList({" if (x)", "-  y = 1;", "+  y = 2;"}));
  QCOMPARE(hunks[0].lines[2].indentation, 4);
  QCOMPARE(hunks[0].lines[2].changed.size(), 1U);
  QCOMPARE(hunks[0].lines[2].text.mid(int(hunks[0].lines[2].changed[0].begin), 1), QString("2"));
}

void HunksTest::aNoteFollowsItsLine() {
  const auto hunks = hunksOf({document("1\n2\n3"), document("1\n2\n3", {{1, "this barrier is gone", 0}})});
  QCOMPARE(shown(hunks.at(0)), QStringList({" 1", " 2", ">this barrier is gone", " 3"}));
}

void HunksTest::placesThatMeetAreOne() {
  const QString text("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14");
  const auto near = hunksOf({document(text), document(text, {{3, "a", 0}, {8, "b", 1}})});
  QCOMPARE(near.size(), 1U);
  const auto far = hunksOf({document(text), document(text, {{2, "a", 0}, {11, "b", 1}})});
  QCOMPARE(far.size(), 2U);
}

void HunksTest::emptyLinesAroundAreLeftOut() {
  const auto hunks = hunksOf({document("a\n\nb\n\nc"), document("a\n\nd\n\nc")});
  QCOMPARE(shown(hunks.at(0)), QStringList({" a", " ", "-b", "+d", " ", " c"}));
  const auto edges = hunksOf({document("\n\nb\n\n"), document("\n\nd\n\n")});
  QCOMPARE(shown(edges.at(0)), QStringList({"-b", "+d"}));
}

void HunksTest::equalTextsHaveNone() { QVERIFY(hunksOf({document("1\n2"), document("1\n2")}).empty()); }

void HunksTest::codeBeginsAtTheKernel() {
  const Hunk code = kernelCode("#include <cstdio>\n\n__global__ void f() {\n}");
  QCOMPARE(shown(code), QStringList({" __global__ void f() {", " }"}));
  QCOMPARE(code.lines[0].number, 2);
  QCOMPARE(kernelCode("int x;").lines.size(), 1U);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::HunksTest)
#include "hunks_test.moc"

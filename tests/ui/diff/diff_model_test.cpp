#include "ui/diff/diff_model.h"
#include "ui/diff/fold_map.h"
#include "ui/diff/text_search.h"
#include "ui/diff/text_selection.h"

#include <QTest>

using namespace gevo;
using namespace gevo::ui;

namespace {

DiffDocument document(const QString& text, QVector<LineNote> notes = {}) {
  DiffDocument result;
  result.text = text;
  result.notes = std::move(notes);
  return result;
}

QString numbered(int count) {
  QString text;
  for (int i = 0; i < count; ++i) text += QStringLiteral("line %1\n").arg(i);
  return text;
}

/// 100 lines, the 40th of which differs.
DiffModel oneChange() {
  QString right = numbered(100);
  right.replace(QLatin1String("line 40\n"), QLatin1String("line forty\n"));
  return {document(numbered(100)), document(right)};
}

} // namespace

class DiffModelTest : public QObject {
  Q_OBJECT

private slots:
  void aRunOfChangedRowsIsOneDifference() {
    const DiffModel model(document("a\nb(1);\nc(1);\nd\n"), document("a\nb(2);\nc(2);\nd\n"));
    QCOMPARE(model.differences().size(), std::size_t{1});
    QCOMPARE(model.differences()[0].firstRow, 1);
    QCOMPARE(model.differences()[0].lastRow, 2);
    QCOMPARE(model.differenceOfRow(2), 0);
    QCOMPARE(model.differenceOfRow(3), -1);
  }

  void aLineWithANoteIsADifferenceThoughTextsAgree() {
    const DiffModel model(document("a\nb\nc\n"), document("a\nb\nc\n", {{.line = 1, .text = "gone", .edit = 4}}));
    QCOMPARE(model.differences().size(), std::size_t{1});
    QCOMPARE(model.rowOfEdit(4), 1);
    QCOMPARE(model.rowOfEdit(5), -1);
  }

  void aNoteHasRowsOfItsOwnBelowItsLine() {
    const DiffModel model(document("a\nb\nc\n"), document("a\nb\nc\n", {{.line = 1, .text = "gone", .edit = 4}}));
    QCOMPARE(model.rowCount(), 4);
    QVERIFY(model.note(1) == nullptr);
    QVERIFY(model.note(2) != nullptr);
    QCOMPARE(model.note(2)->text, QString("gone"));
    QCOMPARE(model.lineOfRow(Side::Right, 2), -1);
    QCOMPARE(model.lineOfRow(Side::Left, 3), 2);
    QCOMPARE(model.rowOfLine(Side::Right, 2), 3);
    QCOMPARE(model.differences()[0].lastRow, 2);
  }

  void aLongNoteIsWrappedAndNeverCut() {
    const QString note = QString("the condition `%1` is now always true").arg(QString("a < b && ").repeated(12) + "c");
    const QStringList rows = wrappedNote(note, 40);
    QVERIFY(rows.size() > 2);
    for (const QString& row : rows) QVERIFY2(row.size() <= 48 && row.count('`') % 2 == 0, qPrintable(row));
    QCOMPARE(rows.join(' ').remove('`').simplified(), QString(note).remove('`').simplified());
  }

  void neighbouringLinesOfDifferentEditsStayApart() {
    const DiffModel model(document("a\nb\nc\n"),
                          document("a\nb\nc\n", {{.line = 0, .edit = 1}, {.line = 1, .edit = 1}, {.line = 2, .edit = 2}}));
    QCOMPARE(model.differences().size(), std::size_t{2});
    QCOMPARE(model.differences()[0].lastRow, 1);
  }

  void aNoteInAChangedRunAddsNoDifference() {
    const DiffModel model(document("a(1);\n"), document("a(2);\n", {{.line = 0, .edit = 1}}));
    QCOMPARE(model.differences().size(), std::size_t{1});
    QCOMPARE(model.rowOfEdit(1), 0);
  }

  void notesBeyondTheTextAreHarmless() {
    const DiffModel model(document("a\n"), document("a\n", {{.line = 7, .edit = 1}, {.line = -1, .edit = 2}}));
    QCOMPARE(model.differences().size(), std::size_t{0});
    QCOMPARE(model.rowOfEdit(1), -1);
  }

  void linesKnowTheFunctionAroundThem() {
    const QString cuda = "#define A(x) (x)\nint n;\n__global__ void f(int a,\n                  int b) {\n  g(a);\n}\n\nvoid g(int) {\n}\n";
    const DiffModel model({.text = cuda, .syntax = "CUDA"}, {.text = "define void @f() {\n  ret void\n}\n", .syntax = "LLVM IR"});
    QList<int> found;
    for (int line = 0; line < 9; ++line) found << model.functionOf(Side::Left, line);
    QCOMPARE(found, (QList<int>{-1, -1, 2, 2, 2, 2, -1, 7, 7}));
    QCOMPARE(model.functionOf(Side::Right, 1), 0);
    QCOMPARE(model.functionOf(Side::Right, 99), -1);
  }

  void spansCountUtf16Units() {
    const DiffModel model(document("µs(𝛼, old);\n"), document("µs(𝛼, new);\n"));
    const auto& spans = model.row(0).leftChanged;
    QCOMPARE(spans.size(), std::size_t{1});
    const QString line = model.lines(Side::Left).at(0);
    QCOMPARE(line.mid(spans[0].begin, spans[0].end - spans[0].begin), QString("old"));
  }

  void sourceLinesMayBeShorterThanTheText() {
    DiffDocument left = document("a\nb\n");
    left.sourceFile = {0};
    left.sourceLine = {12};
    const DiffModel model(left, document("a\n"));
    QCOMPARE(model.sourceOf(Side::Left, 0), (SourceLine{0, 12}));
    QVERIFY(!model.sourceOf(Side::Left, 1).isValid());
    QVERIFY(!model.sourceOf(Side::Right, 0).isValid());
  }

  void longEqualRunsFoldAwayAroundADifference() {
    const DiffModel model = oneChange();
    FoldMap folds;
    folds.reset(model, true);
    QCOMPARE(folds.count(), 1 + 2 * FoldMap::kContext + 2);
    QCOMPARE(folds.at(0).folded, 40 - FoldMap::kContext);
    folds.reset(model, false);
    QCOMPARE(folds.count(), 100);
  }

  void everyRowIsFoundInItsItem() {
    const DiffModel model = oneChange();
    FoldMap folds;
    folds.reset(model, true);
    QCOMPARE(folds.indexOfRow(0), 0);
    QCOMPARE(folds.indexOfRow(10), 0);
    QCOMPARE(folds.at(folds.indexOfRow(40)).row, 40);
    QCOMPARE(folds.indexOfRow(99), folds.count() - 1);
    QCOMPARE(folds.indexOfRow(100), -1);
  }

  void revealingARowOpensItsFoldOnly() {
    const DiffModel model = oneChange();
    FoldMap folds;
    folds.reset(model, true);
    QVERIFY(folds.reveal(10));
    QVERIFY(!folds.reveal(10));
    QCOMPARE(folds.indexOfRow(10), 10);
    QVERIFY(folds.at(folds.indexOfRow(99)).folded > 0);
  }

  void equalTextsAreNotFolded() {
    const DiffModel model(document(numbered(50)), document(numbered(50)));
    FoldMap folds;
    folds.reset(model, true);
    QCOMPARE(folds.count(), 50);
  }

  void searchVisitsMatchesInOrderAndWraps() {
    const DiffModel model(document("x\nfoo foo\nfoo(1);\n"), document("x\nfoo foo\nfoo(2);\n"));
    TextSearch search;
    search.search(model, "foo");
    QCOMPARE(search.matches().size(), std::size_t{4}); // two in the equal row, one on each side of the changed one
    QCOMPARE(search.next(2), TextSearch::Step::Moved);
    QCOMPARE(search.current()->row, 2);
    QCOMPARE(search.current()->side, Side::Left);
    QCOMPARE(search.next(0), TextSearch::Step::Moved);
    QCOMPARE(search.current()->side, Side::Right);
    QCOMPARE(search.next(0), TextSearch::Step::Wrapped);
    QCOMPARE(search.current()->row, 1);
    QCOMPARE(search.previous(0), TextSearch::Step::Wrapped);
    QCOMPARE(search.currentIndex(), 3);
  }

  void upperCaseMakesSearchCaseSensitive() {
    const DiffModel model(document("block BLOCK Block\n"), document(""));
    TextSearch search;
    search.search(model, "block");
    QCOMPARE(search.matches().size(), std::size_t{3});
    search.search(model, "BLOCK");
    QCOMPARE(search.matches().size(), std::size_t{1});
    search.search(model, "absent");
    QCOMPARE(search.next(0), TextSearch::Step::Nothing);
  }

  void selectedTextHasNoFillers() {
    const DiffModel model(document("one\ntwo\nthree\n"), document("one\nsomething(else, entirely);\nx = 5;\ntwo\nthree\n"));
    const TextSelection selection{Side::Left, {0, 1}, {2, 2}};
    QCOMPARE(selectedText(model, selection), QString("ne\ntwo\nth"));
    QCOMPARE(selectedText(model, {Side::Left, {2, 2}, {0, 1}}), QString("ne\ntwo\nth"));
    QCOMPARE(selectedText(model, selectAll(model, Side::Left)), QString("one\ntwo\nthree"));
    QCOMPARE(selectedText(model, selectWord(model, Side::Left, {1, 1})), QString("two"));
  }
};

QTEST_GUILESS_MAIN(DiffModelTest)
#include "diff_model_test.moc"

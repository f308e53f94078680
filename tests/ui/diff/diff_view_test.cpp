#include "ui/diff/diff_view.h"

#include "ui/diff/diff_canvas.h"
#include "ui/diff/overview_ruler.h"
#include "ui/diff/prompt_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QToolTip>

using namespace gevo::ui;

namespace {

QString numbered(int count) {
  QString text;
  for (int i = 0; i < count; ++i) text += QStringLiteral("statement(%1);\n").arg(i);
  return text;
}

DiffDocument document(const QString& text) {
  DiffDocument result;
  result.text = text;
  result.syntax = QStringLiteral("CUDA");
  return result;
}

bool contains(const QImage& image, const QRect& area, const QColor& color) {
  for (int y = std::max(0, area.top()); y <= std::min(area.bottom(), image.height() - 1); ++y) {
    for (int x = std::max(0, area.left()); x <= std::min(area.right(), image.width() - 1); ++x) {
      if (image.pixelColor(x, y).rgb() == color.rgb()) return true;
    }
  }
  return false;
}

} // namespace

/// 300 lines; lines 40 and 200 differ, line 120 has a note of edit 7.
class DiffViewTest : public QObject {
  Q_OBJECT

private slots:
  void init() {
    view_ = std::make_unique<DiffView>();
    canvas_ = view_->findChild<DiffCanvas*>();
    view_->resize(900, 500);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    DiffDocument left = document(numbered(300));
    QString changed = numbered(300);
    changed.replace("statement(40);", "statement(forty);").replace("statement(200);", "statement(two hundred);");
    DiffDocument right = document(changed);
    right.notes = {{.line = 120, .text = "this `barrier` is gone", .edit = 7}};
    left.sourceFile.fill(0, 300);
    for (int i = 0; i < 300; ++i) left.sourceLine.append(i / 2);
    right.sourceFile = left.sourceFile;
    right.sourceLine = left.sourceLine;
    view_->setDocuments(left, right);
  }

  void openingShowsTheFirstDifference() {
    QCOMPARE(view_->differenceCount(), 3);
    QCOMPARE(view_->currentDifference(), 0);
    QVERIFY(isVisible(40));
  }

  void differencesAreVisitedInOrderAndStopAtTheEnds() {
    QSignalSpy changed(view_.get(), &DiffView::currentDifferenceChanged);
    view_->previousDifference();
    QCOMPARE(view_->currentDifference(), 0);
    view_->nextDifference();
    QVERIFY(isVisible(120));
    view_->nextDifference();
    view_->nextDifference();
    QCOMPARE(view_->currentDifference(), 2);
    QVERIFY(isVisible(201));
    QCOMPARE(changed.last(), (QList<QVariant>{2, 3}));
  }

  void ofALongLineThePartThatChangedIsShown() {
    const QString start = QStringLiteral("a long line ").repeated(20);
    view_->setDocuments(document(numbered(5) + start + "one"), document(numbered(5) + start + "other"));
    QVERIFY(canvas_->horizontalScrollBar()->value() > 0);
    view_->setDocuments(document(numbered(5) + "one" + start), document(numbered(5) + "other" + start));
    QCOMPARE(canvas_->horizontalScrollBar()->value(), 0);
  }

  void keysVisitDifferences() {
    QTest::keyClick(canvas_, Qt::Key_N);
    QCOMPARE(view_->currentDifference(), 1);
    QTest::keyClick(canvas_, Qt::Key_F8);
    QCOMPARE(view_->currentDifference(), 2);
    QTest::keyClick(canvas_, Qt::Key_P);
    QTest::keyClick(canvas_, Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(view_->currentDifference(), 0);
  }

  void showingAnEditGoesToItsNote() {
    view_->showEdit(7);
    QCOMPARE(view_->currentDifference(), 1);
    QVERIFY(isVisible(120));
    view_->showEdit(99);
    QCOMPARE(view_->currentDifference(), 1);
  }

  void notesAreWrappedForTheWidthOfTheirPane() {
    const DiffDocument left = document(numbered(5));
    DiffDocument right = left;
    right.notes = {{.line = 2, .text = "this barrier now comes before line 77, outside its loop", .edit = 1}};
    view_->resize(1400, 500);
    view_->setDocuments(left, right);
    QCOMPARE(canvas_->folds().count(), 6); // one is a note
    view_->resize(500, 500);
    QTRY_VERIFY(canvas_->folds().count() > 6);
    view_->resize(1400, 500);
    QTRY_COMPARE(canvas_->folds().count(), 6);
  }

  void wrappingNotesAnewLeavesTheRestAsItIs() {
    const DiffDocument left = document(numbered(300));
    DiffDocument right = left;
    right.notes = {{.line = 10, .text = "this barrier now comes before line 77, outside its loop", .edit = 1},
                   {.line = 280, .text = "here"}};
    view_->resize(1400, 500);
    view_->setDocuments(left, right);
    view_->goToLine(151); // opens the fold and selects the line
    QVERIFY(view_->find("statement(15"));
    QVERIFY(view_->findNext());
    const int match = canvas_->state().search.currentIndex();
    view_->highlightSourceLine(0, 75);
    QVERIFY(canvas_->folds().count() > 250);
    canvas_->verticalScrollBar()->setValue(145 * canvas_->rowHeight() + 3);
    const auto topLine = [&] { return canvas_->model().lineOfRow(Side::Left, canvas_->firstVisibleRow()); };
    const int top = topLine();
    const int rows = canvas_->model().rowCount();
    QSignalSpy compared(view_.get(), &DiffView::compared);
    view_->resize(500, 500);
    QTRY_VERIFY(canvas_->model().rowCount() > rows);
    QCOMPARE(view_->selectedText(), QString("statement(150);"));
    QCOMPARE(canvas_->state().linked, (SourceLine{0, 75}));
    QCOMPARE(canvas_->state().search.currentIndex(), match);
    QCOMPARE(canvas_->model().lineOfRow(Side::Left, canvas_->state().search.current()->row), 151);
    QVERIFY2(canvas_->folds().count() > 250, "the fold is open");
    QCOMPARE(topLine(), top);
    QCOMPARE(canvas_->verticalScrollBar()->value() % canvas_->rowHeight(), 3);
    QCOMPARE(compared.size(), 0);
  }

  void notesArePaintedBelowTheirLineAndClickable() {
    view_->showEdit(7);
    const QRect note = canvas_->rowRect(Side::Right, 121);
    QVERIFY(contains(painted(), note, canvas_->colors().accent));
    QVERIFY(contains(painted(), note, canvas_->colors().text)); // its code
    QSignalSpy activated(view_.get(), &DiffView::editActivated);
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, note.center());
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toInt(), 7);
  }

  void marksArePaintedBesideTheirLines_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void marksArePaintedBesideTheirLines() {
    QFETCH(bool, dark);
    DiffDocument left = document(numbered(6));
    left.marks = {LineMark::None, LineMark::Dot, LineMark::Ring};
    left.tips = {{}, "nothing runs it", "something does"};
    view_->setColors(dark ? darkCodeColors() : lightCodeColors());
    view_->setDocuments(left, document(numbered(6)));
    view_->setFolding(false);
    const QImage image = painted();
    const auto beside = [&](Side side, int row) {
      const QRect cell = canvas_->rowRect(side, row);
      return QRect(cell.left() + 2, cell.top(), 7, cell.height());
    };
    QVERIFY(contains(image, beside(Side::Left, 1), canvas_->colors().dot));
    QVERIFY2(!contains(image, beside(Side::Left, 2), canvas_->colors().dot), "a ring is not of the colour of a dot");
    const auto isPlain = [&](const QRect& area) {
      for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
          if (image.pixelColor(x, y).rgb() != canvas_->colors().gutter.rgb()) return false;
      return true;
    };
    QVERIFY(!isPlain(beside(Side::Left, 2)));
    QVERIFY(isPlain(beside(Side::Left, 0)));
    QVERIFY2(isPlain(beside(Side::Left, 5)), "there are fewer marks than lines");
    QVERIFY(isPlain(beside(Side::Right, 1)));
    const QPoint place = beside(Side::Left, 1).center();
    QHelpEvent help(QEvent::ToolTip, place, canvas_->viewport()->mapToGlobal(place));
    QApplication::sendEvent(canvas_->viewport(), &help);
    QCOMPARE(QToolTip::text(), QString("nothing runs it"));
  }

  void clickingALineReportsItsSourceLine() {
    QSignalSpy activated(view_.get(), &DiffView::sourceLineActivated);
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, textOf(Side::Left, 40));
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0], (QList<QVariant>{0, 20}));
  }

  void clickingAFoldOpensIt() {
    const int folded = canvas_->folds().count();
    const QRect below = canvas_->rowRect(Side::Left, 40 - FoldMap::kContext);
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, below.center() - QPoint(0, canvas_->rowHeight()));
    QCOMPARE(canvas_->folds().count(), folded + 40 - FoldMap::kContext - 1);
  }

  void foldingCanBeTurnedOffForAllRows() {
    QSignalSpy changed(view_.get(), &DiffView::foldingChanged);
    view_->setFolding(false);
    QCOMPARE(canvas_->folds().count(), 301); // one is a note
    view_->setFolding(true);
    QVERIFY(canvas_->folds().count() < 60);
    QCOMPARE(changed.size(), 2);
  }

  void hoveringLinksLinesOfOneSourceLineInBothPanes() {
    QSignalSpy hovered(view_.get(), &DiffView::sourceLineHovered);
    const QPoint before(canvas_->rowRect(Side::Right, 41).right() - 20, canvas_->rowRect(Side::Right, 41).center().y());
    const QRgb plain = painted().pixel(before);
    QTest::mouseMove(canvas_->viewport(), textOf(Side::Left, 40));
    QCOMPARE(canvas_->state().linked, (SourceLine{0, 20}));
    QCOMPARE(hovered.last(), (QList<QVariant>{0, 20}));
    QVERIFY(painted().pixel(before) != plain);
  }

  void findStartsInViewAndReportsWrapping() {
    view_->goToLine(101);
    QVERIFY(view_->find("statement(2"));
    QCOMPARE(canvas_->state().search.current()->row, 201);
    QVERIFY(view_->findPrevious());
    QCOMPARE(canvas_->state().search.current()->row, 29);
    QVERIFY(view_->find("statement(299)"));
    QVERIFY(isVisible(299));
    QVERIFY(!view_->notice().contains("continued"));
    QVERIFY(view_->findNext());
    QVERIFY(view_->notice().contains("continued from the top"));
    QVERIFY(!view_->find("absent"));
    QVERIFY(view_->notice().contains("was not found"));
  }

  void promptFindsWhileTyping() {
    QTest::keyClick(canvas_, Qt::Key_F, Qt::ControlModifier);
    auto* prompt = view_->findChild<PromptBar*>();
    QVERIFY(prompt->isVisible());
    QTest::keyClicks(prompt->findChild<QLineEdit*>(), "(250)");
    QVERIFY(isVisible(250));
    QCOMPARE(prompt->notice(), QString("1 of 1"));
    QTest::keyClick(prompt->findChild<QLineEdit*>(), Qt::Key_Escape);
    QVERIFY(!prompt->isVisible());
  }

  void promptGoesToALine() {
    QTest::keyClick(canvas_, Qt::Key_G, Qt::ControlModifier);
    auto* prompt = view_->findChild<PromptBar*>();
    auto* edit = prompt->findChild<QLineEdit*>();
    QTest::keyClicks(edit, "9999");
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(prompt->notice().contains("no line 9999"));
    edit->clear();
    QTest::keyClicks(edit, "151");
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(isVisible(150));
    QCOMPARE(view_->selectedText(), QString("statement(150);"));
  }

  void draggingSelectsPlainTextToCopy() {
    const QPoint from = textOf(Side::Left, 40) - QPoint(2, 0);
    QTest::mousePress(canvas_->viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(canvas_->viewport(), textOf(Side::Left, 42) - QPoint(2, 0));
    QTest::mouseRelease(canvas_->viewport(), Qt::LeftButton, {}, textOf(Side::Left, 42) - QPoint(2, 0));
    QTest::keyClick(canvas_, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("statement(40);\nstatement(41);\n"));
  }

  void newNotesOnTheSameTextsKeepTheScrollPosition() {
    view_->setFolding(false);
    canvas_->verticalScrollBar()->setValue(1000);
    DiffDocument left = canvas_->model().document(Side::Left);
    DiffDocument right = canvas_->model().document(Side::Right);
    right.notes.append({.line = 290, .text = "copy", .edit = 8});
    view_->setDocuments(left, right);
    QCOMPARE(canvas_->verticalScrollBar()->value(), 1000);
    QCOMPARE(view_->differenceCount(), 4);
  }

  void aSignatureStaysOnTopOfItsFunction() {
    QString text = "__global__ void f(float* a) {\n";
    for (int i = 0; i < 200; ++i) text += QStringLiteral("  statement(%1);\n").arg(i);
    view_->setDocuments(document(text + "}\n"), document(text + "}\n"));
    view_->setFolding(false);
    QCOMPARE(canvas_->signatureAbove(Side::Left), -1);
    canvas_->verticalScrollBar()->setValue(50 * canvas_->rowHeight());
    QCOMPARE(canvas_->signatureAbove(Side::Left), 0);
    QCOMPARE(canvas_->signatureAbove(Side::Right), 0);
  }

  void rulerScrolls() {
    view_->setFolding(false);
    auto* ruler = view_->findChild<OverviewRuler*>();
    QTest::mouseClick(ruler, Qt::LeftButton, {}, QPoint(5, ruler->height() - 2));
    QVERIFY(isVisible(299));
  }

  void showingASourceLineLinksIt() {
    view_->showSourceLine(0, 75);
    QVERIFY(isVisible(150));
    QCOMPARE(canvas_->state().linked, (SourceLine{0, 75}));
  }

  void longTextsAreComparedInTheBackground() {
    QString right = numbered(20000);
    right.replace("statement(15000);", "statement(other);");
    QSignalSpy compared(view_.get(), &DiffView::compared);
    view_->setDocuments(document(numbered(20000)), document(right));
    QVERIFY(view_->isComparing());
    QVERIFY(compared.wait(20000));
    QCOMPARE(view_->differenceCount(), 1);
    QVERIFY(isVisible(15000));
  }

  void requestsMadeWhileComparingAreCarriedOutAfterwards() {
    QSignalSpy compared(view_.get(), &DiffView::compared);
    view_->setDocuments(document(numbered(20000)), document(numbered(20000)));
    view_->goToLine(12001);
    QVERIFY(compared.wait(20000));
    QVERIFY(isVisible(12000));
  }

  void newerDocumentsReplaceThoseBeingCompared() {
    view_->setDocuments(document(numbered(20000)), document(numbered(19000)));
    view_->setDocuments(document("a();\n"), document("b();\n"));
    QVERIFY(QThreadPool::globalInstance()->waitForDone(20000));
    QCoreApplication::processEvents();
    QCOMPARE(canvas_->model().lines(Side::Left).size(), 1);
  }

  void emptyDocumentsAreShown() {
    view_->setDocuments(document(""), document(""));
    QCOMPARE(view_->differenceCount(), 0);
    QCOMPARE(view_->currentDifference(), -1);
    view_->nextDifference();
    QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, QPoint(50, 5));
    QVERIFY(!painted().isNull());
  }

private:
  QImage painted() { return canvas_->viewport()->grab().toImage(); }

  bool isVisible(int row) const {
    const QRect rect = canvas_->rowRect(Side::Left, row);
    return !rect.isEmpty() && rect.top() >= 0 && rect.bottom() <= canvas_->viewport()->height();
  }

  /// The beginning of a row's text.
  QPoint textOf(Side side, int row) const { return {canvas_->paneGeometry(side).textLeft() + 2, canvas_->rowRect(side, row).center().y()}; }

  std::unique_ptr<DiffView> view_;
  DiffCanvas* canvas_ = nullptr;
};

QTEST_MAIN(DiffViewTest)
#include "diff_view_test.moc"

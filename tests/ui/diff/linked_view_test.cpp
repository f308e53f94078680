#include "ui/diff/linked_view.h"

#include "ui/diff/diff_canvas.h"
#include "ui/diff/diff_view.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace gevo::ui;

/// 200 lines of source; each became two lines of code.
class LinkedViewTest : public QObject {
  Q_OBJECT

  std::unique_ptr<LinkedView> view_;
  DiffCanvas* source_ = nullptr;
  DiffCanvas* code_ = nullptr;

  static DiffDocument document(const QString& syntax, int lines, int linesEach) {
    DiffDocument result;
    result.syntax = syntax;
    for (int i = 0; i < lines; ++i) {
      result.text += QStringLiteral("line %1\n").arg(i);
      result.sourceFile << 0;
      result.sourceLine << i / linesEach;
    }
    return result;
  }
  static QPoint textOf(const DiffCanvas* canvas, int row) {
    const QRect cell = canvas->rowRect(Side::Right, row);
    return {canvas->paneGeometry(Side::Right).textLeft() + 4, cell.center().y()};
  }

private slots:
  void init() {
    view_ = std::make_unique<LinkedView>();
    view_->resize(900, 400);
    DiffDocument source = document("CUDA", 200, 1);
    source.notes = {{.line = 3, .text = "this barrier is gone", .edit = 5}};
    view_->setDocuments(source, document("LLVM IR", 400, 2));
    source_ = view_->source()->findChild<DiffCanvas*>();
    code_ = view_->code()->findChild<DiffCanvas*>();
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }

  void nothingIsComparedSoNoLineIsMarked() {
    QCOMPARE(view_->code()->differenceCount(), 0);
    QVERIFY(source_->paneGeometry(Side::Left).width <= 0);
    QCOMPARE(source_->paneGeometry(Side::Right).width, source_->viewport()->width());
  }

  void pointingAtALineMarksItsCode() {
    QTest::mouseMove(source_->viewport(), textOf(source_, 2));
    QCOMPARE(code_->state().linked, (SourceLine{0, 2}));
    QTest::mouseMove(code_->viewport(), textOf(code_, 7));
    QCOMPARE(source_->state().linked, (SourceLine{0, 3}));
  }

  void aClickGoesToTheOtherSide() {
    view_->source()->goToLine(150);
    const int row = source_->model().rowOfLine(Side::Right, 149);
    QTest::mouseClick(source_->viewport(), Qt::LeftButton, {}, textOf(source_, row));
    const QRect there = code_->rowRect(Side::Right, 298);
    QVERIFY(there.top() >= 0 && there.bottom() < code_->viewport()->height());
  }

  void eachSideScrollsAlone() {
    source_->verticalScrollBar()->setValue(500);
    QCOMPARE(code_->verticalScrollBar()->value(), 0);
  }

  void notesStandBelowTheSource() {
    QSignalSpy activated(view_.get(), &LinkedView::editActivated);
    QTest::mouseClick(source_->viewport(), Qt::LeftButton, {}, textOf(source_, 4));
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated[0][0].toInt(), 5);
  }
};

QTEST_MAIN(LinkedViewTest)
#include "linked_view_test.moc"

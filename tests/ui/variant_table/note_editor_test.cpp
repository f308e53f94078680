#include "tests/ui/variant_table/pane_scene.h"

#include <QLineEdit>
#include <QTableView>
#include <QtTest>

namespace gevo::ui {

class NoteEditorTest : public QObject {
  Q_OBJECT
private slots:
  void aNoteIsWrittenInTheTable();
  void aNoteThatIsBeingWrittenSurvivesUpdates();
  void aNoteHasRoomInANarrowColumn();
};

void NoteEditorTest::aNoteIsWrittenInTheTable() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(900, 400);
  pane.show();
  selection.choose(run.front().front());
  pane.editNote();
  auto* editor = pane.table()->findChild<QLineEdit*>();
  QVERIFY(editor);
  QTest::keyClicks(editor, "for the talk");
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_COMPARE(annotations.note(run.front().front()), QString("for the talk"));
  pane.filter()->setText("noted");
  QCOMPARE(pane.proxy()->rowCount(), 1);
}

void NoteEditorTest::aNoteThatIsBeingWrittenSurvivesUpdates() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  const auto first = synthetic::run();
  run.apply(first);
  pane.resize(900, 400);
  pane.show();
  pane.filter()->setText("error = 0");
  const std::int64_t written = pane.proxy()->variantAt(pane.proxy()->index(1, 0));
  selection.choose(written);
  pane.editNote();
  const QPointer<QLineEdit> editor = pane.table()->findChild<QLineEdit*>();
  QTest::keyClicks(editor, "for the ");
  auto next = std::make_shared<RunUpdate>(*synthetic::nextGeneration(*first));
  next->front.pop_back();
  run.apply(next);
  QVERIFY(editor);
  QTest::keyClicks(editor, "talk");
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_COMPARE(annotations.note(written), QString("for the talk"));
}

void NoteEditorTest::aNoteHasRoomInANarrowColumn() {
  PaneScene scene;
  auto& [run, selection, undo, annotations, filter, group, pane] = scene;
  run.apply(synthetic::run());
  pane.resize(520, 400);
  pane.show();
  selection.choose(run.front().front());
  pane.editNote();
  const auto* editor = pane.table()->viewport()->findChild<QLineEdit*>();
  QVERIFY(editor);
  QVERIFY2(editor->width() >= 300, qPrintable(QString::number(editor->width())));
  QVERIFY(pane.table()->viewport()->rect().contains(editor->geometry()));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::NoteEditorTest)
#include "note_editor_test.moc"

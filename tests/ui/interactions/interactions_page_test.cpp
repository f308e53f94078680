#include "tests/core/base/value_of.h"
#include "tests/core/interactions/planted_edits.h"
#include "ui/interactions/interactions_page.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

namespace gevo::ui {

using planted::Group;
using planted::Structure;

namespace {

/// A variant with edits of these uids, and what an analysis found of it: the first two need each other, the third acts alone.
std::shared_ptr<const KnownInteractions> foundOf(const std::vector<std::uint64_t>& uids) {
  Structure structure{{{Group::Kind::FailsInPart, {0, 1}, 0.1}, {Group::Kind::Single, {2}, 0.05}}};
  KnownInteractions known;
  for (const std::uint64_t uid : uids) known.variant.edits.push_back({uid, Operator::Delete, {}, {}, {}, {}});
  known.interactions = valueOf(findInteractions(structure.edits(), {}, structure.evaluator()));
  return std::make_shared<const KnownInteractions>(std::move(known));
}

EditList editsOf(const std::vector<std::uint64_t>& uids) {
  EditList edits;
  for (const std::uint64_t uid : uids) edits.push_back({uid, Operator::Delete, {}, {}, {}, {}});
  return edits;
}

} // namespace

class InteractionsPageTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup() { page_.reset(); }
  void itAsksWhatIsKnownOnceItIsSeen();
  void aClickOnANodeChoosesTheEdit();
  void aClickOnASubsetSwitchesToIt();
  void whatIsSwitchedOnIsMarked();
  void theButtonAnalysesAndCancels();
  void whyAnAnalysisFailedIsSaid();
  void anotherVariantForgetsWhatWasFound();
  void itIsDrawnAsWideAsThePane();
  void aPictureThatIsWiderThanThePaneIsScrolled();

private:
  void click(const PicturePart& part) {
    const auto place = page_->canvas()->placeOf(part);
    QVERIFY(place);
    QTest::mouseClick(page_->canvas(), Qt::LeftButton, {}, place->center().toPoint());
  }

  std::unique_ptr<InteractionsPage> page_;
  /// The variant has an edit more than what is left of it, and in another order.
  const EditList edits_ = editsOf({30, 10, 99, 20});
};

void InteractionsPageTest::init() {
  qRegisterMetaType<std::vector<bool>>();
  page_ = std::make_unique<InteractionsPage>();
  page_->resize(700, 500);
  page_->setEdits(edits_, {"third", "first", "nothing", "second"});
}

void InteractionsPageTest::itAsksWhatIsKnownOnceItIsSeen() {
  const QSignalSpy wanted(page_.get(), &InteractionsPage::wanted);
  page_->setEdits(editsOf({1}), {});
  QCOMPARE(wanted.size(), 0);
  page_->show();
  QCOMPARE(wanted.size(), 1);
  page_->setEdits(edits_, {});
  QCOMPARE(wanted.size(), 2);
  page_->setEdits({}, {}); // the original
  QCOMPARE(wanted.size(), 2);
  QVERIFY(!page_->analyseButton()->isVisible());
}

void InteractionsPageTest::aClickOnANodeChoosesTheEdit() {
  page_->show();
  page_->setFound(foundOf({10, 20, 30}));
  QTRY_VERIFY(page_->canvas()->placeOf({PicturePart::ofAnEdit, 2}));
  const QSignalSpy chosen(page_.get(), &InteractionsPage::editChosen);
  click({PicturePart::ofAnEdit, 1});
  click({PicturePart::ofAnEdit, 2});
  QCOMPARE(chosen.size(), 2);
  QCOMPARE(chosen[0][0].toInt(), 3); // as the variant numbers them
  QCOMPARE(chosen[1][0].toInt(), 0);
}

void InteractionsPageTest::aClickOnASubsetSwitchesToIt() {
  page_->show();
  page_->setFound(foundOf({10, 20, 30}));
  std::vector<bool> on;
  connect(page_.get(), &InteractionsPage::subsetChosen, this, [&](const std::vector<bool>& chosen) { on = chosen; });
  click({0, 0b01});
  QCOMPARE(on, (std::vector<bool>{false, true, false, false}));
  click({0, 0b11});
  QCOMPARE(on, (std::vector<bool>{false, true, false, true}));
  click({0, 0});
  QCOMPARE(on, std::vector<bool>(4, false));
}

void InteractionsPageTest::whatIsSwitchedOnIsMarked() {
  page_->show();
  page_->setFound(foundOf({10, 20, 30}));
  const QImage before = page_->canvas()->grab().toImage();
  page_->setSwitches({false, true, false, true});
  const QImage marked = page_->canvas()->grab().toImage();
  QVERIFY(marked != before);
  page_->setSwitches({true, true, true, true});
  QCOMPARE(page_->canvas()->grab().toImage(), before);
  page_->setSelected(3);
  QVERIFY(page_->canvas()->grab().toImage() != before);
}

void InteractionsPageTest::theButtonAnalysesAndCancels() {
  page_->show();
  const QSignalSpy requested(page_.get(), &InteractionsPage::analysisRequested);
  const QSignalSpy cancelled(page_.get(), &InteractionsPage::cancelRequested);
  QTest::mouseClick(page_->analyseButton(), Qt::LeftButton);
  QCOMPARE(requested.size(), 1);
  page_->setProgress("34 subsets");
  QCOMPARE(page_->words()->text(), QString("34 subsets"));
  QCOMPARE(page_->analyseButton()->text(), QString("Cancel"));
  QTest::mouseClick(page_->analyseButton(), Qt::LeftButton);
  QCOMPARE(cancelled.size(), 1);
  QCOMPARE(requested.size(), 1);
  page_->setProgress({});
  page_->setFound(foundOf({10, 20, 30}));
  QVERIFY(!page_->analyseButton()->isVisible());
  QCOMPARE(page_->words()->text(), QString("1 of 3 edits acts by itself, 2 in 1 cluster; 8 subsets evaluated"));
}

void InteractionsPageTest::whyAnAnalysisFailedIsSaid() {
  page_->show();
  page_->setProblem("no worker");
  QCOMPARE(page_->words()->text(), QString("no worker"));
  QVERIFY(page_->analyseButton()->isVisible());
  page_->setProgress("again");
  page_->setProgress({});
  QVERIFY(page_->words()->text() != "no worker");
}

void InteractionsPageTest::anotherVariantForgetsWhatWasFound() {
  page_->show();
  page_->setFound(foundOf({10, 20, 30}));
  QVERIFY(page_->canvas()->placeOf({PicturePart::ofAnEdit, 0}));
  page_->setEdits(editsOf({7, 8}), {});
  QVERIFY(!page_->canvas()->placeOf({PicturePart::ofAnEdit, 0}));
  QVERIFY(page_->analyseButton()->isVisible());
}

void InteractionsPageTest::itIsDrawnAsWideAsThePane() {
  page_->show();
  page_->setFound(foundOf({10, 20, 30}));
  for (const int width : {900, 420}) {
    page_->resize(width, 500);
    const auto isInside = [&] {
      const auto place = page_->canvas()->placeOf({PicturePart::ofAnEdit, 2});
      return place && place->right() < width;
    };
    QTRY_VERIFY(isInside());
  }
  QTRY_VERIFY(page_->canvas()->placeOf({PicturePart::ofAnEdit, 2})->top() > page_->canvas()->placeOf({PicturePart::ofAnEdit, 0})->bottom());
}

void InteractionsPageTest::aPictureThatIsWiderThanThePaneIsScrolled() {
  Structure structure{{{Group::Kind::FailsInPart, {0, 1, 2, 3, 4}, 0.1}}};
  auto known = std::make_shared<KnownInteractions>();
  for (const std::uint64_t uid : {1, 2, 3, 4, 5}) known->variant.edits.push_back({uid, Operator::Delete, {}, {}, {}, {}});
  known->interactions = valueOf(findInteractions(structure.edits(), {}, structure.evaluator()));
  page_->setEdits(known->variant.edits, {});
  page_->resize(420, 500);
  page_->show();
  page_->setFound(known);
  QTRY_VERIFY(page_->canvas()->width() > 700); // ten subsets of two edits
  QTest::qWait(200);
  const int width = page_->canvas()->width();
  int changes = 0;
  connect(page_->canvas(), &InteractionsCanvas::wasDrawn, this, [&] { ++changes; });
  QTest::qWait(300);
  QCOMPARE(changes, 0);
  QCOMPARE(page_->canvas()->width(), width);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::InteractionsPageTest)
#include "interactions_page_test.moc"

#include "tests/ui/synthetic_run.h"
#include "ui/model/filter_model.h"
#include "ui/service/annotation_service.h"

#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>

namespace gevo::ui {

class FilterModelTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void whatPassesIsKnownOfEveryVariant();
  void newVariantsAreAskedToo();
  void aProblemKeepsTheFilterOfBefore();
  void parametersAreUnderstoodOnceTheyAreKnown();
  void pinsAreAskedAgain();

private:
  std::vector<std::int64_t> passing() const {
    std::vector<std::int64_t> ids;
    const auto known = filter_->passing();
    for (std::size_t row = 0; row < known->size(); ++row)
      if ((*known)[row]) ids.push_back(model_->variants()[row].id);
    return ids;
  }

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<QUndoStack> undo_;
  std::unique_ptr<AnnotationService> annotations_;
  std::unique_ptr<FilterModel> filter_;
};

void FilterModelTest::init() {
  filter_.reset();
  annotations_.reset();
  model_ = std::make_unique<RunModel>();
  undo_ = std::make_unique<QUndoStack>();
  annotations_ = std::make_unique<AnnotationService>(*model_, *undo_);
  filter_ = std::make_unique<FilterModel>(*model_, *annotations_);
  connect(annotations_.get(), &AnnotationService::changed, filter_.get(), &FilterModel::reconsider);
  model_->apply(synthetic::run());
}

void FilterModelTest::whatPassesIsKnownOfEveryVariant() {
  QVERIFY2(!filter_->passing(), "all pass");
  filter_->setText("error = 0 and speedup > 1.2");
  const auto known = filter_->passing();
  QCOMPARE(known->size(), model_->variants().size());
  QVERIFY(!passing().empty());
  for (std::size_t row = 0; row < known->size(); ++row)
    QCOMPARE((*known)[row], model_->variants()[row].error == 0 && model_->speedup(model_->variants()[row]) > 1.2);
  QCOMPARE(filter_->passing(), known); // asked once
}

void FilterModelTest::newVariantsAreAskedToo() {
  filter_->setText("speedup > 1.65");
  QVERIFY(passing().empty());
  model_->apply(synthetic::nextGeneration(*synthetic::run()));
  QCOMPARE(passing(), std::vector{model_->variants().back().id});
}

void FilterModelTest::aProblemKeepsTheFilterOfBefore() {
  filter_->setText("front");
  QSignalSpy changes(filter_.get(), &FilterModel::changed);
  filter_->setText("front and spee");
  QCOMPARE(changes.size(), 1);
  QVERIFY(filter_->problem().startsWith("\"spee\" is not a condition"));
  QCOMPARE(filter_->filter().print(), QString("front"));
  filter_->setText("front and speedup > 1");
  QVERIFY(filter_->problem().isEmpty());
}

void FilterModelTest::parametersAreUnderstoodOnceTheyAreKnown() {
  filter_->setText("BLOCK = 32");
  QVERIFY(!filter_->problem().isEmpty());
  filter_->setSpace({{{.name = "BLOCK", .value = "16", .values = {"16", "32"}}}, {}});
  QVERIFY(filter_->problem().isEmpty());
  QVERIFY2(passing().empty(), "the configurations are not known yet");
  VariantFacts facts;
  facts.ids = {model_->variants()[3].id};
  facts.configurations = {{{"BLOCK", "32"}}};
  facts.configuration = {0};
  facts.ends = {0};
  QSignalSpy changes(filter_.get(), &FilterModel::changed);
  filter_->setFacts(std::make_shared<const VariantFacts>(facts));
  QCOMPARE(changes.size(), 1);
  QCOMPARE(passing(), facts.ids);
}

void FilterModelTest::pinsAreAskedAgain() {
  filter_->setText("pinned");
  QVERIFY(passing().empty());
  annotations_->setPinned(model_->variants()[5].id, true);
  QCOMPARE(passing(), std::vector{model_->variants()[5].id});
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::FilterModelTest)
#include "filter_model_test.moc"

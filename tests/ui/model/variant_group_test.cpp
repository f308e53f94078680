#include "tests/ui/synthetic_run.h"
#include "ui/model/variant_group.h"

#include <QSignalSpy>
#include <QtTest>

namespace gevo::ui {

using Ids = std::vector<std::int64_t>;

class VariantGroupTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void theFirstIsJoinedByTheSelectedOne();
  void toggledAgainItLeaves();
  void selectingAnotherVariantEndsIt();
  void followingTheBestDoesNot();
  void unknownVariantsAreLeftOut();
  void anotherRunEndsIt();

private:
  std::int64_t id(std::size_t row) const { return model_->variants()[row].id; }

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<VariantGroup> group_;
};

void VariantGroupTest::init() {
  group_.reset();
  model_ = std::make_unique<RunModel>();
  selection_ = std::make_unique<Selection>();
  group_ = std::make_unique<VariantGroup>(*model_, *selection_);
  model_->apply(synthetic::run({2, 5}));
  selection_->choose(id(2));
}

void VariantGroupTest::theFirstIsJoinedByTheSelectedOne() {
  group_->toggle(id(1));
  QCOMPARE(group_->members(), Ids({id(1), id(2)}));
  QCOMPARE(selection_->variant(), id(2));
}

void VariantGroupTest::toggledAgainItLeaves() {
  group_->set({id(4), id(1), id(3), id(1)});
  QCOMPARE(group_->members(), Ids({id(1), id(3), id(4)}));
  group_->toggle(id(3));
  QCOMPARE(group_->members(), Ids({id(1), id(4)}));
}

void VariantGroupTest::selectingAnotherVariantEndsIt() {
  group_->set({id(1), id(3)});
  QSignalSpy changes(group_.get(), &VariantGroup::changed);
  selection_->choose(id(3)); // one of them is only shown
  QCOMPARE(changes.size(), 0);
  selection_->choose(id(4));
  QVERIFY(group_->empty());
}

void VariantGroupTest::followingTheBestDoesNot() {
  group_->set({id(1), id(3)});
  selection_->setFollowing(true);
  selection_->suggest(id(4));
  QCOMPARE(group_->members().size(), std::size_t(2));
}

void VariantGroupTest::unknownVariantsAreLeftOut() {
  group_->set({id(1), id(3), -5, 1'000'000});
  QCOMPARE(group_->members(), Ids({id(1), id(3)}));
}

void VariantGroupTest::anotherRunEndsIt() {
  group_->set({id(1), id(3)});
  model_->apply(synthetic::run({1, 5}));
  QVERIFY(group_->empty());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantGroupTest)
#include "variant_group_test.moc"

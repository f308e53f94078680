#include <QTest>

#include "core/edit/superseded.h"
#include "core/search/crossover.h"

#include <rapidcheck.h>

#include <set>

using namespace gevo;

namespace {

EditList withEdits(const std::vector<std::uint64_t>& uids) {
  EditList edits;
  for (const std::uint64_t uid : std::set(uids.begin(), uids.end())) {
    Edit edit;
    edit.uid = uid;
    edit.target = InstructionRef::base(uid % 17);
    edits.push_back(edit);
  }
  return edits;
}

rc::Gen<EditList> anyParent() {
  return rc::gen::map(rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(1, 12)), withEdits);
}

std::vector<std::uint64_t> uids(const EditList& edits) {
  std::vector<std::uint64_t> result;
  for (const Edit& edit : edits) result.push_back(edit.uid);
  return result;
}

RandomStream streamOf(std::uint64_t seed) { return RandomStream({seed, 0, 0, 0, Purpose::Crossover}); }

} // namespace

class CrossoverTest : public QObject {
  Q_OBJECT

private slots:
  void ofTwoDirectivesAboutAPlaceAChildHasOne() {
    const auto unrolled = [](std::uint64_t uid, const char* value) {
      Edit edit{uid, Operator::Unroll, InstructionRef::base(6), {}, {}, {}};
      edit.value = value;
      return edit;
    };
    const Edit other{3, Operator::Delete, InstructionRef::base(6), {}, {}, {}};
    const EditList all{unrolled(1, "4"), other, unrolled(2, "8")};
    QVERIFY((withoutSuperseded(all) == EditList{other, unrolled(2, "8")}));
    for (std::uint32_t i = 0; i < 20; ++i) {
      RandomStream stream({1, 0, i, 0, Purpose::Crossover});
      const auto [first, second] = crossover({all[0], all[1]}, {all[2]}, stream);
      for (const EditList& child : {first, second}) QVERIFY(std::ranges::count(child, Operator::Unroll, &Edit::op) <= 1);
    }
  }

  void theChildrenHoldTheParentsEditsEachOnce();
  void editsAreTakenOverUnchanged();
  void noChildIsEmptyWhereBothCanHaveSomething();
  void withoutEditsThereIsNothing();
  void everyCutAndOrderIsPossible();
  void theSameStreamGivesTheSameChildren();
};

void CrossoverTest::theChildrenHoldTheParentsEditsEachOnce() {
  QVERIFY(rc::check([](std::uint64_t seed) {
    const EditList first = *anyParent();
    const EditList second = *anyParent();
    RandomStream stream = streamOf(seed);
    const auto [one, other] = crossover(first, second, stream);
    std::multiset<std::uint64_t> children;
    for (const EditList* child : {&one, &other}) {
      for (const Edit& edit : *child) children.insert(edit.uid);
    }
    std::set<std::uint64_t> parents;
    for (const EditList* source : {&first, &second}) {
      for (const Edit& edit : *source) parents.insert(edit.uid);
    }
    RC_ASSERT(children == std::multiset<std::uint64_t>(parents.begin(), parents.end()));
  }));
}

void CrossoverTest::editsAreTakenOverUnchanged() {
  const EditList first = withEdits({1, 2, 3});
  RandomStream stream = streamOf(1);
  const auto [one, other] = crossover(first, {}, stream);
  for (const EditList* child : {&one, &other}) {
    for (const Edit& edit : *child) QVERIFY(edit == first[edit.uid - 1]);
  }
}

void CrossoverTest::noChildIsEmptyWhereBothCanHaveSomething() {
  QVERIFY(rc::check([](std::uint64_t seed) {
    const EditList first = *anyParent();
    const EditList second = *anyParent();
    RC_PRE(unionOfEdits(first, second).size() >= 2U);
    RandomStream stream = streamOf(seed);
    const auto [one, other] = crossover(first, second, stream);
    RC_ASSERT(!one.empty());
    RC_ASSERT(!other.empty());
  }));
}

void CrossoverTest::withoutEditsThereIsNothing() {
  RandomStream stream = streamOf(1);
  const auto [one, other] = crossover({}, {}, stream);
  QVERIFY(one.empty());
  QVERIFY(other.empty());
}

/// Three edits: 6 orders times 2 cuts.
void CrossoverTest::everyCutAndOrderIsPossible() {
  std::set<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> seen;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RandomStream stream = streamOf(seed);
    const auto [one, other] = crossover(withEdits({1, 2}), withEdits({2, 3}), stream);
    seen.emplace(uids(one), uids(other));
  }
  QCOMPARE(seen.size(), std::size_t(12));
}

void CrossoverTest::theSameStreamGivesTheSameChildren() {
  RandomStream first = streamOf(3);
  RandomStream second = streamOf(3);
  QVERIFY(crossover(withEdits({1, 2, 3}), withEdits({4, 5}), first) == crossover(withEdits({1, 2, 3}), withEdits({4, 5}), second));
}

QTEST_GUILESS_MAIN(CrossoverTest)
#include "crossover_test.moc"

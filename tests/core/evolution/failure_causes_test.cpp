#include <QTest> // before the standard headers, which moc can't parse on their own

#include "core/evolution/failure_causes.h"

#include <rapidcheck.h>

#include <bit>
#include <set>

using namespace gevo;

/// Edits are told apart by their targets.
namespace {

Edit edit(std::uint64_t target, std::uint64_t uid = 1) {
  Edit edit;
  edit.uid = uid;
  edit.target = InstructionRef::base(target);
  return edit;
}

Individual variantOf(std::uint32_t edits) {
  Individual variant;
  variant.id = 7;
  for (std::uint32_t i = 0; i < edits; ++i) variant.edits.push_back(edit(i, i + 1));
  return variant;
}

using Places = std::set<std::uint32_t>;

/// At most `most` places below `count`.
Places anyPlaces(std::uint32_t count, std::size_t most) {
  Places places;
  for (const std::uint32_t one : *rc::gen::arbitrary<std::vector<std::uint32_t>>())
    if (places.size() < most) places.insert(one % count);
  return places;
}

/// At least one.
Places anyGuilty(std::uint32_t count, std::size_t most) {
  Places places = anyPlaces(count, most);
  if (places.empty()) places.insert(*rc::gen::inRange(0U, count));
  return places;
}

/// Of a variant that fails where it has all of `guilty`.
FailureCause search(FailureCause cause, const Places& guilty) {
  while (const auto subset = nextSubset(cause)) {
    const Places tried(subset->begin(), subset->end());
    narrow(cause, std::ranges::includes(tried, guilty));
  }
  return cause;
}

} // namespace

class FailureCausesTest : public QObject {
  Q_OBJECT

private slots:
  void findsExactlyTheGuiltyEdits();
  void whatItHoldsAlwaysFails();
  void theEditsOfAPassingVariantComeFirst();
  void settingsAndInactiveEditsAreNotTried();
  void aConfigurationThatFailsByItselfIsTheCause();
  void aSubsetKeepsOrderAndConfiguration();
  void anotherFailureSaysNothingOfThisOne();
  void whereAllEditsAreSharedTheConfigurationIsTriedFirst();
  void theyAreInTheOrderOfVariantsAndInputs();
  void itIsInWhoeverHasItsEdits();
  void whatReplacesAStatementDoesNotMatter();
};

void FailureCausesTest::findsExactlyTheGuiltyEdits() {
  QVERIFY(rc::check([] {
    const std::uint32_t count = *rc::gen::inRange(1U, 80U);
    const Places guilty = anyGuilty(count, 5);
    const FailureCause cause = search(causeOf(variantOf(count), 0, nullptr), guilty);
    RC_ASSERT(Places(cause.edits.begin(), cause.edits.end()) == guilty);
    RC_ASSERT(cause.trials <= guilty.size() * (1 + std::bit_width(count)));
  }));
}

/// However early the search ends.
void FailureCausesTest::whatItHoldsAlwaysFails() {
  QVERIFY(rc::check([] {
    const std::uint32_t count = *rc::gen::inRange(1U, 40U);
    const Places guilty = anyGuilty(count, count);
    // What passes need not do so alone: the edits that it shares with the variant are a guess.
    Individual passing;
    for (const std::uint32_t target : anyPlaces(count + 3, count)) passing.edits.push_back(edit(target, 90));
    FailureCause cause = causeOf(variantOf(count), 0, &passing);
    while (const auto subset = nextSubset(cause)) {
      const Places held(cause.edits.begin(), cause.edits.end());
      RC_ASSERT(std::ranges::includes(held, guilty));
      narrow(cause, std::ranges::includes(Places(subset->begin(), subset->end()), guilty));
    }
    RC_ASSERT(std::ranges::includes(Places(cause.edits.begin(), cause.edits.end()), guilty));
  }));
}

/// Then one trial suffices for one edit that is new.
void FailureCausesTest::theEditsOfAPassingVariantComeFirst() {
  const Individual variant = variantOf(20);
  Individual passing = variant;
  passing.edits.erase(passing.edits.begin() + 4);
  const FailureCause cause = search(causeOf(variant, 0, &passing), {4});
  QCOMPARE(cause.edits, std::vector<std::uint32_t>{4});
  QCOMPARE(cause.trials, 1U);
}

void FailureCausesTest::settingsAndInactiveEditsAreNotTried() {
  Individual variant = variantOf(3);
  variant.edits.insert(variant.edits.begin(), setEdit({"BLOCK", "64"}));
  variant.active = {true, true, false, true};
  QCOMPARE(causeOf(variant, 0, nullptr).edits, (std::vector<std::uint32_t>{1, 3}));
}

void FailureCausesTest::aConfigurationThatFailsByItselfIsTheCause() {
  Individual variant = variantOf(3);
  variant.edits.insert(variant.edits.begin(), setEdit({"BLOCK", "64"}));
  FailureCause cause = causeOf(variant, 0, nullptr);
  QCOMPARE(nextSubset(cause).value(), std::vector<std::uint32_t>());
  narrow(cause, true);
  QVERIFY(!nextSubset(cause) && cause.edits.empty());
  FailureCauses causes;
  causes.add({cause, std::make_shared<const Individual>(variant), configurationOf(variant.edits)});
  Individual other;
  QVERIFY(causes.in(other).empty());
  other.edits = {setEdit({"BLOCK", "64"})};
  QCOMPARE(causes.in(other).size(), std::size_t(1));
}

void FailureCausesTest::aSubsetKeepsOrderAndConfiguration() {
  Individual variant = variantOf(3);
  variant.edits.insert(variant.edits.begin(), setEdit({"BLOCK", "64"}));
  QCOMPARE(editsOf(variant, {3, 1}), (EditList{variant.edits[0], variant.edits[1], variant.edits[3]}));
}

/// The first edit crashes without the second one, and the last one is wrong. Crashes count as no failure.
void FailureCausesTest::anotherFailureSaysNothingOfThisOne() {
  FailureCause cause = causeOf(variantOf(3), 0, nullptr);
  while (const auto subset = nextSubset(cause)) {
    const Places tried(subset->begin(), subset->end());
    const bool crashes = tried.contains(0) && !tried.contains(1);
    narrow(cause, !crashes && tried.contains(2));
  }
  QCOMPARE(cause.edits, std::vector<std::uint32_t>{2});
}

void FailureCausesTest::whereAllEditsAreSharedTheConfigurationIsTriedFirst() {
  Individual variant = variantOf(2);
  variant.edits.insert(variant.edits.begin(), setEdit({"BLOCK", "64"}));
  QCOMPARE(nextSubset(causeOf(variant, 0, &variant)).value(), std::vector<std::uint32_t>());
}

/// As the file has them, so that a resumed run goes on alike.
void FailureCausesTest::theyAreInTheOrderOfVariantsAndInputs() {
  FailureCauses causes;
  const auto variant = std::make_shared<const Individual>(variantOf(1));
  for (const auto& [id, input] : {std::pair(9, 1U), {7, 2U}, {9, 0U}, {8, 0U}}) causes.add({{.input = input, .variant = id}, variant, {}});
  std::vector<std::pair<std::int64_t, std::uint32_t>> order;
  for (const FailureCauses::Cause& one : causes.all()) order.emplace_back(one.known.variant, one.known.input);
  QVERIFY(std::ranges::is_sorted(order));
}

void FailureCausesTest::itIsInWhoeverHasItsEdits() {
  FailureCauses causes;
  const auto variant = std::make_shared<const Individual>(variantOf(5));
  causes.add({{.input = 1, .variant = 7, .edits = {4, 2}, .needed = 2}, variant, {}});
  Individual other;
  other.edits = {edit(9, 11), edit(2, 12)};
  QVERIFY(causes.in(other).empty());
  other.edits.push_back(edit(4, 13)); // made again, by another uid
  QCOMPARE(causes.in(other).size(), std::size_t(1));
  other.active = {true, false, true};
  QVERIFY(causes.in(other).empty());
  other.active = {true, true, true, true};
  other.edits.push_back(setEdit({"BLOCK", "64"}));
  QVERIFY2(!causes.in(other).empty(), "in any configuration");
}

/// Whether a store is deleted, or something else put in its place.
void FailureCausesTest::whatReplacesAStatementDoesNotMatter() {
  Individual variant = variantOf(1); // deletes it
  FailureCauses causes;
  causes.add({{.input = 1, .variant = 7, .edits = {0}, .needed = 1}, std::make_shared<const Individual>(variant), {}});
  Individual other = variant;
  other.edits[0].op = Operator::ReplaceInstruction;
  other.edits[0].other = InstructionRef::base(4);
  QCOMPARE(causes.in(other).size(), std::size_t(1));
  variant.edits[0].substitute.kind = ValueRef::Kind::Default; // a value takes its result's place
  FailureCauses ofValue;
  ofValue.add({{.input = 1, .variant = 7, .edits = {0}, .needed = 1}, std::make_shared<const Individual>(variant), {}});
  QVERIFY(ofValue.in(other).empty());
}

QTEST_GUILESS_MAIN(FailureCausesTest)
#include "failure_causes_test.moc"

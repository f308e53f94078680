#include <QTest>

#include "core/base/wire.h"
#include "core/evolution/slot_chain.h"

#include <set>

using namespace gevo;

namespace {

Edit edit(std::uint64_t uid) {
  Edit edit;
  edit.uid = uid;
  return edit;
}

Member member(std::int64_t id, const std::vector<std::uint64_t>& uids, std::vector<bool> active = {}) {
  Individual individual;
  individual.id = id;
  for (const std::uint64_t uid : uids) individual.edits.push_back(edit(uid));
  individual.active = active.empty() ? std::vector<bool>(uids.size(), true) : std::move(active);
  return std::make_shared<const Individual>(individual);
}

std::vector<std::uint64_t> uids(const EditList& edits) {
  std::vector<std::uint64_t> result;
  for (const Edit& one : edits) result.push_back(one.uid);
  return result;
}

/// What a worker would reply: each mutation adds an edit with the uid given here.
EvaluateReply reply(const EvaluateRequest& request, bool valid, std::uint64_t uid = 1000) {
  EvaluateReply reply;
  reply.edits = request.edits;
  if (request.mutations > 0) reply.edits.push_back(edit(uid));
  reply.active.assign(reply.edits.size(), true);
  reply.result.reason = valid ? Reason::None : Reason::WrongOutput;
  reply.result.code = {uid, reply.edits.size()};
  return reply;
}

SearchSettings settings() {
  SearchSettings settings;
  settings.seed = 5;
  settings.mutationAttempts = 3;
  settings.crossoverAttempts = 2;
  return settings;
}

/// Gives every evaluation the same result and returns how many there were.
int exhaust(SlotChain& chain, bool valid) {
  int evaluations = 0;
  for (std::uint64_t uid = 1000; auto request = chain.next(); ++uid) {
    chain.ended(reply(*request, valid, uid));
    ++evaluations;
  }
  return evaluations;
}

} // namespace

class SlotChainTest : public QObject {
  Q_OBJECT

private slots:
  void withoutCrossoverAndMutationTheParentGoesOn();
  void eachInitialMutationAddsOneEdit();
  void anInvalidMutationIsRepeated();
  void afterTheLastAttemptTheIndividualStaysAsItWas();
  void bothSlotsOfAPairShareTheShuffle();
  void anInvalidCrossoverIsShuffledAgain();
  void afterTheLastCrossoverTheParentIsMutated();
  void aMutationFollowsTheCrossoverOfItsSlot();
  void inactiveEditsAreNotPassedOn();
  void everyEvaluationHasAStreamOfItsOwn();
  void whatIsAheadComesNextOnceTheOthersFailed_data();
  void whatIsAheadComesNextOnceTheOthersFailed();
  void nothingIsAheadOfTheLastAttempt();
  void aKnownCodeIsMarked();
};

void SlotChainTest::withoutCrossoverAndMutationTheParentGoesOn() {
  const Member parent = member(7, {1});
  SlotChain chain(settings(), {1, 0, parent, nullptr, 0});
  KnownCodes known;
  QVERIFY(!chain.next());
  QVERIFY(chain.finish(100, known).empty());
  QCOMPARE(chain.offspring(), parent);
}

void SlotChainTest::eachInitialMutationAddsOneEdit() {
  ChainStart start{0, 4, member(0, {}), nullptr, 3};
  start.isInitial = true;
  SlotChain chain(settings(), start);
  QCOMPARE(exhaust(chain, true), 3);
  KnownCodes known;
  const auto evaluations = chain.finish(100, known);
  QCOMPARE(uids(evaluations[2]->edits), (std::vector<std::uint64_t>{1000, 1001, 1002}));
  QCOMPARE(evaluations[0]->parent, std::int64_t(0));
  QCOMPARE(evaluations[2]->parent, std::int64_t(101));
  QCOMPARE(evaluations[2]->origin, Origin::InitialMutation);
  QCOMPARE(chain.offspring(), evaluations[2]);
}

void SlotChainTest::anInvalidMutationIsRepeated() {
  SlotChain chain(settings(), {1, 0, member(7, {1}), nullptr, 1});
  chain.ended(reply(*chain.next(), false));
  const auto second = chain.next();
  QVERIFY(second);
  QCOMPARE(uids(second->edits), (std::vector<std::uint64_t>{1}));
  chain.ended(reply(*second, true));
  QVERIFY(!chain.next());
}

void SlotChainTest::afterTheLastAttemptTheIndividualStaysAsItWas() {
  const Member parent = member(7, {1});
  SlotChain chain(settings(), {1, 0, parent, nullptr, 1});
  QCOMPARE(exhaust(chain, false), 3);
  KnownCodes known;
  QCOMPARE(chain.finish(100, known).size(), std::size_t(3));
  QCOMPARE(chain.offspring(), parent);
}

void SlotChainTest::bothSlotsOfAPairShareTheShuffle() {
  const Member a = member(7, {1, 2, 3});
  const Member b = member(8, {3, 4, 5});
  SlotChain even(settings(), {1, 10, a, b, 0});
  SlotChain odd(settings(), {1, 11, b, a, 0});
  std::vector<std::uint64_t> all = uids(even.next()->edits);
  const std::vector<std::uint64_t> rest = uids(odd.next()->edits);
  all.insert(all.end(), rest.begin(), rest.end());
  QCOMPARE(all.size(), std::size_t(5));
  QCOMPARE(std::set(all.begin(), all.end()), (std::set<std::uint64_t>{1, 2, 3, 4, 5}));
}

void SlotChainTest::anInvalidCrossoverIsShuffledAgain() {
  SlotChain chain(settings(), {1, 0, member(7, {1, 2, 3, 4, 5, 6}), member(8, {7, 8, 9, 10, 11, 12}), 0});
  const auto first = chain.next();
  chain.ended(reply(*first, false));
  const auto second = chain.next();
  QVERIFY(second);
  QVERIFY(uids(first->edits) != uids(second->edits));
}

void SlotChainTest::afterTheLastCrossoverTheParentIsMutated() {
  SlotChain chain(settings(), {1, 0, member(7, {1, 2}), member(8, {3}), 1});
  for (int i = 0; i < 2; ++i) chain.ended(reply(*chain.next(), false));
  const auto request = chain.next();
  QVERIFY(request);
  QCOMPARE(request->mutations, 1U);
  QCOMPARE(uids(request->edits), (std::vector<std::uint64_t>{1, 2}));
}

void SlotChainTest::aMutationFollowsTheCrossoverOfItsSlot() {
  SlotChain chain(settings(), {1, 0, member(7, {1, 2}), member(8, {3}), 1});
  const auto crossed = chain.next();
  chain.ended(reply(*crossed, true));
  QCOMPARE(uids(chain.next()->edits), uids(crossed->edits));
  chain.ended(reply(*chain.next(), true));
  KnownCodes known;
  const auto evaluations = chain.finish(50, known);
  QCOMPARE(evaluations[0]->parent, std::int64_t(7));
  QCOMPARE(evaluations[0]->parent2, std::int64_t(8));
  QCOMPARE(evaluations[1]->parent, std::int64_t(50));
  QCOMPARE(evaluations[1]->parent2, std::int64_t(-1));
}

void SlotChainTest::inactiveEditsAreNotPassedOn() {
  SlotChain chain(settings(), {1, 0, member(7, {1, 2, 3}, {true, false, true}), nullptr, 1});
  QCOMPARE(uids(chain.next()->edits), (std::vector<std::uint64_t>{1, 3}));
}

void SlotChainTest::everyEvaluationHasAStreamOfItsOwn() {
  std::set<std::uint64_t> first;
  for (std::uint32_t slot = 0; slot < 10; ++slot) {
    SlotChain chain(settings(), {0, slot, member(0, {}), nullptr, 3});
    while (const auto request = chain.next()) {
      first.insert(RandomStream(request->key).next());
      chain.ended(reply(*request, false));
    }
  }
  QCOMPARE(first.size(), std::size_t(10 * 3 * 3));
}

void SlotChainTest::whatIsAheadComesNextOnceTheOthersFailed_data() {
  QTest::addColumn<bool>("crosses");
  QTest::newRow("mutation") << false;
  QTest::newRow("crossover") << true;
}
void SlotChainTest::whatIsAheadComesNextOnceTheOthersFailed() {
  QFETCH(const bool, crosses);
  SearchSettings patient = settings();
  patient.mutationAttempts = patient.crossoverAttempts = 5;
  const Member partner = crosses ? member(8, {4, 5, 6}) : nullptr;
  SlotChain chain(patient, {1, 0, member(7, {1, 2, 3}), partner, 1});
  std::vector<Bytes> ahead;
  for (std::uint32_t failures = 1; failures < 5; ++failures) ahead.push_back(wire::encode(*chain.ahead(failures)));
  for (const Bytes& expected : ahead) {
    chain.ended(reply(*chain.next(), false));
    QCOMPARE(wire::encode(*chain.next()), expected);
  }
}

void SlotChainTest::nothingIsAheadOfTheLastAttempt() {
  SlotChain chain(settings(), {1, 0, member(7, {1, 2, 3}), member(8, {4}), 1});
  QVERIFY(chain.ahead(1));
  QVERIFY(!chain.ahead(2)); // the mutation that follows is of what the crossover leaves
}

void SlotChainTest::aKnownCodeIsMarked() {
  SlotChain chain(settings(), {0, 0, member(0, {}), nullptr, 2});
  exhaust(chain, true);
  KnownCodes known{{1000, 1}};
  const auto evaluations = chain.finish(1, known);
  QCOMPARE(evaluations[0]->result.reused, true);
  QCOMPARE(evaluations[1]->result.reused, false);
  QVERIFY(known.contains({1001, 2}));
}

QTEST_GUILESS_MAIN(SlotChainTest)
#include "slot_chain_test.moc"

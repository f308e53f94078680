#include <QTest>

#include "core/base/wire.h"
#include "core/evolution/generation_run.h"

#include <deque>

using namespace gevo;

namespace {

constexpr unsigned workers = 4;

/// Workers that reply together, when they are waited for.
class RoundsPool : public JobPool {
public:
  /// Which evaluations are valid, by their number in their chain.
  explicit RoundsPool(std::set<std::uint32_t> validSteps) : validSteps_(std::move(validSteps)) {}

  void submit(RequestKind, Bytes request, Done done) override {
    jobs_.emplace_back(wire::decode<EvaluateRequest>(request, "request").value(), std::move(done));
  }
  bool wait(std::chrono::milliseconds) override {
    std::vector<std::pair<EvaluateRequest, Done>> round;
    for (; !jobs_.empty() && round.size() < workers; jobs_.pop_front()) round.push_back(std::move(jobs_.front()));
    rounds.push_back(round.size());
    for (const auto& [request, done] : round) done({JobFailure::None, {}, {}, replyTo(request)});
    return !jobs_.empty();
  }
  void wakeOn(int) override {}
  void abandon() override { jobs_.clear(); }
  void endBusyWorkers() override { abandon(); }
  unsigned alive() const override { return workers; }
  unsigned restarted() const override { return 0; }
  unsigned gpus() const override { return 0; }
  Result<OriginalReport> loaded(const LoadProgress&) override { return OriginalReport(); }

  std::vector<std::size_t> rounds; ///< jobs of each

private:
  Bytes replyTo(const EvaluateRequest& request) const {
    EvaluateReply reply;
    reply.edits.resize(1);
    reply.edits.front().uid = 1 + request.key.attempt;
    reply.active = {true};
    reply.kept = std::uint32_t(request.edits.size());
    const bool valid = validSteps_.contains(request.key.attempt);
    reply.result.stage = Stage::Done;
    reply.result.reason = valid ? Reason::None : Reason::WrongOutput;
    reply.result.code = {1, request.key.attempt};
    return wire::encode(reply);
  }

  std::set<std::uint32_t> validSteps_;
  std::deque<std::pair<EvaluateRequest, Done>> jobs_;
};

/// Of one slot that mutates the original as often.
std::vector<Member> evolve(RoundsPool& pool, std::uint32_t mutations, bool guesses) {
  std::vector<SlotChain> chains;
  chains.emplace_back(SearchSettings(), ChainStart{1, 0, std::make_shared<const Individual>(), nullptr, mutations});
  const EvolutionCallbacks callbacks;
  GenerationRun run(pool, nullptr, {}, chains, {}, {}, guesses, callbacks, [](const GenerationRun&) {});
  const Result<bool> ended = run.run({}, 1000);
  KnownCodes known;
  return ended && *ended ? chains.front().finish(1, known) : std::vector<Member>();
}

} // namespace

class GenerationRunTest : public QObject {
  Q_OBJECT

private slots:
  void idleWorkersTryTheNextAttemptsOfTheLastChain() {
    RoundsPool pool({2});
    QCOMPARE(evolve(pool, 1, true).size(), std::size_t(3)); // the fourth of the round is forgotten
    QCOMPARE(pool.rounds, (std::vector<std::size_t>{workers}));
  }

  void workersThatMeasureTryOneAfterTheOther() {
    RoundsPool pool({2});
    QCOMPARE(evolve(pool, 1, false).size(), std::size_t(3));
    QCOMPARE(pool.rounds, (std::vector<std::size_t>{1, 1, 1}));
  }

  /// The first mutation succeeds at once, so that the others of the round were made of what is not the parent any more.
  void whatWasTriedForNothingIsNotTaken() {
    RoundsPool pool({0, 3});
    RoundsPool patient({0, 3});
    const std::vector<Member> guessed = evolve(pool, 2, true);
    const std::vector<Member> alone = evolve(patient, 2, false);
    QCOMPARE(guessed.size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) QVERIFY(guessed[i]->edits == alone[i]->edits);
    QVERIFY(pool.rounds.size() < patient.rounds.size());
  }
};

QTEST_GUILESS_MAIN(GenerationRunTest)
#include "generation_run_test.moc"

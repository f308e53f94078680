#include "core/cluster/cluster_pool.h"
#include "tests/core/cluster/fake_links.h"

#include <QTest>
#include <numeric>

using namespace gevo;
using namespace std::chrono_literals;

namespace {

using Numbers = std::vector<std::uint64_t>;

/// Asks at once, and waits for nobody.
constexpr ClusterPatience impatient{0ms, 0ms, 1h};
constexpr ClusterPatience patient{1h, 0ms, 1h};

struct Head {
  FakeLinks links;
  HostRoster roster;
  std::vector<std::string> lines;
  std::unique_ptr<ClusterPool> pool;
  Numbers done;
  std::vector<JobFailure> failures;

  explicit Head(unsigned expected, ClusterPatience patience = patient, const WorkerPoolSettings& settings = {}) {
    roster.version = "1";
    roster.expected = expected;
    roster.log = [this](const std::string& line) { lines.push_back(line); };
    pool = std::make_unique<ClusterPool>(links, roster, settings, Bytes{1, 2, 3}, patience);
  }
  /// With hosts that have loaded, each with so many workers.
  Head(const std::map<HostId, std::uint32_t>& hosts, ClusterPatience patience = patient) : Head(unsigned(hosts.size()), patience) {
    for (const auto& [host, workers] : hosts) {
      links.connects(host);
      links.loads(host, workers);
    }
    if (const auto report = pool->loaded(); !report) qFatal("%s", report.error().message.c_str());
  }

  void submit(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      pool->submit(RequestKind::Evaluate, {}, [this, number = std::uint64_t(++submitted_)](const JobResult& result) {
        done.push_back(number);
        failures.push_back(result.failure);
      });
  }
  void attend() { pool->wait(0ms); }

private:
  unsigned submitted_ = 0;
};

Numbers sorted(Numbers numbers) {
  std::ranges::sort(numbers);
  return numbers;
}

} // namespace

class ClusterPoolTest : public QObject {
  Q_OBJECT

private slots:
  void aRunBeginsWhenAllHostsHaveLoaded() {
    Head head(2);
    head.links.connects("a");
    head.links.loads("a", 1);
    int steps = 0;
    const auto report = head.pool->loaded([&](const std::string&) {
      if (++steps == 3) {
        head.links.connects("b");
        head.links.loads("b", 1);
      }
      return true;
    });
    QVERIFY(report);
    QVERIFY(steps >= 3);
    QCOMPARE(head.pool->alive(), 2U);
  }

  void hostsThatDoNotConnectAreNotWaitedForForEver() {
    Head head(3, impatient);
    head.links.connects("a");
    head.links.loads("a", 1);
    QVERIFY(head.pool->loaded());
    QCOMPARE(head.lines.size(), std::size_t(1));
    QCOMPARE(head.lines.front(), std::string("2 of 3 hosts have not connected within 0 s; the run begins without them"));
  }

  void withoutAnyHostTheRunDoesNotBegin() {
    Head head(3, impatient);
    const auto report = head.pool->loaded();
    QVERIFY(!report);
    QVERIFY(report.error().message.starts_with("no host has connected"));
  }

  void theProjectIsSentToEachHostOnce() {
    Head head({{"a", 64}, {"b", 64}});
    head.submit(200);
    head.attend();
    QCOMPARE(head.links.countSent("a", MessageKind::Load), std::size_t(1));
    QCOMPARE(head.links.countSent("b", MessageKind::Load), std::size_t(1));
    QCOMPARE(*head.links.sent["a"].front().content, (Bytes{1, 2, 3}));
  }

  void jobsGoToFreeWorkersFirst() {
    Head head({{"a", 2}, {"b", 2}});
    head.submit(4);
    head.attend();
    QCOMPARE(head.links.jobsOf("a"), (Numbers{1, 2}));
    QCOMPARE(head.links.jobsOf("b"), (Numbers{3, 4}));
  }

  void aHostGetsItsJobsInOneMessageAndSomeAhead() {
    Head head({{"a", 2}});
    head.submit(10);
    head.attend();
    QCOMPARE(head.links.countSent("a", MessageKind::Jobs), std::size_t(1));
    QCOMPARE(head.links.jobsOf("a").size(), std::size_t(6));
    head.links.ends("a", 2, {1, 2, 3});
    head.attend();
    QCOMPARE(head.links.jobsOf("a"), (Numbers{7, 8, 9}));
  }

  void everyJobEndsOnce() {
    Head head({{"a", 1}, {"b", 1}});
    head.submit(50);
    while (head.done.size() < 50) {
      head.attend();
      for (const char* const host : {"a", "b"}) head.links.ends(host, 1, head.links.jobsOf(host));
    }
    Numbers all(50);
    std::iota(all.begin(), all.end(), 1U);
    QCOMPARE(sorted(head.done), all);
  }

  void theJobsOfALostHostAreDoneByOthers() {
    Head head({{"a", 1}, {"b", 1}});
    head.submit(6);
    head.attend();
    const Numbers ofA = head.links.jobsOf("a");
    head.links.ends("b", 1, head.links.jobsOf("b"));
    head.links.lost.insert("a");
    head.attend();
    head.attend();
    QCOMPARE(sorted(head.links.jobsOf("b")), ofA);
    QCOMPARE(head.lines.size(), std::size_t(1));
    QCOMPARE(head.lines.front(), std::string("a is lost: its connection has ended; its 3 jobs will be done elsewhere"));
  }

  void aHostThatLeavesSaysSo() {
    Head head({{"a", 1}, {"b", 1}});
    head.submit(2);
    head.attend();
    head.links.jobsOf("b");
    head.links.says("a", MessageKind::Leave);
    head.attend();
    QCOMPARE(head.links.jobsOf("b"), (Numbers{1}));
    QCOMPARE(head.lines.front(), std::string("a is lost: it was told to end; its 1 job will be done elsewhere"));
  }

  void aHostThatIsConnectedButSilentIsLost() {
    ClusterPatience patience = patient;
    patience.silence = 0ms;
    Head head({{"a", 1}, {"b", 1}}, patience);
    head.submit(1);
    QTRY_VERIFY((head.attend(), !head.lines.empty()));
    QVERIFY(head.lines.front().find("it does not answer") != std::string::npos);
  }

  void resultsOfALostHostAreIgnored() {
    Head head({{"a", 1}, {"b", 1}});
    head.submit(1);
    head.attend();
    head.links.lost.insert("a");
    head.attend();
    head.links.ends("a", 1, {1});
    head.attend();
    QVERIFY(head.done.empty());
    head.links.ends("b", 1, {1});
    head.attend();
    QCOMPARE(head.done, (Numbers{1}));
  }

  void aHostCannotEndTheJobOfAnother() {
    Head head({{"a", 1}, {"b", 1}});
    head.submit(2);
    head.attend();
    head.links.ends("b", 1, {1, 99});
    head.attend();
    QVERIFY(head.done.empty());
  }

  void aJobWhoseHostsKeepBeingLostIsGivenUp() {
    Head head({{"0", 1}});
    head.submit(1);
    for (int lost = 0; lost < 5; ++lost) {
      QVERIFY(head.done.empty());
      head.attend();
      head.links.lost.insert(std::to_string(lost));
      head.links.connects(std::to_string(lost + 1));
      head.links.loads(std::to_string(lost + 1), 1);
      head.attend();
    }
    head.attend();
    QCOMPARE(head.failures, (std::vector{JobFailure::Crashed}));
  }

  void aHostMayJoinLater() {
    Head head({{"a", 1}});
    head.links.connects("b");
    head.links.loads("b", 1);
    head.submit(4);
    head.attend();
    head.attend();
    QCOMPARE(head.links.jobsOf("b"), (Numbers{4}));
    QCOMPARE(head.lines.back(), std::string("b evaluates too"));
  }

  void withoutHostsTheRunWaitsForAnother() {
    Head head({{"a", 1}});
    head.submit(1);
    head.attend();
    head.links.lost.insert("a");
    head.attend();
    head.links.connects("b");
    head.links.loads("b", 1);
    head.attend();
    QCOMPARE(head.links.jobsOf("b"), (Numbers{1}));
  }

  void withoutHostsForLongAllJobsEnd() {
    Head head({{"a", 1}}, impatient);
    head.submit(3);
    head.links.lost.insert("a");
    while (head.pool->wait(0ms)) {
    }
    QCOMPARE(head.failures, std::vector(3, JobFailure::NoWorker));
    head.submit(1);
    head.attend();
    QCOMPARE(head.failures.back(), JobFailure::NoWorker);
  }

  void gpusOfDifferentKindsAreRefused() {
    Head head(2);
    head.links.connects("a");
    head.links.loads("a", 1, "NVIDIA H200");
    head.links.connects("b");
    head.links.loads("b", 1, "NVIDIA A100");
    const auto report = head.pool->loaded();
    QVERIFY(!report);
    QCOMPARE(report.error().message, std::string("a evaluates on the NVIDIA H200 and b on the NVIDIA A100, whose runtimes don't compare; "
                                                 "give the run hosts of one kind"));
  }

  void aHostThatSimulatesDifferentlyIsRefused() {
    Head head(2);
    head.links.connects("a");
    head.links.loads("a", 1, "simulated", 10);
    head.links.connects("b");
    head.links.loads("b", 1, "simulated", 11);
    QVERIFY(!head.pool->loaded());
  }

  void aHostOfAnotherKindThatComesLaterIsRefusedAlone() {
    Head head({{"a", 1}});
    head.links.connects("b");
    head.links.loads("b", 1, "another");
    head.submit(1);
    head.attend();
    QCOMPARE(head.links.countSent("b", MessageKind::Refuse), std::size_t(1));
    QCOMPARE(head.links.jobsOf("a"), (Numbers{1}));
  }

  void aHostOfAnotherVersionIsRefused() {
    Head head({{"a", 1}});
    head.links.connects("b", "2");
    head.submit(1);
    head.attend();
    QCOMPARE(head.links.countSent("b", MessageKind::Refuse), std::size_t(1));
    QCOMPARE(head.lines, (std::vector<std::string>{"b does not take part: its gevo is version 2, and this one is version 1"}));
  }

  void whatOneHostCannotLoadNoneCan() {
    Head head(2);
    head.links.connects("a");
    head.links.says("a", MessageKind::Failed, FailedMessage{"there is no GPU", "details"});
    const auto report = head.pool->loaded();
    QVERIFY(!report);
    QCOMPARE(report.error().message, std::string("there is no GPU"));
  }

  void aDamagedMessageCostsTheHost() {
    Head head({{"a", 1}, {"b", 1}});
    head.submit(1);
    head.attend();
    head.links.says("a", MessageKind::Results, StepMessage{"nonsense"});
    head.attend();
    QCOMPARE(head.links.countSent("a", MessageKind::Refuse), std::size_t(1));
    QCOMPARE(head.links.jobsOf("b"), (Numbers{1}));
  }

  void abandonedJobsAreNeverCalled() {
    Head head({{"a", 1}});
    head.submit(5);
    head.attend();
    head.pool->abandon();
    QCOMPARE(head.links.countSent("a", MessageKind::Drop), std::size_t(1));
    head.links.ends("a", 1, {1, 2, 3});
    QVERIFY(!head.pool->wait(0ms));
    QVERIFY(head.done.empty());
  }

  void aConfigurationIsSentOnceWhileItStaysTheSame() {
    WorkerPoolSettings settings;
    const auto program = std::make_shared<const Bytes>(Bytes{7, 8});
    settings.configurations = [&](const Configuration&) -> Result<std::shared_ptr<const Bytes>> { return program; };
    Head head(1, patient, settings);
    head.links.connects("a");
    head.links.loads("a", 1);
    QVERIFY(head.pool->loaded());
    head.links.sent.clear();
    head.submit(1);
    head.links.says("a", MessageKind::Wants, WantsMessage{{{"BLOCK", "32"}}, {}});
    head.links.says("a", MessageKind::Wants, WantsMessage{{{"BLOCK", "32"}}, hashBytes(*program)});
    head.attend();
    std::vector<std::size_t> contents;
    for (const Message& message : head.links.sent["a"])
      if (message.kind == MessageKind::Configuration) contents.push_back(message.content ? message.content->size() : 0);
    QCOMPARE(contents, (std::vector<std::size_t>{2, 0}));
  }

  void theNextRunHasTheSameHosts() {
    Head head({{"a", 1}, {"b", 1}});
    head.pool.reset();
    QCOMPARE(head.links.countSent("a", MessageKind::Unload), std::size_t(1));
    head.links.sent.clear();
    head.pool = std::make_unique<ClusterPool>(head.links, head.roster, WorkerPoolSettings(), Bytes(), patient);
    QCOMPARE(head.links.countSent("a", MessageKind::Load), std::size_t(1));
    QCOMPARE(head.links.countSent("b", MessageKind::Load), std::size_t(1));
  }
};

QTEST_APPLESS_MAIN(ClusterPoolTest)
#include "cluster_pool_test.moc"

/// Whole runs over real connections within one process, and who may connect.

#include "core/cluster/cluster.h"
#include "core/cluster/zmq_links.h"
#include "tests/core/evolution/history.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace gevo;
using namespace std::chrono_literals;

namespace {

HostOptions host(const std::string& name) {
  HostOptions options{"1", name, {}, 10s};
  options.start = [](WorkerPoolSettings settings, Bytes load) -> Result<std::unique_ptr<JobPool>> {
    settings.program = GEVO_FAKE_WORKER;
    return WorkerPool::start(std::move(settings), std::move(load));
  };
  return options;
}

/// A host on a thread of its own, connected over TCP.
struct Remote {
  std::unique_ptr<HostLink> link;
  Result<void> ended;
  std::jthread thread;

  Remote(const ClusterAccess& access, HostOptions options) {
    auto connected = connectToHead(access);
    if (!connected) qFatal("%s", connected.error().message.c_str());
    link = std::move(*connected);
    thread = std::jthread([this, options](const std::stop_token& stop) { ended = ClusterHost(*link, options).run(stop); });
  }
};

std::unique_ptr<Cluster> open(unsigned hosts, bool works = true) {
  ClusterOptions options;
  options.hosts = hosts;
  options.works = works;
  options.address = "127.0.0.1";
  options.here = host("here");
  auto cluster = Cluster::open(options);
  if (!cluster) qFatal("%s", cluster.error().message.c_str());
  return std::move(*cluster);
}

Bytes load() { return wire::encode(LoadRequest()); }

WorkerPoolSettings workers(unsigned count) {
  WorkerPoolSettings settings;
  settings.workers = count;
  return settings;
}

/// What a run finds, as text.
std::string runOver(JobPool& pool) {
  std::string found;
  EvolutionCallbacks callbacks;
  callbacks.generation = [&](const GenerationResult& result) -> Result<void> {
    for (const Individual& one : result.evaluations)
      found += fmt::format("{} {} {} {}\n", one.id, printEdits(one.edits), one.result.fitness.runtime, one.result.fitness.error);
    return {};
  };
  Individual original;
  original.result = pool.loaded()->original;
  Evolution evolution(smallRun(6), pool, original, callbacks);
  const auto reason = evolution.run({});
  if (!reason) qFatal("%s", reason.error().message.c_str());
  return found;
}

} // namespace

class ClusterTest : public QObject {
  Q_OBJECT

private slots:
  void aRunFindsTheSameOnAnyNumberOfHosts_data() {
    QTest::addColumn<unsigned>("remote");
    QTest::addColumn<bool>("works");
    QTest::newRow("this machine alone") << 0U << true;
    QTest::newRow("two more") << 2U << true;
    QTest::newRow("only others") << 2U << false;
  }
  void aRunFindsTheSameOnAnyNumberOfHosts() {
    QFETCH(const unsigned, remote);
    QFETCH(const bool, works);
    const std::string expected = runOver(*startPool(1));
    const auto cluster = open(remote + (works ? 1 : 0), works);
    std::vector<std::unique_ptr<Remote>> remotes;
    for (unsigned i = 0; i < remote; ++i)
      remotes.push_back(std::make_unique<Remote>(cluster->access(), host("remote " + std::to_string(i))));
    const auto pool = cluster->start(workers(2), load());
    QVERIFY(pool);
    QCOMPARE(runOver(**pool), expected);
  }

  void hostsServeARunAfterAnother() {
    const auto cluster = open(2);
    const Remote remote(cluster->access(), host("remote"));
    std::set<std::string> found;
    for (int run = 0; run < 2; ++run) {
      const auto pool = cluster->start(workers(1), load());
      QVERIFY((*pool)->loaded());
      QCOMPARE((*pool)->alive(), 2U);
      found.insert(runOver(**pool));
    }
    QCOMPARE(found.size(), std::size_t(1));
  }

  void hostsEndWithTheCluster() {
    auto cluster = open(1, false);
    Remote remote(cluster->access(), host("remote"));
    {
      const auto pool = cluster->start(workers(1), load());
      QVERIFY((*pool)->loaded());
    }
    cluster.reset();
    remote.thread.join();
    QVERIFY(remote.ended);
  }

  void aKeyOfAnotherRunIsRefused() {
    const auto cluster = open(1);
    ClusterAccess access = cluster->access();
    access.hosts = CurveKeys::make();
    Remote remote(access, host("stranger"));
    remote.thread.join();
    QVERIFY(!remote.ended);
    QVERIFY(remote.ended.error().message.find("does not accept this host's key") != std::string::npos);
  }

  void aHostThatDoesNotKnowTheHeadsKeyCannotConnect() {
    const auto cluster = open(1);
    ClusterAccess access = cluster->access();
    access.headKey = CurveKeys::make().open;
    HostOptions options = host("stranger");
    options.patience = 300ms;
    Remote remote(access, options);
    remote.thread.join();
    QVERIFY(!remote.ended);
  }

  void aHeadThatIsGoneIsSaidSo() {
    ClusterAccess access = open(1)->access();
    const auto link = connectToHead(access);
    QVERIFY(!link);
    QVERIFY(link.error().message.find("does not answer on port") != std::string::npos);
  }

  void theKeysAreInAFileThatOnlyItsOwnerReads() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("keys");
    const ClusterAccess written{{"a", "b"}, 7, CurveKeys::make().open, CurveKeys::make()};
    QVERIFY(writeAccess(path.toStdString(), written));
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
             QFile::Permissions());
    const auto read = readAccess(path.toStdString());
    QVERIFY(read);
    QCOMPARE(wire::encode(*read), wire::encode(written));
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
    const auto refused = readAccess(path.toStdString());
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find("chmod 600") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(ClusterTest)
#include "cluster_test.moc"

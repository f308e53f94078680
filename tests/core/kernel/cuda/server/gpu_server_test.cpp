/// The GPU host with several workers: kernels that crash, hang and break the context, on the fake driver, in separate processes.

#include <QTest>

#include "core/base/wire.h"
#include "core/kernel/cuda/server/gpu_client.h"
#include "core/kernel/cuda/server/gpu_server.h"
#include "core/protocol/frames.h"
#include "core/protocol/reply.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/core/kernel/cuda/small_test.h"

#include <QDir>
#include <csignal>
#include <latch>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

using namespace gevo;
using namespace gevo::cuda;

namespace {

/// A client whose frames the test chooses.
class Asking {
public:
  explicit Asking(const std::string& socket) : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, socket.c_str(), socket.size());
    if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) qFatal("no connection");
  }
  void ask(const TestRecipe& recipe, bool withRecipe) {
    const PrepareOrder order{nameOf(recipe), recipe.own, withRecipe ? wire::encode(recipe) : Bytes()};
    if (!writeFrame(socket_.get(), static_cast<std::uint32_t>(GpuRequest::Prepare), wire::encode(order))) qFatal("not sent");
  }
  void ask(const CountOrder& order) {
    if (!writeFrame(socket_.get(), static_cast<std::uint32_t>(GpuRequest::Count), wire::encode(order))) qFatal("not sent");
  }
  PrepareReply reply() {
    const auto frame = readFrame(socket_.get());
    if (!frame || !*frame || (*frame)->kind != static_cast<std::uint32_t>(ReplyKind::Result)) qFatal("no reply");
    return wire::decode<PrepareReply>((*frame)->payload, "reply").value();
  }

private:
  Descriptor socket_;
};

} // namespace

class GpuServerTest : public QObject {
  Q_OBJECT

  static constexpr int patience = 30'000; ///< milliseconds until a process is there or gone, on a busy machine
  FakeDriver driver_;
  QTemporaryDir folder_;
  std::unique_ptr<GpuServer> host_;
  Descriptor stop_;
  Descriptor stopped_;
  std::jthread thread_;

  std::string socket() const { return folder_.filePath("gpu").toStdString(); }
  void start() {
    int ends[2];
    QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    stop_ = Descriptor(ends[0]);
    stopped_ = Descriptor(ends[1]);
    GpuServerSettings settings;
    settings.context = {GEVO_TEST_BIN "/gevo-worker", "cuda", "0"};
    settings.socket = socket();
    settings.leastDeadline = std::chrono::milliseconds(400);
    settings.deathsCount = std::chrono::hours(1);
    Result<std::unique_ptr<GpuServer>> host = GpuServer::open(settings);
    QVERIFY2(host.has_value(), host ? "" : host.error().message.c_str());
    host_ = std::move(*host);
    thread_ = std::jthread([this] { (void)host_->serve(stopped_.get(), stopped_.get()); });
  }
  GpuClient connect() const {
    Result<GpuClient> client = GpuClient::connect(socket());
    if (!client) qFatal("%s", client.error().message.c_str());
    return std::move(*client);
  }
  /// Steers the fake driver and logs opened contexts.
  void logOpened(const std::string& orders = "") const { driver_.order(fmt::format("log {}\n{}", log(), orders)); }
  std::string log() const { return folder_.filePath("log").toStdString(); }
  /// A character for each opened context.
  std::string opened() const {
    std::string words = readFile(log()).value_or("");
    std::erase(words, '\n');
    return words;
  }
  /// Child processes of this one, oldest first.
  static std::vector<int> children() {
    std::vector<int> found;
    for (const QString& process : QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs)) {
      QFile status("/proc/" + process + "/status");
      if (status.open(QIODevice::ReadOnly) &&
          status.readAll().contains(QString("PPid:\t%1\n").arg(QCoreApplication::applicationPid()).toUtf8()))
        found.push_back(process.toInt());
    }
    std::ranges::sort(found);
    return found;
  }
  static Hash128 prepare(GpuClient& client) {
    const Result<PreparedOnGpu> reply = client.prepare(SmallTest().recipe(codeThat("twice 10")));
    if (!reply) qWarning("%s", reply.error().message.c_str());
    return reply ? reply->test : Hash128{};
  }
  static Measurement measure(GpuClient& client, const Hash128& test, const std::string& does, bool remeasure = false) {
    const Result<Measurement> measured = client.measure({.test = test, .image = codeThat(does), .remeasure = remeasure});
    if (!measured) qWarning("%s", measured.error().message.c_str());
    return measured.value_or(Measurement{.reason = Reason::NoEdit});
  }

private slots:
  void init() {
    logOpened();
    start();
  }
  void cleanup() {
    stop_.reset();
    thread_ = {};
    host_.reset();
    QFile::remove(QString::fromStdString(log()));
  }

  void answersEveryRequest() {
    GpuClient client = connect();
    QCOMPARE(QString::fromStdString(client.describe()->architecture), "sm_90");
    const Hash128 test = prepare(client);
    const Measurement measured = measure(client, test, "twice 5");
    QVERIFY2(measured.valid(), measured.message.c_str());
    QCOMPARE(qRound(measured.microseconds), 5);
    QVERIFY(measure(client, test, "thrice 5").reason == Reason::WrongOutput);
  }

  void crashCostsOnlyItsOwnJob_data() {
    QTest::addColumn<QByteArray>("does");
    QTest::addColumn<Reason>("reason");
    QTest::newRow("breaks the context") << QByteArray("illegal") << Reason::OutOfBounds;
    QTest::newRow("never ends") << QByteArray("hang") << Reason::Timeout;
    QTest::newRow("kills the process") << QByteArray("crash") << Reason::Crash;
  }
  void crashCostsOnlyItsOwnJob() {
    QFETCH(QByteArray, does);
    QFETCH(Reason, reason);
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    for (int time = 0; time < 3; ++time) {
      const Measurement dead = measure(client, test, fmt::format("{} {}", does.toStdString(), time + 1));
      QVERIFY2(dead.reason == reason, reasonName(dead.reason));
      const Measurement alive = measure(client, test, fmt::format("twice {}", time + 1));
      QVERIFY2(alive.valid(), alive.message.c_str());
    }
    const GpuDescription description = *client.describe();
    QCOMPARE(description.use.deaths + description.use.hangs, std::uint64_t(does == "crash" ? 6 : 3)); // a crash is tried twice
  }

  /// CUPTI, once loaded, may slow what is timed.
  void aProcessThatCountedTimesNothing() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    QVERIFY(measure(client, test, "twice 5").valid());
    const std::vector<int> before = children();
    const Result<CodeCounters> counted = client.count({test, codeThat("twice 7")});
    QVERIFY2(counted.has_value(), counted ? "" : counted.error().message.c_str());
    QCOMPARE(counted->kernels.size(), 1U);
    QCOMPARE(qRound(valueOf(counted->kernels[0].values, GpuCounter::Time)), 7);
    QVERIFY(measure(client, test, "twice 6").valid());
    QTRY_VERIFY_WITH_TIMEOUT(!std::ranges::includes(children(), before), patience);
    QCOMPARE(client.describe()->use.deaths, 0U);
  }

  void countingCodeThatCrashesIsAnErrorAndCostsNothingElse() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    const Result<CodeCounters> counted = client.count({test, codeThat("crash 1")});
    QVERIFY(!counted.has_value());
    QVERIFY2(counted.error().message.contains("while it counted"), counted.error().message.c_str());
    QVERIFY(!client.count({test, codeThat("illegal 1")}).has_value());
    QVERIFY(measure(client, test, "twice 6").valid());
  }

  void aCountThatNobodyWaitsForIsGivenUp() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    {
      Asking gone(socket());
      gone.ask({test, codeThat("hang 1")});
      QTest::qWait(500);
    }
    const QDeadlineTimer soon(patience); // and not after the minutes that a replay may take while it is counted
    QVERIFY(measure(client, test, "twice 6").valid());
    QVERIFY(!soon.hasExpired());
  }

  /// GEVO_DEATHS sets the number of crashes.
  void recoversFromManyCrashes() {
    const int deaths = qEnvironmentVariableIntValue("GEVO_DEATHS") > 0 ? qEnvironmentVariableIntValue("GEVO_DEATHS") : 50;
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    for (int time = 1; time <= deaths; ++time)
      QVERIFY(measure(client, test, fmt::format("illegal {}", time)).reason == Reason::OutOfBounds);
    QVERIFY(measure(client, test, "twice 5").valid());
    QCOMPARE(client.describe()->use.deaths, std::uint64_t(deaths));
    // No process is left behind: this one has a context and spares.
    QTRY_COMPARE_WITH_TIMEOUT(children().size(), 1 + SparePolicy::most, patience);
    cleanup();
    QCOMPARE(children().size(), 0U);
  }

  void consecutiveCrashesFindASpare() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    for (int time = 1; time < 4; ++time) QVERIFY(measure(client, test, fmt::format("illegal {}", time)).reason == Reason::OutOfBounds);
    QTRY_COMPARE_WITH_TIMEOUT(opened().size(), 3 + 1 + SparePolicy::most, patience);
    driver_.order("fail cuDevicePrimaryCtxRetain 2"); // whatever serves from here on was open before
    for (std::size_t time = 4; time < 4 + SparePolicy::most; ++time)
      QVERIFY(measure(client, test, fmt::format("illegal {}", time)).reason == Reason::OutOfBounds);
    QVERIFY(measure(client, test, "twice 5").valid());
  }

  void crashedSpareIsReplaced() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    QTRY_COMPARE_WITH_TIMEOUT(opened().size(), 2U, patience);
    ::kill(children().back(), SIGKILL); // the younger: the spare
    QTRY_COMPARE_WITH_TIMEOUT(opened().size(), 3U, patience);
    QTRY_COMPARE_WITH_TIMEOUT(children().size(), 2U, patience);
    driver_.order("fail cuDevicePrimaryCtxRetain 2");
    QVERIFY(measure(client, test, "illegal 5").reason == Reason::OutOfBounds);
    QVERIFY(measure(client, test, "twice 5").valid());
  }

  void keepsOneSpareWhenMemoryIsShort() {
    logOpened("free 1000");
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    for (int time = 1; time < 8; ++time) QVERIFY(measure(client, test, fmt::format("illegal {}", time)).reason == Reason::OutOfBounds);
    QVERIFY(measure(client, test, "twice 5").valid());
    QTRY_COMPARE_WITH_TIMEOUT(children().size(), 2U, patience);
  }

  void waitsForAnEndingProcessWhenNoSpareFits() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    QTRY_COMPARE_WITH_TIMEOUT(opened().size(), 2U, patience);
    logOpened("fail cuMemCreate 2 new"); // the spare that is there may not have taken its memory yet
    ::kill(children().back(), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(opened().size(), 3U, patience);
    QTRY_COMPARE_WITH_TIMEOUT(children().size(), 1U, patience); // it could not take the test's memory, and was given up
    logOpened();
    for (int time = 1; time < 4; ++time) {
      QVERIFY(measure(client, test, fmt::format("illegal {}", time)).reason == Reason::OutOfBounds);
      QVERIFY(measure(client, test, fmt::format("twice {}", time)).valid());
    }
    QCOMPARE(children().size(), 1U);
  }

  void equalCodeIsMeasuredOnceUnlessRemeasured() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    const Measurement first = measure(client, test, "uneven 5");
    QCOMPARE(measure(client, test, "uneven 5").ratios, first.ratios);
    QCOMPARE(client.describe()->use.reused, std::uint64_t(1));
    const Measurement again = measure(client, test, "uneven 5", true);
    QVERIFY(again.ratios.size() > first.ratios.size());
    QCOMPARE(std::vector<float>(again.ratios.begin(), again.ratios.begin() + std::ptrdiff_t(first.ratios.size())), first.ratios);
  }

  void measuresMoreForASmallerError() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    const Measurement rough = measure(client, test, "uneven 30");
    QVERIFY(rough.valid() && rough.relativeError > 0.002);
    const MeasureOrder order{.test = test, .image = codeThat("uneven 30"), .relativeError = 0.002, .exactly = true};
    const Measurement exact = client.measure(order).value();
    QVERIFY(exact.relativeError <= 0.002);
    QCOMPARE(client.measure(order)->ratios, exact.ratios); // known well enough now
  }

  void manyWorkersShareOneGpu() {
    constexpr int workers = 4;
    std::atomic<int> right = 0;
    {
      std::latch begin(workers);
      std::vector<std::jthread> threads;
      for (int worker = 0; worker < workers; ++worker)
        threads.emplace_back([&, worker] {
          GpuClient client = connect();
          begin.arrive_and_wait();
          const Hash128 test = prepare(client);
          for (int job = 0; job < 5; ++job) {
            const int time = 10 * worker + job + 1;
            if (job == worker) right += measure(client, test, fmt::format("illegal {}", time)).reason == Reason::OutOfBounds;
            right += qRound(measure(client, test, fmt::format("twice {}", time)).microseconds) == time;
          }
        });
    }
    QCOMPARE(right.load(), workers * 6);
  }

  void aRecipeThatOneClientSendsServesAll() {
    const TestRecipe recipe = SmallTest().recipe(codeThat("twice 10"));
    Asking first(socket());
    first.ask(recipe, false);
    QVERIFY(first.reply().needsRecipe);
    Asking second(socket());
    second.ask(recipe, false);
    first.ask(recipe, true);
    QCOMPARE(qRound(first.reply().microseconds), 10);
    const PrepareReply waited = second.reply();
    QVERIFY(!waited.needsRecipe);
    QCOMPARE(qRound(waited.microseconds), 10);
  }

  void anotherClientIsAskedForARecipeIfTheFirstIsGone() {
    const TestRecipe recipe = SmallTest().recipe(codeThat("twice 10"));
    auto first = std::make_unique<Asking>(socket());
    first->ask(recipe, false);
    QVERIFY(first->reply().needsRecipe);
    Asking second(socket());
    second.ask(recipe, false);
    first.reset();
    QVERIFY(second.reply().needsRecipe);
    second.ask(recipe, true);
    QCOMPARE(qRound(second.reply().microseconds), 10);
  }

  /// Each configuration is timed beside the program's own, which a process that takes over has to learn about first.
  void aConfigurationIsPreparedByAProcessThatKnowsNothingYet() {
    GpuClient client = connect();
    const Hash128 own = prepare(client);
    QVERIFY(measure(client, own, "illegal 1").reason == Reason::OutOfBounds);
    TestRecipe recipe = SmallTest().recipe(codeThat("twice 5"));
    recipe.own = own;
    const Result<PreparedOnGpu> configured = client.prepare(recipe);
    QVERIFY2(configured.has_value(), configured ? "" : configured.error().message.c_str());
    QCOMPARE(qRound(configured->reply.microseconds), 5);
    QCOMPARE(qRound(measure(client, configured->test, "twice 4").microseconds), 4);
  }

  void testsThatWereNotAdoptedInAdvanceAreStillKnown() {
    GpuClient client = connect();
    std::vector<Hash128> tests;
    for (int time = 10; time < 20; ++time) {
      const Result<PreparedOnGpu> made = client.prepare(SmallTest().recipe(codeThat(fmt::format("twice {}", time))));
      QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
      tests.push_back(made->test);
    }
    QVERIFY(measure(client, tests.back(), "illegal 1").reason == Reason::OutOfBounds);
    for (const Hash128& test : tests) QVERIFY(measure(client, test, "twice 5").valid());
  }

  void workerCrashLeavesTheGpuToOthers() {
    GpuClient client = connect();
    const Hash128 test = prepare(client);
    {
      GpuClient other = connect();
      (void)other;
    }
    QVERIFY(measure(client, test, "twice 5").valid());
  }

  void openingFailureIsReportedToAllClients() {
    cleanup();
    driver_.order("fail cuDevicePrimaryCtxRetain 2");
    start();
    GpuClient client = connect();
    const Result<GpuDescription> description = client.describe();
    QVERIFY(!description.has_value());
    QVERIFY(description.error().message.find("CUDA_ERROR_OUT_OF_MEMORY") != std::string::npos);
    QVERIFY(!client.prepare(SmallTest().recipe(codeThat("twice 10"))).has_value());
  }

  void crashingOriginalIsReportedAndTheNextTestWorks() {
    GpuClient client = connect();
    const Result<PreparedOnGpu> bad = client.prepare(SmallTest().recipe(codeThat("illegal 10")));
    QVERIFY(!bad.has_value());
    QVERIFY(bad.error().message.find("does not run on") != std::string::npos);
    QVERIFY(measure(client, prepare(client), "twice 5").valid());
  }
};

QTEST_GUILESS_MAIN(GpuServerTest)
#include "gpu_server_test.moc"

/// Forked runs of a program are compared with plain starts of it.

#include "core/kernel/host_run/fork_servers.h"
#include "core/kernel/process/program_limits.h"

#include <QtTest>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gevo;
using namespace gevo::program;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class ForkServersTest : public QObject {
  Q_OBJECT

  std::optional<ScratchFolder> place_;
  std::optional<sandbox::ProgramLimits> limits_;

  fs::path folder() const { return place_->path() / "own"; }
  fs::path printed() const { return place_->path() / "printed"; }

  Command command(const std::string& what, const WorkLimit& limit = 60s) const {
    std::vector<std::string> arguments{GEVO_FORKED_PROGRAM, what};
    if (what == "writes elsewhere") arguments.push_back((place_->path() / "outside.txt").string());
    return {std::move(arguments), folder(), {"GEVO_TEST=of this run"}, limit, &*limits_, -1};
  }

  Finished plainly(const Command& command) const { return runCommand(command, printed()).value(); }

  Finished forked(ForkServers& servers, const Command& command) const {
    ForkServer* const server = servers.serverFor(command);
    if (server == nullptr) qFatal("it is not served");
    return servers.run(server, command, printed()).value();
  }

  static void compare(const Finished& forked, const Finished& plain) {
    QCOMPARE(forked.exitCode, plain.exitCode);
    QCOMPARE(forked.signal, plain.signal);
    QCOMPARE(forked.state, plain.state);
    QCOMPARE(forked.output, plain.output);
    QCOMPARE(forked.errors, plain.errors);
  }

  fs::path script(const std::string& text) const {
    const fs::path path = place_->path() / "script.sh";
    if (!writeFile(path, "#!/bin/sh\n" + text)) qFatal("no script");
    ::chmod(path.c_str(), 0700);
    return path;
  }

private slots:
  void initTestCase() {
    place_.emplace(ScratchFolder::make().value());
    fs::create_directories(folder());
    fs::create_directories(printed());
    limits_.emplace(sandbox::ProgramLimits::within(folder()).value());
  }

  void forkedRunsEqualPlainStarts_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"", "surroundings", "descriptors", "fails", "crashes", "is killed", "leaves", "threads", "exits late", "forks",
                             "writes", "writes elsewhere", "buffers", "counts"})
      QTest::newRow(what) << what;
  }
  void forkedRunsEqualPlainStarts() {
    QFETCH(QString, what);
    const Command asked = command(what.toStdString());
    const fs::path written = folder() / "left-behind.txt";
    const auto contents = [&] { return readFile(written).value_or("nothing"); };
    const std::string expected = what == "writes" ? "mine" : "nothing";
    fs::remove(written);
    const Finished plain = plainly(asked);
    QCOMPARE(contents(), expected);
    QVERIFY2(plain.output.starts_with("made\n") || plain.signal != 0 || what == "leaves" || what == "exits late", plain.output.c_str());
    ForkServers servers;
    for (int i = 0; i < 3; ++i) {
      fs::remove(written);
      compare(forked(servers, asked), plain);
      QCOMPARE(contents(), expected);
    }
  }

  void limitsEndForkedRuns_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("state");
    QTest::newRow("busy") << "hangs" << int(WorkState::UsedUp);
    QTest::newRow("idle") << "sleeps" << int(WorkState::Idle);
    QTest::newRow("tries to join the group of its parent") << "leaves its group" << int(WorkState::UsedUp);
    QTest::newRow("with what it started") << "forks and hangs" << int(WorkState::UsedUp);
  }
  void limitsEndForkedRuns() {
    QFETCH(QString, what);
    QFETCH(int, state);
    const Command asked = command(what.toStdString(), {200ms, 300ms});
    ForkServers servers;
    const pid_t server = servers.serverFor(asked)->process();
    const Finished finished = forked(servers, asked);
    QCOMPARE(int(finished.state), state);
    QCOMPARE(finished.signal, SIGKILL);
    QVERIFY(finished.state != WorkState::UsedUp || finished.processorTime >= 200ms);
    QCOMPARE(servers.serverFor(asked)->process(), server); // it goes on
  }

  void aForkedRunGetsItsDescriptor() {
    Descriptor file(::open((place_->path() / "file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    Command asked = command("descriptors");
    asked.inherited = file.get();
    const Finished plain = plainly(asked);
    QVERIFY2(plain.output.find("\n" + std::to_string(file.get()) + " with") != std::string::npos, plain.output.c_str());
    ForkServers servers;
    for (int i = 0; i < 2; ++i) compare(forked(servers, asked), plain);
    asked.inherited = -1;
    compare(forked(servers, asked), plainly(asked));
  }

  void eachListOfArgumentsHasAServer() {
    ForkServers servers;
    const pid_t first = servers.serverFor(command("fails"))->process();
    QVERIFY(servers.startsFor(command("leaves")));
    QVERIFY(servers.serverFor(command("leaves"))->process() != first);
    QCOMPARE(servers.serverFor(command("fails"))->process(), first);
  }

  void listsBeyondTheMostAreStartedPlainly() {
    ForkServers servers;
    for (int i = 0; i < 8; ++i) QVERIFY(servers.serverFor(command(std::to_string(i))) != nullptr);
    const Command asked = command("fails");
    QVERIFY(!servers.startsFor(asked));
    QVERIFY(servers.serverFor(asked) == nullptr);
    compare(servers.run(nullptr, asked, printed()).value(), plainly(asked));
    compare(forked(servers, command("0")), plainly(command("0"))); // the others go on
  }

  void aKilledServerIsReplaced() {
    ForkServers servers;
    const Command asked = command("fails");
    const pid_t first = servers.serverFor(asked)->process();
    QCOMPARE(::kill(first, SIGKILL), 0);
    compare(forked(servers, asked), plainly(asked)); // by a plain start
    const ForkServer* const second = servers.serverFor(asked);
    QVERIFY(second != nullptr && second->process() != first);
    compare(forked(servers, asked), plainly(asked));
  }

  void aServerThatIsKilledAgainAndAgainIsGivenUp() {
    ForkServers servers;
    const Command asked = command("fails");
    int kills = 0;
    while (ForkServer* const server = servers.serverFor(asked)) {
      ::kill(server->process(), SIGKILL);
      QCOMPARE(servers.run(server, asked, printed())->exitCode, 3);
      QVERIFY(++kills < 10);
    }
    QVERIFY(!servers.startsFor(asked));
    compare(servers.run(nullptr, asked, printed()).value(), plainly(asked));
  }

  void whatCantBeServedIsStartedPlainly_data() {
    QTest::addColumn<QString>("program");
    QTest::newRow("no program of ours") << "/bin/true";
    QTest::newRow("a script that starts one") << QString::fromStdString(script(GEVO_FORKED_PROGRAM " fails\nexit $?\n").string());
    QTest::newRow("a library's code runs before main") << GEVO_EARLY_PROGRAM;
  }
  void whatCantBeServedIsStartedPlainly() {
    QFETCH(QString, program);
    Command asked = command("");
    asked.arguments = {program.toStdString()};
    ForkServers servers;
    QVERIFY(servers.serverFor(asked) == nullptr);
    QVERIFY(!servers.startsFor(asked)); // is not tried again
    compare(servers.run(nullptr, asked, printed()).value(), plainly(asked));
  }

  void answersOfOtherProcessesAreNotTrusted_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("starts");
    QTest::newRow("a child answers the start") << "child starts" << false;
    QTest::newRow("an answer of another form") << "names a process" << false;
    QTest::newRow("the server answers for its fork") << "server answers" << true;
    QTest::newRow("a child answers for its fork") << "child answers" << true;
    QTest::newRow("the fork is in the server's group") << "fork stays" << true;
    QTest::newRow("the fork ends without an answer") << "fork ends" << true;
  }
  void answersOfOtherProcessesAreNotTrusted() {
    QFETCH(QString, what);
    QFETCH(bool, starts);
    Command asked = command(what.toStdString());
    asked.arguments.front() = GEVO_FALSE_SERVER;
    const auto begun = std::chrono::steady_clock::now();
    ForkServers servers;
    ForkServer* const server = servers.serverFor(asked);
    QCOMPARE(server != nullptr, starts);
    QCOMPARE(servers.run(server, asked, printed())->exitCode, 7); // of a plain start
    QVERIFY(servers.isEmpty());
    QVERIFY(std::chrono::steady_clock::now() - begun < 8s); // noticed, not waited for
    siginfo_t ended{};
    QVERIFY(::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) < 0); // all are reaped
  }

  void aForkThatHasNoRoomForDescriptorsSaysSo() {
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit few = before;
    few.rlim_cur = 256;
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
    ForkServers servers;
    ForkServer* const server = servers.serverFor(command("fails"));
    ::setrlimit(RLIMIT_NOFILE, &before);
    QVERIFY(server != nullptr);
    const auto refused = server->run(60s, -1, printed());
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.starts_with("the program can't be forked: "), refused.error().message.c_str());
  }

  void abandonedServersEnd() {
    ForkServers servers;
    QVERIFY(servers.isEmpty());
    const pid_t server = servers.serverFor(command(""))->process();
    QVERIFY(!servers.isEmpty());
    servers.abandon();
    QVERIFY(servers.isEmpty());
    QVERIFY(::kill(server, 0) != 0);
    QVERIFY(servers.serverFor(command("")) == nullptr);
  }
};

QTEST_GUILESS_MAIN(ForkServersTest)
#include "fork_servers_test.moc"

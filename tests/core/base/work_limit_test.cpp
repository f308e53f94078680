#include "core/base/work_limit.h"

#include <QtTest>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace gevo;
using namespace std::chrono_literals;

namespace {

/// A child that works, or only waits, until this goes.
class Child {
public:
  explicit Child(bool works) : id_(fork()) {
    if (id_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (true)
      if (!works) pause();
  }
  ~Child() {
    if (id_ <= 0) return; // kill(-1, ...) would reach every process
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  int id() const { return id_; }

private:
  pid_t id_;
};

/// The first state that is not Working.
WorkState endOf(WorkWatch& watch) {
  WorkState state = WorkState::Working;
  while ((state = watch.check()) == WorkState::Working) std::this_thread::sleep_for(watch.interval());
  return state;
}

} // namespace

class WorkLimitTest : public QObject {
  Q_OBJECT
private slots:
  void workUsesTheProcessorTimeUp() {
    const Child child(true);
    WorkWatch watch(child.id(), {50ms, 10min});
    QCOMPARE(endOf(watch), WorkState::UsedUp);
    QVERIFY(watch.processorTime() >= 50ms);
  }

  void waitingIsIdle() {
    const Child child(false);
    WorkWatch watch(child.id(), {1min, 50ms});
    QCOMPARE(endOf(watch), WorkState::Idle);
  }

  void beginningAgainForgetsWhatWasUsed() {
    const Child child(true);
    WorkWatch watch(child.id(), {50ms, 10min});
    QCOMPARE(endOf(watch), WorkState::UsedUp);
    watch.begin({1h, 10min});
    QCOMPARE(watch.check(), WorkState::Working);
    QVERIFY(watch.processorTime() < 10min);
  }

  void nothingWatchedAlwaysWorks() {
    WorkWatch watch;
    QCOMPARE(watch.check(), WorkState::Working);
  }

  void statesAreDescribed() {
    QCOMPARE(describe(WorkState::Idle, {1min, 600s}), std::string("did nothing for 600 s"));
    QCOMPARE(describe(WorkState::UsedUp, {90s}), std::string("had used 90 s of processor time and was still running"));
  }
};

QTEST_GUILESS_MAIN(WorkLimitTest)
#include "work_limit_test.moc"

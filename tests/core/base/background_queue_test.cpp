#include <QTest>

#include "core/base/background_queue.h"

#include <atomic>
#include <chrono>
#include <future>
#include <latch>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

using namespace gevo;

namespace {

/// Blocks the queue's first job until the test opens it.
class Gate {
public:
  void hold() {
    entered_.set_value();
    opened_.get_future().wait();
  }
  void waitUntilEntered() { entered_.get_future().wait(); }
  void open() { opened_.set_value(); }

private:
  std::promise<void> entered_;
  std::promise<void> opened_;
};

/// In a job: for `cancel` or the end of its queue. False if that never comes.
bool waitUntilStopped(const std::stop_token& stop) {
  std::promise<void> stopped;
  const std::stop_callback whenStopped(stop, [&] { stopped.set_value(); });
  return stopped.get_future().wait_for(std::chrono::minutes(1)) == std::future_status::ready;
}

bool is(const std::string& job, char letter) { return job[0] == letter; }

} // namespace

class BackgroundQueueTest : public QObject {
  Q_OBJECT

private slots:
  void init() {
    gate_ = std::make_unique<Gate>();
    done_ = std::make_unique<std::promise<void>>();
    performed_.clear();
  }
  void jobsArePerformedInOrderOnOneThread();
  void aJobMayOvertakeOthers();
  void droppedJobsAreNotPerformed();
  void theNewestAreKept();
  void cancelStopsTheJobThatIsPerformed();
  void cancelledJobsArePerformedNevertheless();
  void jobsAfterACancelAreNotCancelled();
  void aJobMayPushAnother();
  void jobsOfSeveralThreadsArePerformedOnceEach();
  void cancelledJobsMayUseTheQueueWhenTheyAreStopped();
  void jobsMayBeMoveOnly();
  void destructionStopsTheJobAndDropsTheOthers();
  void queuedJobsArePerformedBeforeDestruction();
  void destructionStopsQueuedJobsThatItPerforms();
  void jobsPushedDuringDestructionAreTreatedAsQueuedOnes_data();
  void jobsPushedDuringDestructionAreTreatedAsQueuedOnes();

private:
  using Queue = BackgroundQueue<std::string>;

  /// Performs "held" by waiting at the gate and notes the names of all others.
  auto noting() {
    return [this](std::string& job, const std::stop_token& stop) {
      if (job == "held") return gate_->hold();
      performed_ += job + (stop.stop_requested() ? "! " : " ");
      if (job == "last") done_->set_value();
    };
  }
  void waitForLast() { done_->get_future().wait(); }

  std::unique_ptr<Gate> gate_;
  std::unique_ptr<std::promise<void>> done_;
  std::string performed_; ///< of the queue's thread until "last" is done
};

void BackgroundQueueTest::jobsArePerformedInOrderOnOneThread() {
  std::vector<std::thread::id> threads;
  std::promise<void> done;
  {
    BackgroundQueue<int> queue([&](int& job, const std::stop_token&) {
      threads.push_back(std::this_thread::get_id());
      performed_ += std::to_string(job);
      if (job == 5) done.set_value();
    });
    for (int job = 1; job <= 5; ++job) queue.push(job);
    done.get_future().wait();
  }
  QCOMPARE(performed_, std::string("12345"));
  QCOMPARE(std::ranges::count(threads, threads.front()), 5);
  QVERIFY(threads.front() != std::this_thread::get_id());
}

void BackgroundQueueTest::aJobMayOvertakeOthers() {
  Queue queue(noting());
  queue.push("held");
  gate_->waitUntilEntered();
  for (const char* job : {"a1", "b1", "a2", "b2"}) queue.push(job);
  queue.pushBefore("first b", [](const std::string& job) { return is(job, 'b'); });
  queue.pushBefore("last", [](const std::string& job) { return is(job, 'c'); });
  gate_->open();
  waitForLast();
  QCOMPARE(performed_, std::string("a1 first b b1 a2 b2 last "));
}

void BackgroundQueueTest::droppedJobsAreNotPerformed() {
  Queue queue(noting());
  queue.push("held");
  gate_->waitUntilEntered();
  for (const char* job : {"a1", "b1", "a2", "last"}) queue.push(job);
  queue.drop([](const std::string& job) { return is(job, 'a'); });
  gate_->open();
  waitForLast();
  QCOMPARE(performed_, std::string("b1 last "));
}

void BackgroundQueueTest::theNewestAreKept() {
  Queue queue(noting());
  queue.push("held");
  gate_->waitUntilEntered();
  for (const char* job : {"a1", "b1", "a2", "a3", "last"}) queue.push(job);
  queue.drop([](const std::string& job) { return is(job, 'a'); }, 2);
  queue.drop([](const std::string& job) { return is(job, 'b'); }, 2); // there are fewer
  gate_->open();
  waitForLast();
  QCOMPARE(performed_, std::string("b1 a2 a3 last "));
}

void BackgroundQueueTest::cancelStopsTheJobThatIsPerformed() {
  std::promise<void> entered;
  std::promise<void> stopped;
  BackgroundQueue<int> queue([&](int&, const std::stop_token& stop) {
    const std::stop_callback whenStopped(stop, [&] { stopped.set_value(); });
    entered.set_value();
    stopped.get_future().wait();
  });
  queue.push(1);
  entered.get_future().wait();
  queue.cancel(); // else the destructor would wait for ever
}

void BackgroundQueueTest::cancelledJobsArePerformedNevertheless() {
  Queue queue(noting());
  queue.push("held");
  gate_->waitUntilEntered();
  for (const char* job : {"a", "last"}) queue.push(job);
  queue.cancel();
  gate_->open();
  waitForLast();
  QCOMPARE(performed_, std::string("a! last! "));
}

void BackgroundQueueTest::jobsAfterACancelAreNotCancelled() {
  Queue queue(noting());
  queue.cancel(); // without jobs
  queue.push("held");
  gate_->waitUntilEntered();
  queue.cancel();
  queue.push("last");
  gate_->open();
  waitForLast();
  QCOMPARE(performed_, std::string("last "));
}

void BackgroundQueueTest::aJobMayPushAnother() {
  Queue* self = nullptr;
  Queue queue([&](std::string& job, const std::stop_token&) {
    performed_ += job + ' ';
    if (job == "first") self->push("second");
    if (job == "second") done_->set_value();
  });
  self = &queue;
  queue.push("first");
  waitForLast();
  QCOMPARE(performed_, std::string("first second "));
}

void BackgroundQueueTest::jobsOfSeveralThreadsArePerformedOnceEach() {
  constexpr int threadCount = 4;
  constexpr int jobsEach = 200;
  std::vector<int> performed;
  {
    BackgroundQueue<int> queue([&](int& job, const std::stop_token&) { performed.push_back(job); }, AtEnd::Perform);
    std::latch start(threadCount);
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < threadCount; ++thread)
      threads.emplace_back([&, thread] {
        start.arrive_and_wait();
        for (int job = 0; job < jobsEach; ++job) queue.push(thread * jobsEach + job);
      });
  }
  std::ranges::sort(performed);
  std::vector<int> expected(threadCount * jobsEach);
  std::iota(expected.begin(), expected.end(), 0);
  QCOMPARE(performed, expected);
}

void BackgroundQueueTest::cancelledJobsMayUseTheQueueWhenTheyAreStopped() {
  Queue* self = nullptr;
  std::promise<void> entered;
  Queue queue([&](std::string& job, const std::stop_token& stop) {
    performed_ += job + ' ';
    if (job == "last") return done_->set_value();
    std::promise<void> stopped;
    const std::stop_callback whenStopped(stop, [&] {
      self->drop([](const std::string& other) { return is(other, 'a'); });
      self->push("last");
      stopped.set_value();
    });
    entered.set_value();
    stopped.get_future().wait();
  });
  self = &queue;
  for (const char* job : {"first", "a", "b"}) queue.push(job);
  entered.get_future().wait();
  queue.drop([](const std::string& job) { return is(job, 'b'); });
  queue.cancel(); // would wait for ever if it called back under its own lock
  waitForLast();
  QCOMPARE(performed_, std::string("first last "));
}

void BackgroundQueueTest::jobsMayBeMoveOnly() {
  BackgroundQueue<std::promise<int>> queue([](std::promise<int>& reply, const std::stop_token&) { reply.set_value(7); });
  std::promise<int> reply;
  std::future<int> answered = reply.get_future();
  queue.push(std::move(reply));
  QCOMPARE(answered.get(), 7);
}

void BackgroundQueueTest::destructionStopsTheJobAndDropsTheOthers() {
  std::promise<void> entered;
  std::atomic<int> performed = 0;
  {
    BackgroundQueue<int> queue([&](int&, const std::stop_token& stop) {
      ++performed;
      std::promise<void> stopped;
      const std::stop_callback whenStopped(stop, [&] { stopped.set_value(); });
      entered.set_value();
      stopped.get_future().wait();
    });
    for (int job = 1; job <= 3; ++job) queue.push(job);
    entered.get_future().wait();
  }
  QCOMPARE(performed.load(), 1);
}

void BackgroundQueueTest::queuedJobsArePerformedBeforeDestruction() {
  {
    Queue queue(noting(), AtEnd::Perform);
    queue.push("held");
    gate_->waitUntilEntered();
    for (const char* job : {"a", "b", "last"}) queue.push(job);
    gate_->open();
  }
  performed_.erase(std::remove(performed_.begin(), performed_.end(), '!'), performed_.end()); // each may or may not be cancelled
  QCOMPARE(performed_, std::string("a b last "));
}

void BackgroundQueueTest::destructionStopsQueuedJobsThatItPerforms() {
  int stopped = 0;
  std::promise<void> entered;
  {
    BackgroundQueue<int> queue(
        [&](int& job, const std::stop_token& stop) {
          if (job == 1) entered.set_value();
          stopped += waitUntilStopped(stop); // so the second one starts when destruction has begun
        },
        AtEnd::Perform);
    for (int job = 1; job <= 3; ++job) queue.push(job);
    entered.get_future().wait();
  }
  QCOMPARE(stopped, 3);
}

void BackgroundQueueTest::jobsPushedDuringDestructionAreTreatedAsQueuedOnes_data() {
  QTest::addColumn<bool>("perform");
  QTest::addColumn<std::string>("performed");
  QTest::newRow("dropped") << false << std::string("first ");
  QTest::newRow("performed, with a stopped token") << true << std::string("first late! ");
}

void BackgroundQueueTest::jobsPushedDuringDestructionAreTreatedAsQueuedOnes() {
  QFETCH(bool, perform);
  QFETCH(std::string, performed);
  std::promise<void> entered;
  {
    Queue* self = nullptr;
    Queue queue(
        [&](std::string& job, const std::stop_token& stop) {
          performed_ += job + (stop.stop_requested() ? "! " : " ");
          if (job != "first") return;
          entered.set_value();
          waitUntilStopped(stop);
          self->push("late");
        },
        perform ? AtEnd::Perform : AtEnd::Drop);
    self = &queue;
    queue.push("first");
    entered.get_future().wait();
  }
  QCOMPARE(performed_, performed);
}

QTEST_GUILESS_MAIN(BackgroundQueueTest)
#include "background_queue_test.moc"

#include "core/kernel/simulator/execute/memory/launch_clock.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <rapidcheck.h>

using namespace gevo::sim;

namespace {

constexpr unsigned threads = 3;

/// What a clock says, in the plainest way.
using Plain = std::map<std::uint32_t, ThreadEpochs>;

void add(Plain& plain, std::uint32_t block, const ThreadEpochs& epochs) {
  ThreadEpochs& known = plain.try_emplace(block, threads, 0).first->second;
  std::ranges::transform(known, epochs, known.begin(), [](std::uint32_t x, std::uint32_t y) { return std::max(x, y); });
}

struct Pair {
  LaunchClock clock;
  Plain plain;
  void add(std::uint32_t block, const ThreadEpochs& epochs) {
    clock.add(block, std::make_shared<const ThreadEpochs>(epochs));
    ::add(plain, block, epochs);
  }
  void join(const Pair& other) {
    clock.join(other.clock);
    for (const auto& [block, epochs] : other.plain) ::add(plain, block, epochs);
  }
};

/// Near each other and far apart: blocks that share nodes of the tree, and those that do not.
rc::Gen<std::uint32_t> blocks() {
  return rc::gen::oneOf(rc::gen::inRange<std::uint32_t>(0, 70), rc::gen::element<std::uint32_t>(1023, 1024, 32768, 0xffffffff));
}

} // namespace

/// A clock covers what was added to it and to the clocks that it joined, and nothing else.
class LaunchClockTest : public QObject {
  Q_OBJECT
private slots:
  void coversWhatWasAddedAndJoined() {
    QVERIFY(rc::check([] {
      std::vector<Pair> pairs(4);
      const auto steps = *rc::gen::inRange(1, 60);
      for (int step = 0; step < steps; ++step) {
        Pair& one = pairs[*rc::gen::inRange<std::size_t>(0, pairs.size())];
        const Pair& other = pairs[*rc::gen::inRange<std::size_t>(0, pairs.size())];
        const int choice = *rc::gen::inRange(0, 3);
        if (choice == 0) one.join(other);
        if (choice == 1) one = Pair(other);
        if (choice == 2) one.add(*blocks(), *rc::gen::container<ThreadEpochs>(std::size_t{threads}, rc::gen::inRange<std::uint32_t>(0, 4)));
      }
      for (const Pair& pair : pairs)
        for (const std::uint32_t block : {0U, 1U, 31U, 32U, 33U, 69U, 1023U, 1024U, 32768U, 0xffffffffU})
          for (unsigned thread = 0; thread < threads; ++thread)
            for (std::uint32_t epoch = 0; epoch < 5; ++epoch) {
              const auto known = pair.plain.find(block);
              RC_ASSERT(pair.clock.covers(block, thread, epoch) == (known != pair.plain.end() && epoch < known->second[thread]));
            }
    }));
  }
};

QTEST_GUILESS_MAIN(LaunchClockTest)
#include "launch_clock_test.moc"

#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace gevo;
using namespace gevo::testing;

namespace {

enum CellState { Healthy, Incubating, Expressing, Apoptotic, Dead };
enum Purpose { Place = 1, Enter, Life, Bind, Direction, Bid, Infect, Period };
constexpr int columns = 7; // of the history: five states, T cells, those that entered

/// The model, point after point.
class Tissue {
public:
  Tissue(int width, int height, std::vector<float> virions, std::uint32_t seed)
      : width_(width), height_(height), seed_(seed), virions(std::move(virions)), signal(points()), states(points()), timers_(points()),
        tCells(points()), bound_(points()) {}

  void step() {
    history.resize(history.size() + columns);
    if (step_ >= 8) enter();
    bindOrMove();
    for (std::size_t i = 0; i < points(); ++i) {
      if (tCells[i] > 0) --tCells[i];
      bound_[i] = tCells[i] == 0 ? 0 : std::max(bound_[i] - 1, 0);
      age(i);
      if (states[i] == Incubating || states[i] == Expressing) virions[i] += 40;
      if (states[i] == Expressing || states[i] == Apoptotic) signal[i] = std::min(signal[i] + 0.5F, 1.0F);
    }
    virions = spread(virions, 0.3F, 0.03F, 0.01F);
    signal = spread(signal, 0.8F, 0.05F, 0.0001F);
    int* counts = history.data() + history.size() - columns;
    for (std::size_t i = 0; i < points(); ++i) {
      ++counts[states[i]];
      if (tCells[i] > 0) ++counts[5];
    }
    ++step_;
  }

private:
  int width_;
  int height_;
  std::uint32_t seed_;
  int step_ = 0;

public:
  std::vector<float> virions;
  std::vector<float> signal;
  std::vector<int> states;

private:
  std::vector<int> timers_;

public:
  std::vector<int> tCells;
  std::vector<int> history;

private:
  std::vector<int> bound_;

  std::size_t points() const { return static_cast<std::size_t>(width_) * height_; }

  static std::uint32_t mix(std::uint32_t bits) {
    bits = (bits ^ (bits >> 16)) * 0x7feb352d;
    bits = (bits ^ (bits >> 15)) * 0x846ca68b;
    return bits ^ (bits >> 16);
  }
  std::uint32_t bits(std::size_t point, Purpose purpose) const {
    return mix(mix(mix(seed_ ^ purpose * 0x9e3779b9U) + step_) + static_cast<std::uint32_t>(point));
  }
  float share(std::size_t point, Purpose purpose) const { return static_cast<float>(bits(point, purpose) >> 8) / 16777216.0F; }
  int period(std::size_t point, Purpose purpose, int longest) const { return 1 + static_cast<int>(bits(point, purpose) % longest); }

  std::vector<std::size_t> neighbours(std::size_t point) const {
    const int x = static_cast<int>(point) % width_;
    const int y = static_cast<int>(point) / width_;
    std::vector<std::size_t> found;
    for (int row = std::max(y - 1, 0); row <= std::min(y + 1, height_ - 1); ++row)
      for (int column = std::max(x - 1, 0); column <= std::min(x + 1, width_ - 1); ++column)
        if (row != y || column != x) found.push_back(static_cast<std::size_t>(row) * width_ + column);
    return found;
  }

  void enter() {
    for (std::size_t attempt = 0; attempt < points() / 20 + 1; ++attempt) {
      const std::size_t point = bits(attempt, Place) % points();
      if (signal[point] < 0.0001F || share(attempt, Enter) >= signal[point] || tCells[point] != 0) continue;
      tCells[point] = period(point, Life, 60);
      ++history[history.size() - columns + 6];
    }
  }

  void bindOrMove() {
    std::map<std::size_t, std::pair<std::uint32_t, std::size_t>> bids; // by point: the smallest so far, and its bidder
    for (std::size_t i = 0; i < points(); ++i) {
      if (tCells[i] == 0 || bound_[i] > 0) continue;
      if (states[i] == Expressing || (states[i] == Incubating && share(i, Bind) < 0.3F)) {
        bound_[i] = 3;
        states[i] = Apoptotic;
        timers_[i] = period(i, Period, 6);
        continue;
      }
      const int direction = static_cast<int>(bits(i, Direction) % 9);
      const int x = static_cast<int>(i) % width_ + direction % 3 - 1;
      const int y = static_cast<int>(i) / width_ + direction / 3 - 1;
      if (x < 0 || y < 0 || x >= width_ || y >= height_) continue;
      const std::size_t target = static_cast<std::size_t>(y) * width_ + x;
      if (tCells[target] != 0) continue;
      const auto [bid, isFirst] = bids.try_emplace(target, bits(i, Bid) >> 24, i);
      if (!isFirst) bid->second = std::min(bid->second, {bits(i, Bid) >> 24, i});
    }
    for (const auto& [target, bid] : bids) tCells[target] = std::exchange(tCells[bid.second], 0);
  }

  void age(std::size_t i) {
    if (states[i] == Healthy) {
      if (share(i, Infect) < virions[i] * 0.002F) become(i, Incubating, 8);
    } else if (states[i] != Dead && --timers_[i] == 0) {
      if (states[i] == Incubating)
        become(i, Expressing, 16);
      else
        states[i] = Dead;
    }
  }
  void become(std::size_t i, CellState state, int longest) {
    states[i] = state;
    timers_[i] = period(i, Period, longest);
  }

  std::vector<float> spread(const std::vector<float>& amounts, float diffusion, float loss, float least) const {
    std::vector<float> next(amounts.size());
    for (std::size_t i = 0; i < amounts.size(); ++i) {
      const auto near = neighbours(i);
      double sum = 0;
      for (const std::size_t neighbour : near) sum += amounts[neighbour];
      double amount = amounts[i];
      if (!near.empty()) amount += diffusion * (sum / static_cast<double>(near.size()) - amount);
      amount *= 1 - loss;
      next[i] = amount < least ? 0 : static_cast<float>(amount);
    }
    return next;
  }
};

/// The number that the host draws last, after the positions of the first virions.
std::uint32_t modelSeed(std::uint64_t state, int points) {
  std::uint32_t drawn = 0;
  for (int i = 0; i < points / 400 + 2; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    drawn = static_cast<std::uint32_t>(state >> 33);
  }
  return drawn;
}

} // namespace

class SimcovSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("simcov", {"1 1 3 1", "1 30 20 4", "25 40 24 3", "32 24 30 2", "47 53 60 6"});
    QCOMPARE(sample.tests.size(), 5U);
    QCOMPARE(sample.project.kernels.size(), 8U);
    for (const RecordedRun& test : sample.tests) {
      const int width = test.number(0);
      const int height = test.number(1);
      const auto first = test.upload<float>(0);
      Tissue tissue(width, height, first, modelSeed(static_cast<std::uint64_t>(test.number(3)), width * height));
      for (int step = 0; step < test.number(2); ++step) tissue.step();
      QCOMPARE(test.download<int>(0), tissue.history);
      QCOMPARE(test.download<int>(1), tissue.states);
      QCOMPARE(test.download<int>(2), tissue.tCells);
      const float most = std::max(*std::ranges::max_element(tissue.virions), 1.0F);
      QVERIFY(largestDifference(test.download<float>(3), tissue.virions, most) < 1e-4);
      QVERIFY(largestDifference(test.download<float>(4), tissue.signal, 1) < 1e-4);
      if (width * height < 500) continue;
      const int* last = tissue.history.data() + tissue.history.size() - columns;
      QVERIFY2(last[Dead] > 20 && last[Expressing] > 20, "an infection");
      QVERIFY2(last[5] > 20, "and a response to it");
    }
  }
};

QTEST_GUILESS_MAIN(SimcovSampleTest)
#include "simcov_sample_test.moc"

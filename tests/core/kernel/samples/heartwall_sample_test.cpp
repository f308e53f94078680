#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

constexpr int radius = 6; // of a template
constexpr int reach = 5;  // of a point, from one frame to the next

struct Pixel {
  int row = 0;
  int col = 0;
  bool operator==(const Pixel&) const = default;
};

/// A frame; beyond its border the border is repeated.
struct Picture {
  int side = 0;
  std::vector<float> pixels;

  double at(int row, int col) const {
    return pixels[static_cast<std::size_t>(std::clamp(row, 0, side - 1)) * side + std::clamp(col, 0, side - 1)];
  }
  std::vector<double> around(const Pixel& place) const {
    std::vector<double> part;
    for (int row = -radius; row <= radius; ++row)
      for (int col = -radius; col <= radius; ++col) part.push_back(at(place.row + row, place.col + col));
    return part;
  }
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Pearson's coefficient.
double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double middleA = mean(a);
  const double middleB = mean(b);
  double both = 0;
  double onlyA = 0;
  double onlyB = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - middleA) * (b[i] - middleB);
    onlyA += (a[i] - middleA) * (a[i] - middleA);
    onlyB += (b[i] - middleB) * (b[i] - middleB);
  }
  return both / std::sqrt(onlyA * onlyB);
}

/// Where the frame resembles the pattern most, with the similarity of neighbouring positions counted too.
Pixel mostAlike(const Picture& picture, const std::vector<double>& pattern, const Pixel& last) {
  const int places = 2 * reach + 1;
  std::vector<std::vector<double>> alike(places + 2, std::vector<double>(places + 2, 0));
  for (int row = 0; row < places; ++row)
    for (int col = 0; col < places; ++col)
      alike[row + 1][col + 1] = correlation(pattern, picture.around({last.row + row - reach, last.col + col - reach}));
  Pixel best;
  double largest = -100;
  for (int row = 0; row < places; ++row) {
    for (int col = 0; col < places; ++col) {
      double sum = 3 * alike[row + 1][col + 1];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) sum += alike[row + i][col + j];
      if (sum <= largest) continue;
      largest = sum;
      best = {last.row + row - reach, last.col + col - reach};
    }
  }
  return best;
}

std::vector<Pixel> follow(const std::vector<Picture>& film, const Pixel& start) {
  std::vector<Pixel> path{start};
  std::vector<double> pattern = film[0].around(start);
  for (std::size_t frame = 1; frame < film.size(); ++frame) {
    path.push_back(mostAlike(film[frame], pattern, path.back()));
    const std::vector<double> found = film[frame].around(path.back());
    for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = 0.75 * pattern[i] + 0.25 * found[i];
  }
  return path;
}

std::vector<Picture> filmOf(const RecordedRun& test) {
  std::vector<Picture> film;
  for (int frame = 0; frame < test.number(2); ++frame)
    film.push_back({test.number(0), test.upload<float>(5 + 2 * static_cast<std::size_t>(frame))});
  return film;
}

/// Those of the inner wall, then those of the outer one; a path after the other.
std::vector<Pixel> zipped(const std::vector<int>& innerRows, const std::vector<int>& innerCols, const std::vector<int>& outerRows,
                          const std::vector<int>& outerCols) {
  std::vector<Pixel> pixels;
  for (std::size_t i = 0; i < innerRows.size(); ++i) pixels.push_back({innerRows[i], innerCols[i]});
  for (std::size_t i = 0; i < outerRows.size(); ++i) pixels.push_back({outerRows[i], outerCols[i]});
  return pixels;
}

} // namespace

class HeartwallSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
    sample_ = recordSample("heartwall", {"80 2 2 1", "96 9 7 2", "131 6 4 3"});
    QCOMPARE(sample_.tests.size(), 3U);
  }

  void agreesWithPlainCode() {
    QCOMPARE(sample_.project.outputs.size(), 4U);
    for (const RecordedRun& test : sample_.tests) {
      const std::vector<Picture> film = filmOf(test);
      const auto starts = zipped(test.upload<int>(1), test.upload<int>(2), test.upload<int>(3), test.upload<int>(4));
      const auto got = tracked(test);
      QCOMPARE(got.size(), static_cast<std::size_t>(test.number(1)) * film.size());
      for (std::size_t i = 0; i < got.size(); i += film.size()) {
        const std::vector<Pixel> expected = follow(film, starts[i]);
        QVERIFY2(std::equal(expected.begin(), expected.end(), got.begin() + static_cast<std::ptrdiff_t>(i)),
                 qPrintable(QString("point of entry %1").arg(i)));
      }
    }
  }

  /// A variant that computes nothing must not pass: the tissue moves, and the points must still be on it.
  void pointsStayOnTheTissue() {
    const RecordedRun& test = sample_.tests[1];
    const int frames = test.number(2);
    const int last = frames - 1;
    const auto got = tracked(test);
    double moved = 0;
    for (std::size_t i = 0; i < got.size(); i += static_cast<std::size_t>(frames)) {
      const Pixel& start = got[i];
      const Pixel& end = got[i + static_cast<std::size_t>(last)];
      // The middle drifts, the rest shrinks towards it by 15 % in half a beat of 12 frames.
      const double size = 1 - 0.15 * std::pow(std::sin(last * M_PI / 12), 2);
      const double row = 48 + 0.3 * last + size * (start.row - 48);
      const double col = 48 - 0.2 * last + size * (start.col - 48);
      QVERIFY2(std::hypot(end.row - row, end.col - col) < 2.5,
               qPrintable(QString("%1 %2 for %3 %4").arg(end.row).arg(end.col).arg(row).arg(col)));
      moved += std::hypot(end.row - start.row, end.col - start.col);
    }
    QVERIFY(moved > 20);
  }

private:
  static std::vector<Pixel> tracked(const RecordedRun& test) {
    return zipped(test.download<int>(0), test.download<int>(1), test.download<int>(2), test.download<int>(3));
  }
  RecordedSample sample_;
};

QTEST_GUILESS_MAIN(HeartwallSampleTest)
#include "heartwall_sample_test.moc"

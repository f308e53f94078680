#include <QTest>

#include "core/search/selection.h"

#include <cmath>
#include <numbers>

using namespace gevo;

/// The whole of NSGA-II on problems whose best front is known (Zitzler, Deb, Thiele 2000): 30 variables in [0, 1],
/// population 100, 25,000 evaluations, simulated binary crossover 0.9 and polynomial mutation 1/30, both with eta 20.
namespace {

constexpr std::size_t variables = 30;
constexpr std::size_t population = 100;
constexpr int generations = 249; // and the initial population make 25,000 evaluations
constexpr double eta = 20;

using Point = std::vector<double>;
using Problem = ObjectiveVector (*)(const Point&);

double tail(const Point& x) {
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i) sum += x[i];
  return 1 + 9 * sum / double(variables - 1);
}

ObjectiveVector zdt1(const Point& x) {
  const double g = tail(x);
  return {x[0], g * (1 - std::sqrt(x[0] / g))};
}
ObjectiveVector zdt2(const Point& x) {
  const double g = tail(x);
  return {x[0], g * (1 - (x[0] / g) * (x[0] / g))};
}
ObjectiveVector zdt3(const Point& x) {
  const double g = tail(x);
  return {x[0], g * (1 - std::sqrt(x[0] / g) - x[0] / g * std::sin(10 * std::numbers::pi * x[0]))};
}

/// Simulated binary crossover with bounds (Deb and Agrawal 1995), each variable with probability one half.
void crossOver(double& a, double& b, RandomStream& stream) {
  if (!stream.chance(0.5) || std::abs(a - b) < 1e-14) return;
  const double low = std::min(a, b);
  const double high = std::max(a, b);
  const double draw = stream.unit();
  const auto spread = [&](double room) {
    const double beta = 1 + 2 * room / (high - low);
    const double alpha = 2 - std::pow(beta, -(eta + 1));
    return draw <= 1 / alpha ? std::pow(draw * alpha, 1 / (eta + 1)) : std::pow(1 / (2 - draw * alpha), 1 / (eta + 1));
  };
  const double first = std::clamp(0.5 * (low + high - spread(low) * (high - low)), 0.0, 1.0);
  const double second = std::clamp(0.5 * (low + high + spread(1 - high) * (high - low)), 0.0, 1.0);
  const bool swap = stream.chance(0.5);
  a = swap ? second : first;
  b = swap ? first : second;
}

/// Polynomial mutation with bounds (Deb and Goyal 1996).
void mutate(double& x, RandomStream& stream) {
  if (!stream.chance(1.0 / double(variables))) return;
  const double draw = stream.unit();
  const double room = draw < 0.5 ? x : 1 - x;
  const double rest = std::pow(1 - room, eta + 1);
  const double step = draw < 0.5 ? std::pow(2 * draw + (1 - 2 * draw) * rest, 1 / (eta + 1)) - 1
                                 : 1 - std::pow(2 * (1 - draw) + 2 * (draw - 0.5) * rest, 1 / (eta + 1));
  x = std::clamp(x + step, 0.0, 1.0);
}

struct Ranked {
  std::vector<Point> points;
  std::vector<ObjectiveVector> values;
  Ranking ranking;
};

Ranked rank(std::vector<Point> points, Problem problem) {
  Ranked result{std::move(points), {}, {}};
  for (const Point& point : result.points) result.values.push_back(problem(point));
  result.ranking = rankPoints(result.values);
  return result;
}

std::vector<Point> offspring(const Ranked& parents, RandomStream& stream) {
  const std::vector<std::size_t> sizes(parents.points.size(), 0);
  std::vector<Point> children;
  while (children.size() < population) {
    Point first = parents.points[tournament(parents.ranking, sizes, 2, stream)];
    Point second = parents.points[tournament(parents.ranking, sizes, 2, stream)];
    if (stream.chance(0.9)) {
      for (std::size_t i = 0; i < variables; ++i) crossOver(first[i], second[i], stream);
    }
    for (Point* child : {&first, &second}) {
      for (double& x : *child) mutate(x, stream);
      children.push_back(std::move(*child));
    }
  }
  return children;
}

double hypervolume(std::vector<ObjectiveVector> values) {
  std::ranges::sort(values);
  double volume = 0;
  double ceiling = 1.1;
  for (const ObjectiveVector& value : values) {
    if (value[0] >= 1.1 || value[1] >= ceiling) continue;
    volume += (1.1 - value[0]) * (ceiling - value[1]);
    ceiling = value[1];
  }
  return volume;
}

double evolve(Problem problem, std::uint64_t seed) {
  RandomStream stream({seed, 0, 0, 0, Purpose::Test});
  std::vector<Point> first(population, Point(variables));
  for (Point& point : first) {
    for (double& x : point) x = stream.unit();
  }
  Ranked current = rank(std::move(first), problem);
  for (int i = 0; i < generations; ++i) {
    std::vector<Point> all = offspring(current, stream);
    all.insert(all.end(), current.points.begin(), current.points.end());
    const Ranked both = rank(std::move(all), problem);
    std::vector<Point> chosen;
    for (const std::size_t index : selectBest(both.ranking, std::vector<std::size_t>(both.points.size(), 0), population))
      chosen.push_back(both.points[index]);
    current = rank(std::move(chosen), problem);
  }
  return hypervolume(current.values);
}

} // namespace

class ZdtTest : public QObject {
  Q_OBJECT

private slots:
  void meanHypervolume_data();
  void meanHypervolume();
};

void ZdtTest::meanHypervolume_data() {
  QTest::addColumn<int>("problem");
  QTest::addColumn<double>("expected");
  QTest::newRow("ZDT1") << 0 << 0.8695;
  QTest::newRow("ZDT2") << 1 << 0.5362;
  QTest::newRow("ZDT3") << 2 << 1.3275;
}

void ZdtTest::meanHypervolume() {
  QFETCH(int, problem);
  QFETCH(double, expected);
  constexpr Problem problems[] = {zdt1, zdt2, zdt3};
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 11; ++seed) sum += evolve(problems[problem], seed);
  QVERIFY2(std::abs(sum / 11 - expected) < 0.004, qPrintable(QString("%1, not %2").arg(sum / 11).arg(expected)));
}

QTEST_GUILESS_MAIN(ZdtTest)
#include "zdt_test.moc"

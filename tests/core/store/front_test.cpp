#include <QTest>

#include "core/store/front.h"

#include <rapidcheck.h>

#include <cmath>

using namespace gevo;

namespace {

VariantRow row(std::int64_t id, double runtime, double error, std::uint32_t edits = 1) {
  VariantRow row;
  row.id = id;
  row.runtime = runtime;
  row.error = error;
  row.edits = edits;
  return row;
}

std::vector<std::int64_t> ids(const std::vector<VariantRow>& rows) {
  std::vector<std::int64_t> result;
  for (const VariantRow& row : rows) result.push_back(row.id);
  return result;
}

bool dominates(const VariantRow& a, const VariantRow& b) {
  return a.runtime <= b.runtime && a.error <= b.error && (a.runtime < b.runtime || a.error < b.error);
}

} // namespace

class FrontTest : public QObject {
  Q_OBJECT

private slots:
  void dominatedPointsAreNotOnTheFront();
  void fewestEditsWinAmongEqualPoints();
  void everyPointIsOnTheFrontOrDominatedOrEqual();
  void frontGrowsIncrementally();
  void frontWorksForAnyObjectives_data();
  void frontWorksForAnyObjectives();
};

void FrontTest::dominatedPointsAreNotOnTheFront() {
  const std::vector<VariantRow> rows{row(0, 100, 0), row(1, 50, 0.1), row(2, 60, 0.2), row(3, 40, 0.3), row(4, 100, 0.05)};
  QCOMPARE(ids(paretoFront(rows)), (std::vector<std::int64_t>{3, 1, 0}));
}

void FrontTest::fewestEditsWinAmongEqualPoints() {
  const std::vector<VariantRow> rows{row(1, 50, 0, 5), row(2, 50, 0, 2), row(3, 50, 0, 2)};
  QCOMPARE(ids(paretoFront(rows)), (std::vector<std::int64_t>{2}));
}

void FrontTest::everyPointIsOnTheFrontOrDominatedOrEqual() {
  QVERIFY(rc::check([](const std::vector<std::pair<std::uint8_t, std::uint8_t>>& points) {
    std::vector<VariantRow> rows;
    for (const auto& [runtime, error] : points) rows.push_back(row(std::int64_t(rows.size()), runtime % 16, error % 16));
    const std::vector<VariantRow> front = paretoFront(rows);
    for (const VariantRow& a : front) {
      for (const VariantRow& b : front) RC_ASSERT(!dominates(a, b));
    }
    for (const VariantRow& point : rows) {
      RC_ASSERT(std::ranges::any_of(
          front, [&](const VariantRow& member) { return member.runtime <= point.runtime && member.error <= point.error; }));
    }
  }));
}

void FrontTest::frontGrowsIncrementally() {
  QVERIFY(rc::check([](const std::vector<std::pair<std::uint8_t, std::uint8_t>>& points, std::uint8_t cut) {
    std::vector<VariantRow> rows;
    for (const auto& [runtime, error] : points) rows.push_back(row(std::int64_t(rows.size()), runtime % 16, error % 16));
    const auto middle = rows.begin() + std::ptrdiff_t(rows.empty() ? 0 : cut % rows.size());
    std::vector<VariantRow> grown = paretoFront({rows.begin(), middle});
    grown.insert(grown.end(), middle, rows.end());
    RC_ASSERT(ids(paretoFront(grown)) == ids(paretoFront(rows)));
  }));
}

void FrontTest::frontWorksForAnyObjectives_data() {
  QTest::addColumn<QString>("objectives");
  for (const char* text :
       {"time", "time,error", "time,energy", "time,error,energy", "time,edits", "time,error,edits", "time,error,energy,edits"})
    QTest::newRow(text) << text;
}

/// A variant is on the front if its energy is known, where that is an objective, and no variant is better, or as good and simpler.
void FrontTest::frontWorksForAnyObjectives() {
  QFETCH(QString, objectives);
  const std::vector<Objective> chosen = parseObjectives(objectives.toStdString()).value();
  const bool error = objectives.contains("error");
  const bool energy = objectives.contains("energy");
  const bool edits = objectives.contains("edits");
  QVERIFY(rc::check([&](const std::vector<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>>& points) {
    std::vector<VariantRow> rows;
    for (const auto& [a, b, c] : points) {
      rows.push_back(row(std::int64_t(rows.size()), a % 8, b % 8, c / 8 % 3));
      rows.back().edits += rows.back().inactive = c % 2; // active ones count
      if (c % 8 > 0) rows.back().energy = c % 8;
    }
    const auto isOnFront = [&](const VariantRow& one) {
      if (energy && std::isnan(one.energy)) return false;
      return std::ranges::none_of(rows, [&](const VariantRow& other) {
        const auto active = [](const VariantRow& any) { return any.edits - any.inactive; };
        if (other.runtime > one.runtime || (error && other.error > one.error) || (energy && !(other.energy <= one.energy))) return false;
        if (edits && active(other) > active(one)) return false;
        const bool better = other.runtime < one.runtime || (error && other.error < one.error) || (energy && other.energy < one.energy) ||
                            (edits && active(other) < active(one));
        return better || std::tuple(other.error, active(other), other.id) < std::tuple(one.error, active(one), one.id);
      });
    };
    std::vector<std::int64_t> expected;
    for (const VariantRow& one : rows)
      if (isOnFront(one)) expected.push_back(one.id);
    const std::vector<VariantRow> front = paretoFront(rows, chosen);
    RC_ASSERT(std::ranges::is_sorted(front, {}, &VariantRow::runtime));
    std::vector<std::int64_t> found = ids(front);
    std::ranges::sort(found);
    RC_ASSERT(found == expected);
  }));
}

QTEST_GUILESS_MAIN(FrontTest)
#include "front_test.moc"

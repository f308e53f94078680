#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

constexpr double heatRatio = 1.4;
constexpr int wall = -1;
constexpr int farField = -2;

/// Density, momentum in three directions, energy: of a volume.
using State = std::array<double, 5>;
using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector velocity(const State& state) { return {state[1] / state[0], state[2] / state[0], state[3] / state[0]}; }
double pressure(const State& state) { return (heatRatio - 1) * (state[4] - 0.5 * state[0] * dot(velocity(state), velocity(state))); }
/// Of the fastest wave, in any direction.
double fastest(const State& state) {
  return std::sqrt(dot(velocity(state), velocity(state))) + std::sqrt(heatRatio * pressure(state) / state[0]);
}

/// The Euler flux through a face.
State flux(const State& state, const Vector& normal) {
  const double through = dot(velocity(state), normal);
  State result;
  for (std::size_t i = 0; i < 5; ++i) result[i] = state[i] * through;
  for (std::size_t i = 0; i < 3; ++i) result[1 + i] += pressure(state) * normal[i];
  result[4] += pressure(state) * through;
  return result;
}

struct Mesh {
  std::vector<int> neighbours; ///< all first ones, all second ones, ...
  std::vector<float> normals;
  std::vector<float> surfaces;

  std::size_t cells() const { return surfaces.size(); }
  int neighbour(std::size_t cell, std::size_t face) const { return neighbours[face * cells() + cell]; }
  Vector normal(std::size_t cell, std::size_t face) const {
    const auto part = [&](std::size_t axis) { return normals[(face * 3 + axis) * cells() + cell]; };
    return {part(0), part(1), part(2)};
  }
};

State inflow(const Mesh& mesh, const std::vector<State>& states, std::size_t cell, const State& far) {
  State sum{};
  const State& here = states[cell];
  for (std::size_t face = 0; face < 4; ++face) {
    const Vector normal = mesh.normal(cell, face);
    const int neighbour = mesh.neighbour(cell, face);
    if (neighbour == wall) {
      for (std::size_t i = 0; i < 3; ++i) sum[1 + i] -= pressure(here) * normal[i];
      continue;
    }
    const State& there = neighbour == farField ? far : states[static_cast<std::size_t>(neighbour)];
    const State mine = flux(here, normal);
    const State other = flux(there, normal);
    const double viscosity = neighbour == farField ? 0 : 0.2 * 0.5 * std::sqrt(dot(normal, normal)) * (fastest(here) + fastest(there));
    for (std::size_t i = 0; i < 5; ++i) sum[i] += viscosity * (there[i] - here[i]) - 0.5 * (mine[i] + other[i]);
  }
  return sum;
}

std::vector<State> solve(const Mesh& mesh, const State& far, int steps) {
  std::vector<State> states(mesh.cells(), far);
  for (int step = 0; step < steps; ++step) {
    const std::vector<State> before = states;
    for (const int divisor : {3, 2, 1}) {
      const std::vector<State> stage = states;
      for (std::size_t cell = 0; cell < mesh.cells(); ++cell) {
        const State change = inflow(mesh, stage, cell, far);
        const double factor = 0.5 / (mesh.surfaces[cell] * fastest(before[cell])) / divisor;
        for (std::size_t i = 0; i < 5; ++i) states[cell][i] = before[cell][i] + factor * change[i];
      }
    }
  }
  return states;
}

} // namespace

class CfdSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
    sample_ = recordSample("cfd", {"3 1 1", "6 2 2", "5 4 3"});
    QCOMPARE(sample_.tests.size(), 3U);
    for (const RecordedRun& test : sample_.tests) {
      // The far field comes first: variables, momentum flux, energy flux.
      meshes_.push_back({test.upload<int>(3), test.upload<float>(4), test.upload<float>(5)});
    }
  }

  void meshIsClosedAndConsistent() {
    for (const Mesh& mesh : meshes_) {
      QVERIFY(mesh.cells() % 192 == 0);
      std::array<int, 2> borders{};
      for (std::size_t cell = 0; cell < mesh.cells(); ++cell) {
        Vector sum{};
        double surface = 0;
        for (std::size_t face = 0; face < 4; ++face) {
          const Vector normal = mesh.normal(cell, face);
          for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += normal[axis];
          surface += std::sqrt(dot(normal, normal));
          const int neighbour = mesh.neighbour(cell, face);
          if (neighbour < 0) {
            QVERIFY(neighbour == wall || neighbour == farField);
            ++borders[neighbour == wall ? 0 : 1];
            continue;
          }
          // The same face, seen from the other side.
          const auto other = static_cast<std::size_t>(neighbour);
          const bool known = std::ranges::any_of(std::array{0U, 1U, 2U, 3U}, [&](std::size_t i) {
            const Vector opposite = mesh.normal(other, i);
            return mesh.neighbour(other, i) >= 0 &&
                   std::abs(opposite[0] + normal[0]) + std::abs(opposite[1] + normal[1]) + std::abs(opposite[2] + normal[2]) < 1e-6;
          });
          QVERIFY(known);
        }
        QVERIFY(std::sqrt(dot(sum, sum)) < 1e-6);
        QVERIFY(std::abs(surface - mesh.surfaces[cell]) < 1e-5);
      }
      QVERIFY2(borders[0] > 0 && borders[1] > borders[0], "a body, and a border around it all");
    }
  }

  void agreesWithPlainCode() {
    QCOMPARE(sample_.project.kernels.size(), 4U);
    QCOMPARE(sample_.project.outputs.size(), 1U);
    const double speed = 1.2;
    const double angle = static_cast<double>(0.1F);
    const State far{1.4, 1.4 * speed * std::cos(angle) * std::cos(angle), 1.4 * speed * std::sin(angle) * std::cos(angle),
                    1.4 * speed * std::sin(angle), 0.5 * 1.4 * speed * speed + 1 / (heatRatio - 1)};
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
      const std::size_t cells = meshes_[i].cells();
      const std::vector<State> solved = solve(meshes_[i], far, sample_.tests[i].number(1));
      std::vector<float> expected;
      std::vector<float> start;
      for (std::size_t variable = 0; variable < 5; ++variable) {
        for (const State& state : solved) expected.push_back(static_cast<float>(state[variable]));
        start.insert(start.end(), cells, static_cast<float>(far[variable]));
      }
      const double difference = largestDifference(sample_.tests[i].result<float>(), expected, 1);
      QVERIFY2(difference < 2e-5, qPrintable(QString::number(difference)));
      // A variant that computes nothing must not pass for an approximation.
      QVERIFY(largestDifference(start, expected, 1) > 0.2);
    }
  }

private:
  RecordedSample sample_;
  std::vector<Mesh> meshes_;
};

QTEST_GUILESS_MAIN(CfdSampleTest)
#include "cfd_sample_test.moc"

/// mma.sync of doubles on the simulated GPU, with the fragments of the PTX ISA: "Matrix Fragments for mma.m8n8k4 with .f64 floating point
/// type" and those for m16n8k4, m16n8k8 and m16n8k16.

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/kernel/simulator/code/code.h"
#include "matrix_kernels.h"
#endif

#include <cmath>
#include <random>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

constexpr unsigned columns = 8;

struct Shape {
  unsigned rows = 8;
  unsigned depth = 4;

  std::string name() const { return fmt::format("m{}n{}k{}", rows, columns, depth); }
  // Elements of a lane.
  unsigned ofA() const { return rows * depth / laneCount; }
  unsigned ofB() const { return depth * columns / laneCount; }
  unsigned ofC() const { return rows * columns / laneCount; }
  // Where a lane's element is.
  unsigned rowOfA(unsigned lane, unsigned i) const { return lane / 4 + (rows == 16 ? i % 2 * 8 : 0); }
  unsigned columnOfA(unsigned lane, unsigned i) const { return lane % 4 + (rows == 16 ? i / 2 * 4 : 0); }
  static unsigned rowOfB(unsigned lane, unsigned i) { return lane % 4 + i * 4; }
  static unsigned columnOfB(unsigned lane) { return lane / 4; }
  static unsigned rowOfC(unsigned lane, unsigned i) { return lane / 4 + i / 2 * 8; }
  static unsigned columnOfC(unsigned lane, unsigned i) { return lane % 4 * 2 + i % 2; }
};

/// Each lane loads its elements, which lie element by element, lane by lane; and stores those of the product.
std::string kernelOf(const Shape& shape) {
  std::string text = "  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";
  std::string arguments;
  const auto pointer = [&](char matrix, unsigned i) {
    text += fmt::format("  %i{0}{1} = add i32 %lane, {2}\n  %p{0}{1} = getelementptr double, ptr %{0}, i32 %i{0}{1}\n", matrix, i,
                        i * laneCount);
  };
  for (const auto& [matrix, count] : {std::pair('a', shape.ofA()), std::pair('b', shape.ofB()), std::pair('c', shape.ofC())})
    for (unsigned i = 0; i < count; ++i) {
      pointer(matrix, i);
      text += fmt::format("  %{0}.{1} = load double, ptr %p{0}{1}\n", matrix, i);
      arguments += fmt::format("{}double %{}.{}", arguments.empty() ? "" : ", ", matrix, i);
    }
  text += fmt::format("  %x = call %D{} @llvm.nvvm.mma.{}.row.col.f64({})\n", shape.ofC(), shape.name(), arguments);
  for (unsigned i = 0; i < shape.ofC(); ++i) {
    pointer('d', i);
    text += fmt::format("  store double %x.{0}, ptr %pd{0}\n", i);
  }
  return kernel(text, "ptr %a, ptr %b, ptr %c, ptr %d");
}

struct Matrices {
  std::vector<double> a; ///< row by row
  std::vector<double> b;
  std::vector<double> c;
};

std::vector<double> multiplied(const Shape& shape, const Matrices& matrices) {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> c;
  for (unsigned i = 0; i < shape.ofA(); ++i)
    for (unsigned lane = 0; lane < laneCount; ++lane)
      a.push_back(matrices.a[shape.rowOfA(lane, i) * shape.depth + shape.columnOfA(lane, i)]);
  for (unsigned i = 0; i < shape.ofB(); ++i)
    for (unsigned lane = 0; lane < laneCount; ++lane) b.push_back(matrices.b[Shape::rowOfB(lane, i) * columns + Shape::columnOfB(lane)]);
  for (unsigned i = 0; i < shape.ofC(); ++i)
    for (unsigned lane = 0; lane < laneCount; ++lane) c.push_back(matrices.c[Shape::rowOfC(lane, i) * columns + Shape::columnOfC(lane, i)]);
  Device device(valueOf(simulatorOfText(kernelOf(shape))));
  const auto d = device.reserve<double>(c.size());
  const LaunchReport report =
      device.launch("kernel", {1, 1, 1}, {laneCount, 1, 1}, device.upload(a), device.upload(b), device.upload(c), d);
  if (report.fault) throw std::runtime_error(report.fault->message());
  const std::vector<double> held = device.download<double>(d, c.size());
  std::vector<double> result(c.size());
  for (unsigned i = 0; i < shape.ofC(); ++i)
    for (unsigned lane = 0; lane < laneCount; ++lane)
      result[Shape::rowOfC(lane, i) * columns + Shape::columnOfC(lane, i)] = held[i * laneCount + lane];
  return result;
}

Matrices randomMatrices(const Shape& shape) {
  std::mt19937_64 engine(shape.rows + shape.depth);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto made = [&](std::size_t count) {
    std::vector<double> values(count);
    for (double& value : values) value = any(engine);
    return values;
  };
  return {made(shape.rows * shape.depth), made(shape.depth * columns), made(shape.rows * columns)};
}

} // namespace

class MatrixDoublesTest : public QObject {
  Q_OBJECT

private slots:
  /// One rounding for each product that is added, in the order of the columns of a.
  void productsAreFused_data() {
    QTest::addColumn<unsigned>("rows");
    QTest::addColumn<unsigned>("depth");
    QTest::newRow("m8n8k4") << 8U << 4U;
    for (const unsigned depth : {4U, 8U, 16U}) QTest::addRow("m16n8k%u", depth) << 16U << depth;
  }
  void productsAreFused() {
    QFETCH(const unsigned, rows);
    QFETCH(const unsigned, depth);
    const Shape shape{rows, depth};
    const Matrices matrices = randomMatrices(shape);
    std::vector<double> expected = matrices.c;
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned column = 0; column < columns; ++column)
        for (unsigned k = 0; k < depth; ++k) {
          double& sum = expected[row * columns + column];
          sum = std::fma(matrices.a[row * depth + k], matrices.b[k * columns + column], sum);
        }
    QCOMPARE(multiplied(shape, matrices), expected);
  }

  void notANumberHasTheGpusBits() {
    const Shape shape;
    Matrices matrices = randomMatrices(shape);
    matrices.a[0] = std::nan("5");
    QCOMPARE(std::bit_cast<std::uint64_t>(multiplied(shape, matrices)[0]), std::uint64_t{0xfff8000000000000});
  }

  /// The same shape of halves has other fragments, of 8 lanes each.
  void halvesOfTheShapeAreUnsupported() {
    std::string text = "  %d = call %F8 @llvm.nvvm.mma.m8n8k4.row.col.f32.f32(";
    for (int i = 0; i < 12; ++i) text += i < 4 ? "<2 x half> zeroinitializer, " : i < 11 ? "float 0.0, " : "float 0.0)\n";
    const auto made = simulatorOfText(kernel(text));
    QVERIFY(!made);
    QVERIFY2(made.error().message.contains("m8n8k4"), made.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(MatrixDoublesTest)
#include "matrix_doubles_test.moc"

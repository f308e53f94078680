#include "tests/core/kernel/compile/small_program.h" // before <compare>, which moc can't read as the first header

#include "core/tmbl/cuda_text.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/evaluator.h"
#include "tests/core/tmbl/any_program.h"

#include <QtTest>
#include <fmt/ranges.h>

using namespace gevo;
using namespace gevo::program;

namespace {

template <class Word, class Number> std::string bitsOf(std::span<const Number> numbers) {
  std::vector<std::string> words;
  for (const Number number : numbers) words.push_back(fmt::format("{:#x}", std::bit_cast<Word>(number)));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Runs the kernel on the cases, and ends with 0 if its sums have the bits that were expected, or both are not a number.
constexpr const char* mainText = R"(
#include <cmath>
#include <cstring>
static const unsigned inputBits[] = {{{}}};
static const unsigned targetBits[] = {{{}}};
static const unsigned long long expectedBits[] = {{{}}};
int main() {{
  const unsigned long long centreBits = {:#x};
  const unsigned rows = {}, individuals = {}, chunks = {};
  double centre, sums[sizeof expectedBits / sizeof *expectedBits];
  std::memcpy(&centre, &centreBits, sizeof centre);
  float *inputs, *targets;
  double* results;
  cudaMalloc((void**)&inputs, sizeof inputBits);
  cudaMalloc((void**)&targets, sizeof targetBits);
  cudaMalloc((void**)&results, sizeof sums);
  cudaMemcpy(inputs, inputBits, sizeof inputBits, cudaMemcpyHostToDevice);
  cudaMemcpy(targets, targetBits, sizeof targetBits, cudaMemcpyHostToDevice);
  tmbl<<<dim3(individuals, chunks), 256>>>(inputs, targets, results, centre, rows, 0);
  cudaMemcpy(sums, results, sizeof sums, cudaMemcpyDeviceToHost);
  for (unsigned i = 0; i < sizeof sums / sizeof *sums; ++i) {{
    double expected;
    std::memcpy(&expected, expectedBits + i, sizeof expected);
    if (std::memcmp(&expected, sums + i, sizeof expected) != 0 && !(std::isnan(expected) && std::isnan(sums[i]))) return 1 + i % 100;
  }}
  return 0;
}}
)";

} // namespace

/// A population as CUDA C, compiled as users' programs are, on the simulated GPU.
class SimulatedGpuTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
  }

  void sumsHaveTheBitsOfTheEvaluator_data() {
    QTest::addColumn<bool>("elementary");
    QTest::addColumn<int>("rows");
    QTest::newRow("instructions of Table 1") << false << 700;
    QTest::newRow("all instructions") << true << 300;
    QTest::newRow("two chunks") << false << 8500;
  }
  void sumsHaveTheBitsOfTheEvaluator() {
    QFETCH(bool, elementary);
    QFETCH(int, rows);
    constexpr std::uint32_t inputs = 3;
    const tmbl::ProgramShape shape{inputs, 5, elementary ? tmbl::OperationSet::all() : tmbl::OperationSet::basic(), 5};
    RandomStream stream = tmbl::sample::streamOf(11);
    std::vector<tmbl::Code> population;
    for (std::size_t i = 0; i < 6; ++i) population.push_back(tmbl::lower(tmbl::randomProgram(shape, 10 + 10 * i, stream), tmbl::firstSlot));
    // One that surely has a result of each function.
    tmbl::Program all{inputs, 5, {}};
    for (const tmbl::Operation operation : shape.operations.list())
      all.instructions.push_back(
          {operation, 0, tmbl::Operand::input(0), tmbl::infoOf(operation).operands > 1 ? tmbl::Operand::input(1) : tmbl::Operand()});
    population.push_back(tmbl::lower(all, tmbl::firstSlot));
    const tmbl::Cases cases = tmbl::sample::casesFor({inputs, 1, {}}, static_cast<std::size_t>(rows), 2, 0);

    // The kernel's place of a sum is that of its individual and chunk.
    std::vector<double> expected;
    for (const tmbl::Code& code : population)
      for (const tmbl::ErrorSums& sums : tmbl::BlockCode(code).chunkSums(cases))
        expected.insert(expected.end(), {sums.outputs, sums.squares, sums.products});

    // Sums that are not finite say little.
    QVERIFY(std::ranges::count_if(expected, [](double sum) { return std::isfinite(sum); }) * 3 > std::ssize(expected) * 2);

    SmallProgram program;
    program.write("population.cu",
                  tmbl::cudaModule(population, inputs, cases.stride()) +
                      fmt::format(mainText, bitsOf<std::uint32_t>(cases.values()), bitsOf<std::uint32_t>(cases.targets()),
                                  bitsOf<std::uint64_t>(std::span<const double>(expected)), std::bit_cast<std::uint64_t>(cases.centre()),
                                  cases.rows(), population.size(), cases.chunks()));
    QCOMPARE(problemOf(program.run()), QString());
  }
};

QTEST_GUILESS_MAIN(SimulatedGpuTest)
#include "simulated_gpu_test.moc"

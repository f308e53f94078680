/// ldmatrix and stmatrix on the simulated GPU: tiles of 8 rows of 16 bytes between shared memory and lanes, compared with plain C++, and
/// what is wrong with them.

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/kernel/simulator/code/code.h"
#include "matrix_kernels.h"
#endif

#include <random>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

constexpr unsigned sharedBytes = 2048;
constexpr unsigned sharedWords = sharedBytes / 4;

/// A form of the instructions: tiles, whether they are transposed, and the pointer's address space.
struct Form {
  unsigned tiles = 4;
  bool isTransposed = false;
  unsigned space = 3;

  std::string name(const char* opcode) const {
    return fmt::format("@llvm.nvvm.{}.sync.aligned.m8n8.x{}{}.b16.p{}", opcode, tiles, isTransposed ? ".trans" : "", space);
  }
  std::string pointer() const { return space == 3 ? "ptr addrspace(3) %row" : "ptr %generic"; }
  std::string load() const {
    return fmt::format("  %m = call {} {}({})\n", tiles == 1 ? "i32" : "%" + type(), name("ldmatrix"), pointer());
  }
  std::string store() const { return fmt::format("  call void {}({}, {})\n", name("stmatrix"), pointer(), fields("m", type())); }
  std::string type() const { return fmt::format("W{}", tiles); }
  std::string word(unsigned tile) const { return tiles == 1 ? "%m" : fmt::format("%m.{}", tile); }
};

constexpr const char* barrier = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";

/// Bytes %in to shared memory, all of it, by 32 threads each on its own.
std::string fill() {
  std::string text;
  for (unsigned i = 0; i < sharedWords / laneCount; ++i)
    text += fmt::format("  %fi{0} = add i32 %lane, {1}\n  %fp{0} = getelementptr i32, ptr %in, i32 %fi{0}\n"
                        "  %fv{0} = load i32, ptr %fp{0}\n  %ft{0} = getelementptr i32, ptr addrspace(3) @s, i32 %fi{0}\n"
                        "  store i32 %fv{0}, ptr addrspace(3) %ft{0}\n",
                        i, i * laneCount);
  return text + barrier;
}

/// Shared memory to %out.
std::string drain() {
  std::string text = barrier;
  for (unsigned i = 0; i < sharedWords / laneCount; ++i)
    text += fmt::format("  %di{0} = add i32 %lane, {1}\n  %df{0} = getelementptr i32, ptr addrspace(3) @s, i32 %di{0}\n"
                        "  %dv{0} = load i32, ptr addrspace(3) %df{0}\n  %dp{0} = getelementptr i32, ptr %out, i32 %di{0}\n"
                        "  store i32 %dv{0}, ptr %dp{0}\n",
                        i, i * laneCount);
  return text;
}

/// The words that the lanes hold to or from `array`, tile by tile.
std::string wordPointers(const Form& form, const std::string& array) {
  std::string text;
  for (unsigned tile = 0; tile < form.tiles; ++tile)
    text +=
        fmt::format("  %wi{0} = add i32 %lane, {1}\n  %wp{0} = getelementptr i32, ptr {2}, i32 %wi{0}\n", tile, tile * laneCount, array);
  return text;
}
std::string giveWords(const Form& form) {
  std::string text = wordPointers(form, "%out");
  for (unsigned tile = 0; tile < form.tiles; ++tile) text += fmt::format("  store i32 {}, ptr %wp{}\n", form.word(tile), tile);
  return text;
}
std::string takeWords(const Form& form) {
  std::string text = wordPointers(form, "%words");
  for (unsigned tile = 0; tile < form.tiles; ++tile) text += fmt::format("  {} = load i32, ptr %wp{}\n", form.word(tile), tile);
  return text;
}

/// A kernel with %row, the address in shared memory that %rows has for the lane, and %generic, the same.
std::string kernelOf(const std::string& body) {
  return kernel("  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                "  %lane = and i32 %t, 31\n"
                "  %warp = lshr i32 %t, 5\n"
                "  %rp = getelementptr i32, ptr %rows, i32 %lane\n"
                "  %offset = load i32, ptr %rp\n"
                "  %row = getelementptr i8, ptr addrspace(3) @s, i32 %offset\n"
                "  %generic = addrspacecast ptr addrspace(3) %row to ptr\n" +
                    body,
                "ptr %in, ptr %rows, ptr %words, ptr %out",
                fmt::format("@s = internal addrspace(3) global [{} x i8] undef, align 16\n"
                            "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n",
                            sharedBytes));
}

std::vector<std::uint32_t> randomWords(std::size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(engine());
  return words;
}

/// One row after the other.
std::vector<std::uint32_t> rowsApart(unsigned bytes) {
  std::vector<std::uint32_t> rows(laneCount);
  for (unsigned i = 0; i < laneCount; ++i) rows[i] = i * bytes % sharedBytes;
  return rows;
}

/// In any order, with gaps.
std::vector<std::uint32_t> shuffledRows(unsigned seed) {
  std::vector<std::uint32_t> rows;
  for (unsigned at = 0; at < sharedBytes; at += 16) rows.push_back(at);
  std::mt19937 engine(seed);
  std::shuffle(rows.begin(), rows.end(), engine);
  rows.resize(laneCount);
  return rows;
}

const std::vector<std::uint32_t>& filling() {
  static const std::vector<std::uint32_t> words = randomWords(sharedWords, 7);
  return words;
}
const std::vector<std::uint32_t>& held() {
  static const std::vector<std::uint32_t> words = randomWords(std::size_t{4} * laneCount, 8);
  return words;
}

struct Run {
  LaunchReport report;
  std::vector<std::uint32_t> out;
};

Run run(const std::string& body, const std::vector<std::uint32_t>& rows, unsigned threads = laneCount) {
  Device device(valueOf(simulatorOfText(kernelOf(body))));
  const auto in = device.upload(filling());
  const auto lanes = device.upload(rows);
  const auto words = device.upload(held());
  const auto out = device.upload(std::vector<std::uint32_t>(sharedWords));
  Run run;
  run.report = device.launch("kernel", {1, 1, 1}, {threads, 1, 1}, in, lanes, words, out);
  run.out = device.download<std::uint32_t>(out, sharedWords);
  return run;
}

/// Where a lane's value of 16 bits lies in shared memory: PTX ISA, "Warp-level matrix load instruction: ldmatrix".
std::size_t placeOf(const Form& form, const std::vector<std::uint32_t>& rows, unsigned tile, unsigned lane, unsigned half) {
  const unsigned across = lane / 4;
  const unsigned along = lane % 4 * 2 + half;
  return rows[8 * tile + (form.isTransposed ? along : across)] / 2 + (form.isTransposed ? across : along);
}

std::uint32_t halfOf(const std::vector<std::uint32_t>& words, std::size_t number) { return words[number / 2] >> number % 2 * 16 & 0xffff; }

std::vector<std::uint32_t> expectedLoad(const Form& form, const std::vector<std::uint32_t>& rows) {
  std::vector<std::uint32_t> result(sharedWords);
  for (unsigned tile = 0; tile < form.tiles; ++tile)
    for (unsigned lane = 0; lane < laneCount; ++lane)
      for (unsigned half = 0; half < 2; ++half)
        result[tile * laneCount + lane] |= halfOf(filling(), placeOf(form, rows, tile, lane, half)) << half * 16;
  return result;
}

std::vector<std::uint32_t> expectedStore(const Form& form, const std::vector<std::uint32_t>& rows) {
  std::vector<std::uint32_t> memory = filling();
  for (unsigned tile = 0; tile < form.tiles; ++tile)
    for (unsigned lane = 0; lane < laneCount; ++lane)
      for (unsigned half = 0; half < 2; ++half) {
        const std::size_t place = placeOf(form, rows, tile, lane, half);
        std::uint32_t& word = memory[place / 2];
        word &= ~(0xffffU << place % 2 * 16);
        word |= halfOf(held(), std::size_t{2} * (tile * laneCount + lane) + half) << place % 2 * 16;
      }
  return memory;
}

void addForms() {
  QTest::addColumn<unsigned>("tiles");
  QTest::addColumn<bool>("isTransposed");
  QTest::addColumn<unsigned>("space");
  for (const unsigned tiles : {1U, 2U, 4U})
    for (const bool isTransposed : {false, true})
      for (const unsigned space : {3U, 0U})
        QTest::addRow("x%u%s, %s", tiles, isTransposed ? ".trans" : "", space == 3 ? "shared" : "generic")
            << tiles << isTransposed << space;
}
Form fetchForm() {
  QFETCH(const unsigned, tiles);
  QFETCH(const bool, isTransposed);
  QFETCH(const unsigned, space);
  return {tiles, isTransposed, space};
}

std::string loading(const Form& form = {}) { return fill() + form.load() + giveWords(form); }
std::string storing(const Form& form = {}) { return fill() + takeWords(form) + form.store() + drain(); }

/// Of threads in the first half of each warp only.
std::string inHalf(const std::string& operation) {
  return "  %some = icmp ult i32 %lane, 16\n  br i1 %some, label %then, label %end\nthen:\n" + operation + "  br label %end\nend:\n";
}
/// Of one warp only.
std::string inWarp(unsigned warp, const std::string& operation) {
  return fmt::format("  %is{0} = icmp eq i32 %warp, {0}\n  br i1 %is{0}, label %then{0}, label %end{0}\nthen{0}:\n{1}  br label "
                     "%end{0}\nend{0}:\n",
                     warp, operation);
}

} // namespace

class MatrixTilesTest : public QObject {
  Q_OBJECT

private slots:
  void loadsGiveEachLaneItsPairs_data() { addForms(); }
  void loadsGiveEachLaneItsPairs();
  void storesPutEachPairInItsPlace_data() { addForms(); }
  void storesPutEachPairInItsPlace();
  void rowsMayOverlap();
  void onlyAddressesOfTheFirstLanesCount_data();
  void onlyAddressesOfTheFirstLanesCount();
  void undefinedAddressesCountInTheSameLanes();
  void unalignedRowsFault_data();
  void unalignedRowsFault();
  void rowsOutOfBoundsFault();
  void rowsOutsideOfSharedMemoryFault();
  void partialWarpsFault_data();
  void partialWarpsFault();
  void unwrittenRowsFault();
  void loadsRaceWithStoresOfOtherWarps();
  void storesRaceWithLoadsOfOtherWarps();
  void undefinedValuesAreReportedWhereTheyAreStored();
  void rowsInTheSameBanksConflict();
  void conflictsTakeTime();
};

void MatrixTilesTest::loadsGiveEachLaneItsPairs() {
  const Form form = fetchForm();
  const std::vector<std::uint32_t> rows = shuffledRows(form.tiles);
  const Run result = run(loading(form), rows);
  QCOMPARE(faultMessage(result.report), "");
  QVERIFY(result.report.races.empty());
  QCOMPARE(result.out, expectedLoad(form, rows));
}

void MatrixTilesTest::storesPutEachPairInItsPlace() {
  const Form form = fetchForm();
  const std::vector<std::uint32_t> rows = shuffledRows(form.tiles);
  const Run result = run(storing(form), rows);
  QCOMPARE(faultMessage(result.report), "");
  QVERIFY(result.report.races.empty());
  QCOMPARE(result.out, expectedStore(form, rows));
}

void MatrixTilesTest::rowsMayOverlap() {
  const std::vector<std::uint32_t> rows(laneCount, 48);
  QCOMPARE(run(loading(), rows).out, expectedLoad({}, rows));
}

void MatrixTilesTest::onlyAddressesOfTheFirstLanesCount_data() {
  QTest::addColumn<unsigned>("tiles");
  QTest::newRow("x1") << 1U;
  QTest::newRow("x2") << 2U;
}

void MatrixTilesTest::onlyAddressesOfTheFirstLanesCount() {
  QFETCH(const unsigned, tiles);
  const Form form{tiles};
  std::vector<std::uint32_t> rows = rowsApart(16);
  for (unsigned lane = 8 * tiles; lane < laneCount; ++lane) rows[lane] = 3 * sharedBytes + 1;
  const Run result = run(loading(form), rows);
  QCOMPARE(faultMessage(result.report), "");
  QCOMPARE(result.out, expectedLoad(form, rows));
}

void MatrixTilesTest::undefinedAddressesCountInTheSameLanes() {
  const auto reported = [](unsigned tiles) {
    const Form form{tiles};
    std::string load = form.load();
    load.replace(load.find("%row"), 4, "%maybe");
    return !run(fill() +
                    "  %known = icmp ult i32 %lane, 8\n"
                    "  %maybe = select i1 %known, ptr addrspace(3) %row, ptr addrspace(3) undef\n" +
                    load + giveWords(form),
                rowsApart(16))
                .report.undefined.empty();
  };
  QVERIFY(!reported(1));
  QVERIFY(reported(2));
}

void MatrixTilesTest::unalignedRowsFault_data() {
  QTest::addColumn<QString>("body");
  QTest::newRow("load") << QString::fromStdString(loading());
  QTest::newRow("transposed load") << QString::fromStdString(loading({4, true}));
  QTest::newRow("store") << QString::fromStdString(storing());
}

void MatrixTilesTest::unalignedRowsFault() {
  QFETCH(const QString, body);
  std::vector<std::uint32_t> rows = rowsApart(16);
  rows[13] += 8;
  const LaunchReport report = run(body.toStdString(), rows).report;
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::Misaligned);
  QCOMPARE(report.fault->thread[0], 13U);
}

void MatrixTilesTest::rowsOutOfBoundsFault() {
  for (const std::string& body : {loading(), storing()}) {
    std::vector<std::uint32_t> rows = rowsApart(16);
    rows[31] = sharedBytes;
    const LaunchReport report = run(body, rows).report;
    QVERIFY(report.fault);
    QCOMPARE(report.fault->kind, FaultKind::OutOfBounds);
  }
}

void MatrixTilesTest::rowsOutsideOfSharedMemoryFault() {
  const Form form{4, false, 0};
  std::string load = form.load();
  load.replace(load.find("%generic"), 8, "%in");
  const LaunchReport report = run(load, rowsApart(16)).report;
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::OutOfBounds);
  QVERIFY2(faultMessage(report).contains("not in shared memory"), faultMessage(report).c_str());
}

void MatrixTilesTest::partialWarpsFault_data() {
  QTest::addColumn<QString>("body");
  QTest::addColumn<unsigned>("threads");
  QTest::newRow("a load of a short warp") << QString::fromStdString(Form().load()) << 24U;
  QTest::newRow("a load of some lanes") << QString::fromStdString(fill() + inHalf(Form().load())) << 32U;
  QTest::newRow("a store of some lanes") << QString::fromStdString(takeWords({}) + inHalf(Form().store())) << 32U;
}

void MatrixTilesTest::partialWarpsFault() {
  QFETCH(const QString, body);
  QFETCH(const unsigned, threads);
  const LaunchReport report = run(body.toStdString(), rowsApart(16), threads).report;
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::BarrierDivergence);
}

void MatrixTilesTest::unwrittenRowsFault() {
  const LaunchReport report = run(Form().load(), rowsApart(16)).report;
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::Uninitialised);
}

/// The second warp writes a word of the last row.
void MatrixTilesTest::loadsRaceWithStoresOfOtherWarps() {
  const std::string write =
      fmt::format("  %wt = getelementptr i8, ptr addrspace(3) @s, i32 {}\n  store i32 5, ptr addrspace(3) %wt\n", 31 * 16);
  const auto races = [&](const std::string& between) {
    const Run result = run(fill() + inWarp(0, Form().load()) + between + inWarp(1, write), rowsApart(16), 2 * laneCount);
    if (result.report.fault) throw std::runtime_error(result.report.fault->message());
    return result.report.races.size();
  };
  QCOMPARE(races(""), std::size_t{1});
  QCOMPARE(races(barrier), std::size_t{0});
}

void MatrixTilesTest::storesRaceWithLoadsOfOtherWarps() {
  const std::string read = fmt::format("  %rt = getelementptr i8, ptr addrspace(3) @s, i32 {}\n  %rv = load i32, ptr addrspace(3) %rt\n"
                                       "  store i32 %rv, ptr %out\n",
                                       31 * 16);
  const auto races = [&](const std::string& between) {
    const Run result = run(fill() + takeWords({}) + inWarp(0, Form().store()) + between + inWarp(1, read), rowsApart(16), 2 * laneCount);
    if (result.report.fault) throw std::runtime_error(result.report.fault->message());
    return result.report.races.size();
  };
  QCOMPARE(races(""), std::size_t{1});
  QCOMPARE(races(barrier), std::size_t{0});
}

void MatrixTilesTest::undefinedValuesAreReportedWhereTheyAreStored() {
  const auto reported = [](const std::string& last) {
    std::string store = Form().store();
    store.replace(store.find("%m.3"), 4, last);
    return !run(takeWords({}) + store, rowsApart(16)).report.undefined.empty();
  };
  QVERIFY(!reported("7"));
  QVERIFY(reported("undef"));
}

/// 8 rows that are 128 bytes apart lie in the same 4 banks.
void MatrixTilesTest::rowsInTheSameBanksConflict() {
  const auto conflicts = [](const Form& form, unsigned bytes) {
    return run(loading(form), rowsApart(bytes)).report.statistics.sharedConflicts;
  };
  for (const bool isTransposed : {false, true}) {
    QCOMPARE(conflicts({4, isTransposed}, 16), std::uint64_t{0});
    QCOMPARE(conflicts({4, isTransposed}, 144), std::uint64_t{0});
    QCOMPARE(conflicts({4, isTransposed}, 128), std::uint64_t{4 * 7});
  }
}

void MatrixTilesTest::conflictsTakeTime() {
  const auto cycles = [](unsigned bytes) { return run(loading(), rowsApart(bytes)).report.statistics.cycles; };
  const Model model = valueOf(loadModel("sim"));
  QVERIFY(cycles(128) - cycles(16) >= 7 * model.sharedConflict);
}

QTEST_GUILESS_MAIN(MatrixTilesTest)
#include "matrix_tiles_test.moc"

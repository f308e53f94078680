/// Correctness and time of variants, on the fake driver.

#include <QTest>

#include "core/kernel/cuda/replay/gpu_evaluator.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/core/kernel/cuda/small_test.h"

using namespace gevo;
using namespace gevo::cuda;

namespace {

const Hash128 key{1, 2};

std::string factor(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return fmt::format(".visible .global .align 4 .b32 factor = {};", bits);
}

} // namespace

class GpuEvaluatorTest : public QObject {
  Q_OBJECT

  FakeDriver driver_;
  std::unique_ptr<GpuEvaluator> bench_;

  Oracle prepare(const TestRecipe& recipe) {
    Result<Oracle> oracle = bench_->prepare(key, recipe);
    if (!oracle) qWarning("%s", oracle.error().message.c_str());
    return oracle ? *oracle : Oracle{};
  }
  std::string prepareError(const TestRecipe& recipe) {
    const Result<Oracle> oracle = bench_->prepare(key, recipe);
    return oracle ? "" : oracle.error().message;
  }
  /// As prepared by another process, with these results.
  Hash128 adoptedOwn(const TestRecipe& recipe, double microseconds, double energy = notMeasured) {
    Oracle oracle = prepare(recipe);
    oracle.microseconds = microseconds;
    oracle.energy = energy;
    const Hash128 name{2, 2};
    if (const auto adopted = bench_->adopt(name, recipe, oracle); !adopted) qWarning("%s", adopted.error().message.c_str());
    return name;
  }
  Measurement measure(Bytes code) { return bench_->measure({.test = key, .image = std::move(code)}); }

private slots:
  void init() {
    driver_.order("");
    bench_.reset();
    Result<std::unique_ptr<GpuEvaluator>> bench = GpuEvaluator::open(0);
    QVERIFY2(bench.has_value(), bench ? "" : bench.error().message.c_str());
    bench_ = std::move(*bench);
  }

  void theOriginalIsItsOwnOracle() {
    SmallTest test;
    const Oracle oracle = prepare(test.recipe(codeThat("twice 10")));
    QCOMPARE(oracle.delivered, std::vector<Bytes>{test.read().data});
    QCOMPARE(oracle.noise, std::vector<double>{0});
    QCOMPARE(static_cast<float>(oracle.microseconds), 10.0F);
    QCOMPARE(oracle.isInput, (std::vector<bool>{true, false}));
  }

  void blocksThatWaitForEachOtherAreRefused() {
    SmallTest test;
    test.launch().value = 1; // cooperative
    QVERIFY(prepareError(test.recipe(codeThat("twice 10"))).empty());
    test.launch().grid = {2, 1, 1};
    QVERIFY(QString::fromStdString(prepareError(test.recipe(codeThat("twice 10")))).contains("wait for each other"));
  }

  void timeIsARatioToTheOriginal() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    const Measurement measured = measure(codeThat("twice 4"));
    QVERIFY2(measured.valid(), measured.message.c_str());
    QVERIFY(std::abs(measured.microseconds - 4) < 1e-5);
    QCOMPARE(measured.error, 0.0);
    QVERIFY(measured.log.find("32 registers") != std::string::npos);
  }

  /// Of 100 launches of 200 microseconds.
  void variantsAreComparedByAFewOfTheLaunchesThatRepeat() {
    SmallTest test;
    const program::Event launch = test.launch();
    test.trace.events.insert(test.trace.events.begin() + 3, 99, launch);
    const Oracle oracle = prepare(test.recipe(codeThat("twice 200")));
    QCOMPARE(static_cast<float>(oracle.microseconds), 20000.0F);
    QCOMPARE(oracle.launchWeights, std::vector<float>(8, 12.5F));
    QVERIFY(oracle.notes.size() == 1 && oracle.notes.front().find("Of 100 launches 8 are timed") != std::string::npos);
    QCOMPARE(static_cast<float>(measure(codeThat("twice 50")).microseconds), 5000.0F);
    QVERIFY(!measure(codeThat("thrice 50")).valid());
  }

  /// The program's own configuration was slower when its time was taken, as on a card that had been idle.
  void aConfigurationIsTimedBesideTheProgramsOwn() {
    TestRecipe recipe = SmallTest().recipe(codeThat("twice 5"));
    recipe.own = adoptedOwn(SmallTest().recipe(codeThat("twice 10")), 24);
    QCOMPARE(static_cast<float>(prepare(recipe).microseconds), 12.0F);
    QCOMPARE(static_cast<float>(measure(codeThat("twice 4")).microseconds), 9.6F);
  }

  void aConfigurationNeedsTheProgramsOwn() {
    TestRecipe recipe = SmallTest().recipe(codeThat("twice 5"));
    recipe.own = {3, 3};
    QVERIFY(QString::fromStdString(prepareError(recipe)).contains("does not know this test in the program's own configuration"));
  }

  void aConfigurationsEnergyIsMeasuredBesideTheProgramsOwn() {
    TestRecipe recipe = energyRecipe("twice 5 300");
    recipe.own = adoptedOwn(energyRecipe("twice 10 300"), 10, 6);
    const double energy = prepare(recipe).energy;
    QVERIFY2(std::abs(energy / 3 - 1) < 0.05, qPrintable(QString::number(energy)));
  }

  void rejectsInvalidVariants_data() {
    QTest::addColumn<QByteArray>("does");
    QTest::addColumn<Reason>("reason");
    QTest::addColumn<bool>("lost");
    QTest::newRow("another result") << QByteArray("thrice") << Reason::WrongOutput << false;
    QTest::newRow("nothing done: the original's result is not there any more") << QByteArray("nothing") << Reason::NotFinite << false;
    QTest::newRow("a write behind the allocation") << QByteArray("overrun") << Reason::OutOfBounds << false;
    QTest::newRow("a changed input") << QByteArray("spoil") << Reason::WrongOutput << false;
    QTest::newRow("an illegal address") << QByteArray("illegal") << Reason::OutOfBounds << true;
    QTest::newRow("a misaligned address") << QByteArray("misaligned") << Reason::Misaligned << true;
  }
  void rejectsInvalidVariants() {
    QFETCH(QByteArray, does);
    QFETCH(Reason, reason);
    QFETCH(bool, lost);
    prepare(SmallTest().recipe(codeThat("twice 10")));
    const Measurement measured = measure(codeThat(does.toStdString()));
    QVERIFY(measured.reason == reason);
    QVERIFY(!measured.message.empty());
    QCOMPARE(measured.lost, lost);
    if (!lost) QVERIFY(measure(codeThat("twice 4")).valid());
  }

  TestRecipe energyRecipe(const std::string& original) {
    TestRecipe recipe = SmallTest().recipe(codeThat(original));
    recipe.settings.objectives = {Objective::Time, Objective::Energy};
    return recipe;
  }

  /// 10 us of 300 W are 3 mJ.
  void measuresEnergyOfTheOriginalIfItIsAnObjective() {
    QVERIFY(std::isnan(prepare(SmallTest().recipe(codeThat("twice 10 300"))).energy));
    init();
    const Oracle oracle = prepare(energyRecipe("twice 10 300"));
    QVERIFY2(std::abs(oracle.energy / 3 - 1) < 0.03, qPrintable(QString::number(oracle.energy)));
    QVERIFY(oracle.energyError < 0.03);
    QCOMPARE(oracle.energyWindows, 3U);
  }

  void energyIsARatioToTheOriginal() {
    prepare(energyRecipe("twice 10 300"));
    QVERIFY(std::isnan(measure(codeThat("twice 8 200")).energy)); // it was not asked for
    const Measurement measured = bench_->measure({.test = key, .image = codeThat("twice 8 200"), .energy = true});
    QVERIFY2(measured.valid(), measured.message.c_str());
    QVERIFY2(std::abs(measured.energy / 1.6 - 1) < 0.05, qPrintable(QString::number(measured.energy)));
    QVERIFY(measured.energyRatios.size() >= 3);
    QVERIFY(measured.energyError < 0.05);
    QVERIFY(std::abs(measured.microseconds - 8) < 1e-3);
  }

  void earlierEnergyRatiosCount() {
    prepare(energyRecipe("twice 10 300"));
    MeasureOrder order{.test = key, .image = codeThat("twice 8 200"), .energy = true};
    order.energyRatios = bench_->measure(order).energyRatios;
    const std::size_t before = order.energyRatios.size();
    QVERIFY(bench_->measure(order).energyRatios.size() >= before + 3);
    order.energy = false;
    const Measurement without = bench_->measure(order);
    QCOMPARE(without.energyRatios.size(), before);
    QVERIFY(std::abs(without.energy / 1.6 - 1) < 0.05);
  }

  void energyNeedsAnEnergyCounter() {
    driver_.order("fail nvmlDeviceGetTotalEnergyConsumption 3");
    const std::string problem = prepareError(energyRecipe("twice 10 300"));
    QVERIFY2(problem.find("Not Supported; leave it out of --objectives") != problem.npos, problem.c_str());
    driver_.order("");
    init();
    QVERIFY(prepareError(SmallTest().recipe(codeThat("twice 10 300"))).empty());
  }

  void rejectsCodeThatDoesNotLoad() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    const Measurement measured = measure(toBytes("no PTX"));
    QVERIFY(measured.reason == Reason::Unsupported);
    QVERIFY(!measured.lost);
  }

  void rejectsCodeWithoutTheKernel() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    QVERIFY(measure(toBytes(".visible .entry other()\n")).reason == Reason::Unsupported);
  }

  void noiseOfTheOriginalIsNotAnError() {
    const Oracle oracle = prepare(SmallTest().recipe(codeThat("noisy 10")));
    QVERIFY(oracle.noise[0] > 0 && oracle.noise[0] < 1e-4);
    QVERIFY(!oracle.notes.empty());
    const Measurement measured = measure(codeThat("twice 10"));
    QVERIFY2(measured.valid(), measured.message.c_str());
    QCOMPARE(measured.error, 0.0);
    QVERIFY(measure(codeThat("thrice 10")).reason == Reason::WrongOutput);
  }

  /// What does not count must not make what counts uncertain.
  void elementsThatDoNotCountAreNoNoise() {
    TestRecipe recipe = SmallTest().recipe(codeThat("noisy_first 10"));
    recipe.outputs[0].ignored = {{true, 0, 0}};
    const Oracle oracle = prepare(recipe);
    QCOMPARE(oracle.noise, std::vector<double>{0});
    QVERIFY(oracle.notes.empty());
    QVERIFY(measure(codeThat("noisy_first 5")).valid());
    QVERIFY(measure(codeThat("twice 5")).valid());
    QVERIFY(measure(codeThat("thrice 5")).reason == Reason::WrongOutput);
  }

  void decisionOfTheGpuReplacesTheRecordedOne() {
    SmallTest test;
    test.read().decision = true;
    test.read().data = bytesOfValues(test.values);
    test.read().data[0] ^= 1;
    const Oracle oracle = prepare(test.recipe(codeThat("twice 10")));
    QCOMPARE(oracle.notes.size(), std::size_t(2)); // the other: what it delivers is not what was recorded
    QVERIFY(QString::fromStdString(oracle.notes[0]).contains("may decide differently"));
    QVERIFY(measure(codeThat("twice 4")).valid());
    QVERIFY(measure(codeThat("thrice 4")).reason == Reason::Decision);
  }

  void wrongOutputCanBeReportedWithoutRejection() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    const Measurement measured = bench_->measure({.test = key, .image = codeThat("thrice 5"), .rejectWrongOutput = false});
    QVERIFY(measured.valid());
    QCOMPARE(qRound(measured.microseconds), 5);
    QVERIFY(measured.error > 0.4 && !measured.message.empty());
    const Measurement same = bench_->measure({.test = key, .image = codeThat("twice 5"), .rejectWrongOutput = false});
    QVERIFY(same.error == 0 && same.message.empty());
    QVERIFY(bench_->measure({.test = key, .image = codeThat("illegal"), .rejectWrongOutput = false}).reason == Reason::OutOfBounds);
  }

  void originalTimeHasAnError() {
    const Oracle even = prepare(SmallTest().recipe(codeThat("twice 10")));
    QVERIFY(even.relativeError < 1e-6 && even.repeats > 3);
    QVERIFY(even.log.find("32 registers") != std::string::npos);
    init();
    QVERIFY(prepare(SmallTest().recipe(codeThat("uneven 10"))).relativeError > 1e-4);
  }

  void queueingTimeIsNotKernelTime() {
    driver_.order("queueing 2");
    QCOMPARE(static_cast<float>(prepare(SmallTest().recipe(codeThat("twice 10"))).microseconds), 10.0F);
    const Measurement measured = measure(codeThat("twice 4"));
    QVERIFY(std::abs(measured.microseconds - 4) < 1e-5);
  }

  void decisionsThatVaryAreReported() {
    SmallTest test;
    test.read().decision = true;
    QVERIFY(!prepareError(test.recipe(codeThat("noisy 10"))).empty());
  }

  /// The fake driver's textures are addresses, so that its kernels read them as they read memory.
  void kernelsReadTexturesByRecordedNumbers_data() {
    QTest::addColumn<sim::TextureShape>("shape");
    QTest::newRow("memory") << sim::TextureShape::Linear;
    QTest::newRow("one dimension") << sim::TextureShape::Line;
    QTest::newRow("two dimensions") << sim::TextureShape::Plane;
    QTest::newRow("three dimensions") << sim::TextureShape::Volume;
  }
  void kernelsReadTexturesByRecordedNumbers() {
    QFETCH(sim::TextureShape, shape);
    SmallTest test;
    sim::Texture texture;
    texture.shape = shape;
    texture.address = SmallTest::in;
    const std::uint64_t rows = shape == sim::TextureShape::Plane || shape == sim::TextureShape::Volume ? 10 : 1;
    texture.depth = shape == sim::TextureShape::Volume ? 5 : 1;
    texture.width = SmallTest::count / rows / texture.depth;
    texture.height = rows;
    texture.pitch = rows == 1 ? 0 : texture.width * 4;
    program::Event made;
    made.kind = program::EventKind::CreateTexture;
    made.address = sim::textureObjectBase + 1;
    made.data = sim::encodeTexture(texture);
    std::memcpy(test.launch().data.data() + 8, &made.address, 8);
    test.trace.events.insert(test.trace.events.begin() + 2, made); // before what it shows is there
    const Oracle oracle = prepare(test.recipe(codeThat("twice 10")));
    QCOMPARE(oracle.delivered, std::vector<Bytes>{bytesOfValues(test.values)});
    QVERIFY(measure(codeThat("twice 5")).valid());
    QVERIFY(measure(codeThat("thrice 5")).reason == Reason::WrongOutput);
    made.address = 1;
    test.trace.events[2] = made;
    QVERIFY(QString::fromStdString(prepareError(test.recipe(codeThat("twice 10")))).contains("make the project again"));
  }

  static program::Event surfaceOf(std::uint64_t address, std::uint64_t number) {
    sim::Texture surface;
    surface.isSurface = true;
    surface.shape = sim::TextureShape::Plane;
    surface.address = address;
    surface.width = SmallTest::count / 10;
    surface.height = 10;
    surface.pitch = surface.width * 4;
    program::Event made;
    made.kind = program::EventKind::CreateTexture;
    made.address = sim::textureObjectBase + number;
    made.data = sim::encodeTexture(surface);
    return made;
  }
  void whatKernelsWriteToSurfacesIsInMemoryAfterwards() {
    SmallTest test;
    const program::Event made = surfaceOf(SmallTest::out, 1);
    std::memcpy(test.launch().data.data(), &made.address, 8);
    test.trace.events.insert(test.trace.events.begin() + 2, made);
    const Oracle oracle = prepare(test.recipe(codeThat("twice 10")));
    QCOMPARE(oracle.delivered, std::vector<Bytes>{bytesOfValues(test.values)});
    QVERIFY(measure(codeThat("twice 5")).valid());
    QVERIFY(measure(codeThat("thrice 5")).reason == Reason::WrongOutput);
  }
  void rejectsTwoSurfacesOfOneArray() {
    SmallTest test;
    for (const std::uint64_t number : {1, 2}) test.trace.events.insert(test.trace.events.begin() + 2, surfaceOf(SmallTest::out, number));
    QVERIFY(QString::fromStdString(prepareError(test.recipe(codeThat("twice 10")))).contains("two surface objects of one array"));
  }

  /// Its variable holds the object from when it is bound until it is bound again.
  void textureReferencesAreVariablesThatHoldObjects() {
    SmallTest test;
    sim::Texture texture;
    texture.address = SmallTest::in;
    program::Event bound;
    bound.kind = program::EventKind::CreateTexture;
    bound.address = 0x2f0000000000;
    program::Event read;
    read.kind = program::EventKind::ReadSymbol;
    read.name = "reference";
    read.data.resize(8);
    std::size_t at = 3; // after the copy
    for (const std::uint64_t width : {100, 200, 100}) {
      texture.width = width;
      bound.data = sim::encodeTexture(texture);
      test.trace.events.insert(test.trace.events.begin() + static_cast<std::ptrdiff_t>(at++), bound);
      test.trace.events.insert(test.trace.events.begin() + static_cast<std::ptrdiff_t>(at++), read);
    }
    TestRecipe recipe = test.recipe(codeThat("twice 10", ".visible .global .align 8 .b8 reference[8] = {0, 0, 0, 0, 0, 0, 0, 0};"));
    recipe.symbols = {{"reference", bound.address, 8}};
    const Oracle oracle = prepare(recipe);
    QCOMPARE(oracle.delivered.size(), 4U);
    QVERIFY(oracle.delivered[0] != Bytes(8));
    QVERIFY(oracle.delivered[1] != Bytes(8) && oracle.delivered[1] != oracle.delivered[0]);
    QCOMPARE(oracle.delivered[2], oracle.delivered[0]);
  }

  void clearlySlowerVariantsStopEarly() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    const Measurement slow = bench_->measure({.test = key, .image = codeThat("uneven 30"), .relativeError = 0.002});
    const Measurement fast = bench_->measure({.test = key, .image = codeThat("uneven 5"), .relativeError = 0.002});
    QVERIFY2(slow.valid() && fast.valid(), "both are right");
    // How well few ratios agree is chance.
    QVERIFY(slow.ratios.size() < fast.ratios.size());
    QVERIFY(fast.relativeError <= 0.002);
    const Measurement remeasured =
        bench_->measure({.test = key, .image = codeThat("uneven 30"), .relativeError = 0.002, .remeasure = true});
    QVERIFY(remeasured.ratios.size() > slow.ratios.size());
    const Measurement exact = bench_->measure({.test = key, .image = codeThat("uneven 30"), .relativeError = 0.002, .exactly = true});
    QVERIFY(exact.relativeError <= 0.002);
  }

  void repeatsUntilTheErrorIsReached() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    const Measurement even = measure(codeThat("twice 10"));
    MeasureOrder order{.test = key, .image = codeThat("uneven 9"), .relativeError = 0.002};
    const Measurement first = bench_->measure(order);
    QVERIFY(first.ratios.size() > even.ratios.size());
    QVERIFY(first.relativeError <= 0.002);
    order.ratios = first.ratios; // and what was measured before counts
    QVERIFY(bench_->measure(order).ratios.size() > first.ratios.size());
  }

  void aSmallerErrorTakesMoreRepeats() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    const Measurement measured = bench_->measure({.test = key, .image = codeThat("uneven 9"), .relativeError = 0.002});
    QVERIFY(measured.relativeError <= 0.002);
    QVERIFY2(measured.ratios.size() > 200, qPrintable(QString::number(measured.ratios.size())));
  }

  void replaysStartWithInitialVariables() {
    SmallTest test;
    TestRecipe recipe = test.recipe(codeThat("count_symbol 10", factor(2)));
    recipe.symbols = {{"factor", 0x2f0000000000, 4}};
    QCOMPARE(prepare(recipe).noise, std::vector<double>{0});
    QVERIFY(measure(codeThat("twice 10")).valid());
  }

  /// In a test whose undefined loads are tolerated, memory that nobody wrote is what it was when the test was recorded: zero.
  void toleratedLoadsFindWhatWasRecorded() {
    SmallTest test;
    program::Event tolerated;
    tolerated.kind = program::EventKind::TolerateUndefined;
    test.trace.events.insert(test.trace.events.begin(), tolerated);
    prepare(test.recipe(codeThat("twice 10")));
    QVERIFY(measure(codeThat("twice 4")).valid());
    QCOMPARE(measure(codeThat("nothing 4")).reason, Reason::WrongOutput); // else it would not be finite
  }

  void writtenVariablesAreFoundByName() {
    SmallTest test;
    program::Event write;
    write.kind = program::EventKind::WriteSymbol;
    write.name = "factor";
    write.data = bytesOfValues(std::vector<float>{3});
    test.trace.events.insert(test.trace.events.begin(), write);
    TestRecipe recipe = test.recipe(codeThat("by_symbol 10", factor(2)));
    recipe.symbols = {{"factor", 0x2f0000000000, 4}};
    prepare(recipe);
    QVERIFY(measure(codeThat("thrice 10", factor(2))).valid());
    const Measurement without = measure(codeThat("thrice 10"));
    QVERIFY(without.reason == Reason::Unsupported);
    QCOMPARE(QString::fromStdString(without.message), "the variable factor is no longer in the module");
  }

  void variableAddressesInParametersAreRelocated() {
    SmallTest test;
    const std::uint64_t recorded = 0x2f0000000000;
    std::memcpy(test.launch().data.data() + 8, &recorded, 8); // reads the variable
    const std::uint32_t one = 1;
    std::memcpy(test.launch().data.data() + 16, &one, 4);
    test.read().data.resize(4);
    TestRecipe recipe = test.recipe(codeThat("twice 10", factor(8)));
    recipe.symbols = {{"factor", recorded, 4}};
    QCOMPARE(prepare(recipe).delivered, std::vector<Bytes>{bytesOfValues(std::vector<float>{16})});
  }

  void rejectsDataWithTheAddressOfAVariable() {
    SmallTest test;
    const std::uint64_t recorded = 0x2f0000000000;
    std::memcpy(test.copy().data.data() + 16, &recorded, 8);
    TestRecipe recipe = test.recipe(codeThat("twice 10", factor(8)));
    recipe.symbols = {{"factor", recorded, 4}};
    QVERIFY(QString::fromStdString(prepareError(recipe)).contains("factor"));
  }

  void rejectsUnsupportedTextures() {
    SmallTest test;
    test.trace.events.emplace_back().kind = program::EventKind::CreateTexture;
    QVERIFY(QString::fromStdString(prepareError(test.recipe(codeThat("twice 10")))).contains("textures"));
  }

  void testsMayShareAddresses() {
    SmallTest first;
    SmallTest second;
    for (std::size_t i = 0; i < second.copy().data.size(); ++i) second.copy().data[i] = 0;
    second.read().data = second.copy().data;
    const Hash128 other{3, 4};
    prepare(first.recipe(codeThat("twice 10")));
    QVERIFY(bench_->prepare(other, second.recipe(codeThat("twice 20"))).has_value());
    for (int i = 0; i < 3; ++i) {
      QCOMPARE(qRound(bench_->measure({.test = key, .image = codeThat("twice 5")}).microseconds), 5);
      QCOMPARE(qRound(bench_->measure({.test = other, .image = codeThat("thrice 5")}).microseconds), 5);
    }
  }

  void adoptedTestMeasuresTheSame() {
    const TestRecipe recipe = SmallTest().recipe(codeThat("twice 10"));
    const Oracle oracle = prepare(recipe);
    init();
    QVERIFY(bench_->adopt(key, recipe, oracle).has_value());
    QVERIFY(measure(codeThat("twice 4")).valid());
    QVERIFY(measure(codeThat("thrice 4")).reason == Reason::WrongOutput);
  }

  void testLargerThanMemoryIsReported() {
    driver_.order("fail cuMemCreate 2");
    QVERIFY(QString::fromStdString(prepareError(SmallTest().recipe(codeThat("twice 10")))).contains("no room"));
  }

  void occupiedAddressesAreReported() {
    driver_.order("fail cuMemAddressReserve 2");
    bench_.reset();
    const Result<std::unique_ptr<GpuEvaluator>> bench = GpuEvaluator::open(0);
    QVERIFY(!bench.has_value());
    QVERIFY(QString::fromStdString(bench.error().message).contains("0x200000000000"));
  }

  void measuringFreesItsMemory() {
    prepare(SmallTest().recipe(codeThat("twice 10")));
    Driver const& driver = **Driver::load();
    std::size_t before = 0, after = 0, total = 0;
    measure(codeThat("twice 5"));
    driver.memGetInfo(&before, &total);
    for (int i = 0; i < 20; ++i)
      for (const char* does : {"twice 5", "thrice 5", "overrun 5", "nothing"}) measure(codeThat(does, factor(1)));
    measure(toBytes("no PTX"));
    driver.memGetInfo(&after, &total);
    QCOMPARE(after, before);
  }
};

QTEST_GUILESS_MAIN(GpuEvaluatorTest)
#include "gpu_evaluator_test.moc"

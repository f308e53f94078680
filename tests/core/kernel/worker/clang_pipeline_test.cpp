#include "core/kernel/build/build.h"
#include "core/kernel/ir/kernel_pipelines.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/operators/mutate.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/worker/device.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#endif

using namespace gevo;

namespace {

/// clang's pipeline for optimised code.
void optimiseAsClang(llvm::Module& module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(module, modules);
}

} // namespace

/// What evolution finds must be more than what the compiler would have done anyway.
class ClangPipelineTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;

private slots:
  void initTestCase() {
    if (const auto clang = program::findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = program::findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
  }

  void ourPipelineFindsWhatClangsDoes_data() {
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("hotspot") << "hotspot"
                             << "128 128 4 2";
    QTest::newRow("nw") << "nw"
                        << "64 10 1";
    QTest::newRow("pathfinder") << "pathfinder"
                                << "9 300 1";
  }
  void ourPipelineFindsWhatClangsDoes() {
    const auto built = buildSample();
    QVERIFY2(built.has_value(), built ? "" : built.error().message.c_str());
    const Project& project = built->project;
    const auto base = ir::BaseModule::load(project.base).value();
    const auto device = worker::SimulatedDevice::open(project, {}).value();

    auto clangs = base->original();
    optimiseAsClang(*clangs);
    const auto test = device->prepare(project.tests.front(), *clangs).value();
    std::uint32_t compared = 0;
    for (std::uint32_t i = 0; i < 150; ++i) {
      RandomStream stream(RandomKey{1, 0, i, 0, Purpose::Test});
      const auto proposed = i == 0 ? std::nullopt : ir::proposeEdit(*base, {}, stream, {gevoOperators()});
      const EditList edits = proposed ? EditList{*proposed} : EditList{};
      const std::optional<double> ours = runtime(*device, *test, *base, edits, [](llvm::Module& module) {
        ir::cleanUp(module);
        ir::optimise(module);
      });
      if (!ours) continue;
      const std::optional<double> theirs = runtime(*device, *test, *base, edits, optimiseAsClang);
      if (!theirs) continue;
      ++compared;
      QVERIFY2(*ours < *theirs * 1.01, qPrintable(QStringLiteral("variant %1: %2 us, under -O3 %3 us").arg(i).arg(*ours).arg(*theirs)));
    }
    QVERIFY2(compared >= 5, "the original and some mutants were compared; with fewer this says nothing");
  }

  void kernelsComputeTheSameInEachPipeline_data() { ourPipelineFindsWhatClangsDoes_data(); }
  void kernelsComputeTheSameInEachPipeline() {
    const auto built = buildSample();
    QVERIFY2(built.has_value(), built ? "" : built.error().message.c_str());
    const auto base = ir::BaseModule::load(built->project.base).value();
    const auto device = worker::SimulatedDevice::open(built->project, {}).value();
    const auto original = base->original();
    ir::optimise(*original);
    const auto test = device->prepare(built->project.tests.front(), *original).value();
    for (const ir::KernelPipeline& pipeline : ir::kernelPipelines()) {
      const auto module = base->original();
      for (llvm::Function& function : *module)
        if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel) ir::setPipeline(function, pipeline.name);
      ir::cleanUp(*module);
      ir::optimise(*module);
      auto simulator = device->decode(*module);
      QVERIFY2(simulator.has_value(), pipeline.name.data());
      const program::ReplayReport report = device->replay(*test, *simulator);
      QVERIFY2(report.valid() && report.error == 0, qPrintable(QString::fromStdString(report.message) + " in " + pipeline.name.data()));
    }
  }

private:
  /// Of the row's sample.
  static Result<BuiltProject> buildSample() {
    QFETCH(QString, sample);
    QFETCH(QString, arguments);
    BuildInputs request;
    request.name = sample.toStdString();
    request.workingFolder = GEVO_TEST_SOURCE "/resources/samples/" + request.name;
    request.settings.files = {request.name + ".cu"};
    request.tests = {{TestRole::Test, arguments.toStdString(), {}}};
    return program::build(request, {});
  }

  template <class Optimise>
  static std::optional<double> runtime(const worker::SimulatedDevice& device, const worker::PreparedTest& test, const ir::BaseModule& base,
                                       const EditList& edits, Optimise optimise) {
    const ir::Applied applied = ir::applyEdits(base, edits);
    optimise(*applied.module);
    auto simulator = device.decode(*applied.module);
    if (!simulator) return std::nullopt;
    const program::ReplayReport report = device.replay(test, *simulator);
    return report.valid() ? std::optional(report.microseconds) : std::nullopt;
  }
};

QTEST_GUILESS_MAIN(ClangPipelineTest)
#include "clang_pipeline_test.moc"

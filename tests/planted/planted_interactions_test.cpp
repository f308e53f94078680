/// A real program whose edits interact in known ways: interactions/interacting.cu says how. The analysis finds exactly that, in whatever
/// order the edits are.

#include "argument_loads.h"
#include "core/interactions/interactions.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/worker/service.h"
#include "tests/core/base/value_of.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QTest>
#include <random>
#include <set>

using namespace gevo;

namespace {

/// Positions of the kernel's arguments.
enum Argument : unsigned { First = 1, Second, Third, Left, Middle, Right, Stone, Built, Quiet };
constexpr unsigned quietArguments = 6;

class Sample {
public:
  Sample() {
    BuildInputs inputs;
    inputs.name = "interacting";
    inputs.workingFolder = GEVO_TEST_SOURCE "/tests/planted/interactions";
    inputs.settings.files = {"interacting.cu"};
    inputs.tests = {{TestRole::Test, "96", {}}};
    BuiltProject made = valueOf(program::build(inputs, {}));
    loads_ = planted::argumentLoads(made.project.base);
    EvaluationSettings settings;
    settings.mode = Mode::Exact;
    original_ = valueOf(service_.load({withoutHeldOutTests(made.project), settings})).original.fitness.runtime;
  }

  /// Takes 1 in place of what the argument leads to.
  Edit edit(unsigned argument) const {
    Edit edit;
    edit.uid = 1000 + argument;
    edit.op = Operator::Delete;
    edit.target = loads_.at(argument);
    edit.substitute.kind = ValueRef::Kind::Default;
    return edit;
  }

  Result<std::vector<SubsetOutcome>> evaluate(const std::vector<unsigned>& arguments, const std::vector<EditSet>& sets) {
    std::vector<SubsetOutcome> outcomes;
    for (const EditSet& set : sets) {
      EvaluateRequest request;
      for (const std::size_t member : membersOf(set)) request.edits.push_back(edit(arguments[member]));
      outcomes.push_back({Reason::None, original_});
      if (request.edits.empty()) continue;
      GEVO_TRY_ASSIGN(const EvaluateReply reply, service_.evaluate(request));
      outcomes.back().reason = reply.result.reason == Reason::NoOp ? Reason::None : reply.result.reason;
      if (reply.result.valid()) outcomes.back().runtime = reply.result.fitness.runtime;
    }
    return outcomes;
  }

private:
  worker::Service service_;
  std::map<unsigned, InstructionRef> loads_;
  double original_ = 0;
};

/// The planted edits and some of those that do nothing, in an order of the seed's.
std::vector<unsigned> drawn(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<unsigned> arguments{First, Second, Third, Left, Middle, Right, Stone, Built};
  const unsigned quiet = 1 + random() % quietArguments;
  for (unsigned i = 0; i < quiet; ++i) arguments.push_back(Quiet + i);
  for (std::size_t i = arguments.size(); i > 1; --i) std::swap(arguments[i - 1], arguments[random() % i]);
  return arguments;
}

std::set<std::set<unsigned>> clustersOf(const Interactions& found, const std::vector<unsigned>& arguments) {
  std::set<std::set<unsigned>> clusters;
  for (const Cluster& cluster : found.clusters) {
    std::set<unsigned> members;
    for (const std::size_t edit : cluster.edits) members.insert(arguments[edit]);
    clusters.insert(members);
  }
  return clusters;
}

} // namespace

class PlantedInteractionsTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  std::unique_ptr<Sample> sample_;

private slots:
  void initTestCase() {
    if (const auto clang = program::findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = program::findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    sample_ = std::make_unique<Sample>();
  }

  void plantedInteractionsAreFoundExactly_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 10; ++seed) QTest::addRow("%u", seed) << seed;
  }
  void plantedInteractionsAreFoundExactly() {
    QFETCH(unsigned, seed);
    const std::vector<unsigned> arguments = drawn(seed);
    const Interactions found = valueOf(
        findInteractions(arguments.size(), {}, [&](const std::vector<EditSet>& sets) { return sample_->evaluate(arguments, sets); }));
    QCOMPARE(clustersOf(found, arguments), (std::set<std::set<unsigned>>{{Left, Middle, Right}, {Stone, Built}}));
    std::set<std::pair<unsigned, unsigned>> needs;
    for (const Need& need : found.needs) {
      QVERIFY(need.kind == NeedKind::Fails);
      needs.emplace(arguments[need.edit], arguments[need.needed]);
    }
    QCOMPARE(needs, (std::set<std::pair<unsigned, unsigned>>{
                        {Left, Middle}, {Left, Right}, {Middle, Left}, {Middle, Right}, {Right, Left}, {Right, Middle}, {Built, Stone}}));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const EditInteraction& edit = found.edits[i];
      const unsigned argument = arguments[i];
      const EditRole role = argument <= Third ? EditRole::Independent : argument >= Quiet ? EditRole::Weak : EditRole::Epistatic;
      QVERIFY2(edit.role == role, qPrintable(QString("argument %1 is %2").arg(argument).arg(editRoleName(edit.role))));
      QCOMPARE(edit.steppingStone, argument == Stone);
      QCOMPARE(edit.failsAlone(), argument == Left || argument == Middle || argument == Right || argument == Built);
    }
  }
};

QTEST_GUILESS_MAIN(PlantedInteractionsTest)
#include "planted_interactions_test.moc"

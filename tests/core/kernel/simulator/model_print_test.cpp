#include <QTest>

#include "core/kernel/simulator/machine/model_fields.h"
#include "core/kernel/simulator/machine/model_print.h"

#include <QRegularExpression>
#include <rapidcheck.h>

using namespace gevo;
using namespace gevo::sim;

namespace {

struct Filler {
  template <class T> void number(const char*, const char*, T& figure) {
    if constexpr (std::is_integral_v<T>)
      figure = static_cast<T>(*rc::gen::inRange<std::int64_t>(1, std::int64_t(1) << 31));
    else
      figure = static_cast<double>(*rc::gen::inRange<std::int64_t>(1, std::int64_t(1) << 50)) / 1024;
  }
  void cost(const char*, const char*, Cost& cost) {
    number("", "", whole_);
    cost = {static_cast<float>(whole_), static_cast<float>(*rc::gen::inRange(0, 1 << 20)) / 7};
  }

private:
  double whole_ = 0;
};

struct Lister {
  template <class T> void number(const char* section, const char* key, const T& figure) {
    values.push_back(fmt::format("{}.{} {}", section, key, figure));
  }
  void cost(const char* section, const char* key, const Cost& cost) {
    values.push_back(fmt::format("{}.{} {} {}", section, key, cost.issue, cost.latency));
  }
  std::vector<std::string> values;
};

std::vector<std::string> valuesOf(const Model& model) {
  Lister lister;
  visitModel(lister, model);
  lister.values.push_back(model.name);
  return lister.values;
}

} // namespace

class ModelPrintTest : public QObject {
  Q_OBJECT

private slots:
  void printedModelCanBeParsed() {
    QVERIFY(rc::check([] {
      Model model;
      Filler filler;
      visitModel(filler, model);
      model.name = *rc::gen::element<std::string>("H200", "a \"quoted\" \\ name", "");
      model.overlap += 1;
      ModelComments comments;
      comments.head = {"first", "second = [\nthird"};
      comments.figures = {{"machine.clock_ghz", "a remark"}, {"instructions.call", "with\na second line"}, {"memory", "of a section"}};
      const auto again = parseModel(printModel(model, comments), "test");
      RC_ASSERT(again.has_value());
      RC_ASSERT(valuesOf(*again) == valuesOf(model));
    }));
  }

  void builtInModelsCanBePrintedAndParsed() {
    for (const std::string& name : modelNames()) {
      const auto model = loadModel("sim:" + name);
      QVERIFY(model.has_value());
      const auto again = parseModel(printModel(*model), "test");
      QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
      QCOMPARE(valuesOf(*again), valuesOf(*model));
    }
  }

  void commentsFollowTheirFigures() {
    const std::string text = printModel(Model(), {{"above all"}, {{"memory.cache_latency", "measured"}}});
    QVERIFY(text.starts_with("# above all\nname = \"H200\"\n\n[machine]\n"));
    QVERIFY2(text.find("cache_latency = 40 # measured\n") != std::string::npos, text.c_str());
  }

  void rejectsInvalidFigures_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    QTest::newRow("too large") << "multiprocessors = 1e30"
                               << "multiprocessors in [machine] must be a number";
    QTest::newRow("infinite") << "cache_latency = inf"
                              << "cache_latency in [memory] must be a number";
    QTest::newRow("no throughput") << "shared_accesses = 0"
                                   << "[throughput] must be above 0";
  }
  void rejectsInvalidFigures() {
    QFETCH(QString, line);
    QFETCH(QString, said);
    QString text = QString::fromStdString(printModel(Model()));
    const QString key = line.section(" = ", 0, 0);
    text.replace(QRegularExpression("(?m)^" + key + " = .*$"), line);
    const auto model = parseModel(text.toStdString(), "test");
    QVERIFY(!model.has_value());
    QVERIFY2(QString::fromStdString(model.error().message).contains(said), model.error().message.c_str());
  }

  /// A run keeps the text of its model, which may be older than a figure.
  void olderModelsLackTheTimeOfDispatch() {
    QString text = QString::fromStdString(printModel(Model()));
    text.remove(QRegularExpression("(?m)^dispatch_cycles = .*\n"));
    const auto model = parseModel(text.toStdString(), "test");
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->dispatchCycles, 0.0);
  }

  void olderModelsLackTheTimesOfTexturesAndOrder() {
    QString text = QString::fromStdString(printModel(*loadModel("sim")));
    text.remove(QRegularExpression("(?m)^(order_latency|texture_latency|texture_fetches) = .*\n"));
    const auto model = parseModel(text.toStdString(), "test");
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->orderLatency, Model().orderLatency);
    QCOMPARE(model->textureLatency, Model().textureLatency);
    QCOMPARE(model->textureFetchesPerCycle, Model().textureFetchesPerCycle);
  }

  void olderModelsLackTheCostOfMatrices() {
    QString text = QString::fromStdString(printModel(Model()));
    text.remove(QRegularExpression("(?m)^matrix = .*\n"));
    const auto model = parseModel(text.toStdString(), "test");
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->costs.matrix.latency, Model().costs.matrix.latency);
  }

  void givenTextOverridesTheName() {
    Model own;
    own.name = "mine";
    QCOMPARE(loadModel("sim:mine.toml", printModel(own))->name, std::string("mine"));
    QCOMPARE(loadModel("cuda", "sim:a100")->name, std::string("A100"));
    QCOMPARE(loadModel("sim:v100", "")->name, std::string("V100"));
  }
};

QTEST_GUILESS_MAIN(ModelPrintTest)
#include "model_print_test.moc"

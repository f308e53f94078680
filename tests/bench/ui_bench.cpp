// The work of the GUI thread with 200,000 variants. Limits: no event over 16 ms, a response to a selection within 50 ms.
// "CPU" is that of the GUI thread alone; "longest" is the longest single event or call, in milliseconds of its CPU.

#include "tests/ui/synthetic_run.h"
#include "ui/generations/generations_view.h"
#include "ui/parallel/parallel_pane.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/variant_table/variants_pane.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTableView>
#include <QUndoStack>
#include <benchmark/benchmark.h>
#include <ctime>
#include <qcustomplot.h>

using namespace gevo;
using namespace gevo::ui;

namespace {

constexpr std::uint32_t generationCount = 1000;
constexpr std::uint32_t perGeneration = 200;
constexpr std::size_t perUpdate = 500;

double threadSeconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Measures every event of the event loop.
class Watch : public QApplication {
public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override {
    if (nested_) return QApplication::notify(receiver, event);
    nested_ = true;
    const double begin = threadSeconds();
    const bool result = QApplication::notify(receiver, event);
    longest = std::max(longest, threadSeconds() - begin);
    nested_ = false;
    return result;
  }
  template <class Act> void call(Act act) {
    const double begin = threadSeconds();
    act();
    longest = std::max(longest, threadSeconds() - begin);
  }
  double longest = 0;

private:
  bool nested_ = false;
};

Watch& watch() { return *static_cast<Watch*>(qApp); }

const std::shared_ptr<const RunUpdate>& wholeRun() {
  static const std::shared_ptr<const RunUpdate> run = synthetic::run({generationCount - 1, perGeneration});
  return run;
}

/// The update that a follower publishes each second.
class LaterUpdates {
public:
  std::shared_ptr<const RunUpdate> next() {
    auto update = std::make_shared<RunUpdate>(*wholeRun());
    update->reset = false;
    update->added.clear();
    update->generations.clear();
    VariantRow row = wholeRun()->added.back();
    for (std::size_t i = 0; i < perUpdate; ++i) {
      offset_ += 7;
      row.id = wholeRun()->added.back().id + offset_;
      row.generation = generationCount;
      row.error = offset_ % 3 == 0 ? 0 : 0.00001 * double(offset_ % 997);
      row.runtime = 14 + 0.001 * double(offset_ % 4001);
      update->added.push_back(row);
    }
    GenerationRow generation = wholeRun()->generations.back();
    generation.generation = generationCount + number_++;
    update->generations.push_back(generation);
    return update;
  }

private:
  std::int64_t offset_ = 0;
  std::uint32_t number_ = 0;
};

/// The visible panes that show variants.
struct Panes {
  RunModel model;
  QUndoStack undo;
  AnnotationService annotations{model, undo};
  Selection selection;
  TimelinePosition position;
  FilterModel filter{model, annotations};
  VariantGroup group{model, selection};
  ParetoPane pareto{model, selection, group, filter, position};
  GenerationsView generations{model, position};
  VariantsPane variants{model, selection, group, filter, annotations};
  ParallelPane parallel{{model, selection, group, filter, position}};

  explicit Panes(bool plots = true, bool table = true) {
    applyTheme(Theme::light());
    pareto.setTheme(Theme::light());
    generations.setTheme(Theme::light());
    variants.setTheme(Theme::light());
    parallel.setTheme(Theme::light());
    parallel.resize(620, 420);
    pareto.resize(560, 480);
    generations.resize(560, 400);
    variants.resize(560, 320);
    if (plots) pareto.show();
    if (plots) generations.show();
    if (table) variants.show();
    model.apply(wholeRun());
    settle();
  }
  void settle() {
    QElapsedTimer timer;
    timer.start();
    do QApplication::processEvents(QEventLoop::AllEvents, 10);
    while (!settled() && timer.elapsed() < 20'000);
    QApplication::processEvents();
  }
  bool settled() const {
    return (!pareto.isVisible() || pareto.view()->settled()) && (!parallel.isVisible() || parallel.view()->settled()) &&
           variants.proxy()->settled();
  }
};

void tellLongest(benchmark::State& state) { state.counters["longest"] = 1e3 * watch().longest; }

/// The cost of opening a file in an existing view, without reading it.
void opening(benchmark::State& state) {
  Panes panes;
  for (auto _ : state) {
    state.PauseTiming();
    panes.model.clear();
    panes.settle();
    watch().longest = 0;
    state.ResumeTiming();
    watch().call([&] { panes.model.apply(wholeRun()); });
    panes.settle();
  }
  tellLongest(state);
}

void update(benchmark::State& state) {
  Panes panes(state.range(0) != 0, state.range(1) != 0);
  LaterUpdates later;
  watch().longest = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const auto next = later.next();
    state.ResumeTiming();
    watch().call([&] { panes.model.apply(next); });
    panes.settle();
  }
  tellLongest(state);
}

/// Axes, front, marks and the rendered scatter, as after a pan.
void replot(benchmark::State& state) {
  Panes panes;
  watch().longest = 0;
  for (auto _ : state) watch().call([&] { panes.pareto.view()->plot()->replot(); });
  tellLongest(state);
}

/// On the painter's thread.
void picture(benchmark::State& state) {
  ScatterPoints points;
  for (const VariantRow& row : wholeRun()->added) points.valid.push_back(pointOf(row));
  const Panes panes;
  ScatterRequest request;
  request.transform = panes.pareto.view()->scale().transform();
  request.fit = ScatterRequest::Fit::Usual;
  if (state.range(0) != 0) request.upTo = generationCount / 2;
  for (auto _ : state) benchmark::DoNotOptimize(paintScatter(points, request, {}));
}

void hover(benchmark::State& state) {
  Panes panes;
  watch().longest = 0;
  const QRect area = panes.pareto.view()->scale().area();
  int step = 0;
  for (auto _ : state) {
    step += 37;
    const QPointF place(area.left() + step % area.width(), area.top() + step / 3 % area.height());
    QMouseEvent move(QEvent::MouseMove, place, panes.pareto.view()->plot()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(panes.pareto.view()->plot(), &move);
  }
  tellLongest(state);
}

void selecting(benchmark::State& state) {
  Panes panes;
  watch().longest = 0;
  std::size_t place = 0;
  for (auto _ : state) {
    place = (place + 7919) % wholeRun()->added.size();
    watch().call([&] { panes.selection.choose(wholeRun()->added[place].id); });
    QApplication::processEvents();
  }
  tellLongest(state);
}

void sorting(benchmark::State& state) {
  Panes panes(false);
  watch().longest = 0;
  int column = 0;
  for (auto _ : state) {
    column = 1 + (column + 1) % 6;
    watch().call([&] { panes.variants.table()->sortByColumn(column, column % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder); });
    panes.settle();
  }
  tellLongest(state);
}

void filtering(benchmark::State& state) {
  Panes panes(false);
  watch().longest = 0;
  int step = 0;
  for (auto _ : state) {
    const QString text = QString("error = 0 and speedup > 1.%1").arg(++step % 5);
    watch().call([&] { panes.variants.filter()->setText(text); });
    panes.settle();
  }
  tellLongest(state);
}

/// The lines of all variants, on the painter's thread.
void lines(benchmark::State& state) {
  std::vector<ParallelPoint> points;
  for (const VariantRow& row : wholeRun()->added)
    points.push_back({row.id, row.runtime, row.error, row.energy, row.generation, row.edits, row.inactive, row.step});
  const RunModel none;
  ParallelRequest request;
  request.axes = parallelAxes(none, {});
  request.area = {54, 40, 512, 330};
  request.colours.fill(qRgba(30, 90, 160, 220));
  request.dimmedColour = qRgba(90, 90, 90, 50);
  auto passing = std::make_shared<std::vector<bool>>(points.size());
  for (std::size_t i = 0; i < passing->size(); ++i) (*passing)[i] = i % 3 == 0;
  if (state.range(0) != 0) request.passing = passing;
  for (auto _ : state) benchmark::DoNotOptimize(paintParallel(points, request, {}));
}

/// A range of an axis is dragged: the table, the Pareto front and the lines follow.
void brushing(benchmark::State& state) {
  Panes panes;
  panes.parallel.show();
  panes.settle();
  watch().longest = 0;
  int step = 0;
  for (auto _ : state) {
    const double upper = 15 + 0.1 * (++step % 20);
    watch().call(
        [&] { panes.filter.setFilter(panes.filter.filter().withRange(VariantColumn::Runtime, VariantFilter::Range{.upper = upper})); });
    panes.settle();
  }
  tellLongest(state);
}

/// A lasso around half of the plot, and the table that marks what it encloses.
void lasso(benchmark::State& state) {
  Panes panes;
  watch().longest = 0;
  const QRectF area = panes.pareto.view()->scale().area();
  int step = 0;
  for (auto _ : state) {
    const double width = area.width() / 2 + ++step % 9;
    const QPolygonF line(QRectF(area.left(), area.top(), width, area.height()));
    watch().call([&] { panes.group.set(panes.pareto.view()->variantsWithin(line)); });
    panes.settle();
  }
  state.counters["selected"] = double(panes.group.members().size());
  tellLongest(state);
}

/// The line under the mouse among those of all variants.
void hoverLines(benchmark::State& state) {
  Panes panes(false, false);
  panes.parallel.show();
  panes.settle();
  watch().longest = 0;
  int step = 0;
  for (auto _ : state) {
    step += 37;
    const QPointF place = panes.parallel.view()->placeOf(0, 0) + QPointF(20 + step % 400, -double(step / 3 % 300));
    watch().call([&] { benchmark::DoNotOptimize(panes.parallel.view()->picture()->nearest(place, 6)); });
  }
  tellLongest(state);
}

} // namespace

BENCHMARK(opening)->Unit(benchmark::kMillisecond)->Iterations(5);
BENCHMARK(update)
    ->ArgNames({"plots", "table"})
    ->Args({0, 0})
    ->Args({1, 0})
    ->Args({0, 1})
    ->Args({1, 1})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(15);
BENCHMARK(replot)->Unit(benchmark::kMillisecond);
BENCHMARK(picture)->ArgName("past")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(hover)->Unit(benchmark::kMicrosecond);
BENCHMARK(selecting)->Unit(benchmark::kMillisecond)->Iterations(100);
BENCHMARK(sorting)->Unit(benchmark::kMillisecond)->Iterations(6);
BENCHMARK(lines)->ArgName("filter")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(brushing)->Unit(benchmark::kMillisecond)->Iterations(12);
BENCHMARK(lasso)->Unit(benchmark::kMillisecond)->Iterations(6);
BENCHMARK(hoverLines)->Unit(benchmark::kMillisecond);
BENCHMARK(filtering)->Unit(benchmark::kMillisecond)->Iterations(6);

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // The offscreen platform warns about everything that needs a display.
  qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
  const Watch application(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

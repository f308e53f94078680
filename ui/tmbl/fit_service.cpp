#include "ui/tmbl/fit_service.h"

#include "core/base/elapsed.h"
#include "ui/tasks/background_pool.h"
#include "ui/tasks/gui_thread.h"

#include <QThreadPool>

#include <algorithm>

namespace gevo::ui {

namespace {

/// A search on a thread that may outlive the service.
class Search {
public:
  Search(QPointer<FitService> service, std::stop_token stop) : service_(std::move(service)), stop_(std::move(stop)) {}

  Result<void> run(const FitRequest& request) {
    GEVO_TRY_ASSIGN(tmbl::RegressionData rows, tmbl::splitTable(*request.table, request.target, request.testShare, request.settings.seed));
    tmbl::Cases sample = (rows.test ? *rows.test : rows.training).first(FitService::mostSampled); // rows were shuffled
    const auto data = std::make_shared<const FitData>(std::move(rows), std::move(sample));
    tell([data](FitService& service) { emit service.begun(data); });
    tmbl::ProcessorEvaluator evaluator(data->rows.training, request.settings.threads);
    GEVO_TRY_ASSIGN(tmbl::Regression found,
                    tmbl::runRegression(
                        data->rows, request.settings, evaluator, [this](const tmbl::RegressionProgress& now) { report(now); }, stop_));
    tellProgress({found.generations, found.evaluations, error_, secondsSince(begin_)});
    tellFront(std::move(found.front));
    return {};
  }

  template <class Act> void tell(Act act) { postIfAlive(service_, std::move(act)); }

private:
  using Clock = std::chrono::steady_clock;

  void report(const tmbl::RegressionProgress& now) {
    error_ = now.error;
    if (stop_.stop_requested() || (now.generation > 1 && secondsSince(reported_) < FitService::interval)) return;
    tellProgress({now.generation, now.evaluations, now.error, secondsSince(begin_)});
    if (now.generation == 1 || secondsSince(frontTold_) >= frontCost_ / FitService::frontShare) {
      const Clock::time_point before = Clock::now();
      tellFront(now.front());
      frontCost_ = secondsSince(before);
      frontTold_ = Clock::now();
    }
    reported_ = Clock::now();
  }

  void tellProgress(const FitProgress& progress) {
    tell([progress](FitService& service) { emit service.progressed(progress); });
  }
  void tellFront(FittedFront front) {
    tell([told = std::make_shared<const FittedFront>(std::move(front))](FitService& service) { emit service.found(told); });
  }

  QPointer<FitService> service_;
  std::stop_token stop_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point reported_;
  Clock::time_point frontTold_;
  double frontCost_ = 0; ///< seconds
  double error_ = 0;
};

} // namespace

FitService::~FitService() { stop_.request_stop(); }

void FitService::start(const FitRequest& request) {
  if (running_) return;
  running_ = true;
  stop_ = {};
  backgroundPool().start([self = QPointer(this), request, stop = stop_.get_token()] {
    Search search(self, stop);
    const Result<void> done = search.run(request);
    search.tell([problem = done ? QString() : QString::fromStdString(done.error().message)](FitService& service) {
      if (!problem.isEmpty()) emit service.failed(problem);
      service.running_ = false;
      emit service.ended();
    });
  });
}

void FitService::stop() { stop_.request_stop(); }

} // namespace gevo::ui

#include "ui/window/interaction_feed.h"

#include "ui/interactions/interactions_page.h"

namespace gevo::ui {

InteractionFeed::InteractionFeed(const RunModel& model, const Selection& selection, InteractionService& service, InteractionsPage& page,
                                 QObject* parent)
    : QObject(parent), model_(model), selection_(selection), service_(service), page_(page) {
  connect(&page, &InteractionsPage::wanted, this, &InteractionFeed::read);
  connect(&page, &InteractionsPage::analysisRequested, this, &InteractionFeed::analyse);
  connect(&page, &InteractionsPage::cancelRequested, &service, &InteractionService::cancel);
  connect(&selection, &Selection::variantChanged, this, &InteractionFeed::showProgress);
  connect(&model, &RunModel::wasReset, this, &InteractionFeed::showProgress);
  connect(&service, &InteractionService::known, this,
          [this](qint64 run, qint64 variant, const std::shared_ptr<const KnownInteractions>& found) {
            if (isShown(run, variant)) page_.setFound(found);
          });
  connect(&service, &InteractionService::progressed, this, [this](const QString& doing) {
    doing_ = doing;
    showProgress();
  });
  connect(&service, &InteractionService::failed, this, [this](const QString& message) {
    if (isShown(service_.run(), service_.variant())) page_.setProblem(message);
  });
  connect(&service, &InteractionService::ended, this, [this] {
    if (std::exchange(refused_, false)) page_.setProblem({});
    showProgress();
  });
}

void InteractionFeed::open(const std::filesystem::path& file) {
  service_.forget();
  file_ = file;
}

bool InteractionFeed::isShown(std::int64_t run, std::int64_t variant) const {
  return model_.hasRun() && run == model_.run().id && variant == selection_.variant();
}

void InteractionFeed::read() {
  showProgress();
  if (model_.hasRun() && selection_.variant() > 0) service_.read(file_, model_.run(), selection_.variant());
}

void InteractionFeed::analyse() {
  refused_ = service_.analyses();
  if (refused_) return page_.setProblem(tr("the edits of another variant are being analysed: wait for that, or cancel it there"));
  if (!model_.hasRun()) return;
  if (selection_.variant() <= 0) return page_.setProblem(tr("the variant is not in the file yet: wait for its generation to end"));
  doing_ = tr("waiting for progress");
  service_.analyse(file_, model_.run(), selection_.variant());
  showProgress();
}

void InteractionFeed::showProgress() {
  page_.setProgress(service_.analyses() && isShown(service_.run(), service_.variant()) ? doing_ : QString());
}

} // namespace gevo::ui

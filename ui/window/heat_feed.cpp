#include "ui/window/heat_feed.h"

#include "core/format/heat_text.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/heat_bar.h"

#include <QSettings>

namespace gevo::ui {

namespace {

const QString onKey = QStringLiteral("heat/shown");
const QString metricKey = QStringLiteral("heat/metric");

} // namespace

HeatFeed::HeatFeed(const VariantService& variants, HeatService& heat, DifferencesView& differences, bool remembers, QObject* parent)
    : QObject(parent), variants_(variants), service_(heat), differences_(differences), remembers_(remembers) {
  restore();
  const auto changed = [this] {
    remember();
    show();
  };
  connect(&differences, &DifferencesView::heatToggled, this, [this, changed](bool shown) {
    if (shown) service_.forgetProblems();
    changed();
  });
  connect(differences.heatBar(), &HeatBar::metricChosen, this, changed);
  connect(differences.heatBar(), &HeatBar::lineRequested, this, &HeatFeed::showLine);
  connect(differences.heatBar(), &HeatBar::cancelled, this, [this] { differences_.setHeatShown(false); });
  connect(&differences, &DifferencesView::sidesChanged, this, &HeatFeed::show);
  connect(&heat, &HeatService::ended, this, &HeatFeed::show);
}

void HeatFeed::restore() {
  if (!remembers_) return;
  const QSettings settings;
  if (const auto metric = heatMetricNamed(settings.value(metricKey).toString().toStdString())) differences_.heatBar()->setMetric(*metric);
  differences_.setHeatShown(settings.value(onKey).toBool());
}

void HeatFeed::remember() const {
  if (!remembers_) return;
  QSettings settings;
  settings.setValue(onKey, differences_.isHeatShown());
  settings.setValue(metricKey, QString::fromUtf8(heatMetricName(differences_.heatBar()->metric())));
}

/// False: it is not known yet, or there is none, which the bar says.
bool HeatFeed::find(const EditList& edits, std::shared_ptr<const Heat>& heat) {
  const InspectedRun& run = variants_.source();
  const HeatService::Known* const known = service_.known(run, edits);
  differences_.heatBar()->setComputing(!known);
  if (!known) {
    service_.compute(run, edits);
    return false;
  }
  if (!known->heat) differences_.heatBar()->setText(known->problem);
  heat = known->heat;
  return heat != nullptr;
}

void HeatFeed::showLine() {
  if (!named_ || !differences_.project()) return;
  if (const int file = sourceNamed(*differences_.project(), named_->file); file >= 0)
    differences_.showSourceLine(file, static_cast<int>(named_->line));
}

void HeatFeed::show() {
  const bool isShown = differences_.isHeatShown();
  const auto& left = differences_.left().details;
  const auto& right = differences_.right().details;
  if (!isShown || !left || !right || !differences_.project()) {
    service_.cancel();
    differences_.setHeat(std::nullopt);
    differences_.heatBar()->setComputing(false);
    return;
  }
  const EditList& edits = right->individual.edits;
  const EditList& others = left->individual.edits;
  std::shared_ptr<const Heat> ofRight;
  std::shared_ptr<const Heat> ofLeft;
  if (!find(edits, ofRight) || (!others.empty() && !find(others, ofLeft))) {
    const InspectedRun& run = variants_.source();
    if (service_.known(run, edits) && (others.empty() || service_.known(run, others))) service_.cancel(); // asked for before
    return differences_.setHeat(std::nullopt);
  }
  service_.cancel(); // what was asked for sides that are no longer shown
  SideHeats heats;
  heats.metric = differences_.heatBar()->metric();
  const Project& project = *differences_.project();
  heats.right = lineHeats(project, *ofRight, &HeatLine::variant);
  heats.left = ofLeft ? lineHeats(project, *ofLeft, &HeatLine::variant) : lineHeats(project, *ofRight, &HeatLine::original);
  const HeatSentence sentence = edits.empty() ? hottestText(*ofRight, heats.metric) : heatSummary(*ofRight);
  const QString text = QString::fromStdString(sentence.text);
  named_ = sentence.at;
  const QString about = others.empty() ? QStringLiteral("%1 %2") : tr("%1, beside the original, %2");
  differences_.heatBar()->setText(edits.empty() ? tr("Of the original %1").arg(text) : about.arg(differences_.right().title, text),
                                  named_.has_value());
  differences_.setHeat(std::move(heats));
}

} // namespace gevo::ui

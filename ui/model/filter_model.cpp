#include "ui/model/filter_model.h"

#include <algorithm>

namespace gevo::ui {
namespace {

bool hasKeyword(const VariantFilter& filter) {
  return std::ranges::any_of(filter.conditions(),
                             [](const VariantFilter::Condition& condition) { return condition.kind == VariantFilter::Kind::Keyword; });
}

} // namespace

FilterModel::FilterModel(const RunModel& run, const AnnotationSource& annotations, QObject* parent)
    : QObject(parent), run_(run), annotations_(annotations) {
  const auto forget = [this] { passing_.reset(); };
  connect(&run, &RunModel::updated, this, [forget](const std::shared_ptr<const RunUpdate>& update) {
    if (!update || update->reset || !update->changed.empty()) forget();
  });
  connect(&run, &RunModel::wasReset, this, [this] { setFacts(nullptr); });
  connect(&run, &RunModel::frontChanged, this, &FilterModel::reconsider);
  connect(&run, &RunModel::validityChanged, this, &FilterModel::reconsider);
}

void FilterModel::setText(const QString& text) {
  if (text == text_) return;
  text_ = text;
  read();
  emit textChanged(text_);
  emit changed();
}

void FilterModel::read() {
  QStringList names;
  for (const Parameter& parameter : space_.parameters) names << QString::fromStdString(parameter.name);
  Result<VariantFilter> filter = VariantFilter::parse(text_, names);
  problem_ = filter ? QString() : QString::fromStdString(filter.error().message);
  if (filter && *filter != filter_) filter_ = *std::move(filter);
  renew();
}

void FilterModel::renew() {
  test_ = VariantTest(filter_, facts_, space_);
  passing_.reset();
}

void FilterModel::setSpace(const ParameterSpace& space) {
  if (space == space_) return;
  space_ = space;
  read();
  emit changed();
}

void FilterModel::setFacts(std::shared_ptr<const VariantFacts> facts) {
  if (facts == facts_) return;
  facts_ = std::move(facts);
  renew();
  emit factsChanged();
  if (filter_.needsFacts()) emit changed();
}

void FilterModel::reconsider() {
  if (!hasKeyword(filter_)) return;
  passing_.reset();
  emit changed();
}

std::shared_ptr<const std::vector<bool>> FilterModel::passing() const {
  if (filter_.empty()) return nullptr;
  const std::vector<VariantRow>& rows = run_.variants();
  if (passing_ && passing_->size() == rows.size()) return passing_;
  auto passing = passing_ ? std::make_shared<std::vector<bool>>(*passing_) : std::make_shared<std::vector<bool>>();
  passing->reserve(rows.size());
  for (std::size_t row = passing->size(); row < rows.size(); ++row) passing->push_back(passes(rows[row]));
  passing_ = std::move(passing);
  return passing_;
}

} // namespace gevo::ui

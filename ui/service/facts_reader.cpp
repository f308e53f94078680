#include "ui/service/facts_reader.h"

#include "core/edit/edit_text.h"
#include "core/format/source_location.h"
#include "core/inspection/pool_variant_worker.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace gevo::ui {
namespace {

constexpr std::int64_t together = 4000; ///< ids that are read at once
constexpr std::size_t toldEvery = 10;   ///< variants

std::string smallLetters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

std::string wordsOf(const EditDescription& edit) {
  std::string words = edit.text + ' ' + edit.meaning;
  if (!edit.target.empty()) words += ' ' + formatLocation(edit.target);
  std::erase(words, '`');
  return words;
}

} // namespace

void FactsReader::begin(std::int64_t run) {
  *this = FactsReader(workerProgram_);
  facts_.run = run;
}

std::uint32_t FactsReader::numberOf(const Edit& edit) {
  const auto [entry, isNew] = numbers_.try_emplace(edit, static_cast<std::uint32_t>(numbers_.size()));
  if (isNew) {
    edits_.push_back(edit);
    latest_.push_back(0);
    common_.push_back(0);
    facts_.texts.push_back(smallLetters(editLine(edit)));
  }
  return entry->second;
}

std::uint32_t FactsReader::placeOf(const Configuration& configuration) {
  const auto [entry, isNew] = configurations_.try_emplace(configuration, static_cast<std::uint32_t>(configurations_.size()));
  if (isNew) facts_.configurations.push_back(configuration);
  return entry->second;
}

void FactsReader::add(VariantFacts& facts, const Individual& individual) {
  const std::size_t place = facts.ids.size();
  facts.ids.push_back(individual.id);
  facts.configuration.push_back(placeOf(configurationOf(individual.edits)));
  for (const Edit& edit : individual.edits) {
    const std::uint32_t number = numberOf(edit);
    facts.edits.push_back(number);
    if (&facts != &facts_) continue;
    latest_[number] = place;
    ++common_[number];
  }
  facts.ends.push_back(facts.edits.size());
}

Result<void> FactsReader::read(const Store& store, const std::vector<std::int64_t>& derived, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    GEVO_TRY_ASSIGN(const std::vector<Individual> more, store.individuals(facts_.run, next_, together));
    for (const Individual& individual : more)
      if (individual.result.valid()) add(facts_, individual);
    if (!more.empty()) next_ = more.back().id + 1;
    if (static_cast<std::int64_t>(more.size()) < together) break;
  }
  for (const std::int64_t id : derived) {
    if (std::ranges::find(derived_, id, &Individual::id) != derived_.end()) continue;
    GEVO_TRY_ASSIGN(Individual individual, store.individual(facts_.run, id));
    for (const Edit& edit : individual.edits) numberOf(edit);
    placeOf(configurationOf(individual.edits));
    derived_.push_back(std::move(individual));
  }
  std::ranges::sort(derived_, {}, &Individual::id);
  return {};
}

std::shared_ptr<const VariantFacts> FactsReader::facts() const {
  auto facts = std::make_shared<VariantFacts>(facts_);
  for (const Individual& individual : derived_) {
    facts->ids.push_back(individual.id);
    facts->configuration.push_back(configurations_.at(configurationOf(individual.edits)));
    for (const Edit& edit : individual.edits) facts->edits.push_back(numbers_.at(edit));
    facts->ends.push_back(facts->edits.size());
  }
  if (!words_.empty()) facts->words = std::make_shared<const std::vector<std::string>>(words_);
  return facts;
}

EditList FactsReader::editsOf(std::size_t place) const {
  EditList edits;
  for (const std::uint32_t number : facts_.editsOf(place)) edits.push_back(edits_[number]);
  return edits;
}

void FactsReader::describe(const Store& store, const EvaluationSettings& settings, const std::stop_token& stop,
                           const std::function<void()>& told) {
  words_.resize(edits_.size());
  std::vector<std::uint32_t> order(edits_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(), [this](std::uint32_t edit) { return common_[edit]; });
  std::unique_ptr<VariantWorker> worker;
  for (const std::uint32_t edit : order) {
    if (stop.stop_requested() || described_ >= mostVariants) break;
    if (!words_[edit].empty() || common_[edit] == 0) continue;
    if (!worker) worker = makeViewWorker(store, settings, stop, workerProgram_);
    const std::span<const std::uint32_t> numbers = facts_.editsOf(latest_[edit]);
    const Result<VariantTexts> texts = worker->texts(editsOf(latest_[edit]), false);
    ++described_;
    if (!texts) continue;
    for (std::size_t i = 0; i < numbers.size() && i < texts->edits.size(); ++i)
      if (words_[numbers[i]].empty()) words_[numbers[i]] = smallLetters(wordsOf(texts->edits[i]));
    if (described_ % toldEvery == 0) told();
  }
  told();
}

} // namespace gevo::ui

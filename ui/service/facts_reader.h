#pragma once

/// Collects the edits and configurations of a run's variants from its file, and what common edits do in words from a worker. Blocks.

#include "core/store/store.h"
#include "ui/model/variant_facts.h"

#include <functional>
#include <map>
#include <stop_token>

namespace gevo::ui {

class FactsReader {
public:
  explicit FactsReader(std::string workerProgram) : workerProgram_(std::move(workerProgram)) {}

  /// Of another run: forgets what was read.
  void begin(std::int64_t run);
  std::int64_t run() const { return facts_.run; }
  /// What the file has more than when it was read last. `derived`: ids of variants that the user derived.
  Result<void> read(const Store& store, const std::vector<std::int64_t>& derived, const std::stop_token& stop);
  std::shared_ptr<const VariantFacts> facts() const;

  /// Words of the edits that most variants have, `told` now and then. At most `mostVariants` are looked at for it, over all calls.
  void describe(const Store& store, const EvaluationSettings& settings, const std::stop_token& stop, const std::function<void()>& told);
  static constexpr std::size_t mostVariants = 120;

private:
  void add(VariantFacts& facts, const Individual& individual);
  std::uint32_t numberOf(const Edit& edit);
  std::uint32_t placeOf(const Configuration& configuration);
  EditList editsOf(std::size_t place) const;

  std::string workerProgram_;
  VariantFacts facts_; ///< without derived variants
  std::int64_t next_ = 0;
  std::vector<Individual> derived_;
  std::map<Edit, std::uint32_t> numbers_;
  std::vector<Edit> edits_;           ///< by number
  std::vector<std::size_t> latest_;   ///< of each edit, the place of the latest variant that has it
  std::vector<std::uint32_t> common_; ///< of each edit, how many variants have it
  std::map<Configuration, std::uint32_t> configurations_;
  std::vector<std::string> words_; ///< by number; empty: not known
  std::size_t described_ = 0;      ///< variants
};

} // namespace gevo::ui

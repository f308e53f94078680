#pragma once

/// The edits that the best of several runs have in common, in words, which a worker finds. What was found once is kept. Blocks; not
/// thread-safe.

#include "core/comparison/run_comparison.h"
#include "core/values/variant_texts.h"

#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace gevo {

struct EditWords {
  std::string text;
  std::string where; ///< empty: not known
};

/// For runs of one file.
class CommonEditWords {
public:
  /// `workerProgram`: path of gevo-worker; empty: beside the running program.
  explicit CommonEditWords(std::string workerProgram = {}) : workerProgram_(std::move(workerProgram)) {}

  /// Of the first of `found.edits`, at most `most` and none that only one run has. Without a worker an edit is its line of the text form.
  std::vector<EditWords> of(const Store& store, const RunComparison& found, std::size_t most, const std::stop_token& stop = {});
  /// Whether that takes no worker.
  bool knows(const RunComparison& found, std::size_t most) const;
  /// Another file.
  void forget() { known_.clear(); }

private:
  using Key = std::pair<std::int64_t, std::int64_t>; ///< run, variant

  const std::string workerProgram_;
  std::map<Key, std::vector<EditDescription>> known_; ///< empty: they could not be found
};

} // namespace gevo

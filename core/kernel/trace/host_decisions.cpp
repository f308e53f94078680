#include "core/kernel/trace/host_decisions.h"

#include "core/base/wire.h"
#include "core/kernel/process/arguments.h"

#include <algorithm>
#include <utility>

namespace gevo::program {
namespace {

using Outputs = std::vector<std::uint32_t>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t mostTrials = 48;
/// A playback simulates nothing, so it takes less time than its recording.
constexpr auto leastLimit = std::chrono::seconds(20);
constexpr int recordedTimes = 3; ///< limit of all playbacks together, in times of the recording

Outputs without(const Outputs& outputs, std::uint32_t one) {
  Outputs others = outputs;
  std::erase(others, one);
  return others;
}

/// One kind of change.
class Search {
public:
  Search(const TryChange& attempt, Change change, std::size_t& trialsLeft) : attempt_(attempt), change_(change), trialsLeft_(trialsLeft) {}

  /// An output with which the host does something else; nothing if it does the same with all of them changed. Out of trials: the first.
  std::optional<std::uint32_t> next(const Outputs& candidates) {
    if (candidates.empty() || isSame(candidates)) return std::nullopt;
    // The shortest beginning of the list that changes what the host does ends with such an output.
    std::size_t same = 0;
    std::size_t different = candidates.size();
    while (different - same > 1) {
      const std::size_t middle = (same + different) / 2;
      (isSame(Outputs(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(middle))) ? same : different) = middle;
    }
    return candidates[different - 1];
  }

private:
  bool isSame(const Outputs& outputs) {
    if (trialsLeft_ == 0) return false;
    --trialsLeft_;
    return attempt_(outputs, change_);
  }

  const TryChange& attempt_;
  Change change_;
  std::size_t& trialsLeft_;
};

/// Runs the program on its recording.
class Player {
public:
  Player(const RecordRequest& request, std::vector<std::string> command, const RunTimes& times, const std::vector<OutputInfo>& outputs)
      : request_(request), command_(std::move(command)), times_(times), outputs_(outputs), folder_(request.scratch / "playback") {}

  Result<void> prepare(const Trace& trace) {
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    return write(playbackTraceName, wire::encode(trace));
  }
  void remove() const {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  Result<bool> play(const Outputs& changed, Change change) {
    PlaybackOrder order{change, {}, times_.launchMicroseconds, {}};
    for (const auto& [kernel, bytes] : request_.parameterReads) order.parameterReads.push_back({kernel, bytes});
    for (const std::uint32_t output : changed) order.outputs.push_back({output, outputs_[output].type});
    GEVO_TRY(write(playbackOrderName, wire::encode(order)));
    const std::filesystem::path file = folder_ / playbackReportName;
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    std::vector<std::string> variables = deviceEnvironment(request_);
    variables.push_back(fmt::format("{}={}", playbackVariable, folder_.string()));
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(leastLimit + times_.whole);
    GEVO_TRY(runCommand({command_, request_.folder, variables, {limit, limit}}, request_.scratch));
    const auto bytes = readFile(file);
    if (!bytes) return false;
    GEVO_TRY_ASSIGN(
        const auto report,
        wire::decode<PlaybackReport>(ByteView(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()), "playback report"));
    return report.isSame;
  }

private:
  Result<void> write(const char* name, const Bytes& bytes) const {
    return writeFile(folder_ / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  const RecordRequest& request_;
  std::vector<std::string> command_;
  const RunTimes& times_;
  const std::vector<OutputInfo>& outputs_;
  std::filesystem::path folder_;
};

/// In the order of their first copies.
Outputs inOrder(const Trace& trace, const std::set<std::uint32_t>& candidates) {
  Outputs ordered;
  for (const Event& event : trace.events)
    if (copiesToHost(event) && candidates.contains(event.output) && std::ranges::find(ordered, event.output) == ordered.end())
      ordered.push_back(event.output);
  return ordered;
}

} // namespace

std::set<std::uint32_t> searchDecisions(const std::vector<std::uint32_t>& candidates, const TryChange& attempt, std::size_t most) {
  std::set<std::uint32_t> found;
  Outputs left = candidates;
  for (const Change change : {Change::Slight, Change::Zero, Change::Opposite}) {
    Search search(attempt, change, most);
    while (const auto decides = search.next(left)) {
      found.insert(*decides);
      left = without(left, *decides);
      if (most == 0) found.insert(left.begin(), left.end());
      if (most == 0) return found;
    }
  }
  return found;
}

Result<HostDecisions> findDecisions(const RecordRequest& request, const std::string& arguments, const Trace& trace, const RunTimes& times,
                                    const std::vector<OutputInfo>& outputs, const std::set<std::uint32_t>& candidates) {
  HostDecisions found;
  const Outputs ordered = inOrder(trace, candidates);
  if (ordered.empty()) return found;
  GEVO_TRY_ASSIGN(auto command, splitArguments(arguments));
  command.insert(command.begin(), request.program.string());
  Player player(request, std::move(command), times, outputs);
  GEVO_TRY(player.prepare(trace));
  const auto end = Clock::now() + leastLimit + recordedTimes * times.whole;
  std::optional<Error> failure;
  const auto play = [&](const Outputs& changed, Change change) {
    const auto same = player.play(changed, change);
    if (!same) failure = same.error();
    return same.value_or(false);
  };
  std::size_t trials = 0;
  bool knowsRepeats = false;
  const TryChange attempt = [&](const Outputs& changed, Change change) {
    found.triedAll = found.triedAll && ++trials <= mostTrials && Clock::now() < end;
    if (failure || !found.repeats || !found.triedAll) return false;
    if (play(changed, change)) return true;
    // Nothing follows from a difference that there is anyway.
    if (std::exchange(knowsRepeats, true)) return false;
    found.repeats = play({}, Change::None);
    return false;
  };
  found.outputs = searchDecisions(ordered, attempt, mostTrials + 1);
  const auto restored = player.play({}, Change::None);
  player.remove();
  if (failure) return std::unexpected(*failure);
  GEVO_TRY(restored);
  return found;
}

Result<HostDecisions> findInTests(std::size_t tests, const std::set<std::uint32_t>& candidates, const FindInTest& find) {
  HostDecisions all;
  for (std::size_t test = 0; test < tests; ++test) {
    std::set<std::uint32_t> open;
    std::ranges::set_difference(candidates, all.outputs, std::inserter(open, open.end()));
    if (open.empty()) break;
    GEVO_TRY_ASSIGN(HostDecisions found, find(test, open));
    all.outputs.merge(found.outputs);
    all.repeats = all.repeats && found.repeats;
    all.triedAll = all.triedAll && found.triedAll;
  }
  return all;
}

} // namespace gevo::program

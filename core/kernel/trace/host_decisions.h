#pragma once

/// Which outputs the host program decides by: found by playing its recording back with other values in them. Where launches or copies to
/// the device change, a trace can't follow the host, so these outputs have to stay exact.

#include "core/kernel/trace/playback.h"
#include "core/kernel/trace/record.h"
#include "core/values/project.h"

#include <functional>
#include <set>

namespace gevo::program {

/// Whether the host does the same with these outputs changed.
using TryChange = std::function<bool(const std::vector<std::uint32_t>& outputs, Change change)>;

/// `candidates` are in the order of their first copies. Tries at most `mostTrials` times; what is left then counts as found.
std::set<std::uint32_t> searchDecisions(const std::vector<std::uint32_t>& candidates, const TryChange& attempt, std::size_t mostTrials);

struct HostDecisions {
  std::set<std::uint32_t> outputs; ///< those that the host decides by, or may decide by
  bool repeats = true;             ///< false: unchanged, the host does not do the same twice, so `outputs` are all candidates
  bool triedAll = true;            ///< false: time or trials ran out, so some of `outputs` may be only reported
};

/// `trace` was recorded by the request, its copies know their outputs, and there are none before the first launch (program_outputs.h).
/// The program runs some more times, the last time with its own values, so that files that it writes hold those.
Result<HostDecisions> findDecisions(const RecordRequest& request, const std::string& arguments, const Trace& trace, const RunTimes& times,
                                    const std::vector<OutputInfo>& outputs, const std::set<std::uint32_t>& candidates);

/// In one test, among these outputs.
using FindInTest = std::function<Result<HostDecisions>(std::size_t test, const std::set<std::uint32_t>& outputs)>;
/// Of all tests together: what one of them has settled is not tried in the next.
Result<HostDecisions> findInTests(std::size_t tests, const std::set<std::uint32_t>& candidates, const FindInTest& find);

} // namespace gevo::program

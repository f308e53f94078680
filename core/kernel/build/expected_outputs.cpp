#include "core/kernel/build/expected_outputs.h"

#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/match_copies.h"

#include <algorithm>
#include <set>

namespace gevo::program {

namespace {

Result<void> renumber(Trace& made, const std::vector<OutputInfo>& outputs, const std::vector<OutputInfo>& known) {
  for (Event& event : made.events) {
    if (!copiesToHost(event)) continue;
    const std::string& name = outputs[event.output].name;
    const auto entry = std::ranges::find(known, name, &OutputInfo::name);
    if (entry == known.end()) return fail("it copies {} to the host, which the program's own configuration does not", name);
    event.output = static_cast<std::uint32_t>(entry - known.begin());
  }
  return {};
}

std::vector<const Event*> copiesOf(const Trace& trace) {
  std::vector<const Event*> copies;
  for (const Event& event : trace.events)
    if (copiesToHost(event)) copies.push_back(&event);
  return copies;
}

std::set<std::uint32_t> outputsOf(const std::vector<const Event*>& copies) {
  std::set<std::uint32_t> outputs;
  for (const Event* copy : copies)
    if (!copy->decision) outputs.insert(copy->output);
  return outputs;
}

std::string differenceOf(const Event& made, const Event& own, const OutputInfo& output) {
  const Comparison compared = compare(elementTypeOf(&output), own.data, made.data, Metric::MaxRelative, ignoredOf(&output, made.decision));
  if (!compared.differs) return {};
  return fmt::format("{} differs from the program's own configuration: element {} is {} instead of {}", output.name, compared.element,
                     compared.got, compared.expected);
}

} // namespace

Result<std::string> expectOutputs(Trace& made, const std::vector<OutputInfo>& outputs, const Trace& own,
                                  const std::vector<OutputInfo>& known) {
  GEVO_TRY(renumber(made, outputs, known));
  const std::vector<const Event*> madeCopies = copiesOf(made);
  const std::vector<const Event*> ownCopies = copiesOf(own);
  const auto matched = matchCopies(madeCopies, ownCopies);
  std::set<std::uint32_t> missing = outputsOf(ownCopies);
  for (std::size_t i = 0; i < madeCopies.size(); ++i)
    if (matched[i]) missing.erase(madeCopies[i]->output);
  if (!missing.empty())
    return fail("it does not copy as much of {} to the host as the program's own configuration", known[*missing.begin()].name);

  std::string difference;
  std::vector<Event> kept;
  std::size_t copy = 0;
  for (Event& event : made.events) {
    if (copiesToHost(event)) {
      const std::size_t place = copy++;
      if (!matched[place] && !event.decision) continue; // others follow, and the last counts
      if (matched[place]) {
        const Event& expected = *ownCopies[*matched[place]];
        if (difference.empty()) difference = differenceOf(event, expected, known[event.output]);
        event.data = expected.data;
      }
    }
    kept.push_back(std::move(event));
  }
  made.events = std::move(kept);
  return difference;
}

} // namespace gevo::program

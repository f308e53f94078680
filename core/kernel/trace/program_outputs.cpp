#include "core/kernel/trace/program_outputs.h"

#include "core/kernel/outputs/rejection_rules.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>
#include <tuple>

namespace gevo::program {
namespace {

/// What the latest launches said about an allocation.
struct Naming {
  std::string name;
  std::optional<ElementType> type;
  bool writes = false;
};

/// Follows one trace: live allocations, what kernels called them, and which output each became.
class TraceReader {
public:
  TraceReader(const DeviceDescription& device, const ParameterOffsets& offsets, std::vector<OutputInfo>& outputs)
      : device_(device), offsets_(offsets), outputs_(outputs) {}

  void read(Trace& trace) {
    for (Event& event : trace.events) {
      switch (event.kind) {
      case EventKind::Allocate:
        allocations_[event.address] = {event.size, event.value, {}, {}};
        break;
      case EventKind::Free:
        allocations_.erase(event.address);
        break;
      case EventKind::Launch:
        nameByLaunch(event);
        break;
      case EventKind::CopyToHost:
        event.output = outputOfAllocation(event);
        break;
      case EventKind::ReadSymbol:
        event.output = outputOfSymbol(event);
        break;
      default:
        break;
      }
    }
  }

private:
  struct Allocation {
    std::uint64_t size = 0;
    std::uint32_t site = 0;
    Naming naming;
    std::optional<std::uint32_t> output;
  };
  /// Allocations that share an output, as those of one loop do: site, name and type.
  using Group = std::tuple<std::uint32_t, std::string, std::optional<ElementType>>;

  Allocation* find(std::uint64_t address) {
    auto after = allocations_.upper_bound(address);
    if (after == allocations_.begin()) return nullptr;
    auto& [start, allocation] = *--after;
    return address - start < allocation.size ? &allocation : nullptr;
  }

  void nameByLaunch(const Event& event) {
    const auto kernel = std::find_if(device_.kernels.begin(), device_.kernels.end(), [&](const auto& k) { return k.name == event.name; });
    const auto offsets = offsets_.find(event.name);
    if (kernel == device_.kernels.end() || offsets == offsets_.end()) return;
    std::set<const Allocation*> writtenHere;
    for (const PointerParameter& pointer : kernel->pointers) {
      if (pointer.argument >= offsets->second.size()) continue;
      const std::uint64_t offset = offsets->second[pointer.argument] + pointer.offset;
      std::uint64_t address = 0;
      if (offset + sizeof address > event.data.size()) continue;
      std::memcpy(&address, event.data.data() + offset, sizeof address);
      Allocation* allocation = find(address);
      if (allocation == nullptr || writtenHere.contains(allocation)) continue;
      // A kernel that only reads an array knows less of it than the one that made it.
      if (!pointer.writes && allocation->naming.writes) continue;
      allocation->naming = {pointer.name, pointer.type, pointer.writes};
      if (pointer.writes) writtenHere.insert(allocation);
    }
  }

  std::uint32_t outputOfAllocation(const Event& event) {
    Allocation* allocation = find(event.address);
    if (allocation == nullptr) return outputNamed({}, event);
    if (!allocation->output) allocation->output = outputOfGroup(*allocation, event);
    return *allocation->output;
  }

  std::uint32_t outputOfGroup(const Allocation& allocation, const Event& event) {
    if (allocation.site == 0) return outputNamed(allocation.naming, event);
    const Group group{allocation.site, allocation.naming.name, allocation.naming.type};
    const auto known = groups_.find(group);
    return known != groups_.end() ? known->second : groups_[group] = outputNamed(allocation.naming, event);
  }

  std::uint32_t outputOfSymbol(const Event& event) {
    const auto known = symbolOutputs_.find(event.name);
    if (known != symbolOutputs_.end()) return known->second;
    const auto variable = device_.variables.find(event.name);
    const auto type = variable != device_.variables.end() ? variable->second : std::nullopt;
    return symbolOutputs_[event.name] = outputNamed({event.name, type, true}, event);
  }

  /// The nth output of a name in one trace is the nth of that name in every trace.
  std::uint32_t outputNamed(const Naming& naming, const Event& copy) {
    const unsigned count = ++used_[naming.name];
    std::string name = naming.name;
    if (name.empty())
      name = fmt::format("output {}", count);
    else if (count > 1)
      name = fmt::format("{} {}", name, count);
    for (std::uint32_t i = 0; i < outputs_.size(); ++i)
      if (outputs_[i].name == name) return i;
    const bool known = naming.type.has_value();
    outputs_.push_back({name, elementTypeName(known ? *naming.type : assumedType(copy)), known ? "debug info" : "assumed", std::nullopt});
    return static_cast<std::uint32_t>(outputs_.size() - 1);
  }

  /// Words that are mostly zero or of ordinary magnitude as floats are taken for floats; small integers are denormal ones.
  static ElementType assumedType(const Event& copy) {
    if (copiedBytes(copy) % 4 != 0) return ElementType::U8;
    const Bytes& data = copy.data;
    std::size_t plausible = 0;
    for (std::size_t i = 0; i + wordBytes <= data.size(); i += wordBytes) {
      float value = 0;
      std::memcpy(&value, data.data() + i, 4);
      const float magnitude = std::fabs(value);
      if (value == 0 || (magnitude > 1e-20F && magnitude < 1e20F)) ++plausible;
    }
    return plausible * 40 >= data.size() * 9 ? ElementType::F32 : ElementType::I32;
  }

  const DeviceDescription& device_;
  const ParameterOffsets& offsets_;
  std::vector<OutputInfo>& outputs_;
  std::map<std::uint64_t, Allocation> allocations_;
  std::map<Group, std::uint32_t> groups_;
  std::map<std::string, std::uint32_t> symbolOutputs_;
  std::map<std::string, unsigned> used_;
};

/// Calls `visit` for each copy to the host that launches follow.
template <class Events, class Visit> void forEachFollowed(Events& events, Visit&& visit) {
  bool launchFollows = false;
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (event->kind == EventKind::Launch) launchFollows = true;
    if (launchFollows && copiesToHost(*event)) visit(*event);
  }
}

/// In a pattern "*" stands for any characters.
bool matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t skipped = star; skipped <= name.size(); ++skipped)
    if (matches(pattern.substr(star + 1), name.substr(skipped))) return true;
  return false;
}

std::string namesOf(const std::vector<OutputInfo>& outputs) {
  constexpr std::size_t most = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(most, outputs.size()); ++i) names += (names.empty() ? "" : ", ") + outputs[i].name;
  return outputs.size() > most ? fmt::format("{} and {} more", names, outputs.size() - most) : names;
}

/// Later requests go over earlier ones.
Result<std::set<std::uint32_t>> applyRequests(std::vector<OutputInfo>& outputs, const std::vector<OutputRequest>& requests) {
  std::set<std::uint32_t> asked;
  for (const OutputRequest& request : requests) {
    bool found = false;
    for (std::uint32_t i = 0; i < outputs.size(); ++i) {
      OutputInfo& output = outputs[i];
      if (!matches(request.name, output.name)) continue;
      found = true;
      // To say which elements count is not to say that the host does not decide by them.
      if (request.type || request.tolerance || request.ignored.empty()) asked.insert(i);
      if (request.tolerance) output.tolerance = request.tolerance;
      if (!request.ignored.empty()) output.ignored = request.ignored;
      if (!request.type) continue;
      output.type = elementTypeName(*request.type);
      output.typeOrigin = "--output";
    }
    if (!found) return fail("the program has no output {}; it has {}", request.name, namesOf(outputs));
  }
  return asked;
}

std::optional<double> parseShare(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || value < 0) return std::nullopt;
  return percent ? value / 100 : value;
}

/// Copies of which only a part is recorded are not counted.
std::string ignoredText(const std::vector<Trace>& traces, std::uint32_t number, const DescribedOutputs& described) {
  const OutputInfo& output = described.outputs[number];
  const ElementType type = elementTypeOf(&output);
  std::uint64_t ignored = 0;
  std::uint64_t all = 0;
  for (const Trace& trace : traces)
    for (const Event& event : trace.events) {
      if (!copiesToHost(event) || event.output != number || event.data.size() != copiedBytes(event)) continue;
      ignored += countIgnored(type, event.data, output.ignored);
      all += event.data.size() / elementBytes(type);
    }
  std::string text =
      fmt::format("without={} of {}: {} of {} elements are not compared", printIgnored(output.ignored), output.name, ignored, all);
  if (ignored == all && all > 0) text += ", which is all of them";
  if (described.candidates.contains(number)) text += ", unless the host decides by them";
  return text;
}

} // namespace

Result<OutputRequest> parseOutputRequest(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  OutputRequest request{parts[0], std::nullopt, std::nullopt, {}};
  if (request.name.empty() || parts.size() > 4)
    return fail("--output {} names no output; write NAME, NAME:TYPE, NAME:TYPE:TOLERANCE or NAME:TYPE:TOLERANCE:without=ELEMENTS", text);
  if (parts.size() == 2 || (parts.size() > 2 && !parts[1].empty())) {
    request.type = parseElementType(parts[1]);
    if (!request.type) return fail("--output {}: {} is not a type; choose f16, bf16, f32, f64, i8 to i64 or u8 to u64", text, parts[1]);
  }
  if (parts.size() == 3 || (parts.size() > 3 && !parts[2].empty())) {
    request.tolerance = parseShare(parts[2]);
    if (!request.tolerance)
      return fail("--output {}: {} is not a tolerance; write a share of 0 or more, such as 0.05 or 5%", text, parts[2]);
  }
  if (parts.size() < 4) return request;
  constexpr std::string_view without = "without=";
  const auto ignored = parts[3].starts_with(without) ? parseIgnored(std::string_view(parts[3]).substr(without.size())) : std::nullopt;
  if (!ignored)
    return fail("--output {}: {} says no elements; write without=-1 for those of that value, without=-1..0 for a range of values, or "
                "without=#0..63 for places",
                text, parts[3]);
  request.ignored = *ignored;
  return request;
}

ParameterOffsets parameterOffsets(const DeviceDescription& device, const sim::Simulator& simulator) {
  ParameterOffsets offsets;
  for (const KernelDescription& kernel : device.kernels)
    for (const auto& parameter : simulator.parameters(kernel.name)) offsets[kernel.name].push_back(parameter.offset);
  return offsets;
}

/// What comes back before the first launch was written by the host itself.
void dropEarlyCopies(Trace& trace) {
  const auto firstLaunch =
      std::find_if(trace.events.begin(), trace.events.end(), [](const Event& e) { return e.kind == EventKind::Launch; });
  trace.events.erase(std::remove_if(trace.events.begin(), firstLaunch, copiesToHost), firstLaunch);
}

std::size_t markDecisions(Trace& trace, const std::set<std::uint32_t>& outputs) {
  std::size_t count = 0;
  forEachFollowed(trace.events, [&](Event& copy) {
    if (!outputs.contains(copy.output)) return;
    copy.decision = true;
    ++count;
  });
  return count;
}

std::set<std::uint32_t> followedOutputs(const Trace& trace, bool decisions) {
  std::set<std::uint32_t> found;
  forEachFollowed(trace.events, [&](const Event& copy) {
    if (copy.decision == decisions) found.insert(copy.output);
  });
  return found;
}

void nameOutputs(Trace& trace, const DeviceDescription& device, const ParameterOffsets& offsets, std::vector<OutputInfo>& outputs) {
  TraceReader(device, offsets, outputs).read(trace);
}

Result<DescribedOutputs> describeOutputs(std::vector<Trace>& traces, const DeviceDescription& device, const ParameterOffsets& offsets,
                                         const std::vector<OutputRequest>& requests) {
  DescribedOutputs described;
  for (Trace& trace : traces) dropEarlyCopies(trace);
  for (Trace& trace : traces) nameOutputs(trace, device, offsets, described.outputs);
  GEVO_TRY_ASSIGN(const auto asked, applyRequests(described.outputs, requests));
  for (const Trace& trace : traces) described.candidates.merge(followedOutputs(trace, false));
  for (const std::uint32_t output : asked) described.candidates.erase(output);
  for (const OutputInfo& output : described.outputs)
    if (output.typeOrigin == "assumed")
      described.notes.push_back(
          fmt::format("the type of {0} is assumed to be {1}; give --output \"{0}:TYPE\" if it is another", output.name, output.type));
  for (std::uint32_t i = 0; i < described.outputs.size(); ++i)
    if (!described.outputs[i].ignored.empty()) described.notes.push_back(ignoredText(traces, i, described));
  return described;
}

} // namespace gevo::program

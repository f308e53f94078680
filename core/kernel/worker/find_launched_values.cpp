#include "core/kernel/worker/find_launched_values.h"

#include "core/base/wire.h"
#include "core/kernel/demangle/demangle.h"
#include "core/kernel/ir/parameter_layout.h"
#include "core/kernel/ir/restriction.h"
#include "core/kernel/ir/specialisation.h"
#include "core/kernel/simulator/machine/texture.h"
#include "core/kernel/trace/trace.h"

#include <algorithm>
#include <cstring>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <optional>

namespace gevo::worker {

namespace {

using program::Event;
using program::EventKind;

constexpr std::size_t mostValues = 8;

/// What can be read of a launch's parameters.
struct KernelParameters {
  std::vector<ir::ParameterPlace> places;
  std::vector<unsigned> integers;
  std::vector<unsigned> pointers;

  explicit KernelParameters(const llvm::Function& kernel) : places(ir::parameterLayout(kernel)) {
    for (const llvm::Argument& argument : kernel.args()) {
      if (ir::maySpecialise(argument) && places[argument.getArgNo()].size <= sizeof(std::uint64_t)) integers.push_back(argument.getArgNo());
      if (argument.getType()->isPointerTy() && !argument.hasByValAttr()) pointers.push_back(argument.getArgNo());
    }
  }

  std::optional<std::uint64_t> valueOf(const Event& launch, unsigned parameter) const {
    const ir::ParameterPlace& place = places[parameter];
    if (place.offset + place.size > launch.data.size()) return std::nullopt;
    std::uint64_t value = 0;
    std::memcpy(&value, launch.data.data() + place.offset, place.size);
    return value;
  }
};

/// The memory that a program has allocated, by address.
class Allocations {
public:
  void follow(const Event& event) {
    if (event.kind == EventKind::Allocate) sizes_[event.address] = event.size;
    if (event.kind == EventKind::Free) sizes_.erase(event.address);
  }
  /// The beginning of the allocation; 0: it is in none.
  std::uint64_t of(std::uint64_t address) const {
    const auto after = sizes_.upper_bound(address);
    if (after == sizes_.begin()) return 0;
    const auto& [begin, size] = *std::prev(after);
    return address - begin < size ? begin : 0;
  }

private:
  std::map<std::uint64_t, std::uint64_t> sizes_;
};

/// Of one test, by kernel and what has the value: parameters by number, sizes behind them. Empty: it was not always the same.
using TestValues = std::map<std::pair<std::string, unsigned>, std::optional<std::uint64_t>>;
constexpr unsigned firstSize = 1U << 16;

void add(TestValues& values, const std::string& kernel, unsigned what, std::optional<std::uint64_t> value) {
  const auto [known, isNew] = values.try_emplace({kernel, what}, value);
  if (!isNew && known->second != value) known->second.reset();
}

/// A texture or an address is another one each time that the program runs.
bool namesMemory(std::uint64_t value, const Allocations& allocations) {
  constexpr unsigned tagShift = 48;
  return value >> tagShift == sim::textureObjectBase >> tagShift || allocations.of(value) != 0;
}

void addLaunch(TestValues& values, const Event& launch, const KernelParameters& parameters, const Allocations& allocations) {
  for (const unsigned parameter : parameters.integers) {
    std::optional<std::uint64_t> value = parameters.valueOf(launch, parameter);
    if (value && namesMemory(*value, allocations)) value.reset();
    add(values, launch.name, parameter, value);
  }
  for (unsigned axis = 0; axis < 3; ++axis) {
    add(values, launch.name, firstSize + axis, launch.block[axis]);
    add(values, launch.name, firstSize + 3 + axis, launch.grid[axis]);
  }
}

/// Those that share an allocation with another, or are in none that is known, are not apart.
void keepApart(std::set<unsigned>& apart, const Event& launch, const KernelParameters& parameters, const Allocations& allocations) {
  std::map<std::uint64_t, std::vector<unsigned>> users;
  for (const unsigned parameter : parameters.pointers) {
    const std::optional<std::uint64_t> address = parameters.valueOf(launch, parameter);
    if (address != 0) users[address ? allocations.of(*address) : 0].push_back(parameter);
  }
  for (const auto& [begin, using_] : users)
    if (begin == 0 || using_.size() > 1)
      for (const unsigned parameter : using_) apart.erase(parameter);
}

void keep(ir::LaunchedValues& all, const TestValues& values) {
  for (const auto& [place, value] : values) {
    if (!value) continue;
    ir::LaunchedKernel& kernel = all[place.first];
    std::vector<std::uint64_t>& known =
        place.second >= firstSize ? kernel.sizes[place.second - firstSize] : kernel.parameters[place.second];
    if (std::ranges::find(known, *value) == known.end() && known.size() < mostValues) known.push_back(*value);
  }
}

} // namespace

Result<ir::LaunchedValues> findLaunchedValues(const llvm::Module& module, const std::vector<TestCase>& tests) {
  ir::LaunchedValues all;
  std::map<std::string, KernelParameters> kernels;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::PTX_Kernel) continue;
    const std::string name = function.getName().str();
    const KernelParameters& parameters = kernels.emplace(name, KernelParameters(function)).first->second;
    all[name].apart.insert(parameters.pointers.begin(), parameters.pointers.end());
  }
  for (const TestCase& test : tests) {
    if (test.role == TestRole::HeldOut) continue;
    GEVO_TRY_ASSIGN(const program::Trace trace, wire::decode<program::Trace>(test.trace, "recorded test \"" + test.arguments + "\""));
    // Code for a value that only a sampled workload has would run where nothing compares its results.
    const bool isCompared = test.role == TestRole::Test || (test.role == TestRole::Workload && !program::isSampled(trace));
    TestValues values;
    Allocations allocations;
    for (const Event& event : trace.events) {
      allocations.follow(event);
      const auto known = event.kind == EventKind::Launch ? kernels.find(event.name) : kernels.end();
      if (known == kernels.end()) continue;
      keepApart(all[event.name].apart, event, known->second, allocations);
      if (isCompared) addLaunch(values, event, known->second, allocations);
    }
    keep(all, values);
  }
  return all;
}

std::vector<std::string> kernelsNotSpecial(const llvm::Module& variant, const ir::LaunchedValues& launched) {
  std::vector<std::string> found;
  for (const ir::Specialisation& one : ir::specialisationsOf(variant)) {
    const auto kernel = launched.find(one.kernel);
    if (kernel == launched.end() || std::ranges::find(found, one.kernel) != found.end()) continue;
    const auto known = one.parameter ? kernel->second.parameters.find(*one.parameter) : kernel->second.parameters.end();
    const std::vector<std::uint64_t> none;
    const std::vector<std::uint64_t>& had = !one.parameter                             ? kernel->second.sizes[one.size]
                                            : known != kernel->second.parameters.end() ? known->second
                                                                                       : none;
    const bool wasLaunched = std::ranges::any_of(kernel->second.sizes, [](const auto& values) { return !values.empty(); });
    if (wasLaunched && had != std::vector{one.value}) found.push_back(one.kernel);
  }
  return found;
}

std::string brokenRestriction(const llvm::Module& variant, const ir::LaunchedValues& launched) {
  for (const ir::Restriction& promise : ir::restrictionsOf(variant)) {
    const auto kernel = launched.find(promise.kernel);
    if (kernel != launched.end() && kernel->second.apart.contains(promise.parameter)) continue;
    return fmt::format(
        "parameter {} of {}, counted from 0, is not known to point into memory of its own, as the variant promises (__restrict__)",
        promise.parameter, briefName(promise.kernel));
  }
  return {};
}

} // namespace gevo::worker

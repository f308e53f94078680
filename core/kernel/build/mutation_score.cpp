#include "core/kernel/build/mutation_score.h"

#include "core/base/cpu_time.h"
#include "core/format/number.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/effects.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/trace/replay.h"
#include "core/kernel/user_location/user_location.h"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <set>

namespace gevo::program {
namespace {

/// A mutant that runs for longer than so many times the original is no gain, whatever it computes. One whose lock is never released runs
/// for ever.
constexpr double budgetFactor = 4;

/// Leaving it out is a change that a mutation could make, and nothing else needs it.
bool isStore(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::StoreInst>(instruction) || llvm::isa<llvm::MemIntrinsic>(instruction)) return true;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return ir::isStore(*call);
  return llvm::isa<llvm::AtomicRMWInst>(instruction) && instruction.use_empty();
}

/// Numbers of the module's stores among its instructions, and by function.
struct StorePlace {
  std::string function;
  std::size_t number = 0;
  std::string line; ///< empty: not known
};

std::string lineOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* const location = userLocation(instruction.getDebugLoc());
  if (location == nullptr) return {};
  return fmt::format("{}:{}", std::filesystem::path(location->getFilename().str()).filename().string(), location->getLine());
}

std::vector<StorePlace> storesOf(const llvm::Module& module) {
  std::vector<StorePlace> places;
  for (const llvm::Function& function : module) {
    std::size_t number = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (isStore(instruction)) places.push_back({function.getName().str(), number, lineOf(instruction)});
      ++number;
    }
  }
  return places;
}

void leaveOut(llvm::Module& module, const StorePlace& place) {
  std::size_t number = 0;
  for (llvm::Instruction& instruction : llvm::instructions(*module.getFunction(place.function)))
    if (number++ == place.number) {
      instruction.eraseFromParent();
      return;
    }
}

void makeEmpty(llvm::Function& kernel) {
  const llvm::GlobalValue::LinkageTypes linkage = kernel.getLinkage();
  kernel.deleteBody();
  kernel.setLinkage(linkage);
  llvm::ReturnInst::Create(kernel.getContext(), llvm::BasicBlock::Create(kernel.getContext(), "entry", &kernel));
}

class Scorer {
public:
  Scorer(const ir::BaseModule& base, const sim::Model& model, const std::vector<OutputInfo>& outputs, const ScoreOptions& options)
      : base_(base), model_(model), outputs_(outputs), options_(options) {
    settings_.mode = Mode::Exact;
    settings_.races = RacePolicy::Flag;
    settings_.budgetFactor = budgetFactor;
  }

  MutationScore run(const std::vector<const Trace*>& tests) {
    for (const Trace* trace : tests)
      for (const Event& event : trace->events)
        if (event.kind == EventKind::Launch) launched_.insert(event.name);
    const std::unique_ptr<llvm::Module> original = base_.original();
    const std::vector<StorePlace> stores = storesOf(*original);
    all_ = launched_.size() + stores.size();
    const Preparation prepared = prepare(tests);
    if (prepared == Preparation::Fails) return {};
    tooLong_ = prepared == Preparation::TakesTooLong;
    leaveOutKernels();
    leaveOutStores(*original, stores);
    return std::move(score_);
  }

private:
  enum class Preparation : std::uint8_t { Done, Fails, TakesTooLong };
  struct Test {
    const Trace* trace = nullptr;
    Baseline baseline;
    std::uint64_t instructions = 0;
  };

  /// The quickest tests first: most of what is left out shows in any of them.
  Preparation prepare(const std::vector<const Trace*>& tests) {
    const std::unique_ptr<llvm::Module> original = base_.original();
    ir::cleanUp(*original);
    Result<sim::Simulator> simulator = sim::Simulator::create(*original, model_);
    if (!simulator) return Preparation::Fails;
    for (const Trace* trace : tests) {
      const double begin = threadCpuSeconds();
      // Races reject nothing here, so looking for them once is enough, and the order that synchronisation makes does not matter.
      const ReplayReport report = replay(*trace, *simulator, model_, outputs_, settings_, nullptr);
      if (!report.valid()) return Preparation::Fails;
      const double preparation = mostReplays(*trace, report.launchWarpInstructions);
      if (spent() + preparation * (threadCpuSeconds() - begin) > options_.seconds) return Preparation::TakesTooLong;
      Test& test = tests_.emplace_back(trace, baselineOf(report), std::uint64_t{0});
      test.baseline.checksRaces = false;
      test.baseline.overwritten = findOverwritten(*trace, *simulator);
      for (const std::uint64_t instructions : report.launchWarpInstructions) test.instructions += instructions;
    }
    std::ranges::stable_sort(tests_, {}, &Test::instructions);
    return Preparation::Done;
  }

  void leaveOutKernels() {
    for (const std::string& kernel : launched_) {
      if (!canGoOn()) {
        ++score_.untriedKernels;
        continue;
      }
      const std::unique_ptr<llvm::Module> module = base_.original();
      makeEmpty(*module->getFunction(kernel));
      ++score_.kernels;
      if (!isNoticed(*module)) score_.unnoticedKernels.push_back(kernel);
    }
  }

  void leaveOutStores(const llvm::Module& original, const std::vector<StorePlace>& stores) {
    std::set<std::string> lines;
    for (const StorePlace& place : stores) {
      const llvm::Function& function = *original.getFunction(place.function);
      const bool isKernel = function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
      if (isKernel && !launched_.contains(place.function)) continue;
      if (std::ranges::find(score_.unnoticedKernels, place.function) != score_.unnoticedKernels.end()) continue;
      if (!canGoOn()) {
        ++score_.untriedStores;
        continue;
      }
      const std::unique_ptr<llvm::Module> module = base_.original();
      leaveOut(*module, place);
      ++score_.stores;
      if (isNoticed(*module))
        ++score_.noticed;
      else if (!place.line.empty() && lines.insert(place.line).second)
        score_.unnoticedLines.push_back(place.line);
    }
  }

  double spent() const { return threadCpuSeconds() - begin_; }

  bool canGoOn() {
    if (options_.progress) options_.progress(done_, all_);
    ++done_;
    return !tooLong_ && spent() < options_.seconds;
  }

  bool isNoticed(llvm::Module& module) {
    ir::cleanUp(module);
    Result<sim::Simulator> simulator = sim::Simulator::create(module, model_);
    if (!simulator) return true;
    return std::ranges::any_of(
        tests_, [&](const Test& test) { return !replay(*test.trace, *simulator, model_, outputs_, settings_, &test.baseline).valid(); });
  }

  const ir::BaseModule& base_;
  const sim::Model& model_;
  const std::vector<OutputInfo>& outputs_;
  const ScoreOptions& options_;
  const double begin_ = threadCpuSeconds();
  EvaluationSettings settings_;
  std::vector<Test> tests_;
  std::set<std::string> launched_;
  MutationScore score_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  bool tooLong_ = false;
};

} // namespace

MutationScore mutationScore(const ir::BaseModule& base, const std::vector<const Trace*>& tests, const sim::Model& model,
                            const std::vector<OutputInfo>& outputs, const ScoreOptions& options) {
  return Scorer(base, model, outputs, options).run(tests);
}

std::vector<std::string> notesOf(const MutationScore& score, const std::map<std::string, std::string>& shownNames) {
  std::vector<std::string> notes;
  for (const std::string& kernel : score.unnoticedKernels) {
    const auto shown = shownNames.find(kernel);
    notes.push_back(fmt::format("the tests notice nothing when {} does nothing, so a variant may leave it out: let the program copy its "
                                "results to the host, or add a test in which they matter",
                                shown != shownNames.end() ? shown->second : kernel));
  }
  if (score.noticed < score.stores) {
    constexpr std::size_t most = 5;
    const std::size_t shown = std::min(most, score.unnoticedLines.size());
    std::string lines =
        fmt::format("{}", fmt::join(score.unnoticedLines.begin(), score.unnoticedLines.begin() + std::ptrdiff_t(shown), ", "));
    if (score.unnoticedLines.size() > shown) lines += fmt::format(" and {} more", score.unnoticedLines.size() - shown);
    notes.push_back(fmt::format("the tests notice {} of {} when they are left out (mutation score {}){}; add tests in which they matter",
                                score.noticed, formatCounted(score.stores, "store"),
                                formatPercent(double(score.noticed) / double(score.stores)), lines.empty() ? "" : ", but not " + lines));
  }
  const std::size_t tried = score.kernels + score.stores;
  if (const std::size_t untried = score.untriedKernels + score.untriedStores; untried > 0)
    notes.push_back(fmt::format("whether the tests notice it when kernels and stores are left out is not finished ({} of {} tried), since "
                                "they take too long; smaller ones would do",
                                tried, tried + untried));
  return notes;
}

} // namespace gevo::program

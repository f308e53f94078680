#include "core/kernel/build/mutation_score.h"

#include "core/format/number.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/trace/replay.h"

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

/// Some seconds.
constexpr std::uint64_t mostWarpInstructions = 300'000'000;

/// Leaving it out is a change that a mutation could make, and nothing else needs it.
bool isStore(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::StoreInst>(instruction) || llvm::isa<llvm::MemIntrinsic>(instruction)) return true;
  return llvm::isa<llvm::AtomicRMWInst>(instruction) && instruction.use_empty();
}

/// Numbers of the module's stores among its instructions, and by function.
struct StorePlace {
  std::string function;
  std::size_t number = 0;
  std::string line; ///< empty: not known
};

std::string lineOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* const location = instruction.getDebugLoc();
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
  Scorer(const ir::BaseModule& base, const sim::Model& model, const std::vector<OutputInfo>& outputs)
      : base_(base), model_(model), outputs_(outputs) {
    settings_.mode = Mode::Exact;
    settings_.races = RacePolicy::Flag;
  }

  /// The quickest tests first: most of what is left out shows in any of them.
  bool addTests(const std::vector<const Trace*>& tests) {
    const std::unique_ptr<llvm::Module> original = base_.original();
    ir::cleanUp(*original);
    Result<sim::Simulator> simulator = sim::Simulator::create(*original, model_);
    if (!simulator) return false;
    for (const Trace* trace : tests) {
      const ReplayReport report = replayOriginal(*trace, *simulator, model_, outputs_, settings_);
      if (!report.valid()) return false;
      Test& test = tests_.emplace_back(trace, baselineOf(report), std::uint64_t{0});
      test.baseline.overwritten = findOverwritten(*trace, *simulator);
      for (const std::uint64_t instructions : report.launchWarpInstructions) test.instructions += instructions;
      for (const Event& event : trace->events)
        if (event.kind == EventKind::Launch) launched_.insert(event.name);
    }
    std::ranges::stable_sort(tests_, {}, &Test::instructions);
    return true;
  }

  MutationScore run() {
    MutationScore score;
    for (const std::string& kernel : launched_) {
      if (!canGoOn()) break;
      const std::unique_ptr<llvm::Module> module = base_.original();
      makeEmpty(*module->getFunction(kernel));
      if (!isNoticed(*module)) score.unnoticedKernels.push_back(kernel);
    }
    const std::unique_ptr<llvm::Module> original = base_.original();
    std::set<std::string> lines;
    for (const StorePlace& place : storesOf(*original)) {
      const llvm::Function& function = *original->getFunction(place.function);
      const bool isKernel = function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
      if (isKernel && !launched_.contains(place.function)) continue;
      if (std::ranges::find(score.unnoticedKernels, place.function) != score.unnoticedKernels.end()) continue;
      if (!canGoOn()) {
        ++score.untried;
        continue;
      }
      const std::unique_ptr<llvm::Module> module = base_.original();
      leaveOut(*module, place);
      ++score.stores;
      if (isNoticed(*module))
        ++score.noticed;
      else if (!place.line.empty() && lines.insert(place.line).second)
        score.unnoticedLines.push_back(place.line);
    }
    return score;
  }

private:
  struct Test {
    const Trace* trace = nullptr;
    Baseline baseline;
    std::uint64_t instructions = 0;
  };

  bool canGoOn() const { return spent_ < mostWarpInstructions; }

  bool isNoticed(llvm::Module& module) {
    ir::cleanUp(module);
    Result<sim::Simulator> simulator = sim::Simulator::create(module, model_);
    if (!simulator) return true;
    return std::ranges::any_of(tests_, [&](const Test& test) {
      spent_ += test.instructions;
      return !replay(*test.trace, *simulator, model_, outputs_, settings_, &test.baseline).valid();
    });
  }

  const ir::BaseModule& base_;
  const sim::Model& model_;
  const std::vector<OutputInfo>& outputs_;
  EvaluationSettings settings_;
  std::vector<Test> tests_;
  std::set<std::string> launched_;
  std::uint64_t spent_ = 0;
};

} // namespace

MutationScore mutationScore(const ir::BaseModule& base, const std::vector<const Trace*>& tests, const sim::Model& model,
                            const std::vector<OutputInfo>& outputs) {
  Scorer scorer(base, model, outputs);
  return scorer.addTests(tests) ? scorer.run() : MutationScore();
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
  if (score.untried > 0)
    notes.push_back(fmt::format("whether the tests notice {} was not tried: they take too long for that; a smaller test would do",
                                formatCounted(score.untried, "more store", "more stores")));
  return notes;
}

} // namespace gevo::program

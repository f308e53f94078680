#include "tests/ui/synthetic_run.h"

#include "core/search/random.h"
#include "core/store/front.h"
#include "core/values/variant_texts.h"

#include <algorithm>
#include <cmath>

namespace gevo::synthetic {
namespace {

constexpr double original = 18.4;

/// 0 to 1, from a counter: the same on every machine.
double share(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<double>(state >> 40) / double(1U << 24);
}

VariantRow variantRow(std::int64_t id, std::uint32_t generation, std::uint64_t& state) {
  VariantRow row;
  row.id = id;
  row.generation = generation;
  row.origin = Origin::Mutation;
  row.parent = std::max<std::int64_t>(0, id - 7);
  row.edits = 1 + generation / 6 + static_cast<std::uint32_t>(share(state) * 3);
  row.inactive = share(state) < 0.2 ? 1 : 0;
  const bool exact = share(state) < 0.35;
  row.error = exact ? 0 : std::pow(share(state), 1.4) * 0.01;
  const double floor = 13.2 - 110 * row.error + (37.0 - generation) * 0.11;
  row.runtime = floor + std::pow(share(state), 1.6) * 6.2;
  row.code = {static_cast<std::uint64_t>(id), 1};
  return row;
}

/// Each reason's evaluations among the operators, crossover the most successful.
void shareOut(GenerationRow& row) {
  constexpr std::size_t mutations = static_cast<std::size_t>(StepKind::Crossover);
  for (std::size_t reason = 0; reason < reasonCount; ++reason) {
    const std::uint32_t crossed = reason == 0 ? row.reasons[reason] / 2 : row.reasons[reason] / 10;
    row.acceptance[StepKind::Crossover].reasons[reason] = crossed;
    for (std::uint32_t i = 0; i < row.reasons[reason] - crossed; ++i) ++row.acceptance.kinds[i % mutations].reasons[reason];
  }
}

GenerationRow generationRow(std::uint32_t generation, const std::vector<VariantRow>& rows, std::uint64_t& state) {
  GenerationRow row;
  row.generation = generation;
  row.bestRuntime = row.bestExactRuntime = original;
  std::vector<double> runtimes;
  for (const VariantRow& variant : rows) {
    if (variant.runtime < row.bestRuntime) {
      row.bestRuntime = variant.runtime;
      row.bestError = variant.error;
    }
    if (variant.error == 0) row.bestExactRuntime = std::min(row.bestExactRuntime, variant.runtime);
    if (variant.generation == generation) runtimes.push_back(variant.runtime);
    row.valid += variant.generation == generation ? 1 : 0;
  }
  std::sort(runtimes.begin(), runtimes.end());
  row.medianRuntime = runtimes.empty() ? original : runtimes[runtimes.size() / 2];
  row.worstRuntime = runtimes.empty() ? original : runtimes.back();
  const auto part = [&](double size) { return static_cast<std::uint32_t>(size * (0.8 + 0.4 * share(state))); };
  row.reasons[static_cast<std::size_t>(Reason::WrongOutput)] = part(260);
  row.reasons[static_cast<std::size_t>(Reason::OutOfBounds)] = part(52);
  row.reasons[static_cast<std::size_t>(Reason::NoOp)] = part(33);
  row.reasons[static_cast<std::size_t>(Reason::Race)] = part(14);
  row.reasons[static_cast<std::size_t>(Reason::Budget)] = part(5);
  row.reasons[0] = row.valid;
  for (const std::uint32_t count : row.reasons) row.evaluations += count;
  row.meanEdits = 1 + generation / 6.0;
  row.medianEdits = std::floor(row.meanEdits);
  row.maxEdits = std::floor(row.meanEdits * 2.5);
  shareOut(row);
  return row;
}

void settle(RunUpdate& update, const std::vector<VariantRow>& all) {
  update.front = frontOf(all);
  update.population.clear();
  for (std::size_t row = all.size() > 256 ? all.size() - 256 : 0; row < all.size(); ++row) update.population.push_back(all[row].id);
  update.run.generations = update.generations.back().generation + 1;
  EvolutionProgress& progress = update.run.status.progress;
  progress.generation = update.run.generations;
  progress.slotsDone = 96;
  progress.slotCount = 256;
  progress.seconds = 28.5;
  progress.workersAlive = 2;
  progress.workersRestarted = 3;
}

EditDescription describe(bool active, const char* text, std::uint32_t line) {
  EditDescription edit;
  edit.active = active;
  edit.text = text;
  edit.target = {{"stencil.cu", line, 5, "stencil"}};
  return edit;
}

const char* const source = R"(// One step of a thermal stencil, a tile with its halo in shared memory.
#define BLOCK 16

__global__ void stencil(const float* power, const float* before, float* after, int cols, int rows, int steps) {
  __shared__ float temp[BLOCK][BLOCK];
  __shared__ float heat[BLOCK][BLOCK];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * BLOCK + tx;
  const int row = blockIdx.y * BLOCK + ty;
  temp[ty][tx] = before[row * cols + column];
  heat[ty][tx] = power[row * cols + column];
  __syncthreads();
  for (int i = 0; i < steps; ++i) {
    float next = temp[ty][tx];
    if (tx >= i + 1 && tx <= BLOCK - i - 2) {
      // the four neighbours
      next += 0.1f * (temp[ty + 1][tx] + temp[ty - 1][tx]
                      + temp[ty][tx + 1] + temp[ty][tx - 1]
                      - 4.0f * temp[ty][tx]) + heat[ty][tx];
    }
    __syncthreads();
    if (i == steps - 1) break;
    temp[ty][tx] = next;
    __syncthreads();
  }
  after[row * cols + column] = temp[ty][tx];
}
)";

} // namespace

std::vector<std::int64_t> frontOf(const std::vector<VariantRow>& rows) {
  std::vector<const VariantRow*> order;
  for (const VariantRow& row : rows) order.push_back(&row);
  std::stable_sort(order.begin(), order.end(), [](const VariantRow* a, const VariantRow* b) {
    return a->runtime != b->runtime ? a->runtime < b->runtime : a->error < b->error;
  });
  std::vector<std::int64_t> front;
  double least = 1e9;
  for (const VariantRow* row : order) {
    if (row->error >= least) continue;
    least = row->error;
    front.push_back(row->id);
  }
  return front;
}

std::shared_ptr<const RunUpdate> run(const RunShape& shape) {
  auto update = std::make_shared<RunUpdate>();
  update->reset = true;
  update->writerAlive = true;
  update->run.id = 1;
  update->run.device = "simulated H200";
  update->run.originalRuntime = original;
  update->run.settings.workers = 2;
  update->run.settings.search.generations = 100;
  update->run.settings.evaluation.objectives = {Objective::Time, Objective::Error};
  update->run.status.state = RunState::Running;
  update->run.status.runSeconds = 28.5;
  VariantRow first;
  first.runtime = original;
  update->added.push_back(first);
  std::uint64_t state = 7;
  std::int64_t id = 1;
  for (std::uint32_t generation = 0; generation <= shape.generations; ++generation) {
    for (std::uint32_t variant = 0; variant < shape.variantsPerGeneration; ++variant) {
      update->added.push_back(variantRow(id, generation, state));
      id += 1 + static_cast<std::int64_t>(share(state) * 9);
    }
    update->generations.push_back(generationRow(generation, update->added, state));
  }
  settle(*update, update->added);
  std::uint64_t evaluations = 0;
  for (const GenerationRow& row : update->generations) evaluations += row.evaluations;
  update->run.status.progress.evaluations = evaluations + 120;
  update->validations = {{update->front.back(), true, "the held-out test passed"}};
  return update;
}

std::shared_ptr<const RunUpdate> energyRun(const RunShape& shape) {
  auto update = std::make_shared<RunUpdate>(*run(shape));
  EvaluationSettings& settings = update->run.settings.evaluation;
  settings.device = "cuda";
  settings.objectives = {Objective::Time, Objective::Error, Objective::Energy};
  update->run.device = "NVIDIA H200";
  update->run.originalEnergy = original * 0.5;
  std::uint64_t state = 23;
  double least = update->run.originalEnergy;
  for (VariantRow& row : update->added) {
    if (row.id == 0) row.energy = update->run.originalEnergy;
    if (row.id % 3 == 1) row.energy = row.runtime * (0.42 + 0.12 * share(state));
    if (!std::isnan(row.energy)) least = std::min(least, row.energy);
  }
  for (GenerationRow& row : update->generations) row.leastEnergy = least + (shape.generations - row.generation) * 0.05;
  update->front.clear();
  for (const VariantRow& row : paretoFront(update->added, settings.objectives)) update->front.push_back(row.id);
  update->validations.clear();
  return update;
}

std::shared_ptr<const RunUpdate> editsRun(const RunShape& shape) {
  auto update = std::make_shared<RunUpdate>(*run(shape));
  std::vector<Objective>& objectives = update->run.settings.evaluation.objectives;
  objectives = {Objective::Time, Objective::Error, Objective::Edits};
  update->front.clear();
  for (const VariantRow& row : paretoFront(update->added, objectives)) update->front.push_back(row.id);
  return update;
}

std::shared_ptr<const RunUpdate> nextGeneration(const RunUpdate& update) {
  auto next = std::make_shared<RunUpdate>(update);
  next->reset = false;
  next->added.clear();
  next->generations.clear();
  VariantRow row = update.added.back();
  row.id += 5;
  row.generation += 1;
  row.error = 0;
  row.runtime = 11.0;
  next->added.push_back(row);
  std::vector<VariantRow> all = update.added;
  all.push_back(row);
  std::uint64_t state = 11;
  next->generations.push_back(generationRow(row.generation, all, state));
  settle(*next, all);
  return next;
}

std::shared_ptr<const Project> project() {
  auto project = std::make_shared<Project>();
  project->name = "stencil";
  project->sources = {{"stencil.cu", source}};
  project->kernels = {{"stencil", "stencil", 84}};
  return project;
}

std::shared_ptr<const VariantDetails> details(std::int64_t variant) {
  auto details = std::make_shared<VariantDetails>();
  details->individual.id = variant;
  VariantTexts& texts = details->texts;
  texts.ir.text = "define void @stencil(ptr %power) {\nentry:\n  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                  "  %sum = fadd float %a, %b\n  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n  ret void\n}\n";
  texts.ir.sourceFile = {-1, -1, 0, 0, 0, 0, -1};
  texts.ir.sourceLine = {0, 0, 7, 17, 21, 27, 0};
  texts.ptx.text = ".visible .entry stencil()\n{\n  bar.sync 0;\n  ret;\n}\n";
  texts.ptx.sourceFile = {-1, -1, 0, 0, -1};
  texts.ptx.sourceLine = {0, 0, 21, 27, 0};
  if (variant == 0) return details;
  const std::size_t barrier = texts.ir.text.find("  call void @llvm.nvvm.barrier");
  texts.ir.text.erase(barrier, texts.ir.text.find('\n', barrier) + 1 - barrier);
  texts.ir.sourceFile = {-1, -1, 0, 0, 0, -1};
  texts.ir.sourceLine = {0, 0, 7, 17, 27, 0};
  texts.edits = {describe(true, "condition becomes `tx < cols`", 15),
                 describe(true, "delete barrier", 21),
                 describe(true, "operand `ty` becomes `row`", 17),
                 describe(true, "move store before loop", 23),
                 describe(false, "copy `fmul`", 19),
                 describe(false, "swap two loads", 10)};
  const char* const said[] = {"the condition `tx < cols - 1` is now `tx < cols`", "this barrier is gone", "`ty + 1` is now `row + 1`",
                              "this store to `heat[ty][tx]` now comes before line 20"};
  for (std::int32_t edit = 0; edit < 4; ++edit) {
    const auto& target = texts.edits[static_cast<std::size_t>(edit)].target;
    texts.consequences.push_back({edit, target, {}, said[edit]});
  }
  for (std::uint64_t edit = 0; edit < texts.edits.size(); ++edit) {
    Edit value;
    value.uid = edit + 1;
    value.op = Operator::Delete;
    value.target = InstructionRef::base(10 + edit);
    details->individual.edits.push_back(value);
    details->individual.active.push_back(texts.edits[edit].active);
  }
  return details;
}

} // namespace gevo::synthetic

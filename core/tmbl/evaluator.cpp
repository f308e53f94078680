#include "core/tmbl/evaluator.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <bit>

namespace gevo::tmbl {

namespace {

void addLanes(std::array<double, lanes>& sums) {
  for (std::size_t half = lanes / 2; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
}

} // namespace

BlockCode::BlockCode(const Code& code) { assign(expand(code)); }

void BlockCode::assign(const Code& code) {
  // The step after which nothing reads a value any more.
  std::vector<std::size_t> lastUse(code.steps.size(), 0);
  for (std::size_t i = 0; i < code.steps.size(); ++i)
    for (const Value& value : {code.steps[i].a, code.steps[i].b, code.steps[i].c})
      if (value.kind == Value::Kind::Step) lastUse[value.index] = i;
  for (const Value& value : code.results)
    if (value.kind == Value::Kind::Step) lastUse[value.index] = code.steps.size();

  std::vector<Place> placeOfStep(code.steps.size());
  std::vector<Place> freed;
  // Constants are numbered from the end until it is known how many buffers values need.
  const auto constantPlace = [](std::uint32_t index) { return firstInput - 1 - index; };
  const auto placeOf = [&](const Value& value) -> Place {
    if (value.kind == Value::Kind::Input) return firstInput + value.index;
    return value.kind == Value::Kind::Constant ? constantPlace(value.index) : placeOfStep[value.index];
  };
  const BlockFunctions& functions = blockFunctions();
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    const Step& step = code.steps[i];
    Call call{functions.steps[static_cast<std::size_t>(step.kind)], 0, {placeOf(step.a), placeOf(step.b), placeOf(step.c)}};
    std::array<const Value*, 3> arguments{&step.a, &step.b, &step.c};
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const Value& value = *arguments[k];
      const bool seen = std::any_of(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(k),
                                    [&](const Value* before) { return *before == value; });
      if (!seen && value.kind == Value::Kind::Step && lastUse[value.index] == i) freed.push_back(placeOfStep[value.index]);
    }
    if (freed.empty()) freed.push_back(valueBuffers_++);
    call.d = placeOfStep[i] = freed.back();
    freed.pop_back();
    calls_.push_back(call);
  }
  for (const std::uint32_t bits : code.constants) constants_.push_back(std::bit_cast<float>(bits));
  const auto settle = [&](Place& place) {
    if (place < firstInput && place >= firstInput - constants_.size()) place = valueBuffers_ + (firstInput - 1 - place);
  };
  result_ = code.results.empty() ? Place(0) : placeOf(code.results.front());
  settle(result_);
  for (Call& call : calls_)
    for (Place& place : call.arguments) settle(place);
}

std::vector<float> BlockCode::makeBuffers() const {
  std::vector<float> buffers((valueBuffers_ + constants_.size()) * lanes);
  for (std::size_t i = 0; i < constants_.size(); ++i)
    std::fill_n(buffers.begin() + static_cast<std::ptrdiff_t>((valueBuffers_ + i) * lanes), lanes, constants_[i]);
  return buffers;
}

const float* BlockCode::run(const Cases& cases, std::size_t row, std::vector<float>& buffers) const {
  const auto at = [&](Place place) -> const float* {
    return place < firstInput ? buffers.data() + place * lanes : cases.column(place - firstInput) + row;
  };
  for (const Call& call : calls_)
    call.function(buffers.data() + call.d * lanes, at(call.arguments[0]), at(call.arguments[1]), at(call.arguments[2]));
  return at(result_);
}

std::vector<float> BlockCode::evaluate(const Cases& cases) const {
  std::vector<float> buffers = makeBuffers();
  std::vector<float> results(cases.rows());
  for (std::size_t row = 0; row < cases.rows(); row += lanes)
    std::copy_n(run(cases, row, buffers), std::min(lanes, cases.rows() - row), results.begin() + static_cast<std::ptrdiff_t>(row));
  return results;
}

ErrorSums BlockCode::sums(const Cases& cases) const {
  ErrorSums total;
  for (const ErrorSums& sums : chunkSums(cases)) total += sums;
  return total;
}

std::vector<ErrorSums> BlockCode::chunkSums(const Cases& cases) const {
  std::vector<float> buffers = makeBuffers();
  const BlockFunctions& functions = blockFunctions();
  std::vector<ErrorSums> chunks;
  for (std::size_t chunk = 0; chunk < cases.rows(); chunk += chunkCases) {
    LaneSums sums{};
    const std::size_t end = std::min(cases.rows(), chunk + chunkCases);
    for (std::size_t row = chunk; row < end; row += lanes)
      functions.accumulate(sums, run(cases, row, buffers), cases.centred().data() + row, cases.centre(), std::min(lanes, end - row));
    addLanes(sums.outputs);
    addLanes(sums.squares);
    addLanes(sums.products);
    chunks.push_back({sums.outputs[0], sums.squares[0], sums.products[0]});
  }
  return chunks;
}

std::vector<ErrorSums> evaluatePopulation(std::span<const Code> population, const Cases& cases, unsigned threads) {
  std::vector<ErrorSums> sums(population.size());
  inParallel(population.size(), threads, [&](std::size_t i) { sums[i] = BlockCode(population[i]).sums(cases); });
  return sums;
}

} // namespace gevo::tmbl

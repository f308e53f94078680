#pragma once

/// Who evaluates the programs of a generation.

#include "core/tmbl/evaluator.h"

namespace gevo::tmbl {

class PopulationEvaluator {
public:
  PopulationEvaluator() = default;
  PopulationEvaluator(const PopulationEvaluator&) = delete;
  PopulationEvaluator& operator=(const PopulationEvaluator&) = delete;
  virtual ~PopulationEvaluator() = default;

  /// Of each program on all cases, with the bits that ErrorSums promises.
  virtual Result<std::vector<ErrorSums>> evaluate(std::span<const Code> population) = 0;
};

/// On this machine's processors.
class ProcessorEvaluator : public PopulationEvaluator {
public:
  ProcessorEvaluator(const Cases& cases, unsigned threads) : cases_(cases), threads_(threads) {}
  Result<std::vector<ErrorSums>> evaluate(std::span<const Code> population) override {
    return evaluatePopulation(population, cases_, threads_);
  }

private:
  const Cases& cases_;
  unsigned threads_;
};

} // namespace gevo::tmbl

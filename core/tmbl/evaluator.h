#pragma once

/// Evaluates code on this machine's processors, a block of cases at a time. Results have the bits of the PTX that ptx_text writes.

#include "core/tmbl/block_functions.h"
#include "core/tmbl/error_sums.h"

namespace gevo::tmbl {

/// Code whose values have places in a few buffers of `lanes` values each, which stay in the first cache.
class BlockCode {
public:
  /// `code` is expanded or not.
  explicit BlockCode(const Code& code);
  std::size_t steps() const { return calls_.size(); }

  /// The first result of every case.
  std::vector<float> evaluate(const Cases& cases) const;
  /// Of the first result.
  ErrorSums sums(const Cases& cases) const;
  /// The same for each chunk by itself.
  std::vector<ErrorSums> chunkSums(const Cases& cases) const;

private:
  /// Where an argument is: in a buffer, or, from firstInput on, in a column of the cases.
  using Place = std::uint32_t;
  static constexpr Place firstInput = 1U << 31;
  struct Call {
    BlockFunction function;
    Place d;
    std::array<Place, 3> arguments;
  };
  void assign(const Code& code);
  std::vector<float> makeBuffers() const;
  /// The result of the block that begins with this row.
  const float* run(const Cases& cases, std::size_t row, std::vector<float>& buffers) const;

  std::vector<Call> calls_;
  std::vector<float> constants_; ///< in the buffers after those of values
  std::uint32_t valueBuffers_ = 0;
  Place result_ = 0;
};

/// One after the other on each thread; the sums depend on neither their number nor their order. 0 threads: one for each processor.
std::vector<ErrorSums> evaluatePopulation(std::span<const Code> population, const Cases& cases, unsigned threads);

} // namespace gevo::tmbl

#pragma once

/// What gevo and a worker that runs populations on a GPU (gevo-worker tmbl) tell each other, as frames (core/protocol/frames.h): a request
/// of one of these kinds, then its reply, or an ErrorReply.

#include "core/base/wire.h"
#include "core/tmbl/error_sums.h"
#include "core/tmbl/ptx_text.h"

namespace gevo::tmbl {

enum class MessageKind : std::uint32_t {
  Open,    ///< OpenRequest, the first; the reply is an OpenReply
  Evaluate ///< PopulationRequest; the reply is a PopulationReply
};

/// The cases on which populations are evaluated from now on.
struct OpenRequest {
  std::uint32_t inputs = 0;
  std::uint64_t stride = 0;   ///< Cases::stride
  std::vector<float> values;  ///< Cases::values
  std::vector<float> targets; ///< one for each row
  double centre = 0;
  std::string architecture; ///< that code is made for where there is no GPU: "sm_90"
};

struct OpenReply {
  std::string gpu;          ///< empty: there is none, and populations are compiled only
  std::string architecture; ///< that code is made for
  std::string assembler;    ///< "nvJitLink 13.0", "the driver"
};

enum class SourceLanguage : std::uint8_t {
  Ptx, ///< written by us
  Cuda ///< made PTX by nvcc
};

struct PopulationRequest {
  std::vector<Code> population;
  SourceLanguage language = SourceLanguage::Ptx;
  Dispatch dispatch = Dispatch::Entries;
  std::uint32_t casesPerThread = 1;
  std::uint32_t individualsPerModule = 32; ///< at most; from 1
  std::uint32_t threads = 0;               ///< that compile; 0: one for each processor
  std::uint32_t launches = 1;              ///< of the whole population, for its time
};

/// Seconds of wall clock, of the whole population. The steps follow each other (Lewis and Magoulas 2011, Fig. 1).
struct PopulationTimes {
  double write = 0;    ///< text by us
  double compile = 0;  ///< CUDA C to PTX (step 1)
  double assemble = 0; ///< PTX to machine code (step 2)
  double load = 0;     ///< machine code to the GPU (step 3); with step 2 where the driver is the assembler
  double run = 0;      ///< one evaluation
  double total = 0;    ///< all of it, with copying the sums
};

struct PopulationReply {
  std::vector<ErrorSums> sums; ///< of each individual; empty without a GPU
  PopulationTimes times;
  std::uint64_t codeBytes = 0; ///< of machine code
};

constexpr std::uint32_t enumerators(SourceLanguage) { return 2; }
constexpr std::uint32_t enumerators(Dispatch) { return 3; }
constexpr std::uint32_t enumerators(StepKind) { return stepKinds; }
constexpr std::uint32_t enumerators(Value::Kind) { return 3; }
template <class Archive> void fields(Archive& a, Value& v) { a(v.kind, v.index); }
template <class Archive> void fields(Archive& a, Step& s) { a(s.kind, s.a, s.b, s.c); }
template <class Archive> void fields(Archive& a, Code& c) { a(c.constants, c.steps, c.results); }
template <class Archive> void fields(Archive& a, ErrorSums& s) { a(s.outputs, s.squares, s.products); }
template <class Archive> void fields(Archive& a, OpenRequest& m) { a(m.inputs, m.stride, m.values, m.targets, m.centre, m.architecture); }
template <class Archive> void fields(Archive& a, OpenReply& m) { a(m.gpu, m.architecture, m.assembler); }
template <class Archive> void fields(Archive& a, PopulationRequest& m) {
  a(m.population, m.language, m.dispatch, m.casesPerThread, m.individualsPerModule, m.threads, m.launches);
}
template <class Archive> void fields(Archive& a, PopulationTimes& t) { a(t.write, t.compile, t.assemble, t.load, t.run, t.total); }
template <class Archive> void fields(Archive& a, PopulationReply& m) { a(m.sums, m.times, m.codeBytes); }

} // namespace gevo::tmbl

#pragma once

/// Code of a variant that leaves a file.

#include "core/values/code_metrics.h"

namespace gevo {

enum class Artifact : std::uint8_t { Ptx, Ir };

/// What a launch has to keep to: parameter `parameter` of the kernel points into memory that none of `others` points into.
struct Promise {
  std::string kernel; ///< as in the module (mangled)
  std::uint32_t parameter = 0;
  std::vector<std::uint32_t> others;
};

struct ExportedCode {
  std::string text;
  std::string architecture; ///< that the code is for
  std::vector<Promise> promises = {};
};

struct AssembledCode {
  bool hasAssembler = false; ///< there is a ptxas here that is new enough for the PTX
  std::string cubin;         ///< empty without one
  std::string note;          ///< what ptxas said ("34 registers, no spills"), or why it said nothing
  std::vector<KernelResources> kernels;
  int version = 0; ///< of the CUDA that ptxas belongs to: 13000 for 13.0; 0: not known
};

constexpr std::uint32_t enumerators(Artifact) { return std::uint32_t(Artifact::Ir) + 1; }

template <class Archive> void fields(Archive& a, Promise& m) { a(m.kernel, m.parameter, m.others); }
template <class Archive> void fields(Archive& a, ExportedCode& m) { a(m.text, m.architecture, m.promises); }
template <class Archive> void fields(Archive& a, AssembledCode& m) { a(m.hasAssembler, m.cubin, m.note, m.kernels, m.version); }

} // namespace gevo

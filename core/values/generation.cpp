#include "core/values/generation.h"

namespace gevo {

const char* searchStageName(SearchStage stage) {
  switch (stage) {
  case SearchStage::Evolve:
    return "evolve";
  case SearchStage::Tune:
    return "tune";
  case SearchStage::TuneAgain:
    return "tune again";
  }
  return "unknown";
}

} // namespace gevo

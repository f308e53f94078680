#include "ui/setup/presets.h"

#include <QCoreApplication>

namespace gevo::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("gevo::ui::Presets", text); }

/// What a preset decides.
std::string decided(RunSettings settings) {
  const RunSettings defaults;
  settings.search.seed = defaults.search.seed;
  settings.search.targeting = defaults.search.targeting;
  settings.search.parameters = defaults.search.parameters;
  settings.search.tunings = defaults.search.tunings;
  settings.evaluation.device = defaults.evaluation.device;
  settings.evaluation.races = defaults.evaluation.races;
  settings.evaluation.metric = defaults.evaluation.metric;
  settings.evaluation.across = defaults.evaluation.across;
  settings.runs = settings.position = 1;
  settings.workers = 0;
  return printRunSettings(settings);
}

/// The operators and objectives of Liou et al. 2019 and 2022.
void searchAsInThePapers(RunSettings& settings) {
  settings.search.operators = gevoOperators();
  settings.evaluation.objectives = {Objective::Time, Objective::Error};
}

} // namespace

std::vector<Preset> presets() {
  std::vector<Preset> all{{tr("Until stopped"), tr("256 variants a generation, for as long as you like"), {}}};
  Preset& look = all.emplace_back(tr("A first look"), tr("64 variants, 20 generations: a coffee break"), RunSettings{});
  look.settings.search.population = 64;
  look.settings.search.generations = 20;
  Preset& gevo =
      all.emplace_back(tr("GEVO on Rodinia"), tr("256 variants, 100 generations, the best quarter kept; error up to 1 %"), RunSettings{});
  searchAsInThePapers(gevo.settings);
  gevo.settings.search.generations = 100;
  Preset& adept =
      all.emplace_back(tr("GEVO on ADEPT"), tr("256 variants, 300 generations, the best four kept; exact outputs only"), RunSettings{});
  adept.settings.evaluation.mode = Mode::Exact;
  searchAsInThePapers(adept.settings);
  adept.settings.search.generations = 300;
  adept.settings.search.eliteCount = 4;
  Preset& simcov =
      all.emplace_back(tr("GEVO on SIMCoV"), tr("256 variants, 130 generations, the best four kept; exact outputs only"), RunSettings{});
  simcov.settings.evaluation.mode = Mode::Exact;
  searchAsInThePapers(simcov.settings);
  simcov.settings.search.generations = 130;
  simcov.settings.search.eliteCount = 4;
  return all;
}

int presetOf(const RunSettings& settings) {
  const std::vector<Preset> all = presets();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (decided(all[i].settings) == decided(settings)) return static_cast<int>(i);
  return -1;
}

} // namespace gevo::ui

#pragma once

/// What a .gevo file is about, as much of it as fits on a card. Read through the store, so never on the GUI thread.

#include "core/store/rows.h"

#include <QDateTime>
#include <QString>

#include <vector>

namespace gevo::ui {

struct FileSummary {
  QString path; ///< absolute
  bool exists = false;
  QString problem; ///< why it cannot be read
  QDateTime changed;

  std::size_t runs = 0;
  RunInfo run; ///< the latest; meaningful where there are runs
  bool writerAlive = false;
  std::vector<VariantRow> front;  ///< of the latest run, fastest first
  std::vector<VariantRow> latest; ///< the valid ones that were found last
  std::int64_t best = 0; ///< the best exact variant (see bestVariant), else the best of all; 0: nothing is better than the original
  Fitness bestFitness;   ///< its
  /// "generation 37 of 100, not finished"; empty without a run.
  QString progressText() const;
  bool finished() const { return run.status.state == RunState::Finished; }
};

FileSummary summaryOf(const QString& path);

} // namespace gevo::ui

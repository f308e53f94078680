#pragma once

/// Reads the details of the variants that the stage shows, one after the other, and finds where the time of the one on it goes, without a
/// part in what the window's panes wait for.

#include "ui/service/heat_service.h"
#include "ui/service/variant_service.h"

#include <vector>

namespace gevo::ui {

class Stage;

class StageFeed : public QObject {
  Q_OBJECT
public:
  /// `workerProgram` empty: beside the running program.
  StageFeed(std::string workerProgram, Stage& stage, QObject* parent = nullptr);
  /// What the window shows: the file, its project and the run that ids belong to.
  void open(const InspectedRun& run);

private:
  void request(std::int64_t variant);
  void readNext();
  void findTime(std::int64_t variant, const EditList& edits);
  void showTime();

  Stage& stage_;
  VariantService service_;
  HeatService heat_;
  InspectedRun run_;
  std::vector<std::int64_t> waiting_; ///< the last one is needed first
  std::int64_t read_ = -1;            ///< the one that is being read; -1: none
  std::int64_t timed_ = -1;           ///< the one whose time was asked for last; -1: none
  EditList timedEdits_;               ///< its edits
};

} // namespace gevo::ui

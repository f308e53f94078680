#pragma once

/// Reads the details of the variants that the stage shows, one after the other, without a part in what the window's panes wait for.

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

  Stage& stage_;
  VariantService service_;
  InspectedRun run_;
  std::vector<std::int64_t> waiting_; ///< the last one is needed first
  std::int64_t read_ = -1;            ///< the one that is being read; -1: none
};

} // namespace gevo::ui

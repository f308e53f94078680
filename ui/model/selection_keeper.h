#pragma once

/// An evaluation of the generation under way that is selected stays selected when it gets its id at the end of the generation.

#include "ui/model/run_model.h"
#include "ui/model/selection.h"

namespace gevo::ui {

class SelectionKeeper : public QObject {
  Q_OBJECT
public:
  /// To be made before receivers of the model's other signals, which look for what is selected.
  SelectionKeeper(const RunModel& model, Selection& selection, QObject* parent = nullptr);

private:
  void remember();
  void keep();

  const RunModel& model_;
  Selection& selection_;
  VariantRow known_; ///< what is selected, where that is under way
};

} // namespace gevo::ui

#pragma once

/// Validates and proves the variant that is shown, and shows in its pane how that goes.

#include "ui/service/patch_service.h"
#include "ui/service/run_controller.h"
#include "ui/service/validation_service.h"

#include <functional>

namespace gevo::ui {

class Selection;
class ShownVariant;
class VariantPane;

class VariantChecks : public QObject {
  Q_OBJECT
public:
  VariantChecks(const RunModel& model, const RunController& controller, const Selection& selection, const ShownVariant& shown,
                VariantPane& pane, const std::string& workerProgram);

  ValidationService& validation() { return validation_; }
  PatchService& patches() { return patches_; }

public slots:
  /// Starts validating the variant that is shown, or cancels a running validation.
  void validate();
  /// Writes the variant that is shown as a patch of the sources and proves it, or cancels that.
  void prove();
  /// The same for the run's best exact variant, unasked, which people look at next: that it fails is no error.
  void proveBest();

signals:
  void news(const QString& message);
  void failed(const QString& message);
  /// The file has another patch.
  void patched();

private:
  void connectValidation();
  void connectPatches();
  void showProgress(const QString& doing);
  /// Of the variant that is shown; an error where it can't be `done`.
  void withShown(const QString& done, std::function<void(const RunInfo& run, std::int64_t variant)> act);

  const RunModel& model_;
  const RunController& controller_;
  const Selection& selection_;
  const ShownVariant& shown_;
  VariantPane& pane_;
  ValidationService validation_;
  PatchService patches_;
  bool proofIsAsked_ = false; ///< by the user, not by the end of a run
};

} // namespace gevo::ui

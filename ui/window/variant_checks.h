#pragma once

/// Validates and proves the variant that is shown, and shows in its pane how that goes.

#include "ui/service/patch_service.h"
#include "ui/service/run_controller.h"
#include "ui/service/validation_service.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <optional>

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
  /// Or that waits for another proof to end.
  bool provesShown() const;

public slots:
  /// Starts validating the variant that is shown, or cancels a running validation.
  void validate();
  /// The same for all members of the front that have no result yet.
  void validateFront();
  /// The same for fresh inputs of the variant that is shown.
  void tryFreshInputs();
  /// Writes the variant that is shown as a patch of the sources and proves it, after others that were asked for; or cancels that.
  void prove();
  /// The same for the run's best exact variant, unasked, which people look at next: that it fails is no error. What the user asks for comes
  /// first.
  void proveBest();
  /// Everything: another file is opened.
  void cancel();

signals:
  void news(const QString& message);
  void progressed(const QString& doing); ///< of what concerns no single variant
  void failed(const QString& message);
  /// The file has another patch.
  void patched();

private:
  void connectValidation();
  void tellTries(std::int64_t variant, const FuzzReport& report);
  /// True where a validation is running: one of that kind is cancelled, and another is in the way.
  bool endsValidation(ValidationService::Kind kind);
  void connectPatches();
  /// Of the variant that is shown; an error where it can't be `done`.
  void withShown(const QString& done, std::function<void(const RunInfo& run, std::int64_t variant)> act);

  /// A variant that is proven or waits for that.
  struct Proof {
    std::filesystem::path file;
    RunInfo run;
    std::int64_t variant = 0;
    bool isAsked = false; ///< by the user, not by the end of a run
  };
  void add(const Proof& proof);
  void proveNext();
  void cancelCurrent();
  bool isShown(const Proof& proof) const;
  void showProgress();

  const RunModel& model_;
  const RunController& controller_;
  const Selection& selection_;
  const ShownVariant& shown_;
  VariantPane& pane_;
  ValidationService validation_;
  PatchService patches_;
  std::optional<Proof> current_; ///< nothing once it is cancelled, while the service still ends it
  QString doing_;                ///< of the current one
  std::deque<Proof> waiting_;    ///< those asked for come first
};

} // namespace gevo::ui

#pragma once

/// Passes the heat of both sides of the comparison from the heat service to the texts, while they are to be coloured.

#include "ui/service/heat_service.h"
#include "ui/service/variant_service.h"

namespace gevo::ui {

class DifferencesView;

class HeatFeed : public QObject {
  Q_OBJECT
public:
  /// `remembers`: whether heat is shown, and of what, is kept in the settings.
  HeatFeed(const VariantService& variants, HeatService& heat, DifferencesView& differences, bool remembers, QObject* parent = nullptr);

private:
  void restore();
  void remember() const;
  void show();
  void showLine();
  bool find(const EditList& edits, std::shared_ptr<const Heat>& heat);

  const VariantService& variants_;
  HeatService& service_;
  DifferencesView& differences_;
  const bool remembers_;
  std::optional<CodeLine> named_; ///< by the sentence
};

} // namespace gevo::ui

#pragma once

/// How a run uses the program's parameters, and how many configurations it tries.

#include "core/values/settings.h"

#include <QGroupBox>

class QComboBox;
class QSpinBox;

namespace gevo::ui {

class ParameterGroup : public QGroupBox {
  Q_OBJECT
public:
  explicit ParameterGroup(QWidget* parent = nullptr);
  void show(const SearchSettings& settings);
  void fill(SearchSettings& settings) const;
  QComboBox* mode() const { return mode_; }
  QSpinBox* tunings() const { return tunings_; }

signals:
  void changed();

private:
  void refresh();

  QComboBox* mode_;
  QSpinBox* tunings_;
};

} // namespace gevo::ui

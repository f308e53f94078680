#pragma once

/// Part of the assistant's second page: whether variants are evaluated by replaying the tests or by running the host program, and by which
/// figure.

#include "core/values/host_run_settings.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace gevo::ui {

class EvaluationBox : public QWidget {
  Q_OBJECT
public:
  explicit EvaluationBox(QWidget* parent = nullptr);
  void show(const HostRunSettings& live);
  HostRunSettings settings() const;
  QComboBox* kind() const { return kind_; }
  QLineEdit* quality() const { return quality_; }

signals:
  void changed();

private:
  void refresh();

  QComboBox* kind_;
  QLabel* explanation_;
  QWidget* details_; ///< of host-executed evaluation
  QLineEdit* quality_;
  QComboBox* goal_;
  QComboBox* runtime_;
  QLineEdit* data_;
};

} // namespace gevo::ui

#pragma once

/// Of the assistant's second page: whether variants are judged by replaying the tests or by running the program, and by what then.

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
  QLabel* words_;
  QWidget* details_; ///< of live evaluation
  QLineEdit* quality_;
  QComboBox* goal_;
  QComboBox* runtime_;
  QLineEdit* data_;
};

} // namespace gevo::ui

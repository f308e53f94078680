#pragma once

/// The devices that variants can be measured on: simulated ones, models from files, GPUs of this machine. The user checks some.

#include "core/base/result.h"
#include "core/values/machine.h"

#include <QListWidget>

namespace gevo::ui {

class DeviceList : public QListWidget {
  Q_OBJECT
public:
  struct Device {
    std::string id;
    std::string title; ///< "simulated A100"
  };

  explicit DeviceList(QWidget* parent = nullptr);
  /// Lists the machine's devices as soon as they are known. The simulated ones and the first GPU of each kind are checked. `workerProgram`
  /// empty: beside the running program.
  void examine(const std::string& workerProgram);
  /// One that is already listed is checked, if `checked`.
  void offer(const Device& device, bool checked);
  /// A model of a GPU. `title` empty: by the file's name.
  void offerModel(const QString& path, bool checked, const std::string& title = {});
  std::vector<Device> checkedDevices() const;

signals:
  void changed();

private:
  void showMachine(const Result<MachineReport>& machine);

  QListWidgetItem* notice_; ///< while the machine is examined, or why it could not be
};

} // namespace gevo::ui

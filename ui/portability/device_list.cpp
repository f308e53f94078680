#include "ui/portability/device_list.h"

#include "core/devices/examine.h"
#include "core/portability/portability.h"
#include "core/values/device_name.h"
#include "ui/tasks/background_pool.h"

#include <QFileInfo>
#include <QFutureWatcher>
#include <QtConcurrent>

#include <algorithm>
#include <set>

namespace gevo::ui {

DeviceList::DeviceList(QWidget* parent) : QListWidget(parent), notice_(new QListWidgetItem(tr("looking for devices…"), this)) {
  setAccessibleName(tr("Devices"));
  setObjectName("devices");
  setSelectionMode(QAbstractItemView::NoSelection);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  notice_->setFlags(Qt::NoItemFlags);
  connect(this, &QListWidget::itemChanged, this, &DeviceList::changed);
}

void DeviceList::examine(const std::string& workerProgram) {
  auto* watcher = new QFutureWatcher<Result<MachineReport>>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
    watcher->deleteLater();
    showMachine(watcher->result());
  });
  watcher->setFuture(QtConcurrent::run(&backgroundPool(), gevo::examineMachine, workerProgram));
}

void DeviceList::showMachine(const Result<MachineReport>& machine) {
  if (!machine) {
    notice_->setText(QString::fromStdString(machine.error().message));
    notice_->setToolTip(notice_->text());
    return;
  }
  delete std::exchange(notice_, nullptr);
  std::set<std::string> kinds;
  for (const DeviceChoice& choice : machine->devices) {
    if (isEveryGpu(choice.id)) continue; // a variant is measured on one of them anyway
    const bool isFirst = kinds.insert(choice.name).second;
    offer({choice.id, deviceTitle(choice.id, choice.name)}, !isGpu(choice.id) || isFirst);
  }
}

void DeviceList::offer(const Device& device, bool checked) {
  const QString id = QString::fromStdString(device.id);
  for (int row = 0; row < count(); ++row) {
    if (item(row)->data(Qt::UserRole).toString() != id) continue;
    if (checked) item(row)->setCheckState(Qt::Checked);
    return;
  }
  auto* added = new QListWidgetItem(QString::fromStdString(device.title));
  added->setData(Qt::UserRole, id);
  added->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
  added->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
  added->setToolTip(isGpu(device.id) ? tr("A GPU of this machine, which measures times (%1)").arg(id)
                                     : tr("Simulated: use its times to rank variants, not to predict microseconds (%1)").arg(id));
  addItem(added);
  emit changed();
}

void DeviceList::offerModel(const QString& path, bool checked, const std::string& title) {
  const std::string name = deviceTitle("sim:", QFileInfo(path).fileName().toStdString());
  offer({"sim:" + path.toStdString(), title.empty() ? name : title}, checked);
}

std::vector<DeviceList::Device> DeviceList::checkedDevices() const {
  std::vector<Device> devices;
  for (int row = 0; row < count(); ++row)
    if (item(row)->checkState() == Qt::Checked)
      devices.push_back({item(row)->data(Qt::UserRole).toString().toStdString(), item(row)->text().toStdString()});
  return devices;
}

} // namespace gevo::ui

#pragma once

/// Calls from background threads into the event loop of the GUI thread.

#include <QCoreApplication>
#include <QPointer>

#include <stop_token>
#include <utility>

namespace gevo::ui {

/// On the receiver's thread. The caller's thread ends before the receiver; what is left is not called.
template <class Act> void post(QObject* receiver, Act act) { QMetaObject::invokeMethod(receiver, std::move(act), Qt::QueuedConnection); }

/// Not called either when `stop` is requested by then.
template <class Act> void postUnless(const std::stop_token& stop, QObject* receiver, Act act) {
  post(receiver, [stop, act = std::move(act)]() mutable {
    if (!stop.stop_requested()) act();
  });
}

/// For threads that may outlive the receiver, as those of a pool: `act(receiver)` is called if it still exists by then.
template <class Receiver, class Act> void postIfAlive(QPointer<Receiver> receiver, Act act) {
  post(qApp, [receiver = std::move(receiver), act = std::move(act)]() mutable {
    if (receiver) act(*receiver);
  });
}

} // namespace gevo::ui

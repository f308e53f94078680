#pragma once

/// Threads for what takes seconds to minutes and mostly waits for a worker, apart from those that views colour and compare texts on.
/// Never joined by itself: what is not waited for when the program ends, ends with it, as does its worker.

class QThreadPool;

namespace gevo::ui {

QThreadPool& backgroundPool();

} // namespace gevo::ui

#pragma once

/// Threads for what takes seconds to minutes and mostly waits for a worker, apart from those that views colour and compare texts on.
/// Never joined: jobs that are still running when the program exits end with it, as do their workers.

class QThreadPool;

namespace gevo::ui {

QThreadPool& backgroundPool();

} // namespace gevo::ui

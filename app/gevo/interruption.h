#pragma once

/// Ctrl-C and SIGTERM, which end what a command does instead of the program.

namespace gevo {

/// From now on they are counted.
void countInterruptions();
/// Ctrl-C counts as one, SIGTERM as two: it ends all that would follow too.
int interruptions();

} // namespace gevo

#pragma once

/// A CUDA toolkit with a fake runtime for programs that gevo builds; separate from command.h, whose function gevo() clashes with the
/// namespace.

#include <QString>

bool hasClangAndFatbinary();
/// Returns an error message; empty if it was made.
QString makeFakeCudaToolkit(const QString& folder);

#pragma once

/// NVIDIA's nvcc, ptxas and nvJitLink take most of the time of a test that builds a program or runs it on a GPU, and few tests are about
/// them. Without them a project has no original of nvcc, and the (fake) driver makes the machine code.

void withoutNvidiaPrograms();
void withNvidiaPrograms();

#include "core/kernel/sim/simulator.h"

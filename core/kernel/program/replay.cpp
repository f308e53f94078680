#include "core/kernel/program/replay.h"

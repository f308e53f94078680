#include "core/run/evolution.h"

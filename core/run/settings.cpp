#include "core/run/settings.h"

#include "core/session/run_session.h"

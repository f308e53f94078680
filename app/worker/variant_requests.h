#pragma once

#include "app/worker/request_table.h"
#include "core/kernel/worker/service.h"

namespace gevo {

/// The requests about a project's variants, which the service handles. It must outlive the table.
RequestTable variantRequests(worker::Service& service);

} // namespace gevo

#include "core/kernel/runtime/graph.h"

#include "core/kernel/runtime/copy.h"
#include "core/kernel/runtime/launch.h"
#include "core/kernel/runtime/stream_capture.h"

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Dim3;
using cuda::Graph;
using cuda::NodeType;
using cuda::Status;
using cuda::Stream;
using cuda::Work;
namespace status = cuda::status;

/// cudaKernelNodeParams.
struct LaunchNode {
  const void* function;
  Dim3 grid;
  Dim3 block;
  unsigned dynamicShared;
  void** arguments;
  void** extra;
};
/// cudaMemsetParams.
struct FillNode {
  void* first;
  std::size_t pitch;
  unsigned value;
  unsigned elementBytes;
  std::size_t width; ///< in elements
  std::size_t height;
};
/// cudaHostNodeParams.
struct HostNode {
  void (*function)(void*);
  void* data;
};

namespace {

/// By handle, under the device's lock. What is instantiated is a clone.
std::map<const void*, std::shared_ptr<Graph>> graphs;
std::map<const void*, std::shared_ptr<const Graph>> executables;

template <class Graphs> auto graphOf(const Graphs& among, const void* handle) {
  const auto found = among.find(handle);
  return found != among.end() ? found->second : nullptr;
}

/// The forms of different versions agree in the first two arguments.
Status instantiate(void** executable, const void* graph) {
  return cuda::guarded([&](Device&) {
    const auto original = graphOf(graphs, graph);
    if (executable == nullptr || !original) return status::invalidValue;
    const auto made = original->clone();
    *executable = made.get();
    executables[made.get()] = made;
    return status::success;
  });
}

template <class Graphs> Status destroy(Graphs& among, const void* handle) {
  return cuda::guarded([&](Device&) { return among.erase(handle) > 0 ? status::success : status::invalidValue; });
}

/// A value of several bytes that are not the same can't be a fill of bytes.
bool isOneByte(unsigned value, unsigned bytes) {
  const unsigned all = (value & 0xffU) * 0x01010101U;
  const unsigned mask = bytes >= 4 ? ~0U : (1U << 8 * bytes) - 1;
  return ((value ^ all) & mask) == 0;
}

} // namespace

Graph::Node* Graph::add(NodeType type, Work work) { return nodes_.emplace_back(std::make_unique<Node>(type, std::move(work))).get(); }

std::shared_ptr<Graph> Graph::clone() const {
  auto made = std::make_shared<Graph>();
  for (const auto& node : nodes_) made->add(node->type, node->work);
  return made;
}

Status Graph::run() const {
  for (const auto& node : nodes_)
    if (const Status done = node->work ? node->work() : status::success; done != status::success) return done;
  return status::success;
}

void* cuda::graphHandle(std::shared_ptr<Graph> graph) {
  void* const handle = graph.get();
  graphs[handle] = std::move(graph);
  return handle;
}

Status cuda::addNode(Graph::Node** node, void* graph, NodeType type, Work work) {
  return guarded([&](Device&) {
    const auto to = graphOf(graphs, graph);
    if (node == nullptr || !to) return status::invalidValue;
    *node = to->add(type, std::move(work));
    return status::success;
  });
}

cuda::KernelArguments::KernelArguments(const Device& device, const std::string& kernel, void** given) {
  const auto parameters = device.parameters(kernel);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto* const bytes = static_cast<const std::uint8_t*>(given[i]);
    values_.emplace_back(bytes, bytes + parameters[i].size);
  }
}

std::vector<void*> cuda::KernelArguments::pointers() {
  std::vector<void*> all;
  for (Bytes& value : values_) all.push_back(value.data());
  return all;
}

GEVO_CUDA Status cudaGraphCreate(void** graph, unsigned) {
  return cuda::guarded([&](Device&) {
    if (graph == nullptr) return status::invalidValue;
    *graph = cuda::graphHandle(std::make_shared<Graph>());
    return status::success;
  });
}
GEVO_CUDA Status cudaGraphClone(void** clone, const void* graph) {
  return cuda::guarded([&](Device&) {
    const auto original = graphOf(graphs, graph);
    if (clone == nullptr || !original) return status::invalidValue;
    *clone = cuda::graphHandle(original->clone());
    return status::success;
  });
}
GEVO_CUDA Status cudaGraphDestroy(void* graph) { return destroy(graphs, graph); }
GEVO_CUDA Status cudaGraphInstantiate(void** executable, void* graph) { return instantiate(executable, graph); }
GEVO_CUDA Status cudaGraphInstantiateWithFlags(void** executable, void* graph) { return instantiate(executable, graph); }
GEVO_CUDA Status cudaGraphExecDestroy(void* executable) { return destroy(executables, executable); }
GEVO_CUDA Status cudaGraphUpload(void*, Stream) { return status::success; }

GEVO_CUDA Status cudaGraphLaunch(void* executable, Stream stream) {
  std::shared_ptr<const Graph> graph;
  const Status found = cuda::guarded([&](Device&) {
    graph = graphOf(executables, executable);
    return graph ? status::success : status::invalidValue;
  });
  return found != status::success ? found : cuda::inStream(stream, NodeType::ChildGraph, [graph] { return graph->run(); });
}

/// Without a list it tells how many there are.
GEVO_CUDA Status cudaGraphGetNodes(void* graph, Graph::Node** nodes, std::size_t* count) {
  return cuda::guarded([&](Device&) {
    const auto of = graphOf(graphs, graph);
    if (!of || count == nullptr) return status::invalidValue;
    const std::size_t all = of->nodes().size();
    for (std::size_t i = 0; nodes != nullptr && i < *count; ++i) nodes[i] = i < all ? of->nodes()[i].get() : nullptr;
    *count = nodes != nullptr ? std::min(*count, all) : all;
    return status::success;
  });
}
GEVO_CUDA Status cudaGraphNodeGetType(const Graph::Node* node, int* type) {
  if (node == nullptr || type == nullptr) return cuda::noteError(status::invalidValue);
  *type = static_cast<int>(node->type);
  return status::success;
}

GEVO_CUDA Status cudaGraphAddKernelNode(Graph::Node** node, void* graph, const void*, std::size_t, const LaunchNode* launch) {
  std::shared_ptr<cuda::KernelArguments> arguments;
  const Status known = cuda::onDevice([&](Device& device) {
    if (launch == nullptr) return status::invalidValue;
    if (launch->extra != nullptr) return device.reportUnsupported("cudaGraphAddKernelNode with arguments in a buffer");
    const std::string* const kernel = device.functionName(launch->function);
    if (kernel == nullptr) return status::invalidDeviceFunction;
    arguments = std::make_shared<cuda::KernelArguments>(device, *kernel, launch->arguments);
    return status::success;
  });
  if (known != status::success) return known;
  return cuda::addNode(node, graph, NodeType::Launch, [arguments, launch = *launch] {
    return cuda::onDevice([&](Device& device) {
      return device.launch(launch.function, launch.grid, launch.block, arguments->pointers().data(), launch.dynamicShared);
    });
  });
}
GEVO_CUDA Status cudaGraphAddMemsetNode(Graph::Node** node, void* graph, const void*, std::size_t, const FillNode* fill) {
  if (fill == nullptr) return cuda::noteError(status::invalidValue);
  if (!isOneByte(fill->value, fill->elementBytes))
    return cuda::guarded([](Device& device) { return device.reportUnsupported("cudaGraphAddMemsetNode of values of several bytes"); });
  return cuda::addNode(node, graph, NodeType::Fill, [fill = *fill] {
    const std::size_t width = fill.width * fill.elementBytes;
    const cuda::Rows rows{fill.first, fill.height > 1 ? fill.pitch : width};
    const int value = static_cast<int>(fill.value & 0xffU);
    return cuda::onDevice([&](Device& device) { return cuda::fillRows(device, rows, value, width, fill.height); });
  });
}
GEVO_CUDA Status cudaGraphAddHostNode(Graph::Node** node, void* graph, const void*, std::size_t, const HostNode* host) {
  if (host == nullptr || host->function == nullptr) return cuda::noteError(status::invalidValue);
  return cuda::addNode(node, graph, NodeType::HostFunction, [host = *host] {
    const Status state = cuda::onDevice([](Device& device) { return device.synchronise(); });
    if (state == status::success) host.function(host.data);
    return state;
  });
}
GEVO_CUDA Status cudaGraphAddEmptyNode(Graph::Node** node, void* graph, const void*, std::size_t) {
  return cuda::addNode(node, graph, NodeType::Empty, {});
}
GEVO_CUDA Status cudaGraphAddChildGraphNode(Graph::Node** node, void* graph, const void*, std::size_t, void* child) {
  std::shared_ptr<const Graph> kept;
  const Status found = cuda::guarded([&](Device&) {
    if (const auto given = graphOf(graphs, child)) kept = given->clone();
    return kept ? status::success : status::invalidValue;
  });
  return found != status::success ? found : cuda::addNode(node, graph, NodeType::ChildGraph, [kept] { return kept->run(); });
}

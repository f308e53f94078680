#pragma once

/// CUDA graphs: work that is kept, from calls of a captured stream or node by node, and done as often as the graph is launched. It is
/// done in the order in which it was kept, which is one of those that a graph's dependencies allow: nodes only depend on earlier ones.

#include "core/kernel/runtime/device.h"

#include <functional>
#include <memory>

namespace gevo::cuda {

/// What a call does. It takes the device's lock where it needs it.
using Work = std::function<Status()>;

/// cudaGraphNodeType.
enum class NodeType : int { Launch = 0, Copy = 1, Fill = 2, HostFunction = 3, ChildGraph = 4, Empty = 5 };

class Graph {
public:
  struct Node {
    NodeType type = NodeType::Empty;
    Work work;
  };
  /// Lives as long as the graph.
  Node* add(NodeType type, Work work);
  const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }
  /// Like this one now, whatever is added to it later.
  std::shared_ptr<Graph> clone() const;
  /// Until something fails, whose status is returned.
  Status run() const;

private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

/// A new handle of a graph.
void* graphHandle(std::shared_ptr<Graph> graph);

/// Adds a node for a function of the form cudaGraphAdd...Node. Takes the device's lock.
Status addNode(Graph::Node** node, void* graph, NodeType type, Work work);

/// Copies of a kernel's arguments: the caller's pointers to them last no longer than the call.
class KernelArguments {
public:
  /// With the device's lock.
  KernelArguments(const Device& device, const std::string& kernel, void** given);
  std::vector<void*> pointers();

private:
  std::vector<Bytes> values_;
};

} // namespace gevo::cuda

// Breadth-first search: how many edges each node of a graph is away from node 0.
//
//   bfs NODES DEGREE SEED
//
// Two launches for each level. The first visits the neighbours of the nodes on the
// frontier, the second makes those that were reached the next frontier and tells the
// host whether there are any.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 256

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

struct Node {
  int first; // of its edges
  int edges;
};

__global__ void visit(const Node* nodes, const int* edges, bool* frontier,
                      bool* reached, const bool* visited, int* cost, int count) {
  const int node = blockIdx.x * BLOCK + threadIdx.x;
  if (node < count && frontier[node]) {
    frontier[node] = false;
    for (int i = nodes[node].first; i < nodes[node].first + nodes[node].edges; ++i) {
      const int neighbour = edges[i];
      if (!visited[neighbour]) {
        cost[neighbour] = cost[node] + 1;
        reached[neighbour] = true;
      }
    }
  }
}

__global__ void advance(bool* frontier, bool* reached, bool* visited, bool* more,
                        int count) {
  const int node = blockIdx.x * BLOCK + threadIdx.x;
  if (node < count && reached[node]) {
    frontier[node] = true;
    visited[node] = true;
    *more = true;
    reached[node] = false;
  }
}

// A small generator of our own, so that inputs are the same everywhere.
static unsigned draw(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 33);
}

template <class T> static T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return device;
}

static bool* flags(int count) {
  bool* device = nullptr;
  CHECK(cudaMalloc(&device, count));
  CHECK(cudaMemset(device, 0, count));
  return device;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s NODES DEGREE SEED\n", argv[0]);
    return 2;
  }
  const int count = std::atoi(argv[1]);
  const int degree = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (count < 1 || degree < 1 || static_cast<long long>(count) * degree > (1 << 28)) {
    std::fprintf(stderr,
                 "%s: NODES and DEGREE must be positive, NODES x DEGREE at most 2^28\n",
                 argv[0]);
    return 2;
  }

  // Each node has 1 to 2 DEGREE - 1 edges to nodes anywhere.
  std::vector<Node> nodes(count);
  std::vector<int> edges;
  for (Node& node : nodes) {
    node.first = static_cast<int>(edges.size());
    node.edges = 1 + static_cast<int>(draw(state) % (2 * degree - 1));
    for (int i = 0; i < node.edges; ++i)
      edges.push_back(static_cast<int>(draw(state) % count));
  }
  std::vector<int> cost(count, -1);
  cost[0] = 0;

  const Node* d_nodes = upload(nodes);
  const int* d_edges = upload(edges);
  int* d_cost = upload(cost);
  bool* d_frontier = flags(count);
  bool* d_reached = flags(count);
  bool* d_visited = flags(count);
  bool* d_more = flags(1);
  CHECK(cudaMemset(d_frontier, 1, 1));
  CHECK(cudaMemset(d_visited, 1, 1));

  const int blocks = (count + BLOCK - 1) / BLOCK;
  bool more = true;
  while (more) {
    more = false;
    CHECK(cudaMemcpy(d_more, &more, sizeof more, cudaMemcpyHostToDevice));
    visit<<<blocks, BLOCK>>>(d_nodes, d_edges, d_frontier, d_reached, d_visited, d_cost,
                             count);
    advance<<<blocks, BLOCK>>>(d_frontier, d_reached, d_visited, d_more, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&more, d_more, sizeof more, cudaMemcpyDeviceToHost));
  }
  CHECK(cudaMemcpy(cost.data(), d_cost, count * sizeof(int), cudaMemcpyDeviceToHost));

  int deepest = 0, reached = 0;
  for (const int level : cost) {
    deepest = level > deepest ? level : deepest;
    reached += level >= 0 ? 1 : 0;
  }
  std::printf("%d nodes, %zu edges: %d reached, the farthest %d away\n", count,
              edges.size(), reached, deepest);

  CHECK(cudaFree(const_cast<Node*>(d_nodes)));
  CHECK(cudaFree(const_cast<int*>(d_edges)));
  CHECK(cudaFree(d_cost));
  CHECK(cudaFree(d_frontier));
  CHECK(cudaFree(d_reached));
  CHECK(cudaFree(d_visited));
  CHECK(cudaFree(d_more));
  return 0;
}

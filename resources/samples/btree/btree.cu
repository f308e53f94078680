// Queries on a B+ tree: the values of keys, and how many records lie between two of
// them.
//
//   btree RECORDS QUERIES SEED
//
// One block for each query, one thread for each key of a node. Level by level, the
// thread whose key and the next enclose the wanted one says where to go on.

#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define ORDER 128 // keys of a node, at most

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// Below keys[i] are the keys from it up to keys[i + 1]; those that are not used are
// INT_MAX. `below` holds nodes, and records in a leaf.
struct Node {
  int keys[ORDER + 1];
  int below[ORDER + 1];
  int leaf;
  int used;
};

// current and next hold 0, the root, for each query.
__global__ void find_keys(int levels, const Node* nodes, int node_count,
                          const int* records, int* current, int* next,
                          const int* wanted, int* answers) {
  const int tx = threadIdx.x;
  const int bx = blockIdx.x;

  for (int level = 1; level < levels; ++level) {
    if (nodes[current[bx]].keys[tx] <= wanted[bx] &&
        nodes[current[bx]].keys[tx + 1] > wanted[bx]) {
      // A sound tree leads nowhere else.
      if (nodes[current[bx]].below[tx] < node_count)
        next[bx] = nodes[current[bx]].below[tx];
    }
    __syncthreads();
    if (tx == 0) current[bx] = next[bx];
    __syncthreads();
  }

  if (nodes[current[bx]].keys[tx] == wanted[bx])
    answers[bx] = records[nodes[current[bx]].below[tx]];
}

// Both ends of each range are keys of the tree.
__global__ void find_ranges(int levels, const Node* nodes, int node_count,
                            int* first_current, int* first_next, int* last_current,
                            int* last_next, const int* first, const int* last,
                            int* starts, int* lengths) {
  const int tx = threadIdx.x;
  const int bx = blockIdx.x;

  for (int level = 1; level < levels; ++level) {
    if (nodes[first_current[bx]].keys[tx] <= first[bx] &&
        nodes[first_current[bx]].keys[tx + 1] > first[bx]) {
      if (nodes[first_current[bx]].below[tx] < node_count)
        first_next[bx] = nodes[first_current[bx]].below[tx];
    }
    if (nodes[last_current[bx]].keys[tx] <= last[bx] &&
        nodes[last_current[bx]].keys[tx + 1] > last[bx]) {
      if (nodes[last_current[bx]].below[tx] < node_count)
        last_next[bx] = nodes[last_current[bx]].below[tx];
    }
    __syncthreads();
    if (tx == 0) {
      first_current[bx] = first_next[bx];
      last_current[bx] = last_next[bx];
    }
    __syncthreads();
  }

  if (nodes[first_current[bx]].keys[tx] == first[bx])
    starts[bx] = nodes[first_current[bx]].below[tx];
  __syncthreads();
  if (nodes[last_current[bx]].keys[tx] == last[bx])
    lengths[bx] = nodes[last_current[bx]].below[tx] - starts[bx] + 1;
}

// A small generator of our own, so that inputs are the same everywhere.
static unsigned draw(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 33);
}

// Nodes over sorted keys, filled from half to nearly full, as insertions leave them.
static std::vector<Node> make_level(const std::vector<int>& keys, bool leaf,
                                    std::uint64_t& state) {
  std::vector<Node> nodes;
  for (std::size_t done = 0; done < keys.size();) {
    Node node;
    node.leaf = leaf;
    node.used = 0;
    const std::size_t wanted = ORDER / 2 + draw(state) % (ORDER / 2);
    for (; node.used < static_cast<int>(wanted) && done < keys.size(); ++done) {
      node.keys[node.used] = keys[done];
      node.below[node.used++] = static_cast<int>(done);
    }
    for (int i = node.used; i <= ORDER; ++i) {
      node.keys[i] = INT_MAX;
      node.below[i] = 0;
    }
    nodes.push_back(node);
  }
  return nodes;
}

// The root comes first, then one level after the other.
static std::vector<Node> make_tree(std::vector<int> keys, int& levels,
                                   std::uint64_t& state) {
  std::vector<Node> tree = make_level(keys, true, state);
  std::size_t top = tree.size();
  for (levels = 1; top > 1; ++levels) {
    keys.clear();
    for (std::size_t i = 0; i < top; ++i) keys.push_back(tree[i].keys[0]);
    const std::vector<Node> above = make_level(keys, false, state);
    top = above.size();
    tree.insert(tree.begin(), above.begin(), above.end());
    // What a node has below it has moved behind the level that was added, or further.
    std::size_t level_start = 0, level_size = top;
    while (!tree[level_start].leaf) {
      const std::size_t below = level_start + level_size;
      std::size_t children = 0;
      for (std::size_t i = level_start; i < below; ++i)
        for (int j = 0; j < tree[i].used; ++j)
          tree[i].below[j] = static_cast<int>(below + children++);
      level_start = below;
      level_size = children;
    }
  }
  return tree;
}

template <class T> static T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return device;
}

static std::vector<int> download(const int* device, int count) {
  std::vector<int> values(count);
  CHECK(cudaMemcpy(values.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost));
  return values;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s RECORDS QUERIES SEED\n", argv[0]);
    return 2;
  }
  const int count = std::atoi(argv[1]);
  const int queries = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (count < 1 || count > (1 << 24) || queries < 1 || queries > (1 << 20)) {
    std::fprintf(stderr, "%s: RECORDS must be from 1 to 2^24, QUERIES from 1 to 2^20\n",
                 argv[0]);
    return 2;
  }

  std::vector<int> keys(count), records(count);
  for (int i = 0, key = 0; i < count; ++i) {
    key += 1 + static_cast<int>(draw(state) % 9);
    keys[i] = key;
    records[i] = static_cast<int>(draw(state) % 1000000);
  }
  int levels = 0;
  const std::vector<Node> tree = make_tree(keys, levels, state);

  // Most of the wanted keys exist. A range ends up to a tenth of the records later.
  std::vector<int> wanted(queries), first(queries), last(queries);
  for (int i = 0; i < queries; ++i) {
    wanted[i] = keys[draw(state) % count] + (draw(state) % 4 == 0 ? 1 : 0);
    const int start = static_cast<int>(draw(state) % count);
    const int end = start + static_cast<int>(draw(state) % (count / 10 + 1));
    first[i] = keys[start];
    last[i] = keys[end < count ? end : count - 1];
  }

  const Node* d_nodes = upload(tree);
  const int* d_records = upload(records);
  const int* d_wanted = upload(wanted);
  const int* d_first = upload(first);
  const int* d_last = upload(last);
  const std::vector<int> zeros(queries, 0), none(queries, -1);
  int* d_places[6];
  for (int*& places : d_places) places = upload(zeros);
  int* d_answers = upload(none);
  int* d_starts = upload(none);
  int* d_lengths = upload(zeros);

  const int nodes = static_cast<int>(tree.size());
  find_keys<<<queries, ORDER>>>(levels, d_nodes, nodes, d_records, d_places[0],
                                d_places[1], d_wanted, d_answers);
  CHECK(cudaGetLastError());
  find_ranges<<<queries, ORDER>>>(levels, d_nodes, nodes, d_places[2], d_places[3],
                                  d_places[4], d_places[5], d_first, d_last, d_starts,
                                  d_lengths);
  CHECK(cudaGetLastError());
  const std::vector<int> answers = download(d_answers, queries);
  const std::vector<int> starts = download(d_starts, queries);
  const std::vector<int> lengths = download(d_lengths, queries);

  int found = 0;
  long long in_ranges = 0;
  for (int i = 0; i < queries; ++i) {
    found += answers[i] >= 0 ? 1 : 0;
    in_ranges += lengths[i];
  }
  std::printf("%d records in %d nodes, %d levels: %d of %d keys found, %lld records "
              "in %d ranges, the first from record %d\n",
              count, nodes, levels, found, queries, in_ranges, queries, starts[0]);

  CHECK(cudaFree(const_cast<Node*>(d_nodes)));
  for (const int* used : {d_records, d_wanted, d_first, d_last})
    CHECK(cudaFree(const_cast<int*>(used)));
  for (int* used : d_places) CHECK(cudaFree(used));
  for (int* used : {d_answers, d_starts, d_lengths}) CHECK(cudaFree(used));
  return 0;
}

//===- Collective.cpp - Results of collectives in memory ------------------===//
//
// Each member of a group reads what the others brought and writes its own
// results; a reduction that all get is cut into as many parts as there are
// members, and each writes one part of everybody's. Elements are combined in
// the order of the group, so results do not depend on timing.
//
//===----------------------------------------------------------------------===//

#include "Group.h"

#include <algorithm>
#include <cstring>

using namespace xla_runtime;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

namespace {
struct TypeEntry {
  const char *name;
  int8_t bytes;
};
} // namespace

/// By xla_element_type. Packed types have no elements to point at.
static const TypeEntry types[] = {
    {"invalid", 0},  {"i1", 1},         {"i2", 0},         {"i4", 0},
    {"i8", 1},       {"i16", 2},        {"i32", 4},        {"i64", 8},
    {"ui2", 0},      {"ui4", 0},        {"ui8", 1},        {"ui16", 2},
    {"ui32", 4},     {"ui64", 8},       {"f16", 2},        {"bf16", 2},
    {"f32", 4},      {"f64", 8},        {"c64", 8},        {"c128", 16},
    {"f4E2M1FN", 0}, {"f6E2M3FN", 1},   {"f6E3M2FN", 1},   {"f8E3M4", 1},
    {"f8E4M3", 1},   {"f8E4M3FN", 1},   {"f8E4M3FNUZ", 1}, {"f8E4M3B11FNUZ", 1},
    {"f8E5M2", 1},   {"f8E5M2FNUZ", 1}, {"f8E8M0FNU", 1}};

static const TypeEntry &getType(int32_t elementType) {
  size_t index = static_cast<size_t>(elementType);
  return types[index < sizeof(types) / sizeof(types[0]) ? index : 0];
}

const char *xla_runtime::getElementTypeName(int32_t elementType) {
  return getType(elementType).name;
}

int64_t xla_runtime::getElementBytes(int32_t elementType) {
  return getType(elementType).bytes;
}

int64_t xla_runtime::countElements(const xla_buffer &buffer) {
  int64_t count = 1;
  for (int32_t i = 0; i < buffer.rank; ++i)
    count *= buffer.dims[i];
  return count;
}

std::string xla_runtime::describe(const xla_buffer &buffer) {
  std::string text = getElementTypeName(buffer.element_type);
  text += "[";
  for (int32_t i = 0; i < buffer.rank; ++i)
    text += (i ? "," : "") + std::to_string(buffer.dims[i]);
  return text + "]";
}

const char *xla_runtime::getKindName(int32_t kind) {
  static const char *names[] = {"all_gather",
                                "all_reduce",
                                "all_to_all",
                                "collective_broadcast",
                                "collective_permute",
                                "reduce_scatter",
                                "send",
                                "recv",
                                "collective_reduce"};
  return kind >= 0 && kind <= XLA_COLLECTIVE_REDUCE ? names[kind]
                                                    : "an unknown collective";
}

static int64_t getBytes(const xla_buffer &buffer) {
  return countElements(buffer) * getElementBytes(buffer.element_type);
}

/// The product of dimensions [begin, end).
static int64_t multiply(const xla_buffer &buffer, int64_t begin, int64_t end) {
  int64_t product = 1;
  for (int64_t i = begin; i < end; ++i)
    product *= buffer.dims[i];
  return product;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool isReduction(int32_t kind) {
  return kind == XLA_ALL_REDUCE || kind == XLA_REDUCE_SCATTER ||
         kind == XLA_COLLECTIVE_REDUCE;
}

/// Gives `expected` the shape of a result; false if the operation has none.
static bool inferDims(const xla_collective &operation, const xla_buffer &from,
                      int64_t size, std::vector<int64_t> &expected) {
  expected.assign(from.dims, from.dims + from.rank);
  auto has = [&](int64_t dim) { return dim >= 0 && dim < from.rank; };
  int64_t dim = operation.dimension, concat = operation.concat_dimension;
  switch (operation.kind) {
  case XLA_ALL_GATHER:
    if (!has(dim))
      return false;
    expected[dim] *= size;
    return true;
  case XLA_REDUCE_SCATTER:
    if (!has(dim) || expected[dim] % size != 0)
      return false;
    expected[dim] /= size;
    return true;
  case XLA_ALL_TO_ALL:
    if (!has(dim) || !has(concat) || expected[dim] % size != 0)
      return false;
    expected[dim] /= size;
    expected[concat] *= size;
    return true;
  default:
    return operation.kind >= 0 && operation.kind <= XLA_COLLECTIVE_REDUCE;
  }
}

std::string xla_runtime::checkCollective(const xla_collective &operation,
                                         size_t size) {
  std::string name = getKindName(operation.kind);
  if (isReduction(operation.kind) && !operation.combine)
    return name + " has no function to combine by";
  std::vector<int64_t> dims;
  for (int32_t i = 0; i < operation.num_buffers; ++i) {
    const xla_buffer &from = operation.arguments[i], &to = operation.results[i];
    if (getElementBytes(from.element_type) == 0)
      return name + " of packed or unknown elements: " + describe(from);
    xla_buffer expected = from;
    bool fits = inferDims(operation, from, static_cast<int64_t>(size), dims);
    expected.dims = dims.data();
    if (!fits || describe(expected) != describe(to))
      return name + " of " + describe(from) + " in a group of " +
             std::to_string(size) + " does not give " + describe(to);
    if (operation.roots && (operation.roots[i] < 0 ||
                            operation.roots[i] >= static_cast<int64_t>(size)))
      return name + " has root " + std::to_string(operation.roots[i]) +
             " in a group of " + std::to_string(size);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

using Operations = std::vector<const xla_collective *>;

static void gather(const Operations &all, size_t place, int32_t index) {
  const xla_buffer &to = all[place]->results[index];
  const xla_buffer &own = all[place]->arguments[index];
  int64_t outer = multiply(own, 0, all[place]->dimension);
  int64_t bytes = outer ? getBytes(own) / outer : 0;
  char *out = static_cast<char *>(to.data);
  for (int64_t i = 0; i < outer && bytes; ++i)
    for (const xla_collective *one : all) {
      std::memcpy(out,
                  static_cast<const char *>(one->arguments[index].data) +
                      i * bytes,
                  bytes);
      out += bytes;
    }
}

/// Bytes from one element to the next in each dimension.
static std::vector<int64_t> getStrides(const xla_buffer &buffer) {
  std::vector<int64_t> strides(buffer.rank);
  int64_t stride = getElementBytes(buffer.element_type);
  for (int32_t i = buffer.rank; i-- > 0;) {
    strides[i] = stride;
    stride *= buffer.dims[i];
  }
  return strides;
}

/// Part `place` of every argument along one dimension, joined along another.
static void exchangeParts(const Operations &all, size_t place, int32_t index) {
  const xla_collective &own = *all[place];
  const xla_buffer &from = own.arguments[index], &to = own.results[index];
  int64_t split = own.dimension, concat = own.concat_dimension;
  int64_t size = static_cast<int64_t>(all.size());
  std::vector<int64_t> part(from.dims, from.dims + from.rank);
  part[split] /= size;
  std::vector<int64_t> fromStrides = getStrides(from),
                       toStrides = getStrides(to);
  // From here on inwards a part is contiguous on both sides.
  int64_t last = std::max(split, concat);
  int64_t run = part[last] * fromStrides[last];
  if (getBytes(from) == 0)
    return;
  for (int64_t member = 0; member < size; ++member) {
    const char *source =
        static_cast<const char *>(all[member]->arguments[index].data) +
        static_cast<int64_t>(place) * part[split] * fromStrides[split];
    char *target = static_cast<char *>(to.data) +
                   member * part[concat] * toStrides[concat];
    std::vector<int64_t> position(last, 0);
    bool more = true;
    while (more) {
      int64_t fromOffset = 0, toOffset = 0;
      for (int64_t i = 0; i < last; ++i) {
        fromOffset += position[i] * fromStrides[i];
        toOffset += position[i] * toStrides[i];
      }
      std::memcpy(target + toOffset, source + fromOffset, run);
      more = false;
      for (int64_t i = last; i-- > 0 && !more;) {
        more = ++position[i] < part[i];
        if (!more)
          position[i] = 0;
      }
    }
  }
}

static void copy(const xla_buffer &from, const xla_buffer &to) {
  if (int64_t bytes = getBytes(to))
    std::memcpy(to.data, from.data, bytes);
}

static void clear(const xla_buffer &buffer) {
  if (int64_t bytes = getBytes(buffer))
    std::memset(buffer.data, 0, bytes);
}

static size_t getRoot(const xla_collective &operation, int32_t index) {
  return operation.roots ? operation.roots[index] : 0;
}

std::vector<int64_t>
xla_runtime::getPermutedIds(const xla_collective &operation) {
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < operation.num_groups * operation.group_size; ++i)
    if (std::find(ids.begin(), ids.end(), operation.groups[i]) == ids.end())
      ids.push_back(operation.groups[i]);
  return ids;
}

static void permute(const Operations &all, size_t place, int32_t index) {
  const xla_collective &own = *all[place];
  std::vector<int64_t> ids = getPermutedIds(own);
  for (int64_t row = 0; row < own.num_groups; ++row) {
    const int64_t *pair = own.groups + row * own.group_size;
    if (pair[1] != ids[place])
      continue;
    size_t source = std::find(ids.begin(), ids.end(), pair[0]) - ids.begin();
    return copy(all[source]->arguments[index], own.results[index]);
  }
  clear(own.results[index]);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Combines `count` elements from `offset` bytes on of all arguments.
static void combine(const Operations &all, size_t place, int32_t index,
                    int64_t offset, int64_t count, char *out) {
  const xla_collective &own = *all[place];
  int64_t bytes = count * getElementBytes(own.arguments[index].element_type);
  if (bytes == 0)
    return;
  for (const xla_collective *one : all) {
    const char *in =
        static_cast<const char *>(one->arguments[index].data) + offset;
    if (one == all.front())
      std::memcpy(out, in, bytes);
    else
      own.combine(out, in, count);
  }
}

static void reduceForAll(const Operations &all, size_t place, int32_t index) {
  const xla_buffer &own = all[place]->results[index];
  int64_t element = getElementBytes(own.element_type);
  int64_t n = countElements(own), size = static_cast<int64_t>(all.size());
  int64_t begin = n / size * place + std::min<int64_t>(n % size, place);
  int64_t count = n / size + (static_cast<int64_t>(place) < n % size);
  char *out = static_cast<char *>(own.data) + begin * element;
  combine(all, place, index, begin * element, count, out);
  for (const xla_collective *one : all)
    if (one != all[place] && count)
      std::memcpy(static_cast<char *>(one->results[index].data) +
                      begin * element,
                  out, count * element);
}

static void reduceParts(const Operations &all, size_t place, int32_t index) {
  const xla_buffer &from = all[place]->arguments[index];
  const xla_buffer &to = all[place]->results[index];
  int64_t outer = multiply(from, 0, all[place]->dimension);
  if (outer == 0)
    return;
  int64_t element = getElementBytes(from.element_type);
  int64_t count = countElements(to) / outer;
  int64_t row = getBytes(from) / outer;
  for (int64_t i = 0; i < outer; ++i)
    combine(all, place, index,
            i * row + static_cast<int64_t>(place) * count * element, count,
            static_cast<char *>(to.data) + i * count * element);
}

void xla_runtime::performCollective(const Operations &all, size_t place) {
  const xla_collective &own = *all[place];
  for (int32_t i = 0; i < own.num_buffers; ++i) {
    const xla_buffer &to = own.results[i];
    switch (own.kind) {
    case XLA_ALL_GATHER:
      gather(all, place, i);
      break;
    case XLA_ALL_REDUCE:
      reduceForAll(all, place, i);
      break;
    case XLA_ALL_TO_ALL:
      exchangeParts(all, place, i);
      break;
    case XLA_COLLECTIVE_BROADCAST:
      copy(all[getRoot(own, i)]->arguments[i], to);
      break;
    case XLA_COLLECTIVE_PERMUTE:
      permute(all, place, i);
      break;
    case XLA_REDUCE_SCATTER:
      reduceParts(all, place, i);
      break;
    case XLA_COLLECTIVE_REDUCE:
      if (getRoot(own, i) == place)
        combine(all, place, i, 0, countElements(to),
                static_cast<char *>(to.data));
      else
        clear(to);
      break;
    }
  }
}

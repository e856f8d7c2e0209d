//===- Frame.cpp - What a call of linear algebra is handed ----------------===//
//
// Checks of buffers and attributes, and the loop over matrices.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"

#include <cstring>

using namespace xla_runtime;

void Frame::expectCounts(int32_t numArguments, int32_t numResults) {
  if (call.num_arguments != numArguments || call.num_results != numResults)
    reject("expected " + std::to_string(numArguments) + " arguments and " +
           std::to_string(numResults) + " results, but got " +
           std::to_string(call.num_arguments) + " and " +
           std::to_string(call.num_results));
}

bool Frame::checkBuffer(const char *side, const xla_buffer *buffers,
                        int32_t size, int32_t index, int32_t coreRank,
                        int32_t elementType) {
  if (isRejected())
    return false;
  std::string name = std::string(side) + " " + std::to_string(index);
  if (index >= size)
    reject("expected " + name + ", but there are " + std::to_string(size));
  else if (buffers[index].element_type != elementType)
    reject("expected elements of type " +
           std::string(getElementTypeName(elementType)) + " in " + name +
           ", but got " + getElementTypeName(buffers[index].element_type));
  else if (buffers[index].rank < coreRank)
    reject("expected " + name + " of rank " + std::to_string(coreRank) +
           " or more, but got " + std::to_string(buffers[index].rank));
  return !isRejected();
}

int64_t Frame::getInteger(const char *name) {
  const xla_attribute *attribute = xla_find_attribute(&call, name);
  if (!attribute || attribute->count != 1) {
    reject(std::string("expected an attribute '") + name + "'");
    return 0;
  }
  int64_t value = 0;
  if (!readInteger(attribute->element_type, attribute->data, value))
    reject(std::string("expected an integer in attribute '") + name + "'");
  return value;
}

char Frame::getLetter(const char *name, const char *letters) {
  int64_t letter = getInteger(name);
  if (isRejected() ||
      (letter > 0 && letter <= 127 && std::strchr(letters, int(letter))))
    return static_cast<char>(letter);
  // Programs state letters as their codes.
  auto quote = [](int64_t code) {
    std::string text = std::to_string(code);
    return code > ' ' && code <= '~'
               ? text + " ('" + static_cast<char>(code) + "')"
               : text;
  };
  std::string expected;
  for (const char *next = letters; *next; ++next)
    expected += (expected.empty() ? "" : " or ") + quote(*next);
  reject("expected the letter " + expected + " in attribute '" + name +
         "', but got " + quote(letter));
  return letters[0];
}

namespace {
struct Loop {
  const std::function<void(int64_t)> &compute;
  const xla_call *call;
};
} // namespace

static int32_t runPart(void *data, int64_t begin, int64_t end, int64_t) {
  auto *loop = static_cast<Loop *>(data);
  return runGuarded([&]() -> int32_t {
    for (int64_t i = begin; i < end; ++i) {
      if (isCancelled(loop->call))
        return XLA_CANCELLED;
      loop->compute(i);
    }
    return XLA_OK;
  });
}

int32_t Frame::run(const std::function<void(int64_t)> &compute) {
  const xla_host *host = call.call->host;
  if (isRejected())
    return host->fail(host->context, call.call, XLA_INVALID_ARGUMENT,
                      (std::string(call.target) + ": " + mistake).c_str(),
                      getLocation(call));
  if (count <= 0)
    return XLA_OK;
  Loop loop = {compute, call.call};
  return host->parallel_for(host->context, call.call, count, 1, runPart, &loop);
}

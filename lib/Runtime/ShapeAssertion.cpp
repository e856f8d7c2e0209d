//===- ShapeAssertion.cpp - Checks that programs make as they run ---------===//
//
// The custom call `shape_assertion(condition, value...)`, for conditions that
// nobody could decide before.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "xla/Support/FormatAssertion.h"

#include <vector>

using namespace xla_runtime;

int32_t xla_runtime::checkShapeAssertion(void *, const xla_custom_call *call) {
  const xla_host *host = call->call->host;
  auto fail = [&](int32_t code, const std::string &message) {
    return host->fail(host->context, call->call, code, message.c_str(),
                      getLocation(*call));
  };
  bool condition = false;
  std::vector<std::string> values;
  for (int32_t i = 0; i < call->num_arguments; ++i) {
    const xla_buffer &argument = call->arguments[i];
    int64_t value = 0;
    if (argument.rank != 0 ||
        !readInteger(argument.element_type, argument.data, value))
      return fail(XLA_INVALID_ARGUMENT,
                  "shape_assertion: expected an integer of whole bytes in "
                  "argument " +
                      std::to_string(i));
    if (i == 0)
      condition = value != 0;
    else
      values.push_back(
          xla::formatAssertedValue(value, argument.element_type == XLA_UI64));
  }
  if (call->num_arguments == 0 || call->arguments[0].element_type != XLA_I1 ||
      call->num_results != 0)
    return fail(XLA_INVALID_ARGUMENT,
                "shape_assertion: expected a condition, and no results");
  if (condition)
    return XLA_OK;
  const xla_attribute *message = xla_find_attribute(call, "error_message");
  bool isText = message && message->element_type == XLA_INVALID_TYPE;
  return fail(
      XLA_FAILED,
      xla::formatAssertion(
          isText ? std::string_view(static_cast<const char *>(message->data),
                                    static_cast<size_t>(message->count))
                 : xla::kDefaultAssertionMessage,
          values.data(), values.size()));
}

//===- RuntimeABITest.cpp - The C ABI's layout is fixed -------------------===//
//
// Compiled code has these offsets built in: a change here breaks every object
// that exists. Fields may only be appended.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Package.h"
#include "xla-c/Watch.h"
#include "xla/Runtime/xla_ffi.h"
#include "xla/Runtime/xla_profile.h"

#include <cstddef>

static_assert(offsetof(xla_call, arguments) == 8);
static_assert(offsetof(xla_call, results) == 16);
static_assert(offsetof(xla_call, arena) == 24);
static_assert(offsetof(xla_call, arena_bytes) == 32);
static_assert(offsetof(xla_call, dynamic_dims) == 40);
static_assert(offsetof(xla_call, host) == 48);
static_assert(offsetof(xla_call, replica_id) == 56);
static_assert(offsetof(xla_call, partition_id) == 60);
static_assert(offsetof(xla_call, thread_limit) == 64);
static_assert(offsetof(xla_call, flags) == 68);
static_assert(offsetof(xla_call, cancel) == 72);
static_assert(offsetof(xla_call, profile) == 80);
static_assert(offsetof(xla_call, profile_context) == 88);
static_assert(offsetof(xla_call, error) == 96);
static_assert(offsetof(xla_call, error_capacity) == 104);
static_assert(offsetof(xla_call, result_buffers) == 112);
static_assert(offsetof(xla_call, result_dims) == 120);
static_assert(XLA_CALL_SIZE_1 == 128);

static_assert(offsetof(xla_host, context) == 8);
static_assert(offsetof(xla_host, parallel_for) == 16);
static_assert(offsetof(xla_host, fail) == 24);
// XLA's layout of typed calls.
static_assert(offsetof(xla_ffi_buffer, data) == 24);
static_assert(sizeof(xla_ffi_buffer) == 48);
static_assert(offsetof(xla_ffi_frame, arguments) == 40);
static_assert(offsetof(xla_ffi_frame, results) == 80);
static_assert(offsetof(xla_ffi_frame, attributes) == 120);
static_assert(offsetof(xla_ffi_frame, future) == 168);
static_assert(offsetof(xla_ffi_api, create_error) == 48);
static_assert(offsetof(xla_ffi_api, register_handler) == 72);
static_assert(offsetof(xla_ffi_api, schedule) == 136);
static_assert(sizeof(xla_ffi_api) == 192);
static_assert(offsetof(xla_host, find_custom_call) == 32);
static_assert(offsetof(xla_host, allocate) == 40);
static_assert(offsetof(xla_host, infeed) == 48);
static_assert(offsetof(xla_host, outfeed) == 56);
static_assert(offsetof(xla_host, collective) == 64);

static_assert(offsetof(xla_collective, kind) == 8);
static_assert(offsetof(xla_collective, num_buffers) == 12);
static_assert(offsetof(xla_collective, arguments) == 16);
static_assert(offsetof(xla_collective, results) == 24);
static_assert(offsetof(xla_collective, groups) == 32);
static_assert(offsetof(xla_collective, num_groups) == 40);
static_assert(offsetof(xla_collective, group_size) == 48);
static_assert(offsetof(xla_collective, channel_id) == 56);
static_assert(offsetof(xla_collective, use_global_ids) == 64);
static_assert(offsetof(xla_collective, is_host_transfer) == 68);
static_assert(offsetof(xla_collective, dimension) == 72);
static_assert(offsetof(xla_collective, concat_dimension) == 80);
static_assert(offsetof(xla_collective, combine) == 88);
static_assert(offsetof(xla_collective, roots) == 96);
static_assert(offsetof(xla_collective, location) == 104);
static_assert(sizeof(xla_collective) == 112);
// What readers demand stays when a field is appended.
static_assert(XLA_COLLECTIVE_SIZE_1 == 112);

static_assert(offsetof(xla_buffer, data) == 0);
static_assert(offsetof(xla_buffer, dims) == 8);
static_assert(offsetof(xla_buffer, minor_to_major) == 16);
static_assert(offsetof(xla_buffer, rank) == 24);
static_assert(offsetof(xla_buffer, element_type) == 28);
static_assert(sizeof(xla_buffer) == 32);

static_assert(offsetof(xla_attribute, name) == 0);
static_assert(offsetof(xla_attribute, data) == 8);
static_assert(offsetof(xla_attribute, count) == 16);
static_assert(offsetof(xla_attribute, element_type) == 24);
static_assert(sizeof(xla_attribute) == 32);

static_assert(offsetof(xla_custom_call, call) == 8);
static_assert(offsetof(xla_custom_call, target) == 16);
static_assert(offsetof(xla_custom_call, backend_config) == 24);
static_assert(offsetof(xla_custom_call, arguments) == 32);
static_assert(offsetof(xla_custom_call, results) == 40);
static_assert(offsetof(xla_custom_call, num_arguments) == 48);
static_assert(offsetof(xla_custom_call, num_results) == 52);
static_assert(offsetof(xla_custom_call, api_version) == 56);
static_assert(offsetof(xla_custom_call, has_side_effect) == 60);
static_assert(offsetof(xla_custom_call, attributes) == 64);
static_assert(offsetof(xla_custom_call, num_attributes) == 72);
static_assert(offsetof(xla_custom_call, location) == 80);

static_assert(offsetof(xla_tensor_info, dims) == 8);
static_assert(offsetof(xla_tensor_info, minor_to_major) == 16);
static_assert(offsetof(xla_tensor_info, byte_size) == 24);
static_assert(offsetof(xla_tensor_info, name) == 32);
static_assert(offsetof(xla_tensor_info, alias) == 40);
static_assert(offsetof(xla_tensor_info, flags) == 44);
static_assert(sizeof(xla_tensor_info) == 48);

static_assert(offsetof(xla_info, name) == 8);
static_assert(offsetof(xla_info, arguments) == 16);
static_assert(offsetof(xla_info, results) == 24);
static_assert(offsetof(xla_info, num_arguments) == 32);
static_assert(offsetof(xla_info, num_results) == 36);
static_assert(offsetof(xla_info, tensor_size) == 40);
static_assert(offsetof(xla_info, num_dynamic_dims) == 44);
static_assert(offsetof(xla_info, arena_bytes) == 48);
static_assert(offsetof(xla_info, arena_alignment) == 56);
static_assert(offsetof(xla_info, triple) == 64);
static_assert(offsetof(xla_info, cpu) == 72);
static_assert(offsetof(xla_info, features) == 80);
static_assert(offsetof(xla_info, options) == 88);
static_assert(offsetof(xla_info, version) == 96);
static_assert(offsetof(xla_info, num_kernels) == 104);
static_assert(offsetof(xla_info, num_copies) == 108);
static_assert(offsetof(xla_info, weights) == XLA_INFO_SIZE_1);
static_assert(offsetof(xla_info, weights_bytes) == 120);
static_assert(offsetof(xla_info, weights_id) == 128);
// Whoever appends a field adds a size and leaves this one alone: readers take
// code of today to have weights by it.
static_assert(offsetof(xla_info, weights_id) + sizeof(const char *) ==
              XLA_INFO_SIZE_2);
static_assert(XLA_INFO_SIZE_2 == 136);
static_assert(offsetof(xla_info, kernels) == XLA_INFO_SIZE_2);
static_assert(offsetof(xla_info, kernel_size) + sizeof(int64_t) ==
              XLA_INFO_SIZE_3);
static_assert(XLA_INFO_SIZE_3 == 152);

static_assert(offsetof(xla_kernel_info, lines) == 8);
static_assert(offsetof(xla_kernel_info, bytes) == 16);
static_assert(offsetof(xla_kernel_info, flops) == 24);
static_assert(offsetof(xla_kernel_info, transcendentals) == 32);
static_assert(sizeof(xla_kernel_info) == 40);

static_assert(offsetof(xla_load_options, flags) == 8);
static_assert(offsetof(xla_load_options, error) == 16);
static_assert(offsetof(xla_load_options, error_capacity) == 24);
static_assert(offsetof(xla_load_options, weights) == XLA_LOAD_OPTIONS_SIZE_1);

static_assert(offsetof(xla_message, severity) == 8);
static_assert(offsetof(xla_message, line) == 12);
static_assert(offsetof(xla_message, column) == 16);
static_assert(offsetof(xla_message, num_notes) == 20);
static_assert(offsetof(xla_message, message) == 24);
static_assert(offsetof(xla_message, file) == 32);
static_assert(offsetof(xla_message, notes) == 40);
static_assert(offsetof(xla_compile_watch, trace_file) == 64);
static_assert(offsetof(xla_compile_watch, message) == 72);
static_assert(offsetof(xla_compile_watch, message_context) == 80);

static_assert(offsetof(xla_output, path) == 8);
static_assert(offsetof(xla_output, header) == 16);
static_assert(offsetof(xla_output, symbol) == 24);
static_assert(sizeof(xla_output) == 32);

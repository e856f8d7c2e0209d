// RUN: xla-opt %s --split-input-file --verify-diagnostics

// Other unknown dialects stay errors.
// expected-error @+1 {{created with unregistered dialect}}
module attributes {foo.bar = #foo.bar} {}

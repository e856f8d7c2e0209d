// RUN: xla-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected '<'}}
sdy.mesh @mesh = ["x"=2]

// -----

// Other unknown dialects stay errors.
// expected-error @+1 {{created with unregistered dialect}}
module attributes {foo.bar = #foo.bar} {}

//===- XLADoc.td - All of the xla dialect, for its page ----*- tablegen -*-===//

include "xla/Dialect/XLA/IR/XLAAttributes.td"
include "xla/Dialect/XLA/IR/XLAOps.td"

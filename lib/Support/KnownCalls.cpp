//===- KnownCalls.cpp - Custom calls that stand for ops -------------------===//
//
// One entry for each target that a pass replaces. A call in a form that no pass
// takes is left, and would look as if nobody had heard of it.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/KnownCalls.h"

#include "llvm/ADT/StringSwitch.h"

llvm::StringRef xla::getKnownCallForm(llvm::StringRef target) {
  return llvm::StringSwitch<llvm::StringRef>(target)
      .Case("TopK", "one tensor of rank 1 or more and two results, the first k "
                    "elements of each line and their places, of static shapes")
      .Case("mhlo.topk",
            "one tensor of rank 1 or more, two results of k elements for each "
            "line, and in mhlo.attributes this k and largest = true")
      .Case("stablehlo.dynamic_top_k",
            "a tensor of rank 1 or more, k, and two results, the first k "
            "elements of each line and their places, of shapes that are known "
            "once it is compiled")
      .Cases({"ApproxTopK", "stablehlo.dynamic_approx_top_k"},
             "n tensors and n initial values, n results that are their first "
             "elements along reduction_dim, a comparator in "
             "called_computations, and aggregate_to_topk = true")
      .Case("stablehlo.dynamic_rng_bit_generator",
            "a state and a shape, and two results of shapes that are known "
            "once it is compiled")
      .Case("stablehlo.dynamic_reduce_window",
            "n tensors, n initial values and five constant lists (window, "
            "strides, two dilations, padding), and a reducer in "
            "called_computations")
      .Cases({"mhlo.erf", "mhlo.erfc", "mhlo.erf_inv", "mhlo.asin",
              "mhlo.asinh", "mhlo.acos", "mhlo.acosh", "mhlo.atan",
              "mhlo.atanh", "mhlo.sinh", "mhlo.cosh", "mhlo.tan"},
             "one tensor of floats and one result of its type")
      .Cases({"Sharding", "LayoutConstraint", "MoveToDevice", "MoveToHost",
              "SPMDFullToShardShape", "SPMDShardToFullShape",
              "annotate_device_placement", "xla.sdy.FuncResultSharding",
              "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"},
             "one operand and one result of its type, because all is on one "
             "device")
      .Default("");
}

std::string xla::explainMissingFunction(llvm::StringRef target) {
  if (target == kElidedConstant)
    return "expected the elements of a constant, but the file that the program "
           "came from leaves them out, as {...}; print it with large "
           "constants, or read it with --zero-elided-constants";
  llvm::StringRef form = getKnownCallForm(target);
  if (form.empty())
    return ("expected a function for custom call '" + target +
            "', but none is registered")
        .str();
  return ("expected custom call '" + target + "' with " + form +
          ", or a function registered for another form of it")
      .str();
}

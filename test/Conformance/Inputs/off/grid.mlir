// Processes run, and the check of what they give fails.
module {
  func.func @double(%x: tensor<2xi32>) -> tensor<2xi32> {
    %y = stablehlo.add %x, %x : tensor<2xi32>
    return %y : tensor<2xi32>
  }
  func.func @main() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %y = "interpreter.run_parallel"(%x) {programs = [[@double]]} : (tensor<2xi32>) -> tensor<2xi32>
    %e = stablehlo.constant dense<[2, 5]> : tensor<2xi32>
    check.expect_eq %y, %e : tensor<2xi32>
    func.return
  }
}

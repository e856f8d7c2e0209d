// RUN: xla-opt %s --xla-pack-entry-values --split-input-file | FileCheck %s

// Five elements of four bits come in three bytes, of which the last half is cut
// off; callers are still told the program's own types.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME: %[[BYTES:.*]]: tensor<3xui8>) -> tensor<3xui8>
// CHECK-SAME: xla.entry = #xla.entry<"arguments"{{.*}}tensor<5xi4>{{.*}}tensor<5xi4>
func.func @arguments(%x: tensor<5xi4>) -> tensor<5xi4> {
  // CHECK: %[[PARTS:.*]] = hlo.bitcast_convert %[[BYTES]] : (tensor<3xui8>) -> tensor<3x2xi4>
  // CHECK: %[[FLAT:.*]] = hlo.reshape %[[PARTS]] : (tensor<3x2xi4>) -> tensor<6xi4>
  // CHECK: %[[X:.*]] = hlo.slice %[[FLAT]] [0:5]
  // CHECK: %[[SUM:.*]] = hlo.add %[[X]], %[[X]]
  %0 = hlo.add %x, %x : tensor<5xi4>
  // CHECK: %[[ZERO:.*]] = hlo.constant dense<0> : tensor<i4>
  // CHECK: %[[PADDED:.*]] = hlo.pad %[[SUM]], %[[ZERO]], low = [0], high = [1], interior = [0]
  // CHECK: %[[PAIRS:.*]] = hlo.reshape %[[PADDED]] : (tensor<6xi4>) -> tensor<3x2xi4>
  // CHECK: %[[RESULT:.*]] = hlo.bitcast_convert %[[PAIRS]] : (tensor<3x2xi4>) -> tensor<3xui8>
  // CHECK: return %[[RESULT]]
  return %0 : tensor<5xi4>
}

// -----

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME: tensor<1xui8>, %{{.*}}: tensor<2xui8>, %{{.*}}: tensor<0xui8>) -> (tensor<1xui8>, tensor<0xui8>)
func.func @shapes(%scalar: tensor<f4E2M1FN>, %matrix: tensor<2x4xui2>, %none: tensor<0x3xi4>) -> (tensor<f4E2M1FN>, tensor<0x3xi4>) {
  // CHECK: hlo.bitcast_convert %{{.*}} : (tensor<2xui8>) -> tensor<2x4xui2>
  // CHECK-NOT: hlo.slice
  %0 = hlo.add %matrix, %matrix : tensor<2x4xui2>
  return %scalar, %none : tensor<f4E2M1FN>, tensor<0x3xi4>
}

// -----

// Six bits have a byte of their own at the border too.
// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: tensor<5xf6E2M3FN>, %{{.*}}: tensor<5xi8>) -> tensor<5xf6E2M3FN> {
func.func @bytes(%x: tensor<5xf6E2M3FN>, %y: tensor<5xi8>) -> tensor<5xf6E2M3FN> {
  return %x : tensor<5xf6E2M3FN>
}

// -----

// CHECK-LABEL: func.func @resource(
func.func @resource() -> tensor<3xf32> {
  // CHECK: hlo.constant dense<[1, -1, 7]> : tensor<3xi4>
  %0 = hlo.constant dense_resource<packed> : tensor<3xi4>
  %1 = hlo.convert %0 : (tensor<3xi4>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      packed: "0x01000000F107"
    }
  }
#-}

// -----

// A function that is called sees bytes, and is told what they hold; calls on
// other values stay as they are.
// CHECK-LABEL: func.func @calls(
// CHECK: %[[BYTES:.*]] = hlo.bitcast_convert %{{.*}} : (tensor<2x2xi4>) -> tensor<2xui8>
// CHECK: %[[R:.*]] = hlo.custom_call @foo(%[[BYTES]], %{{.*}}) {{.*}}hlo.call_values = {{.*}}operands = [tensor<3xi4>, tensor<2xf32>]{{.*}}results = [tensor<4xi2>]{{.*}} : (tensor<2xui8>, tensor<2xf32>) -> tensor<1xui8>
// CHECK: hlo.bitcast_convert %[[R]] : (tensor<1xui8>) -> tensor<1x4xi2>
// CHECK: hlo.custom_call @bar(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
func.func @calls(%x: tensor<3xi8>, %y: tensor<2xf32>) -> (tensor<4xi8>, tensor<2xf32>) {
  %0 = hlo.convert %x : (tensor<3xi8>) -> tensor<3xi4>
  %1 = hlo.custom_call @foo(%0, %y) : (tensor<3xi4>, tensor<2xf32>) -> tensor<4xi2>
  %2 = hlo.convert %1 : (tensor<4xi2>) -> tensor<4xi8>
  %3 = hlo.custom_call @bar(%y) : (tensor<2xf32>) -> tensor<2xf32>
  return %2, %3 : tensor<4xi8>, tensor<2xf32>
}

//===- xla-compile.cpp - Compile a program to a file ----------------------===//

#include "xla/InitAll.h"
#include "xla/Tools/XLACompileMain.h"

#include "mlir/IR/DialectRegistry.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  xla::registerAllDialects(registry);
  return xla::xlaCompileMain(argc, argv, registry);
}

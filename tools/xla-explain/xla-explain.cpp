//===- xla-explain.cpp - Say why code is as it is -------------------------===//

#include "xla/Tools/XLAExplainMain.h"

int main(int argc, char **argv) { return xla::xlaExplainMain(argc, argv); }

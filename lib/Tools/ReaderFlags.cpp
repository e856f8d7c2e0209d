//===- ReaderFlags.cpp - Flags of tools that read programs ----------------===//
//
// What the content of a file does not say: which of several modules is meant,
// and what stands for constants that it leaves out.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/ReaderFlags.h"

using namespace xla;
namespace cl = llvm::cl;

ReaderFlags::ReaderFlags(cl::OptionCategory &category)
    : module("module", cl::init(0), cl::value_desc("n"),
             cl::desc("Which of the modules of a file of HLO text, from 1 on "
                      "(default: the only one)"),
             cl::cat(category)),
      zeroElidedConstants(
          "zero-elided-constants",
          cl::desc("Take constants that HLO text has as {...} for zeros"),
          cl::cat(category)) {}

ProgramReaderOptions ReaderFlags::get() const {
  ProgramReaderOptions options;
  options.module = module;
  options.zeroElidedConstants = zeroElidedConstants;
  return options;
}

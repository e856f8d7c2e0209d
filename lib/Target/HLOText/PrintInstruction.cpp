//===- PrintInstruction.cpp - Instructions as HLO text --------------------===//
//
// `name = shape opcode(operands), attributes`: own ones by the op's row of the
// table of opcodes, called computations, then what any op may have.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"

#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::StringRef;

llvm::raw_ostream &Printer::attribute(StringRef name) {
  return os << ", " << name << '=';
}

const Printer::Message *Printer::getOperand(const Message &message,
                                            int i) const {
  if (i >= message.operand_ids_size())
    return nullptr;
  auto entry = names->messages.find(uint32_t(message.operand_ids(i)));
  return entry == names->messages.end() ? nullptr : entry->second;
}

void Printer::printOperandName(int64_t id) {
  auto entry = names->names.find(uint32_t(id));
  os << (options.percent ? "%" : "");
  if (entry == names->names.end())
    os << "undefined." << uint32_t(id);
  else
    os << entry->second;
}

void Printer::printOpcode(const Message &message) {
  StringRef opcode = message.opcode();
  if (!options.asyncSugar || !opcode.starts_with("async-")) {
    os << opcode;
    return;
  }
  // The start at the end of the chain tells what is done.
  const Message *start = &message;
  for (int limit = 0; start && start->opcode() != "async-start" && limit < 100;
       ++limit)
    start = getOperand(*start, 0);
  if (start && isSugared(*start)) {
    opcode.consume_front("async");
    os << findComputation(start->called_computation_ids(0))
              ->instructions()
              .rbegin()
              ->opcode();
  }
  os << opcode;
}

void Printer::printOperands(const Message &message) {
  constexpr int64_t maxElided = 10;
  if (message.opcode() == "parameter") {
    os << message.parameter_number();
    return;
  }
  if (message.opcode() == "constant") {
    printLiteral(message.literal(),
                 options.elideLargeConstants ? maxElided : INT64_MAX, os);
    return;
  }
  for (int i = 0; i < message.operand_ids_size(); ++i) {
    os << (i == 0 ? "" : ", ");
    if (options.indexComments && i != 0 && i % 5 == 0)
      os << "/*index=" << i << "*/";
    const Message *operand = getOperand(message, i);
    if (options.operandShapes && operand) {
      printShape(operand->shape(), /*withLayout=*/true, os,
                 options.indexComments);
      os << ' ';
    }
    printOperandName(message.operand_ids(i));
  }
}

void Printer::printInstruction(const Message &message, unsigned indent) {
  ++depth;
  printOperandName(message.id());
  os << " = ";
  printShape(message.shape(), /*withLayout=*/true, os, options.indexComments);
  os << ' ';
  printOpcode(message);
  os << '(';
  printOperands(message);
  os << ')';
  printAttributes(message);
  printCommonAttributes(message);
  --depth;
}

void Printer::printAttributes(const Message &message) {
  const Message *owner = &message;
  bool isStart = options.asyncSugar && isSugared(message);
  if (isStart) {
    printThread(message);
    owner = &*findComputation(message.called_computation_ids(0))
                  ->instructions()
                  .rbegin();
  }
  const Opcode *opcode = findOpcode(owner->opcode());
  StringRef rest = opcode ? StringRef(opcode->attributes) : "";
  while (!rest.empty()) {
    StringRef name;
    std::tie(name, rest) = rest.split(' ');
    name.consume_front("!");
    if (AttributePrinter print = getAttributePrinters().lookup(name))
      (this->*print)(*owner);
  }
  printCalled(*owner);
}

void Printer::printReference(int64_t id) {
  const Computation *called = findComputation(id);
  if (!called) {
    os << (options.percent ? "%" : "") << "undefined." << uint64_t(id);
    return;
  }
  // Bodies in place of names multiply; there is an end to it.
  constexpr unsigned maxDepth = 100;
  numInlined += called->instructions_size();
  if (!options.canonical || depth > maxDepth || numInlined > maxInlined) {
    os << (options.percent ? "%" : "") << computationNames[called];
    return;
  }
  os << "\n" << std::string(2 * depth, ' ') << "{\n";
  printBody(*called, depth + 1);
  os.indent(2 * depth) << '}';
  if (!called->execution_thread().empty()) {
    os << ", execution_thread=";
    printQuoted(called->execution_thread(), os);
  }
}

void Printer::printCalled(const Message &message) {
  const auto &called = message.called_computation_ids();
  StringRef opcode = message.opcode();
  if (called.empty() || opcode == "async-update" || opcode == "async-done")
    return;
  auto refer = [&](StringRef name, int64_t id) {
    attribute(name);
    printReference(id);
  };
  const Message *operand = getOperand(message, 0);
  bool isBranch = opcode == "conditional" &&
                  (!operand || operand->shape().element_type() != proto::PRED);
  if (called.size() == 2 && opcode == "while") {
    refer("condition", called[1]);
    refer("body", called[0]);
  } else if (called.size() == 2 && opcode == "select-and-scatter") {
    refer("select", called[0]);
    refer("scatter", called[1]);
  } else if (called.size() == 2 && opcode == "conditional" && !isBranch) {
    refer("true_computation", called[0]);
    refer("false_computation", called[1]);
  } else if (opcode == "conditional" || opcode == "custom-call") {
    list(opcode == "conditional" ? "branch_computations"
                                 : "called_computations",
         called, [&](int64_t id) { printReference(id); });
  } else {
    bool isCall = opcode == "fusion" || opcode == "async-start";
    refer(isCall ? "calls" : "to_apply", called[0]);
  }
}

void Printer::printCommonAttributes(const Message &message) {
  if (message.has_sharding()) {
    attribute("sharding");
    printSharding(message.sharding(), options.indexComments, os);
  }
  if (!message.frontend_attributes().map().empty())
    printFrontendAttributes(message.frontend_attributes(),
                            attribute("frontend_attributes"));
  if (options.controlPredecessors && !message.control_predecessor_ids().empty())
    list("control-predecessors", message.control_predecessor_ids(),
         [&](int64_t id) { printOperandName(id); });
  const proto::StatisticsViz &statistics = message.statistics_viz();
  if (!statistics.statistics().empty()) {
    attribute("statistics")
        << "{visualizing_index=" << statistics.stat_index_to_visualize();
    for (const proto::Statistic &statistic : statistics.statistics()) {
      os << ',' << sanitizeName(statistic.stat_name()) << '=';
      printDouble(statistic.stat_val(), os);
    }
    os << '}';
  }
  if (message.has_result_accuracy()) {
    const proto::ResultAccuracy &accuracy = message.result_accuracy();
    if (accuracy.has_tolerance()) {
      attribute("result_accuracy") << "{tolerance={atol=";
      printDouble(accuracy.tolerance().atol(), os);
      os << ",rtol=";
      printDouble(accuracy.tolerance().rtol(), os);
      os << ",ulps=" << accuracy.tolerance().ulps() << "}}";
    } else if (accuracy.mode() == proto::ResultAccuracy::HIGHEST) {
      attribute("result_accuracy") << "{mode=highest}";
    }
  }
  if (message.has_original_value() && !options.canonical)
    printOrigin(message.original_value(), attribute("origin"));
  if (options.metadata && message.metadata().ByteSizeLong() != 0)
    printMetadata(message.metadata(), attribute("metadata"));
  if (options.backendConfig && !message.backend_config().empty())
    printQuotedOrBalanced(message.backend_config(),
                          attribute("backend_config"));
}

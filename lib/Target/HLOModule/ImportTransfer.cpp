//===- ImportTransfer.cpp - Values to and from elsewhere ------------------===//
//
// A transfer happens at its first half; the second hands its token, and what
// was received, on.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

/// The last operand, which has to be a token.
static FailureOr<Value> getToken(Instruction &inst) {
  unsigned last = inst.getNumOperands() - 1;
  if (isToken(inst.getOperandShape(last)))
    return inst.getOperand(last);
  return inst.emitError() << "'" << inst.getOpcode()
                          << "' expects a token as its last operand, but got "
                          << toString(inst.getOperandShape(last));
}

static FailureOr<ChannelHandleAttr> getChannel(Instruction &inst,
                                               int64_t hostType) {
  if (inst.proto.channel_id() <= 0)
    return inst.emitError() << "'" << inst.getOpcode()
                            << "' expects a positive channel_id, but got "
                            << inst.proto.channel_id();
  return ChannelHandleAttr::get(inst.getContext(), inst.proto.channel_id(),
                                inst.proto.is_host_transfer() ? hostType : 1);
}

/// Pairs stand in a frontend attribute, as `{{0,1},{1,2}}`; null if there are
/// none.
static FailureOr<DenseIntElementsAttr> getPairs(Instruction &inst) {
  auto text = findFrontendAttribute(inst, "_xla_send_recv_source_target_pairs");
  if (!text)
    return DenseIntElementsAttr();
  SmallVector<StringRef> words;
  llvm::SplitString(*text, words, "{}, ");
  SmallVector<SmallVector<int64_t>> rows;
  for (size_t index = 0; index + 1 < words.size(); index += 2) {
    SmallVector<int64_t> &row = rows.emplace_back(2);
    if (words[index].getAsInteger(10, row[0]) ||
        words[index + 1].getAsInteger(10, row[1])) {
      rows.clear();
      break;
    }
  }
  if (words.size() % 2 == 0 && rows.size() == words.size() / 2)
    return getRowsAttr(inst.builder, rows, /*minColumns=*/2);
  return inst.emitError() << "'" << inst.getOpcode()
                          << "' expects pairs such as {{0,1},{1,2}} in "
                             "_xla_send_recv_source_target_pairs, but got '"
                          << *text << "'";
}

/// Gives (operand, context, token).
static LogicalResult importSend(Instruction &inst) {
  FailureOr<Value> token = getToken(inst);
  FailureOr<ChannelHandleAttr> channel = getChannel(inst, /*hostType=*/2);
  FailureOr<DenseIntElementsAttr> pairs = getPairs(inst);
  if (failed(token) || failed(channel) || failed(pairs))
    return failure();
  Value sent = inst.create<SendOp>(
      TokenType::get(inst.getContext()), inst.getLeaves(0), *token, *channel,
      inst.builder.getBoolAttr(inst.proto.is_host_transfer()), *pairs);
  return giveAmongFillers(inst, inst.types.size() - 1, sent);
}

/// Gives (received, context, token).
static LogicalResult importRecv(Instruction &inst) {
  FailureOr<Value> token = getToken(inst);
  FailureOr<ChannelHandleAttr> channel = getChannel(inst, /*hostType=*/3);
  FailureOr<DenseIntElementsAttr> pairs = getPairs(inst);
  if (failed(token) || failed(channel) || failed(pairs))
    return failure();
  auto [first, part] = findPart(inst.proto.shape(), {0});
  if (!part || inst.types.empty() || !isa<TokenType>(inst.types.back()))
    return inst.emitError() << "'recv' expects to give values and a token, but "
                               "got "
                            << toString(inst.proto.shape());
  int64_t count = countLeaves(*part);
  SmallVector<Type> types(ArrayRef(inst.types).take_front(count));
  types.push_back(TokenType::get(inst.getContext()));
  auto op = inst.create<RecvOp>(
      TypeRange(types), *token, *channel,
      inst.builder.getBoolAttr(inst.proto.is_host_transfer()), *pairs);
  llvm::append_range(inst.results, op->getResults().drop_back());
  for (Type type : ArrayRef(inst.types).drop_front(count).drop_back())
    inst.results.push_back(createFiller(inst, type));
  inst.results.push_back(op->getResults().back());
  return success();
}

/// Of (operand, context, token) the token.
static LogicalResult importSendDone(Instruction &inst) {
  if (inst.getLeaves(0).empty())
    return inst.emitError() << "'send-done' expects what a send gave, but got "
                            << toString(inst.getOperandShape(0));
  return inst.give(inst.getLeaves(0).back());
}

/// Of (received, context, token) all but the context.
static LogicalResult importRecvDone(Instruction &inst) {
  auto [first, part] = findPart(inst.getOperandShape(0), {0});
  if (!part)
    return inst.emitError() << "'recv-done' expects what a recv gave, but got "
                            << toString(inst.getOperandShape(0));
  const Leaves &leaves = inst.getLeaves(0);
  llvm::append_range(inst.results,
                     ArrayRef(leaves).take_front(countLeaves(*part)));
  inst.results.push_back(leaves.back());
  return success();
}

static LogicalResult importInfeed(Instruction &inst) {
  FailureOr<Value> token = getToken(inst);
  if (failed(token))
    return failure();
  return inst.give<InfeedOp>(
      TypeRange(inst.types), *token,
      inst.builder.getStringAttr(inst.proto.infeed_config()), ArrayAttr());
}

static LogicalResult importOutfeed(Instruction &inst) {
  FailureOr<Value> token = getToken(inst);
  if (failed(token))
    return failure();
  return inst.give<OutfeedOp>(
      TypeRange(inst.types), inst.getLeaves(0), *token,
      inst.builder.getStringAttr(inst.proto.outfeed_config()));
}

void OpcodeTable::addTransfer() {
  auto transfer = [](Handler handler, unsigned numOperands) {
    return Opcode{handler, numOperands, numOperands, /*takesArrays=*/false,
                  /*givesArray=*/false};
  };
  add({"infeed"}, transfer(importInfeed, 1));
  add({"outfeed"}, transfer(importOutfeed, 2));
  add({"recv"}, transfer(importRecv, 1));
  add({"recv-done"}, transfer(importRecvDone, 1));
  add({"send"}, transfer(importSend, 2));
  add({"send-done"}, transfer(importSendDone, 1));
}

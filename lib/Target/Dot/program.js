// The program that the page shows, and the boxes that are drawn of it.
//
// A box is one instruction at one place: what is called twice is drawn twice. Its
// key is the number of the computation that the page shows and those of the
// instructions on the way, e.g. "3/17/40". Keys of open boxes are in `opened`.
const program = JSON.parse(document.getElementById("program").textContent);
const {ops, computations} = program;

/** Adds what follows from the program's own tables: users, callers. */
(() => {
  for (const computation of computations) computation.callers = [];
  computations.forEach((computation, number) => {
    for (let i = 0; i < computation.count; i++)
      ops[computation.first + i].computation = number;
  });
  for (const op of ops) {
    op.users = [];
    op.operands ||= [];
    op.calls ||= [];
  }
  ops.forEach((op, index) => {
    for (const operand of new Set(op.operands))
      if (operand >= 0) ops[operand].users.push(index);
    for (const callee of new Set(op.calls)) computations[callee].callers.push(index);
  });
})();

/** The op whose box stands for the value: through elements of tuples; or -1. */
function sourceOf(index) {
  for (let steps = 0; index >= 0 && steps < 64; steps++) {
    if (!ops[index].merged) return index;
    index = ops[index].opcode === "get-tuple-element" ? ops[index].operands[0] : -1;
  }
  return -1;
}

/** The computations that a box of the op opens on. */
function innerComputations(op) {
  return op.calls.filter(callee => !computations[callee].trivial &&
                                   computations[callee].count > 0);
}

function cut(text, length) {
  return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

/** What a label says of an operand that has no box. */
function mergedText(op, number) {
  const operand = ops[op.operands[number]];
  if (!operand) return `operand ${number} = ?`;
  if (!operand.merged) return "";
  if (operand.opcode === "get-tuple-element") {
    const index = operand.attributes.find(([name]) => name === "index");
    const tuple = ops[operand.operands[0]];
    return `operand ${number} = ${tuple.name} #${index ? index[1] : "?"}`;
  }
  if (operand.value === undefined) return "";
  const value = operand.value.includes("...") ? operand.name : operand.value;
  return `operand ${number} = ${value} : ${operand.shape}`;
}

const LINE = 14, PAD = 7, MAX_MERGED = 4, MAX_LINE = 44;

/** The lines of an op's label: {text, kind}. */
function labelLines(op) {
  const lines = [];
  const add = (kind, text) => lines.push({kind, text: cut(text, MAX_LINE)});
  const isNamed = op.name.startsWith(op.opcode);
  add("name", op.name);
  if (op.opcode === "parameter") add("plain", `parameter ${op.parameter}`);
  else if (!isNamed) add("plain", op.opcode);
  const inner = innerComputations(op);
  if (inner.length) {
    let count = 0;
    for (const callee of inner) count += computations[callee].count;
    add("plain", `${count} ops inside`);
  }
  for (const callee of op.calls)
    if (computations[callee].trivial) add("plain", `computes ${computations[callee].trivial}`);
  if (op.value !== undefined) add("plain", op.value);
  const merged = op.operands.map((_, number) => mergedText(op, number)).filter(text => text);
  for (const text of merged.slice(0, MAX_MERGED)) add("plain", text);
  if (merged.length > MAX_MERGED) add("plain", `and ${merged.length - MAX_MERGED} more`);
  add("shape", op.shape || "");
  if (op.source) add("source", op.source.split("/").pop());
  return lines;
}

const measureContext = document.createElement("canvas").getContext("2d");
const FONTS = {
  name: "bold 11px DejaVu Sans, Segoe UI, Helvetica, sans-serif",
  plain: "10px DejaVu Sans, Segoe UI, Helvetica, sans-serif",
};
FONTS.shape = FONTS.source = FONTS.plain;

function textWidth(line) {
  measureContext.font = FONTS[line.kind];
  return measureContext.measureText(line.text).width;
}

/** Label and size of an op's closed box; they do not change. */
function labelOf(op) {
  if (!op.label) {
    const lines = labelLines(op);
    const width = Math.max(...lines.map(textWidth)) + 2 * PAD;
    const handle = innerComputations(op).length ? 14 : 0;
    op.label = {lines, width: Math.max(40, width + handle),
                height: lines.length * LINE + 8};
  }
  return op.label;
}

const opened = new Set();

/** The box of an op: its size, and the frames in it if it is open. */
function makeBox(index, path) {
  const op = ops[index], key = `${path}/${index}`, label = labelOf(op);
  const box = {key, index, op, lines: label.lines, frames: [],
               width: label.width, height: label.height};
  const inner = innerComputations(op);
  box.opens = inner.length > 0;
  if (!box.opens || !opened.has(key)) return box;
  let x = PAD * 2;
  for (const callee of inner) {
    const frame = makeFrame(callee, key);
    [frame.x, frame.y] = [x, LINE * 3 + 8];
    box.height = Math.max(box.height, frame.y + frame.height + PAD * 2);
    x += frame.width + PAD * 2;
    box.frames.push(frame);
  }
  // An open box has one line; its name may be wider than what is in it.
  box.lines = [{kind: "name", text: `${op.name}  (${op.opcode})  ${cut(op.shape || "", 40)}`}];
  box.width = Math.max(x, textWidth(box.lines[0]) + 4 * PAD);
  return box;
}

/** A computation with its boxes laid out from (0, 0). */
function makeFrame(number, path) {
  const computation = computations[number];
  const boxes = [], edges = [], places = new Map();
  for (let i = computation.first; i < computation.first + computation.count; i++) {
    if (ops[i].merged) continue;
    places.set(i, boxes.length);
    boxes.push(makeBox(i, path));
  }
  const addEdge = (from, to, slot, slots, isControl) => {
    const source = places.get(sourceOf(from));
    if (source !== undefined) edges.push({from: source, to, slot, slots, isControl});
  };
  boxes.forEach((box, to) => {
    const {operands, control = []} = box.op;
    operands.forEach((from, slot) => addEdge(from, to, slot, operands.length, false));
    for (const from of control) addEdge(from, to, 0, 1, true);
  });
  const size = arrange(boxes, edges);
  const title = {kind: "plain", text: cut(computation.name, 60)};
  return {number, title, boxes, edges, x: 0, y: 0, height: size.height,
          width: Math.max(size.width, textWidth(title))};
}

/** Boxes and edges of a frame in coordinates of the page, outer ones first. */
function flatten(frame, x, y, shown) {
  for (const edge of frame.edges) {
    const points = edge.points.map(([px, py]) => [px + x, py + y]);
    const xs = points.map(point => point[0]);
    shown.edges.push({
      points, far: edge.far, isControl: edge.isControl,
      from: frame.boxes[edge.from], to: frame.boxes[edge.to],
      left: Math.min(...xs), right: Math.max(...xs),
      top: Math.min(points[0][1], points[points.length - 1][1]),
      bottom: Math.max(points[0][1], points[points.length - 1][1]),
    });
  }
  for (const box of frame.boxes) {
    box.x += x;
    box.y += y;
    shown.boxes.push(box);
    shown.byKey.set(box.key, box);
    for (const inner of box.frames) {
      inner.x += box.x;
      inner.y += box.y;
      flatten(inner, inner.x, inner.y, shown);
    }
  }
}

/** All that is drawn of the computation `number`. */
function makePicture(number) {
  const frame = makeFrame(number, String(number));
  const shown = {boxes: [], edges: [], byKey: new Map(),
                 width: frame.width, height: frame.height};
  flatten(frame, 0, 0, shown);
  return shown;
}

/** Keys of the ops that lead from a computation nothing calls to the op. */
function pathTo(index) {
  const path = [index];
  const seen = new Set();
  let number = ops[index].computation;
  while (number !== program.entry && !seen.has(number)) {
    seen.add(number);
    const caller = computations[number].callers.find(
      op => innerComputations(ops[op]).includes(number));
    if (caller === undefined) break;
    path.unshift(caller);
    number = ops[caller].computation;
  }
  return {root: number, path};
}

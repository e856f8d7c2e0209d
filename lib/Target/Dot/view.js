// The picture on its canvas: drawing, zoom, pan, what is under the mouse.
const view = {
  root: program.entry, shown: null, selected: null, x: 0, y: 0, zoom: 1,
  onSelect: () => {},
};

const stage = document.getElementById("stage");
const canvas = document.getElementById("graph");
const map = document.getElementById("map");
const tip = document.getElementById("tip");
const OPERAND = "#1e88e5", USER = "#ef6c00", SELECTED = "#d50000";

/** Lays out what is open, anew. The box `anchor` stays where it is seen. */
function refresh(anchor) {
  const before = anchor && view.shown && view.shown.byKey.get(anchor);
  view.shown = makePicture(view.root);
  const after = anchor && view.shown.byKey.get(anchor);
  if (before && after) {
    view.x += (before.x - after.x) * view.zoom;
    view.y += (before.y - after.y) * view.zoom;
  }
  drawMap();
  draw();
}

function showRoot(number) {
  view.root = number;
  refresh();
  fit();
}

function toggle(box) {
  if (!box.opens) return;
  if (!opened.delete(box.key)) opened.add(box.key);
  refresh(box.key);
}

/** Opens closed boxes, level by level, while the picture stays of a size. */
function expandAll() {
  const most = 4000;
  let count = view.shown.boxes.length;
  for (const box of view.shown.boxes) {
    if (!box.opens || opened.has(box.key)) continue;
    for (const callee of innerComputations(box.op)) count += computations[callee].count;
    if (count > most) break;
    opened.add(box.key);
  }
  refresh();
  fit();
}

function collapseAll() {
  opened.clear();
  refresh();
  fit();
}

/** All of the picture; of a large one its top, large enough to read. */
function fit() {
  const width = stage.clientWidth, height = stage.clientHeight, margin = 30;
  const {shown} = view;
  const whole = Math.min((width - 2 * margin) / Math.max(shown.width, 1),
                         (height - 2 * margin) / Math.max(shown.height, 1));
  view.zoom = Math.min(1.3, Math.max(whole, 0.55));
  view.x = (width - shown.width * view.zoom) / 2;
  view.y = margin;
  if (shown.width * view.zoom > width && shown.boxes.length) {
    // Wider than the window: where the longest path begins comes to the middle.
    const isOuter = box => box.key.split("/").length === 2;
    const first = shown.boxes.filter(isOuter)
      .reduce((a, b) => b.pathDown > a.pathDown ? b : a);
    view.x = width / 2 - (first.x + first.width / 2) * view.zoom;
  }
  draw();
}

function zoomBy(factor, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
  const zoom = Math.min(4, Math.max(0.01, view.zoom * factor));
  view.x = x - (x - view.x) * zoom / view.zoom;
  view.y = y - (y - view.y) * zoom / view.zoom;
  view.zoom = zoom;
  draw();
}

function center(box) {
  view.zoom = Math.max(view.zoom, 0.6);
  view.x = stage.clientWidth / 2 - (box.x + box.width / 2) * view.zoom;
  view.y = stage.clientHeight / 2 - (box.y + Math.min(box.height, 200) / 2) * view.zoom;
}

function boxAt(x, y) {
  const gx = (x - view.x) / view.zoom, gy = (y - view.y) / view.zoom;
  const {boxes} = view.shown;
  for (let i = boxes.length - 1; i >= 0; i--) {
    const box = boxes[i];
    if (gx >= box.x && gx <= box.x + box.width && gy >= box.y && gy <= box.y + box.height)
      return box;
  }
  return null;
}

/** True for the triangle that opens a box, or the title of an open one. */
function isHandle(box, x, y) {
  const gx = (x - view.x) / view.zoom - box.x, gy = (y - view.y) / view.zoom - box.y;
  return box.opens && gx > box.width - 20 && gy < 22;
}

/** The keys that stand out, with their colours. */
function findMarked() {
  const marked = new Map();
  const op = view.selected && ops[view.selected.index];
  if (!op) return marked;
  const path = view.selected.key.split("/").slice(0, -1).join("/");
  for (const user of op.users)
    // A user without a box has users of its own.
    for (const index of ops[user].merged ? ops[user].users : [user])
      marked.set(`${path}/${index}`, USER);
  for (const operand of op.operands) marked.set(`${path}/${sourceOf(operand)}`, OPERAND);
  marked.set(view.selected.key, SELECTED);
  return marked;
}

//--- Drawing --------------------------------------------------------------------

function tracePath(context, points) {
  context.moveTo(points[0][0], points[0][1]);
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = points[i - 1], [x1, y1] = points[i];
    const bend = (y1 - y0) / 2;
    if (x0 === x1) context.lineTo(x1, y1);
    else context.bezierCurveTo(x0, y0 + bend, x1, y1 - bend, x1, y1);
  }
}

function traceArrow(context, points) {
  const [x, y] = points[points.length - 1];
  context.moveTo(x, y);
  context.lineTo(x - 3, y - 7);
  context.lineTo(x + 3, y - 7);
  context.closePath();
}

function strokeEdges(context, edges, color, width, dash = []) {
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.beginPath();
  for (const edge of edges) tracePath(context, edge.points);
  context.stroke();
  context.setLineDash([]);
  if (view.zoom < 0.3) return;
  context.beginPath();
  for (const edge of edges) traceArrow(context, edge.points);
  context.fill();
}

function drawEdges(context, isVisible) {
  const kinds = {plain: [], far: [], control: [], ins: [], outs: []};
  const key = view.selected && view.selected.key;
  for (const edge of view.shown.edges) {
    if (!isVisible(edge.left, edge.top, edge.right, edge.bottom)) continue;
    if (edge.to.key === key) kinds.ins.push(edge);
    else if (edge.from.key === key) kinds.outs.push(edge);
    else if (edge.isControl) kinds.control.push(edge);
    else (edge.far ? kinds.far : kinds.plain).push(edge);
  }
  const width = Math.max(1, 0.6 / view.zoom);
  strokeEdges(context, kinds.far, key ? "#e8e8e8" : "#d5d5d5", width);
  strokeEdges(context, kinds.plain, key ? "#c4c4c4" : "#8a8a8a", width);
  strokeEdges(context, kinds.control, "#8a8a8a", width, [2, 4]);
  strokeEdges(context, kinds.ins, OPERAND, Math.max(2, 1.5 / view.zoom));
  strokeEdges(context, kinds.outs, USER, Math.max(2, 1.5 / view.zoom));
}

function drawTriangle(context, box, color) {
  const x = box.x + box.width - 13, y = box.y + 11;
  context.fillStyle = color;
  context.beginPath();
  if (box.frames.length) for (const [dx, dy] of [[-5, -3], [5, -3], [0, 4]])
    context.lineTo(x + dx, y + dy);
  else for (const [dx, dy] of [[-3, -5], [-3, 5], [4, 0]])
    context.lineTo(x + dx, y + dy);
  context.fill();
}

function drawBox(context, box, mark) {
  const family = program.families[box.op.family];
  const isOpen = box.frames.length > 0;
  context.fillStyle = isOpen ? "#f5f5f5" : family.fill;
  context.strokeStyle = mark || (isOpen ? family.fill : "#888");
  context.lineWidth = mark ? Math.max(3, 2 / view.zoom) : isOpen ? 3 : 1;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, isOpen ? 8 : 3);
  context.fill();
  if (mark || isOpen || view.zoom > 0.15) context.stroke();
  if (view.zoom < 0.33) return;
  const color = isOpen ? "#222" : family.text;
  box.lines.forEach((line, i) => {
    context.font = FONTS[line.kind];
    context.globalAlpha = line.kind === "source" ? 0.6 : 1;
    context.fillStyle = color;
    context.fillText(line.text, box.x + PAD, box.y + 15 + i * LINE);
  });
  context.globalAlpha = 1;
  if (box.opens) drawTriangle(context, box, color);
  for (const frame of box.frames) {
    context.font = FONTS.plain;
    context.fillStyle = "#666";
    context.fillText(frame.title.text, frame.x, frame.y - 8);
  }
}

/** The instruction that is the result of its computation. */
function drawRootMark(context, box) {
  if (computations[box.op.computation].root !== box.index || box.frames.length) return;
  context.strokeStyle = "#6d4c41";
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(box.x + 4, box.y + box.height + 3);
  context.lineTo(box.x + box.width - 4, box.y + box.height + 3);
  context.stroke();
}

let isDue = false;
function draw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(drawNow);
}

function drawNow() {
  isDue = false;
  const ratio = window.devicePixelRatio || 1;
  const width = stage.clientWidth, height = stage.clientHeight;
  if (canvas.width !== Math.round(width * ratio) ||
      canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.translate(view.x, view.y);
  context.scale(view.zoom, view.zoom);
  const left = -view.x / view.zoom, top = -view.y / view.zoom;
  const right = left + width / view.zoom, bottom = top + height / view.zoom;
  const isVisible = (l, t, r, b) => r >= left && l <= right && b >= top && t <= bottom;
  const marked = findMarked();
  const boxes = view.shown.boxes.filter(
    box => isVisible(box.x, box.y, box.x + box.width, box.y + box.height + 4));
  for (const box of boxes)
    if (box.frames.length) drawBox(context, box, marked.get(box.key));
  drawEdges(context, isVisible);
  for (const box of boxes) {
    if (!box.frames.length) drawBox(context, box, marked.get(box.key));
    drawRootMark(context, box);
  }
  drawWindow(left, top, right, bottom);
}

//--- Overview ---------------------------------------------------------------------

/** The overview has its own scale in each direction: pictures are long. */
function mapScale() {
  return {sx: map.width / Math.max(view.shown.width, 1),
          sy: map.height / Math.max(view.shown.height, 1)};
}

let mapImage = null;
function drawMap() {
  const context = map.getContext("2d"), {sx, sy} = mapScale();
  context.clearRect(0, 0, map.width, map.height);
  for (const box of view.shown.boxes) {
    const family = program.families[box.op.family];
    context.fillStyle = box.frames.length ? "#eee" : family.fill;
    if (context.fillStyle === "#ffffff") context.fillStyle = "#b0b0b0";
    context.fillRect(box.x * sx, box.y * sy, Math.max(1.5, box.width * sx),
                     Math.max(1.5, box.height * sy));
  }
  mapImage = context.getImageData(0, 0, map.width, map.height);
}

function drawWindow(left, top, right, bottom) {
  const context = map.getContext("2d"), {sx, sy} = mapScale();
  context.putImageData(mapImage, 0, 0);
  context.strokeStyle = SELECTED;
  context.strokeRect(left * sx, top * sy, (right - left) * sx, (bottom - top) * sy);
}

//--- Mouse and keys ------------------------------------------------------------------

function select(box) {
  view.selected = box && {key: box.key, index: box.index};
  view.onSelect(box ? box.index : -1);
  draw();
}

function showTip(event) {
  const box = boxAt(event.offsetX, event.offsetY);
  tip.hidden = !box;
  if (!box) return;
  const {op} = box;
  tip.textContent = [`${op.name} = ${op.opcode}`, op.shape, op.opName, op.source]
    .filter(text => text).map(text => cut(text, 200)).join("\n");
  const isRight = event.offsetX > stage.clientWidth / 2;
  tip.style.left = isRight ? "" : `${event.offsetX + 14}px`;
  tip.style.right = isRight ? `${stage.clientWidth - event.offsetX + 10}px` : "";
  tip.style.top = `${event.offsetY + 14}px`;
}

(() => {
  let drag = null;
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    drag = {x: event.offsetX, y: event.offsetY, moved: false};
    tip.hidden = true;
  });
  canvas.addEventListener("pointermove", event => {
    if (!drag) return showTip(event);
    const dx = event.offsetX - drag.x, dy = event.offsetY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    [view.x, view.y] = [view.x + dx, view.y + dy];
    drag = {x: event.offsetX, y: event.offsetY, moved: true};
    draw();
  });
  canvas.addEventListener("pointerup", event => {
    const isClick = drag && !drag.moved;
    drag = null;
    if (!isClick) return;
    const box = boxAt(event.offsetX, event.offsetY);
    select(box);
    if (box && isHandle(box, event.offsetX, event.offsetY)) toggle(box);
  });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("dblclick", event => {
    const box = boxAt(event.offsetX, event.offsetY);
    if (box && !isHandle(box, event.offsetX, event.offsetY)) toggle(box);
  });
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
  }, {passive: false});
  map.addEventListener("pointerdown", event => {
    const {sx, sy} = mapScale();
    view.x = stage.clientWidth / 2 - event.offsetX / sx * view.zoom;
    view.y = stage.clientHeight / 2 - event.offsetY / sy * view.zoom;
    draw();
  });
  window.addEventListener("resize", draw);
})();

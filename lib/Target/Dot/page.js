// The panel, the search, the address, the buttons. Texts of the program reach the
// document as text nodes only.
const panel = document.getElementById("panel");
const search = document.getElementById("search");
const results = document.getElementById("results");

function element(tag, content = [], properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...(Array.isArray(content) ? content : [content]));
  return made;
}

function section(title, content) {
  return [element("h3", title), content];
}

/** A link to an op, wherever it is drawn. */
function opLink(index) {
  const op = ops[index];
  if (!op) return element("span", "?");
  const link = element("a", op.name, {href: "#" + addressOf(index)});
  link.addEventListener("click", event => {
    event.preventDefault();
    goTo(index);
  });
  return link;
}

function opItem(index) {
  const op = ops[index];
  const note = op ? ` ${op.value === undefined ? "" : op.value + " "}${op.shape || ""}` : "";
  return element("li", [opLink(index), element("small", note)]);
}

function chip(family, text) {
  const made = element("span", text, {className: "chip"});
  made.style.background = family.fill;
  made.style.color = family.text;
  return made;
}

function computationLink(number) {
  const computation = computations[number];
  const link = element("a", computation.name, {href: "#"});
  link.addEventListener("click", event => {
    event.preventDefault();
    goToComputation(number);
  });
  return link;
}

function table(rows) {
  return element("table", rows.map(([name, value]) =>
    element("tr", [element("td", name), element("td", value)])));
}

/** The frames of a stack, innermost first. */
function stackOf(op) {
  const places = [];
  const seen = new Set();
  for (let id = op.frame; id >= 1 && id <= program.frames.length && !seen.has(id);) {
    seen.add(id);
    const frame = program.frames[id - 1];
    if (frame.place) places.push(frame.place);
    id = frame.parent;
  }
  return places;
}

/** Where the value of a parameter comes from: the operands of the callers. */
function argumentItems(op) {
  if (op.parameter === undefined) return [];
  return computations[op.computation].callers
    .filter(caller => ops[caller].operands.length > op.parameter &&
                      (ops[caller].opcode.startsWith("fusion") || ops[caller].opcode === "call"))
    .map(caller => opItem(ops[caller].operands[op.parameter]));
}

function showOp(index) {
  const op = ops[index];
  const rows = [["shape", op.layout || op.shape || ""]];
  if (op.value !== undefined) rows.push(["value", op.value]);
  rows.push(...op.attributes);
  const meta = [["op_type", op.opType], ["op_name", op.opName], ["source", op.source]]
    .filter(([, value]) => value);
  const family = program.families[op.family];
  const parts = [element("h2", op.name),
                 element("div", [chip(family, op.opcode), element("small", family.name)])];
  parts.push(...section("Attributes", table(rows)));
  if (meta.length) parts.push(...section("Origin", table(meta)));
  const stack = stackOf(op);
  if (stack.length) parts.push(...section("Stack", element("ul", stack.map(
    place => element("li", place)))));
  if (op.operands.length)
    parts.push(...section("Operands", element("ol", op.operands.map(opItem), {start: 0})));
  if (op.control)
    parts.push(...section("After", element("ul", op.control.map(opItem))));
  const args = argumentItems(op);
  if (args.length) parts.push(...section("Value outside", element("ul", args)));
  if (op.users.length)
    parts.push(...section("Users", element("ul", op.users.map(opItem))));
  if (op.calls.length) parts.push(...section("Calls", element("ul", op.calls.map(
    number => element("li", computationLink(number))))));
  const home = computations[op.computation];
  parts.push(...section("In", element("ul", [
    element("li", computationLink(op.computation)), ...home.callers.map(opItem)])));
  panel.replaceChildren(...parts);
}

/** What the panel shows while nothing is selected. */
function showModule() {
  const counts = new Map();
  for (const op of ops) {
    const entry = counts.get(op.opcode) || {family: op.family, count: 0};
    entry.count++;
    counts.set(op.opcode, entry);
  }
  const sorted = [...counts].sort((a, b) => b[1].count - a[1].count);
  const families = program.families
    .filter((_, number) => ops.some(op => op.family === number))
    .map(family => element("div", chip(family, family.name)));
  const list = computations.map((computation, number) => element("li", [
    computationLink(number),
    element("small", ` ${computation.trivial || computation.count + " ops"}` +
                     (number === program.entry ? ", entry" : ""))]));
  const shown = 500;
  if (list.length > shown)
    list.splice(shown, Infinity, element("li", `and ${list.length - shown} more`));
  panel.replaceChildren(
    element("h2", program.name),
    element("div", `${ops.length} ops in ${computations.length} computations`),
    ...section("Colours", element("div", families)),
    ...section("Operations", table(sorted.map(
      ([opcode, {family, count}]) => [chip(program.families[family], opcode), String(count)]))),
    ...section("Computations", element("ul", list)));
}

//--- Going places -------------------------------------------------------------------

/** The names on the way to an op, for the address of the page. */
function addressOf(index) {
  const {root, path} = pathTo(index);
  return [computations[root].name, ...path.map(op => ops[op].name)]
    .map(encodeURIComponent).join("/");
}

/** Opens what `path` leads through and selects its last op. */
function goAlong(root, path) {
  let key = String(root);
  for (const index of path.slice(0, -1)) opened.add(key += `/${index}`);
  view.root = root;
  refresh();
  const index = path[path.length - 1];
  // What has no box is seen at what it is an element of, or at its first user.
  const seen = [index, sourceOf(index), ...ops[index].users];
  const box = seen.map(op => view.shown.byKey.get(`${key}/${op}`)).find(found => found);
  view.selected = {key: `${key}/${index}`, index};
  if (box) center(box);
  draw();
  view.onSelect(index);
}

/** To the place of the op that is on the page already, else to its first one. */
function goTo(index) {
  const suffix = `/${index}`;
  const box = view.shown.boxes.find(shown => shown.index === index) ||
              view.shown.boxes.find(shown => shown.index === sourceOf(index));
  if (box) {
    const parts = box.key.split("/").map(Number);
    goAlong(parts[0], [...parts.slice(1, -1), index]);
  } else {
    const {root, path} = pathTo(index);
    goAlong(root, path);
  }
}

function goToComputation(number) {
  const {root, count} = computations[number];
  if (count > 0 && number !== view.root) goTo(root);
  else if (count > 0) fit();
}

/** Finds what an address names; true if it names an op. */
function goToAddress() {
  let names;
  try {
    names = location.hash.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return false;
  }
  const root = computations.findIndex(computation => computation.name === names[0]);
  let inside = [root];
  const path = [];
  for (const name of names.slice(1)) {
    const index = inside.flatMap(number => {
      const {first = 0, count = 0} = computations[number] || {};
      return Array.from({length: count}, (_, i) => first + i);
    }).find(op => ops[op].name === name);
    if (index === undefined) break;
    path.push(index);
    inside = innerComputations(ops[index]);
  }
  if (path.length) goAlong(root, path);
  return path.length > 0;
}

view.onSelect = index => {
  if (index >= 0) showOp(index);
  else showModule();
  const keys = view.selected ? view.selected.key.split("/").map(Number) : [view.root];
  const names = keys.map((number, i) => (i ? ops[number] : computations[number]).name);
  document.getElementById("crumbs").textContent = names.join(" › ");
  const address = "#" + (index >= 0 ? names.map(encodeURIComponent).join("/") : "");
  if (location.hash !== address) history.pushState(null, "", address);
};

//--- Search -------------------------------------------------------------------------

function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(word => word);
  if (!words.length) return [];
  const found = [];
  for (let index = 0; index < ops.length && found.length < 200; index++) {
    const op = ops[index];
    op.searched ||= [op.name, op.opcode, op.shape, op.opName, op.source]
      .filter(part => part).join(" ").toLowerCase();
    if (words.every(word => op.searched.includes(word))) found.push(index);
  }
  return found;
}

function showResults() {
  const found = find(search.value);
  results.hidden = !search.value;
  results.replaceChildren(...found.map((index, number) => {
    const op = ops[index];
    const item = element("li", [op.name + " ", element("small",
      `${op.opcode} ${cut(op.shape || "", 60)} ${op.source || ""}`)]);
    item.classList.toggle("chosen", number === 0);
    item.addEventListener("click", () => { results.hidden = true; goTo(index); });
    return item;
  }));
  if (!found.length) results.append(element("li", "nothing found"));
}

function moveChoice(step) {
  const items = [...results.children];
  const at = items.findIndex(item => item.classList.contains("chosen"));
  const next = items[(at + step + items.length) % items.length];
  if (at >= 0) items[at].classList.remove("chosen");
  next.classList.add("chosen");
  next.scrollIntoView({block: "nearest"});
}

search.addEventListener("input", showResults);
search.addEventListener("keydown", event => {
  if (event.key === "ArrowDown") moveChoice(1);
  else if (event.key === "ArrowUp") moveChoice(-1);
  else if (event.key === "Enter") results.querySelector(".chosen")?.click();
  else if (event.key === "Escape") { results.hidden = true; canvas.focus(); }
  else return;
  event.preventDefault();
});

//--- Keys and buttons -----------------------------------------------------------------

const COMMANDS = {expand: expandAll, collapse: collapseAll, fit,
                  in: () => zoomBy(1.3), out: () => zoomBy(1 / 1.3)};
for (const [id, command] of Object.entries(COMMANDS))
  document.getElementById(id).addEventListener("click", command);

/** To the first operand or user of what is selected. */
function step(direction) {
  const op = view.selected && ops[view.selected.index];
  const next = op ? op[direction].find(index => index >= 0) : undefined;
  if (next !== undefined) goTo(next);
}

const KEYS = {ArrowUp: () => step("operands"), ArrowDown: () => step("users"),
              "+": COMMANDS.in, "-": COMMANDS.out, f: fit, Escape: () => select(null),
              "/": () => { search.focus(); search.select(); },
              Enter: () => {
                const box = view.selected && view.shown.byKey.get(view.selected.key);
                if (box) toggle(box);
              }};
document.addEventListener("keydown", event => {
  if (event.target === search || event.ctrlKey || event.metaKey || !KEYS[event.key]) return;
  // Enter on a link or a button is theirs.
  if (event.key === "Enter" && event.target.closest("a, button")) return;
  event.preventDefault();
  KEYS[event.key]();
});
window.addEventListener("popstate", goToAddress);

document.title = program.name;
document.getElementById("title").textContent = program.name;
if (program.entry === undefined) {
  showModule();
} else {
  showRoot(program.entry);
  if (!goToAddress()) view.onSelect(-1);
}
document.body.dataset.ready = String(Math.round(performance.now()));

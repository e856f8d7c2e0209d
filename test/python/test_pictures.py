"""Pictures: graphviz renders what we write, and pages work in a real browser.

The browser is Chromium or Chrome, driven by its debugging protocol over a pipe; the
tests that need it are skipped where none is installed, and so are those of `dot`.
XLA_SCREENSHOTS names a folder for screenshots to look at.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import xml.etree.ElementTree

import pytest

CHROME = next(filter(None, map(shutil.which, (
    "chromium", "chromium-browser", "google-chrome", "chrome"))), None)
needs_browser = pytest.mark.skipif(not CHROME, reason="no Chromium")
needs_dot = pytest.mark.skipif(not shutil.which("dot"), reason="no graphviz")
SHARED = pathlib.Path(os.environ.get(
    "XLA_SHARED_DIR", pathlib.Path(__file__).resolve().parents[3] / "shared"))
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="no shared data")
LARGE = SHARED / "programs/hlo/xla_tools/mobilenet_v2.hlo"

SMALL = """HloModule small

adder { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT s = f32[] add(x, y) }

fused { p = f32[8,16]{1,0} parameter(0)
  q = f32[8,16]{1,0} parameter(1)
  n = f32[8,16]{1,0} negate(p)
  ROOT m = f32[8,16]{1,0} multiply(n, q) }

body { t = (s32[], f32[8]{0}) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  v = f32[8]{0} get-tuple-element(t), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  w = f32[8]{0} sqrt(v)
  ROOT u = (s32[], f32[8]{0}) tuple(next, w) }

cond { t = (s32[], f32[8]{0}) parameter(0)
  i = s32[] get-tuple-element(t), index=0
  five = s32[] constant(5)
  ROOT less = pred[] compare(i, five), direction=LT }

ENTRY main { a = f32[8,16]{1,0} parameter(0)
  b = f32[8,16]{1,0} parameter(1)
  f = f32[8,16]{1,0} fusion(a, b), kind=kLoop, calls=fused,
    metadata={op_name="jit(f)/mul" source_file="model.py" source_line=12}
  zero = f32[] constant(0)
  r = f32[8]{0} reduce(f, zero), dimensions={1}, to_apply=adder
  start = s32[] constant(0)
  init = (s32[], f32[8]{0}) tuple(start, r)
  loop = (s32[], f32[8]{0}) while(init), condition=cond, body=body
  ROOT out = f32[8]{0} get-tuple-element(loop), index=1 }
"""


class Browser:
    """A headless browser with one page at a time."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.writer = os.pipe()
        self.reader, to_write = os.pipe()
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--window-size=1400,900", "--remote-debugging-pipe",
                 f"--user-data-dir={self.profile.name}", "about:blank"]
        # The browser reads commands from descriptor 3 and writes to 4; dash knows no
        # descriptors above 9 to take them from.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "bash", CHROME,
             *flags],
            pass_fds=(to_read, to_write), stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.session, self.buffer, self.events = 0, None, b"", []

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.writer)
        os.close(self.reader)
        self.profile.cleanup()

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                chunk = os.read(self.reader, 1 << 20)
                assert chunk, "the browser ended"
                self.buffer += chunk
            line, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    def open(self, path, address=""):
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        self.events = []
        for domain in ("Runtime", "Page", "Network"):
            self.send(f"{domain}.enable")
        self.send("Page.navigate", url=path.as_uri() + address)
        for _ in range(600):
            if self.run("document.body && document.body.dataset.ready"):
                return
            assert not self.errors(), self.errors()
            time.sleep(0.1)
        raise AssertionError("the page did not become ready")

    def run(self, script):
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def frame(self):
        """Waits until what is due has been drawn."""
        self.run("new Promise(done => requestAnimationFrame(() => "
                 "requestAnimationFrame(done)))")

    def click(self, x, y, count=1):
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=count)
        self.frame()

    def errors(self):
        return [event["params"] for event in self.events
                if event["method"] == "Runtime.exceptionThrown" or
                (event["method"] == "Runtime.consoleAPICalled" and
                 event["params"]["type"] == "error")]

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]

    def screenshot(self, name):
        self.frame()
        folder = os.environ.get("XLA_SCREENSHOTS")
        if folder:
            data = self.send("Page.captureScreenshot")["data"]
            pathlib.Path(folder, f"{name}.png").write_bytes(base64.b64decode(data))

    # What a page knows, in words of the tests.

    def panel(self):
        return self.run("document.getElementById('panel').innerText")

    def shown(self):
        return set(self.run("view.shown.boxes.map(box => box.op.name)"))

    def place(self, name, part="middle"):
        """Where the first box of the name is on the screen."""
        return self.run(f"""(() => {{
          const box = view.shown.boxes.find(box => box.op.name === {json.dumps(name)});
          const stage = document.getElementById("stage").getBoundingClientRect();
          const isMiddle = {json.dumps(part == "middle")};
          const x = isMiddle ? box.width / 2 : box.width - 12;
          const y = isMiddle ? box.height / 2 : 10;
          return [stage.x + view.x + (box.x + x) * view.zoom,
                  stage.y + view.y + (box.y + y) * view.zoom];
        }})()""")

    def type(self, text):
        self.send("Input.insertText", text=text)
        self.frame()

    def key(self, key):
        extra = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, **extra)
        self.frame()


@pytest.fixture(scope="module")
def browser():
    browser = Browser()
    yield browser
    browser.close()


def translate(tools, source, target):
    subprocess.run([tools / "xla-translate", f"--to={target.suffix[1:]}", source,
                    f"-o={target}"], check=True, timeout=120)
    return target


@pytest.fixture
def page(tools, tmp_path):
    source = tmp_path / "small.hlo"
    source.write_text(SMALL)
    return translate(tools, source, tmp_path / "small.html")


@needs_browser
def test_page_shows_the_entry_with_boxes_closed(browser, page):
    browser.open(page)
    assert browser.run("document.title") == "small"
    # Constants are part of labels; the fusion and the loop are one box each.
    assert browser.shown() == {"a", "b", "f", "r", "init", "loop", "out"}
    labels = browser.run("view.shown.boxes.flatMap(box => box.lines.map(l => l.text))")
    assert "operand 1 = 0 : f32[]" in labels
    assert "computes add" in labels
    assert "model.py:12" in labels
    assert "20 ops" in browser.panel() or "ops in 5 computations" in browser.panel()
    browser.screenshot("small")
    assert not browser.errors()


@needs_browser
def test_page_asks_nothing_of_the_network(browser, page):
    browser.open(page)
    assert browser.requests() == [page.as_uri()]
    assert browser.run("fetch('https://example.com').then(() => 'in', () => 'out')") == "out"


@needs_browser
def test_boxes_open_and_close(browser, page):
    browser.open(page)
    browser.click(*browser.place("f", "handle"))
    assert {"p", "q", "n", "m"} <= browser.shown()
    # What is in a box lies within it, and the box stays under the mouse.
    assert browser.run("""(() => {
      const box = name => view.shown.boxes.find(box => box.op.name === name);
      const [f, n] = [box("f"), box("n")];
      return n.x >= f.x && n.x + n.width <= f.x + f.width &&
             n.y >= f.y && n.y + n.height <= f.y + f.height; })()""")
    browser.click(*browser.place("f", "handle"))
    assert "n" not in browser.shown()
    browser.run("document.getElementById('expand').click()")
    assert {"n", "next", "w", "less"} <= browser.shown()
    browser.screenshot("small-open")
    browser.run("document.getElementById('collapse').click()")
    assert "w" not in browser.shown()


@needs_browser
def test_click_shows_attributes_operands_and_users(browser, page):
    browser.open(page)
    browser.click(*browser.place("f"))
    panel = browser.panel()
    for part in ("fusion:kLoop", "f32[8,16]{1,0}", "jit(f)/mul", "model.py:12", "fused"):
        assert part in panel
    browser.screenshot("small-selected")
    links = browser.run("[...document.querySelectorAll('#panel a')].map(a => a.textContent)")
    assert links[:3] == ["a", "b", "r"]
    marks = browser.run("[...findMarked()].map(([key, color]) => "
                        "[ops[+key.split('/').pop()].name, color])")
    assert sorted(name for name, _ in marks) == ["a", "b", "f", "r"]
    assert dict(marks)["a"] == dict(marks)["b"] != dict(marks)["r"]
    browser.run("document.querySelectorAll('#panel a')[2].click()")
    assert browser.run("document.querySelector('#panel h2').textContent") == "r"
    assert browser.run("decodeURIComponent(location.hash)") == "#main/r"
    browser.run("history.back()")
    time.sleep(0.3)
    assert browser.run("document.querySelector('#panel h2').textContent") == "f"


@needs_browser
def test_search_goes_into_closed_boxes(browser, page):
    browser.open(page)
    browser.key("/")
    browser.type("sqrt f32")
    assert browser.run("document.querySelectorAll('#results li').length") == 1
    browser.key("Enter")
    assert browser.run("document.querySelector('#panel h2').textContent") == "w"
    assert browser.run("document.getElementById('crumbs').textContent") == "main › loop › w"
    assert "w" in browser.shown()


@needs_browser
def test_keys_go_along_edges(browser, page):
    browser.open(page, "#main/f")
    names = []
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"):
        browser.key(key)
        names.append(browser.run("document.querySelector('#panel h2').textContent"))
    # The tuple's first operand is a constant: it has no box, and nothing above it.
    assert names == ["r", "init", "start", "start", "start", "start"]
    browser.run("goTo(ops.findIndex(op => op.name === 'loop'))")
    browser.key("Enter")
    assert "w" in browser.shown()
    browser.key("Enter")
    assert "w" not in browser.shown()


MALFORMED = """name: "m" entry_computation_id: 1 entry_computation_name: "main"
computations { name: "main" id: 1 root_id: 3
  instructions { name: "a" opcode: "add" id: 1 operand_ids: [2, 42, 1] }
  instructions { name: "b" opcode: "add" id: 2 operand_ids: [1, 3] }
  instructions { name: "e" opcode: "get-tuple-element" id: 4 operand_ids: 5 }
  instructions { name: "g" opcode: "get-tuple-element" id: 5 operand_ids: 4 }
  instructions { name: "f" opcode: "fusion" id: 3 operand_ids: [5, 3]
                 called_computation_ids: 1 control_predecessor_ids: 1 } }
"""


@needs_browser
def test_what_does_not_hold_together_is_shown(browser, tools, tmp_path):
    source = tmp_path / "malformed.pbtxt"
    source.write_text(MALFORMED)
    browser.open(translate(tools, source, tmp_path / "malformed.html"))
    assert browser.shown() == {"a", "b", "f"}
    for _ in range(3):  # The fusion calls what it is in: each time one level more.
        browser.run("expandAll()")
    for name in "abegf":
        browser.run(f"goTo(ops.findIndex(op => op.name === '{name}'))")
        browser.frame()
        assert browser.run("document.querySelector('#panel h2').textContent") == name
    assert not browser.errors()


@needs_browser
def test_address_names_an_op(browser, page):
    browser.open(page, "#main/loop/next")
    assert browser.run("document.querySelector('#panel h2').textContent") == "next"
    browser.open(page, "#main/lost/%E0%A4%A")
    assert browser.run("document.querySelector('#panel h2').textContent") == "small"
    assert not browser.errors()


@needs_browser
def test_zoom_and_pan(browser, page):
    browser.open(page)
    x, y = browser.place("f")
    before = browser.run("view.zoom")
    browser.send("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0,
                 deltaY=-300)
    browser.frame()
    assert browser.run("view.zoom") > before
    # What is under the mouse stays there.
    assert browser.place("f") == pytest.approx([x, y], abs=1)
    for kind, at in (("mousePressed", x), ("mouseMoved", x + 60), ("mouseReleased", x + 60)):
        browser.send("Input.dispatchMouseEvent", type=kind, x=at, y=y, button="left",
                     buttons=1, clickCount=1)
    assert browser.place("f") == pytest.approx([x + 60, y], abs=1)
    browser.key("f")
    assert browser.run("view.zoom") == pytest.approx(before)


@needs_browser
def test_boxes_do_not_overlap(browser, page):
    browser.open(page)
    browser.run("expandAll()")
    assert browser.run("""(() => {
      const {boxes} = view.shown;
      const parent = box => box.key.split("/").slice(0, -1).join("/");
      for (const a of boxes) for (const b of boxes)
        if (a !== b && parent(a) === parent(b) &&
            a.op.computation === b.op.computation &&
            a.x < b.x + b.width && b.x < a.x + a.width &&
            a.y < b.y + b.height && b.y < a.y + a.height) return a.key + " " + b.key;
      return ""; })()""") == ""
    # Operands are above what uses them.
    assert browser.run("view.shown.edges.every(edge => "
                       "edge.points[0][1] < edge.points[edge.points.length - 1][1])")


@needs_browser
def test_texts_are_texts(browser, tools, tmp_path):
    evil = "</script><script>hacked=1</script><img src=x onerror=hacked=1>"
    source = tmp_path / "evil.hlo"
    source.write_text(SMALL.replace("jit(f)/mul", evil).replace("model.py", evil))
    browser.open(translate(tools, source, tmp_path / "evil.html"), "#main/f")
    assert browser.run("typeof hacked") == "undefined"
    assert evil in browser.panel()
    assert not browser.errors()


@needs_browser
@needs_shared
def test_large_program_opens_collapsed(browser, tools, tmp_path):
    page = translate(tools, LARGE, tmp_path / "large.html")
    browser.open(page)
    count, boxes = browser.run("[ops.length, view.shown.boxes.length]")
    ready = browser.run("document.body.dataset.ready")
    print(f"{LARGE.name}: {count} ops, {boxes} boxes, open after {ready} ms")
    assert count > 3000 and boxes < count
    browser.screenshot("large")
    browser.run("goTo(ops.findIndex(op => op.opcode === 'convolution'))")
    browser.screenshot("large-selected")
    assert not browser.errors()


@needs_shared
def test_every_shared_program_is_drawn(tools, tmp_path):
    """What reads is drawn, in both forms."""
    sources = [path for folder in ("hlo", "hlo_text")
               for path in sorted((SHARED / "programs" / folder).rglob("*"))
               if path.suffix in (".hlo", ".txt", ".pb", ".pbtxt")]
    drawn = refused = 0
    for source in sources:
        runs = [subprocess.run(
            [tools / "xla-translate", f"--to={form}", source, "-o", tmp_path / "picture"],
            capture_output=True, text=True, timeout=120) for form in ("html", "dot")]
        assert all(run.returncode in (0, 2) for run in runs), (source, runs)
        # A file may hold no module, or several; neither is a matter of pictures.
        assert runs[0].returncode == runs[1].returncode, (source, runs)
        drawn += runs[0].returncode == 0
        refused += runs[0].returncode == 2
    print(f"drawn {drawn} of {len(sources)}, not read {refused}")
    assert drawn > 100


@needs_dot
def test_graphviz_renders(tools, tmp_path):
    source = tmp_path / "small.hlo"
    source.write_text(SMALL.replace("jit(f)/mul", "<&\\\"\\\\N"))
    graph = translate(tools, source, tmp_path / "small.dot")
    svg = subprocess.run(["dot", "-Tsvg", graph], capture_output=True, timeout=120)
    assert svg.returncode == 0 and svg.stderr == b""
    root = xml.etree.ElementTree.fromstring(svg.stdout)
    space = "{http://www.w3.org/2000/svg}"
    groups = [group.get("class") for group in root.iter(f"{space}g")]
    # The fusion, the body and the condition; the fusion has no node of its own.
    assert groups.count("cluster") == 3
    text = " ".join(element.text for element in root.iter(f"{space}text") if element.text)
    assert "Subcomputation: " in text and "ROOT" in text

"use strict";
// Layered layout of a graph: operands above users, edges from top to bottom.
//
// arrange(nodes, edges) places nodes, which have a width and a height, and routes
// edges, which have the indices `from` and `to`, a `slot` and the number of
// `slots` that share the top of their node. It sets `x` and `y` of nodes (their
// upper left corner), `pathDown`, the length of the longest path from there, and
// `points` of edges, and returns the size of the whole.
// Edges over more layers than FAR, and those that close a cycle, take no room:
// they are marked `far` and go straight. Time is about linear in nodes and edges.
const arrange = (() => {
  const GAP_X = 22, GAP_DUMMY = 8, GAP_Y = 34, FAR = 16;
  const MAX_CONE = 64, ROW = 16, ORDER_SWEEPS = 10, PLACE_SWEEPS = 8;

  /** A node, or the place where an edge crosses a layer. */
  function makeVertex(node) {
    return {node, width: node ? node.width : 2, height: node ? node.height : 0,
            up: [], down: [], order: 0, key: 0, x: 0, wanted: 0, weight: 0,
            // The longest paths from the top and to the bottom.
            pathUp: 0, pathDown: 0};
  }

  /** Positions in an order in which edges go forwards, but for cycles. */
  function topologicalPositions(count, edges) {
    const users = Array.from({length: count}, () => []);
    const waiting = new Array(count).fill(0);
    for (const edge of edges) {
      users[edge.from].push(edge.to);
      waiting[edge.to]++;
    }
    const positions = new Array(count).fill(-1);
    const ready = [];
    for (let i = count - 1; i >= 0; i--)
      if (waiting[i] === 0) ready.push(i);
    for (let placed = 0, first = 0; placed < count;) {
      while (ready.length === 0) {  // A cycle: its first node goes on.
        if (positions[first] < 0) ready.push(first);
        first++;
      }
      const node = ready.pop();
      if (positions[node] >= 0) continue;
      positions[node] = placed++;
      for (const user of users[node])
        if (--waiting[user] === 0 && positions[user] < 0) ready.push(user);
    }
    return positions;
  }

  /**
   * True for the nodes that belong to one user: each of those whose operands, and
   * theirs in turn, are few and have no user beside. Nodes without operands may.
   */
  function findPrivate(count, ins, outs) {
    const isPrivate = new Array(count).fill(false);
    for (let node = 0; node < count; node++) {
      const cone = new Set([node]);
      for (const member of cone) {
        if (cone.size > MAX_CONE) break;
        for (const operand of ins[member]) cone.add(operand);
      }
      const isClosed = cone.size <= MAX_CONE && [...cone].every(
        member => member === node || ins[member].length === 0 ||
                  outs[member].every(user => cone.has(user)));
      if (isClosed) for (const member of cone) isPrivate[member] = true;
    }
    return isPrivate;
  }

  /** By node: the edges of the longest path of `ins` that leads to it. */
  function longestPaths(order, ins) {
    const depth = new Array(order.length).fill(0);
    for (const node of order)
      for (const operand of ins[node])
        depth[node] = Math.max(depth[node], depth[operand] + 1);
    return depth;
  }

  /** Gives what begins or ends paths, where it is much, several rows. */
  function wrapRows(layer, ins, outs) {
    for (const [near, sign] of [[ins, -1], [outs, 1]]) {
      const rows = new Map();
      layer.forEach((value, node) => {
        if (near[node].length || !(ins[node].length || outs[node].length)) return;
        if (!rows.has(value)) rows.set(value, []);
        rows.get(value).push(node);
      });
      for (const [value, row] of rows) {
        const step = sign * ROW / (row.length + ROW);
        row.forEach((node, i) => { layer[node] = value + step * Math.floor(i / ROW); });
      }
    }
  }

  /**
   * The layer of each node: the longest path from the top. What has fewer
   * operands than users then sinks towards its users, and so does what is private
   * to one: parameters and what is made of them stand where they are used.
   */
  function assignLayers(count, edges, positions) {
    const order = [];
    positions.forEach((position, node) => { order[position] = node; });
    const ins = Array.from({length: count}, () => []);
    const outs = Array.from({length: count}, () => []);
    for (const edge of edges) {
      if (positions[edge.from] >= positions[edge.to]) continue;
      ins[edge.to].push(edge.from);
      outs[edge.from].push(edge.to);
    }
    const pathUp = longestPaths(order, ins);
    const layer = [...pathUp];
    const isPrivate = findPrivate(count, ins, outs);
    order.reverse();
    const pathDown = longestPaths(order, outs);
    for (const node of order) {
      if (!outs[node].length) continue;
      if (!isPrivate[node] && outs[node].length <= ins[node].length) continue;
      let last = Infinity;
      for (const user of outs[node]) last = Math.min(last, layer[user] - 1);
      layer[node] = Math.max(layer[node], last);
    }
    wrapRows(layer, ins, outs);
    const used = [...new Set(layer)].sort((a, b) => a - b);
    const number = new Map(used.map((value, index) => [value, index]));
    return {pathUp, pathDown, layerOf: layer.map(value => number.get(value))};
  }

  /** The longest edge that gets room, so that the places are not too many. */
  function findReach(edges, layerOf, count) {
    for (let reach = FAR; reach > 1; reach >>= 1) {
      let places = 0;
      for (const edge of edges) {
        const span = layerOf[edge.to] - layerOf[edge.from];
        if (span > 1 && span <= reach) places += span - 1;
      }
      if (places <= 2000 + 3 * count) return reach;
    }
    return 1;
  }

  function buildLayers(nodes, edges, {layerOf, pathUp, pathDown}) {
    const layers = [];
    const vertices = nodes.map((node, index) => {
      const vertex = makeVertex(node);
      vertex.key = index;
      [vertex.pathUp, vertex.pathDown] = [pathUp[index], pathDown[index]];
      (layers[layerOf[index]] ||= []).push(vertex);
      return vertex;
    });
    const reach = findReach(edges, layerOf, nodes.length);
    for (const edge of edges) {
      const from = layerOf[edge.from], to = layerOf[edge.to];
      edge.chain = [vertices[edge.from]];
      edge.far = to <= from || to - from > reach;
      if (edge.far) {
        edge.chain.push(vertices[edge.to]);
        continue;
      }
      for (let layer = from + 1; layer < to; layer++) {
        const dummy = makeVertex(null);
        [dummy.pathUp, dummy.pathDown] = [pathUp[edge.from], pathDown[edge.to]];
        dummy.key = edge.from + (edge.to - edge.from) * (layer - from) / (to - from);
        layers[layer].push(dummy);
        edge.chain.push(dummy);
      }
      edge.chain.push(vertices[edge.to]);
      for (let i = 1; i < edge.chain.length; i++) {
        edge.chain[i - 1].down.push(edge.chain[i]);
        edge.chain[i].up.push(edge.chain[i - 1]);
      }
    }
    return layers;
  }

  function sortLayer(layer) {
    layer.sort((a, b) => a.key - b.key);
    layer.forEach((vertex, index) => { vertex.order = index; });
  }

  /** The layers from the top down and from the bottom up, in turn. */
  function sweep(layers, times, visit) {
    for (let time = 0; time < times; time++) {
      const side = time % 2 === 0 ? "up" : "down";
      const sequence = side === "up" ? layers : [...layers].reverse();
      for (const layer of sequence) visit(layer, side);
    }
  }

  function mean(vertices, property, weigh = () => 1) {
    let sum = 0, total = 0;
    for (const vertex of vertices) {
      const weight = weigh(vertex);
      sum += weight * vertex[property];
      total += weight;
    }
    return sum / total;
  }

  /** Barycentres: each vertex goes to the mean place of its neighbours. */
  function orderLayers(layers) {
    layers.forEach(sortLayer);
    sweep(layers, ORDER_SWEEPS, (layer, side) => {
      for (const vertex of layer)
        vertex.key = vertex[side].length ? mean(vertex[side], "order") : vertex.order;
      sortLayer(layer);
    });
  }

  function distance(left, right) {
    const gap = left.node && right.node ? GAP_X : GAP_DUMMY;
    return (left.width + right.width) / 2 + gap;
  }

  /**
   * Moves a layer's vertices as near to where they want to be as their order and
   * distances allow: least squares, by pooling adjacent violators.
   */
  function spread(layer) {
    const blocks = [];
    let offset = 0;
    layer.forEach((vertex, index) => {
      if (index) offset += distance(layer[index - 1], vertex);
      vertex.offset = offset;
      let block = {sum: vertex.weight * (vertex.wanted - offset),
                   weight: vertex.weight, count: 1};
      while (blocks.length) {
        const last = blocks[blocks.length - 1];
        if (last.sum / last.weight <= block.sum / block.weight) break;
        blocks.pop();
        block = {sum: last.sum + block.sum, weight: last.weight + block.weight,
                 count: last.count + block.count};
      }
      blocks.push(block);
    });
    let index = 0;
    for (const block of blocks)
      for (let i = 0; i < block.count; i++, index++)
        layer[index].x = block.sum / block.weight + layer[index].offset;
  }

  /** Long paths are to be straight: they draw more than short ones. */
  const WEIGHTS = {up: vertex => (vertex.pathUp + 1) ** 3,
                   down: vertex => (vertex.pathDown + 1) ** 3};

  function placeLayers(layers) {
    for (const layer of layers) {
      for (const vertex of layer) [vertex.wanted, vertex.weight] = [0, 1];
      spread(layer);
    }
    sweep(layers, PLACE_SWEEPS, (layer, side) => {
      for (const vertex of layer) {
        const near = vertex[side];
        vertex.wanted = near.length ? mean(near, "x", WEIGHTS[side]) : vertex.x;
        // Long edges are to be straight, before all.
        const isStraight = !vertex.node && near.length === 1 && !near[0].node;
        const inner = Math.min(vertex.pathUp, vertex.pathDown) + 1;
        vertex.weight = near.length ? (isStraight ? 8 : 1) * inner ** 2 : 0.1;
      }
      spread(layer);
    });
  }

  /** Sets coordinates of nodes; returns the size of the whole. */
  function settle(layers) {
    let left = Infinity, right = -Infinity, y = 0;
    for (const layer of layers)
      for (const vertex of layer) {
        left = Math.min(left, vertex.x - vertex.width / 2);
        right = Math.max(right, vertex.x + vertex.width / 2);
      }
    for (const layer of layers) {
      let height = 0;
      for (const vertex of layer) height = Math.max(height, vertex.height);
      for (const vertex of layer) {
        vertex.x -= left;
        [vertex.top, vertex.bottom] = [y, y + height];
        if (vertex.node) {
          vertex.node.x = vertex.x - vertex.width / 2;
          vertex.node.y = y;
          vertex.node.pathDown = vertex.pathDown;
        }
      }
      y += height + GAP_Y;
    }
    return {width: Math.max(0, right - left), height: Math.max(0, y - GAP_Y)};
  }

  /** From the middle of one node's bottom to the operand's place on another. */
  function route(edge) {
    const chain = edge.chain, from = chain[0], to = chain[chain.length - 1];
    const points = [[from.x, from.node.y + from.height]];
    if (!edge.far && from.node.y + from.height < from.bottom)
      points.push([from.x, from.bottom]);
    for (const vertex of edge.far ? [] : chain.slice(1, -1))
      points.push([vertex.x, vertex.top], [vertex.x, vertex.bottom]);
    const place = (edge.slot + 1) / (edge.slots + 1);
    points.push([to.node.x + to.width * place, to.node.y]);
    edge.points = points;
    delete edge.chain;
  }

  return (nodes, edges) => {
    if (nodes.length === 0) return {width: 0, height: 0};
    const positions = topologicalPositions(nodes.length, edges);
    const layers = buildLayers(nodes, edges, assignLayers(nodes.length, edges, positions));
    orderLayers(layers);
    placeLayers(layers);
    const size = settle(layers);
    edges.forEach(route);
    return size;
  };
})();

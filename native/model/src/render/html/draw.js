// The drawing: dagre places nodes and labels, SVG shows them.

const SVG = 'http://www.w3.org/2000/svg';
const LINE = 15, CHAR = 6.95, MOST_LINES = 5, MOST_DEPENDENCES = 40, FEW_DEPENDENCES = 8;

function svg(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (parent) parent.append(element);
  return element;
}

/** The lines of an edge's label: [words, count, sample, kind]. */
function labelLines(cls, edge) {
  const lines = edge.calls.slice(0, edge.calls.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES).map(call => {
    const sample = edge.calls.length <= 2 ? sampleWords(call) : '';
    return {words: callWords(cls, call), count: call.n > 1 ? ' ×' + call.n : '', sample, call};
  });
  const left = edge.calls.length - lines.length;
  if (left > 0) lines.push({words: '+ ' + left + ' other calls', count: '', sample: '', call: null});
  return lines;
}

const lineRows = line => line.sample ? 2 : 1;
const lineWidth = line => Math.max(line.words.length + line.count.length, line.sample.length + (line.sample ? 1 : 0)) * CHAR;

/** The states of other objects that calls depend on, as boxes of their own. */
function ghosts(automaton, cls, shown) {
  const found = new Map();
  if (!shown.deps) return [];
  for (const edge of automaton.edges) for (const call of edge.calls) for (const dep of united(call).deps) {
    const key = edge.from + '|' + dep.name + '|' + dep.state;
    const known = found.get(key) || {id: 'g' + key, to: edge.from, name: dep.name, state: dep.state, n: 0, calls: []};
    known.n += dep.n;
    known.calls.push(call);
    found.set(key, known);
  }
  return [...found.values()].sort((a, b) => b.n - a.n);
}

/** Draws a class into a stage of this size; the answer says how large the drawing is, which way it reads and what was left out. */
function draw(cls, shown, view, handlers, stage) {
  view.replaceChildren();
  const automaton = folded(cls, shown);
  const all = ghosts(automaton, cls, shown);
  const boxes = all.slice(0, MOST_DEPENDENCES);
  for (const edge of automaton.edges) edge.lines = labelLines(cls, edge);
  for (const box of boxes) box.words = simple(box.name) + ' @' + box.state + (box.n > 1 ? ' ×' + box.n : '');
  const laid = ['LR', 'TB'].map(direction => layout(automaton, boxes, direction));
  // Labels are wide: chains are easier to read downwards, wide forks from left to right. The one that fits better is drawn.
  const scales = laid.map(graph => scaleToFit(graph.graph(), stage));
  const down = scales[1] > scales[0];
  const graph = laid[down ? 1 : 0];
  for (const at of graph.edges()) trace(graph.edge(at), graph.node(at.v), graph.node(at.w), down);
  const edges = svg('g', {}, view), nodes = svg('g', {}, view), labels = svg('g', {}, view);
  for (const at of graph.edges()) {
    const laid = graph.edge(at);
    if (laid.box) drawDependence(laid, edges, handlers);
    else drawEdge(laid, edges, labels, handlers);
  }
  for (const at of graph.nodes()) {
    const laid = graph.node(at);
    if (laid.box) drawGhost(laid, nodes, handlers);
    else drawNode(laid, laid.node.id === automaton.root, nodes, handlers);
  }
  const {width, height} = graph.graph();
  const start = graph.node('n' + automaton.root);
  return {width, height, down, start, automaton, hidden: all.length - boxes.length};
}

const scaleToFit = (drawing, stage) => Math.min(stage.width / drawing.width, stage.height / drawing.height);

/** Places for nodes, labels and boxes, in ranks from left to right or downwards. */
function layout(automaton, boxes, direction) {
  const graph = new dagre.graphlib.Graph({multigraph: true});
  const large = automaton.nodes.length > 150;
  graph.setGraph({rankdir: direction, nodesep: large ? 10 : 22, ranksep: large ? 22 : 34, edgesep: 12, marginx: 24, marginy: 24, ranker: large ? 'longest-path' : 'network-simplex'});
  for (const node of automaton.nodes) {
    const radius = node.id === automaton.root ? 7 : node.members.length > 1 ? 16 : 13;
    graph.setNode('n' + node.id, {width: 2 * radius, height: 2 * radius, radius, node});
  }
  for (const edge of automaton.edges) {
    const rows = edge.lines.reduce((sum, line) => sum + lineRows(line), 0);
    graph.setEdge('n' + edge.from, 'n' + edge.to, {
      width: Math.max(...edge.lines.map(lineWidth)) + 12, height: rows * LINE + 4, labelpos: 'c', edge,
      weight: edge.calls.some(c => c.kind === 'call') ? 3 : 1,
    }, 'c');
  }
  for (const box of boxes) {
    graph.setNode(box.id, {width: box.words.length * 6.6 + 16, height: 22, box});
    graph.setEdge(box.id, 'n' + box.to, {width: 0, height: 0, box, weight: 0}, 'd');
  }
  dagre.layout(graph);
  return graph;
}

/** The line of an edge, and where and how its arrow head stands. */
function trace(laid, from, to, down) {
  if (from === to) return loop(laid, from, down);
  toSides(laid.points, from, to, down);
  const end = laid.points[laid.points.length - 1], before = laid.points[laid.points.length - 2];
  laid.path = line(laid.points, down);
  laid.head = {...end, angle: down ? (end.y >= before.y ? 90 : -90) : end.x >= before.x ? 0 : 180};
}

/** From a node to its label and back: dagre places the label beside the node, or below where the drawing reads to the right. */
function loop(laid, node, down) {
  const side = node.radius * .75, out = node.radius * 2;
  // The widest part of the curve is three quarters of the way to its control points.
  const reach = down ? (laid.x - laid.width / 2 - node.x - side) / .75 : (laid.y - laid.height / 2 - node.y - side) / .75;
  const [x, y] = [node.x + side, node.y + side];
  laid.path = down ? `M${x} ${node.y - side}C${x + reach} ${node.y - out} ${x + reach} ${node.y + out} ${x} ${y}`
    : `M${node.x - side} ${y}C${node.x - out} ${y + reach} ${node.x + out} ${y + reach} ${x} ${y}`;
  laid.head = {x, y, angle: down ? -150 : -120};
}

/** Moves the ends of a line to the sides of its nodes at which the drawing reads on, where it does not turn back. */
function toSides(points, from, to, down) {
  const last = points.length - 1;
  const [along, across, size] = down ? ['y', 'x', 'height'] : ['x', 'y', 'width'];
  if (points[1][along] > from[along]) points[0] = {[along]: from[along] + from[size] / 2, [across]: from[across]};
  if (points[last - 1][along] < to[along]) points[last] = {[along]: to[along] - to[size] / 2, [across]: to[across]};
}

/** A smooth line through every point, straight on at each, so that a label sits on its line. */
function line(points, down) {
  let path = `M${points[0].x} ${points[0].y}`;
  for (let i = 1; i < points.length; i++) {
    const from = points[i - 1], to = points[i];
    const x = (from.x + to.x) / 2, y = (from.y + to.y) / 2;
    path += down ? `C${from.x} ${y} ${to.x} ${y} ${to.x} ${to.y}` : `C${x} ${from.y} ${x} ${to.y} ${to.x} ${to.y}`;
  }
  return path;
}

function drawHead({x, y, angle}, kind, parent) {
  svg('path', {class: 'head ' + kind, d: 'M0 0L-8 -4L-8 4Z', transform: `translate(${x} ${y}) rotate(${angle})`}, parent);
}

function drawEdge(laid, edges, labels, handlers) {
  const edge = laid.edge, kind = edge.calls[0].kind;
  const total = edge.calls.reduce((sum, call) => sum + call.n, 0);
  const group = svg('g', {class: 'edge', 'data-from': edge.from, 'data-to': edge.to}, edges);
  svg('path', {class: 'hit', d: laid.path}, group);
  const path = svg('path', {class: 'line ' + kind, d: laid.path}, group);
  if (kind === 'call') path.style.strokeWidth = Math.min(4, 1.2 + Math.log10(total) * .7);
  drawHead(laid.head, kind, group);
  handlers.edge(group, edge, edge.calls[0]);
  const left = laid.x - laid.width / 2, top = laid.y - laid.height / 2;
  let row = 0;
  for (const one of edge.lines) {
    const label = svg('g', {class: 'label ' + (one.call ? one.call.kind : ''), 'data-from': edge.from, 'data-to': edge.to}, labels);
    const rows = lineRows(one);
    svg('rect', {x: left, y: top + 2 + row * LINE, width: laid.width, height: rows * LINE, rx: 4}, label);
    const text = svg('text', {x: left + 6, y: top + 2 + (row + .5) * LINE}, label);
    text.append(one.words);
    svg('tspan', {class: 'count'}, text).append(one.count);
    if (one.sample) svg('text', {class: 'sample', x: left + 13, y: top + 2 + (row + 1.5) * LINE}, label).append(one.sample);
    handlers.edge(label, edge, one.call);
    row += rows;
  }
}

function drawDependence(laid, edges, handlers) {
  const group = svg('g', {class: 'edge', 'data-from': laid.box.id, 'data-to': laid.box.to}, edges);
  svg('path', {class: 'hit', d: laid.path}, group);
  svg('path', {class: 'line dep', d: laid.path}, group);
  drawHead(laid.head, 'dep', group);
  handlers.ghost(group, laid.box);
}

function drawGhost(laid, nodes, handlers) {
  const group = svg('g', {class: 'ghost', 'data-id': laid.box.id, transform: `translate(${laid.x} ${laid.y})`}, nodes);
  svg('rect', {x: -laid.width / 2, y: -11, width: laid.width, height: 22, rx: 11}, group);
  svg('text', {}, group).append(laid.box.words);
  handlers.ghost(group, laid.box);
}

function drawNode(laid, isRoot, nodes, handlers) {
  const {node, radius} = laid;
  const group = svg('g', {class: 'node' + (isRoot ? ' root' : '') + (node.exits ? ' ends' : ''), 'data-id': node.id, transform: `translate(${laid.x} ${laid.y})`}, nodes);
  svg('circle', {class: node.exits ? 'ring' : 'inner', r: radius}, group);
  if (node.exits) svg('circle', {class: 'inner', r: radius - 3.5}, group);
  if (!isRoot) svg('text', {}, group).append(node.members.length > 1 ? '·' + node.members.length : node.members[0]);
  handlers.node(group, node, isRoot);
}

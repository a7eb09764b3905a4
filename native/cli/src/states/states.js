'use strict';
// Machines side by side, drawn by dagre. The data is what `palus states --format json` writes.

const PICTURE = JSON.parse(document.getElementById('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';
const LINE = 16, CHAR = 7.3, MOST_LINES = 5, WIDEST = 46;
/** The smallest scale at which labels can be read, and how many states a drawing may have in which calls that change nothing are drawn. */
const READABLE_SCALE = .5, FEW_STATES = 60;
const tip = document.getElementById('tip');

const simple = name => name.slice(name.lastIndexOf('.') + 1);
const cut = text => text.length > WIDEST ? text.slice(0, WIDEST - 1) + '…' : text;
const counted = (n, what) => n + ' ' + what + (n === 1 ? '' : 's');

function svg(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (parent) parent.append(element);
  return element;
}

/** Whether the labels of the states name calls, as many as there are, and not what each observer answers. */
const namesCalls = machine => ['exceptions', 'branches'].includes(machine.by[0]);

/** The lines of a state: what each observer answers, where several are asked. */
function stateLines(machine, state) {
  if (namesCalls(machine)) return state.label.length ? some(state.label) : ['nothing throws'];
  if (machine.by.length === 1) return [cut(state.label[0])];
  return some(state.label.map((answer, i) => machine.by[i] + ' ' + answer));
}

const some = lines => (lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), '+ ' + (lines.length - MOST_LINES + 1) + ' more'] : lines).map(cut);

/** A call with up to three of its arguments. */
function callWords(edge) {
  const more = edge.calls > edge.arguments.length ? ' | …' : '';
  return (edge.name === '<init>' ? 'new ' + simple(PICTURE.class) : edge.name) + '(' + edge.arguments.join(' | ') + more + ')';
}

const results = edge => Object.entries(edge.results).map(([result, n]) => result + (n === edge.count ? '' : ' (' + n + ')')).join(', ');
const kind = edge => (edge.throws ? 'threw ' : '') + (edge.unstable ? 'unstable' : edge.non_deterministic ? 'vague' : '');

/** The fewest calls that take a transition, as Java. */
function java(witness) {
  const [first, ...rest] = witness;
  if (!first) return 'no calls are known that lead there';
  const type = simple(PICTURE.class).replaceAll('$', '.');
  const made = first.startsWith('<init>') ? 'new ' + type + first.slice('<init>'.length) : type + '.' + first;
  return [type + ' it = ' + made + ';', ...rest.map(call => 'it.' + call + ';')].join('\n');
}

function edgeTip(edge) {
  return [callWords(edge) + '  ×' + edge.count, results(edge), edge.non_deterministic ? 'one of its calls leads elsewhere too' : '',
    edge.unstable ? 'a call of it ended in two ways in equal states' : '', '', java(edge.witness)].filter((line, i, all) => line || i === all.length - 2).join('\n');
}

function stateTip(machine, state) {
  const answers = namesCalls(machine) ? state.label : state.label.map((answer, i) => machine.by[i] + ': ' + answer);
  const concrete = state.concrete.slice(0, 6).map(id => PICTURE.states[id].text);
  const more = state.concrete.length > 6 ? ['and ' + (state.concrete.length - 6) + ' more'] : [];
  const place = machine.states.indexOf(state);
  const stays = isLarge(machine) ? machine.transitions.filter(edge => isLoop(edge) && edge.to === place) : [];
  const loops = stays.length ? ['', 'stays by ' + stays.map(edge => callWords(edge) + ' ' + results(edge)).join(', ')] : [];
  return [...answers, ...loops, '', counted(state.concrete.length, 'concrete state') + ':', ...concrete, ...more].join('\n');
}

function hover(element, words) {
  element.addEventListener('pointermove', event => {
    tip.hidden = false;
    tip.textContent = words;
    tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = (event.clientY + 18 + tip.offsetHeight > innerHeight ? Math.max(4, event.clientY - tip.offsetHeight - 10) : event.clientY + 18) + 'px';
  });
  element.addEventListener('pointerleave', () => { tip.hidden = true; });
}

const isLoop = edge => edge.from === edge.to;
const isLarge = machine => machine.states.length > FEW_STATES;

/** Transitions between the same two states are one line with several labels. */
function lines(machine) {
  const all = new Map();
  for (const edge of machine.transitions) {
    if (isLarge(machine) && isLoop(edge)) continue;
    const key = edge.from + '>' + edge.to;
    if (!all.has(key)) all.set(key, {from: edge.from === null ? 'new' : edge.from, to: edge.to, edges: []});
    all.get(key).edges.push(edge);
  }
  return [...all.values()];
}

function layout(machine, direction) {
  const graph = new dagre.graphlib.Graph({multigraph: true});
  graph.setGraph({rankdir: direction, nodesep: 28, ranksep: 42, edgesep: 14, marginx: 20, marginy: 20, ranker: isLarge(machine) ? 'longest-path' : 'network-simplex'});
  graph.setNode('new', {width: 12, height: 12});
  machine.states.forEach((state, i) => {
    const rows = stateLines(machine, state);
    graph.setNode(String(i), {width: Math.max(...rows.map(row => row.length)) * CHAR + 20, height: rows.length * LINE + 14, rows, state});
  });
  for (const line of lines(machine)) {
    const shown = line.edges.slice(0, line.edges.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
    line.rows = shown.map(edge => ({words: cut(callWords(edge)), count: ' ×' + edge.count + (edge.non_deterministic ? ' ?' : ''), edge}));
    if (shown.length < line.edges.length) line.rows.push({words: '+ ' + (line.edges.length - shown.length) + ' other methods', count: '', edge: null});
    graph.setEdge(String(line.from), String(line.to), {
      width: Math.max(...line.rows.map(row => row.words.length + row.count.length)) * CHAR + 10, height: line.rows.length * LINE + 4, labelpos: 'c', line,
    }, 'c');
  }
  dagre.layout(graph);
  return graph;
}

/** From a state to its label and back: dagre places the label beside the state, or below where the drawing reads to the right. */
function loop(laid, node, down) {
  if (down) {
    const x = node.x + node.width / 2, reach = (laid.x - laid.width / 2 - x) / .75;
    return {path: `M${x} ${node.y - 8}C${x + reach} ${node.y - 18} ${x + reach} ${node.y + 18} ${x} ${node.y + 8}`, head: {x, y: node.y + 8, angle: 165}};
  }
  const y = node.y + node.height / 2, reach = (laid.y - laid.height / 2 - y) / .75;
  return {path: `M${node.x - 8} ${y}C${node.x - 18} ${y + reach} ${node.x + 18} ${y + reach} ${node.x + 8} ${y}`, head: {x: node.x + 8, y, angle: -105}};
}

/** A smooth line through the points that dagre gives, with its arrow head. */
function course(points) {
  const last = points.length - 1, end = points[last], before = points[last - 1];
  const pieces = points.map((p, i) => i === 0 ? `M${p.x} ${p.y}` : i === last ? `L${p.x} ${p.y}`
    : `Q${p.x} ${p.y} ${(p.x + points[i + 1].x) / 2} ${(p.y + points[i + 1].y) / 2}`);
  return {path: pieces.join(''), head: {...end, angle: Math.atan2(end.y - before.y, end.x - before.x) * 180 / Math.PI}};
}

function drawLine(laid, node, down, view, labels) {
  const kinds = new Set(laid.line.edges.map(kind));
  const style = kinds.size === 1 ? [...kinds][0] : '';
  const {path, head} = node ? loop(laid, node, down) : course(laid.points);
  svg('path', {class: style, d: path}, view);
  svg('path', {class: 'head ' + style, d: 'M0 0L-9 -4L-9 4Z', transform: `translate(${head.x} ${head.y}) rotate(${head.angle})`}, view);
  laid.line.rows.forEach((row, i) => {
    const label = svg('g', {class: 'label ' + (row.edge && row.edge.throws ? 'threw' : '')}, labels);
    const left = laid.x - laid.width / 2, top = laid.y - laid.height / 2 + 2 + i * LINE;
    svg('rect', {x: left, y: top, width: laid.width, height: LINE, rx: 3}, label);
    const text = svg('text', {x: left + 5, y: top + LINE / 2}, label);
    text.append(row.words);
    svg('tspan', {}, text).append(row.count);
    hover(label, row.edge ? edgeTip(row.edge) : laid.line.edges.slice(MOST_LINES - 1).map(edge => callWords(edge) + '  ×' + edge.count + '  ' + results(edge)).join('\n'));
  });
}

function drawNode(id, laid, machine, view) {
  const isNew = id === 'new';
  const isFrontier = !isNew && laid.state.concrete.some(concrete => PICTURE.states[concrete].frontier);
  const group = svg('g', {class: 'node' + (isNew ? ' new' : isFrontier ? ' frontier' : ''), transform: `translate(${laid.x} ${laid.y})`}, view);
  if (isNew) { svg('circle', {r: 6}, group); return; }
  svg('rect', {x: -laid.width / 2, y: -laid.height / 2, width: laid.width, height: laid.height, rx: 8}, group);
  laid.rows.forEach((row, i) => svg('text', {y: (i - (laid.rows.length - 1) / 2) * LINE}, group).append(row));
  hover(group, stateTip(machine, laid.state));
}

/** Whole where that can be read, else from where objects are made; the wheel zooms, dragging moves, a double click shows all. */
function movable(stage, view, size, start) {
  let at, from = null;
  const place = () => view.setAttribute('transform', `translate(${at.x} ${at.y}) scale(${at.scale})`);
  const fit = () => {
    const {width, height} = stage.getBoundingClientRect();
    const scale = Math.min(1.2, width / size.width, height / size.height);
    at = {scale, x: (width - size.width * scale) / 2, y: (height - size.height * scale) / 2};
    place();
  };
  const begin = () => {
    fit();
    if (at.scale >= READABLE_SCALE) return;
    const {width, height} = stage.getBoundingClientRect();
    at = {scale: READABLE_SCALE, x: width / 2 - start.x * READABLE_SCALE, y: height / 8 - start.y * READABLE_SCALE};
    place();
  };
  stage.addEventListener('wheel', event => {
    event.preventDefault();
    const box = stage.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const scale = Math.min(4, Math.max(.03, at.scale * Math.exp(-event.deltaY * .0015)));
    at = {scale, x: x - (x - at.x) * scale / at.scale, y: y - (y - at.y) * scale / at.scale};
    place();
  }, {passive: false});
  stage.addEventListener('pointerdown', event => { from = {x: event.clientX - at.x, y: event.clientY - at.y}; });
  window.addEventListener('pointermove', event => { if (from) { at = {...at, x: event.clientX - from.x, y: event.clientY - from.y}; place(); } });
  window.addEventListener('pointerup', () => { from = null; });
  stage.addEventListener('dblclick', fit);
  window.addEventListener('resize', begin);
  begin();
}

function draw(machine, parent) {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  const count = document.createElement('small');
  count.textContent = counted(machine.states.length, 'state') + (isLarge(machine) ? '; calls that stay in a state are told with it' : '');
  heading.append('by ' + machine.by.join(', ') + ' ', count);
  const stage = svg('svg', {role: 'img', 'aria-label': 'State machine by ' + machine.by.join(', ')});
  section.append(heading, stage);
  parent.append(section);
  const view = svg('g', {}, stage);
  const graphs = ['TB', 'LR'].map(direction => layout(machine, direction));
  const box = stage.getBoundingClientRect();
  const scales = graphs.map(graph => Math.min(box.width / graph.graph().width, box.height / graph.graph().height));
  const graph = graphs[scales[1] > scales[0] ? 1 : 0];
  const edges = svg('g', {}, view), nodes = svg('g', {}, view), labels = svg('g', {}, view);
  for (const id of graph.nodes()) drawNode(id, graph.node(id), machine, nodes);
  const down = graph.graph().rankdir === 'TB';
  for (const at of graph.edges()) drawLine(graph.edge(at), at.v === at.w ? graph.node(at.v) : null, down, edges, labels);
  movable(stage, view, graph.graph(), graph.node('new'));
}

document.getElementById('title').textContent = PICTURE.class;
const {states, calls, executions, augmented, frontier, left_out: leftOut} = PICTURE.counts;
document.getElementById('facts').textContent = [counted(states, 'concrete state'), counted(calls, 'call'), counted(executions, 'execution') + ' (' + augmented + ' that nobody had made)',
  ...(frontier ? [counted(frontier, 'state') + ' of the frontier, in which not all calls were tried'] : []),
  ...(leftOut ? ['a part: ' + counted(leftOut, 'execution') + ' led to further states'] : [])].join(', ');
// All sections share the width, which is known when all are there.
const parent = document.getElementById('machines');
PICTURE.machines.forEach(machine => draw(machine, parent));
window.dispatchEvent(new Event('resize'));

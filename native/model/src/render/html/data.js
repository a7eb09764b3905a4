'use strict';
// The model as the page holds it, and what is shown of it: the automaton folded by kTail and with kinds of calls left out.

const DATA = JSON.parse(document.getElementById('data').textContent);
const CLASSES = DATA.classes.slice();
const byName = new Map(CLASSES.map((c, i) => [c.name, i]));

const simple = name => name.slice(name.lastIndexOf('.') + 1);
const packageOf = name => name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '';

const methodOf = edge => { const [owner, name, params, flags] = DATA.methods[edge.method]; return {owner, name, params, flags}; };

/** The longest name of a method with its parameters on a label. */
const LONGEST_NAME = 44;

/** A short name for a call as an object of the class sees it. */
function callWords(cls, edge, long) {
  const m = methodOf(edge);
  const made = m.name === '<init>';
  const owner = m.owner === cls.name && !(made && edge.at !== 0) ? '' : simple(m.owner) + '.';
  const name = made ? 'new ' + simple(m.owner) : owner + m.name;
  const cut = m.params.length <= 26 ? m.params : m.params.slice(0, 24) + '…';
  const params = long ? m.params : name.length + cut.length <= LONGEST_NAME ? cut : '…';
  const words = name + '(' + (m.params ? params : '') + ')';
  if (edge.at === -1) return '⇒ ' + words;
  return edge.at > 0 ? 'arg ' + edge.at + ' of ' + words : words;
}

const kindOf = edge => edge.threw ? 'threw' : edge.nested >= 0 ? 'nested' : 'call';

/** One short sample of what was passed, or nothing. */
function sampleWords(edge) {
  const [, inputs] = edge.seen[0] || [0, []];
  const words = inputs.map(i => i[0]).filter((w, i) => !(w === 'this' && i === 0));
  if (!words.length) return '';
  const text = words.join(', ');
  return text.length > 30 ? text.slice(0, 28) + '…' : text;
}

/** The classes of nodes by which K folds; 0 does not fold. */
const partition = (cls, k) => (k > 0 && cls.tails[k]) || cls.exits.map((_, i) => i);

/** How many states are left under K. */
const statesUnder = (cls, k) => k > 0 && cls.tails[k] ? new Set(cls.tails[k]).size : cls.exits.length;

/** The K that a class opens with: none while it can be read, else the longest tails that make it readable. */
function bestK(cls) {
  if (!cls.tails[1] || cls.exits.length <= 40) return 0;
  for (let k = 5; k > 1; k--) if (statesUnder(cls, k) <= 40) return k;
  return 1;
}

/** How many drawn lines a person can follow: more of a tree than of what folding has tied together. */
const readable = shown => shown.k ? 24 : 40;
/** The smallest scale at which labels can be read. */
const READABLE_SCALE = .85;
/** The steps of the least count of a call that is shown. */
const COUNTS = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000];

/** The least count with which a class opens under K: the smallest step that leaves a drawing that can be followed. */
function bestLeast(cls, shown) {
  const least = COUNTS.find(least => folded(cls, {...shown, least}).edges.length <= readable(shown));
  return least === undefined ? 1 : least;
}

/** The automaton as shown: nodes with their members, and edges between them with the calls that they stand for. */
function folded(cls, shown) {
  const of = partition(cls, shown.k);
  const nodes = new Map();
  of.forEach((to, node) => {
    const known = nodes.get(to) || {id: to, members: [], exits: 0};
    known.members.push(node);
    known.exits += cls.exits[node];
    nodes.set(to, known);
  });
  const calls = new Map();
  cls.edges.forEach(edge => {
    const kind = kindOf(edge);
    if (kind === 'threw' && !shown.threw || kind === 'nested' && !shown.nested) return;
    const from = of[edge.from], to = of[edge.to], nested = edge.nested < 0 ? -1 : of[edge.nested];
    const key = [from, to, edge.method, edge.at, edge.threw, nested].join();
    const known = calls.get(key);
    if (known) { known.n += edge.n; known.parts.push(edge); }
    else calls.set(key, {from, to, nested, method: edge.method, at: edge.at, threw: edge.threw, n: edge.n, parts: [edge], seen: edge.seen});
  });
  const edges = new Map();
  let rare = 0;
  for (const call of calls.values()) {
    if (call.n < shown.least) { rare++; continue; }
    call.kind = call.threw ? 'threw' : call.nested >= 0 ? 'nested' : 'call';
    const key = call.from + '>' + call.to;
    if (!edges.has(key)) edges.set(key, {from: call.from, to: call.to, calls: []});
    edges.get(key).calls.push(call);
  }
  const order = {call: 0, nested: 1, threw: 2};
  for (const edge of edges.values()) edge.calls.sort((a, b) => order[a.kind] - order[b.kind] || b.n - a.n);
  // What only calls that are not shown reach is not shown either.
  const reached = new Set([of[0]]), queue = [of[0]];
  for (let at; (at = queue.pop()) !== undefined;)
    for (const edge of edges.values())
      if (edge.from === at && !reached.has(edge.to)) { reached.add(edge.to); queue.push(edge.to); }
  return {
    root: of[0],
    rare,
    nodes: [...nodes.values()].filter(n => reached.has(n.id)),
    edges: [...edges.values()].filter(e => reached.has(e.from)),
  };
}

/** Constraints of a call, all its parts together: what was passed, in which states, in which tests. */
function united(call) {
  const deps = new Map(), tests = new Map(), seen = new Map();
  let more = 0;
  for (const part of call.parts) {
    for (const [input, name, state, n] of part.deps) {
      const key = input + '|' + name + '|' + state;
      const known = deps.get(key) || {input, name, state, n: 0};
      known.n += n;
      deps.set(key, known);
    }
    for (const [test, n] of part.tests) tests.set(test, (tests.get(test) || 0) + n);
    for (const observation of part.seen) {
      const key = JSON.stringify(observation.slice(1));
      const known = seen.get(key) || {n: 0, inputs: observation[1], subject: observation[2], result: observation[3]};
      known.n += observation[0];
      seen.set(key, known);
    }
    more += part.more;
  }
  const most = (a, b) => b.n - a.n;
  return {
    deps: [...deps.values()].sort(most),
    tests: [...tests].map(([test, n]) => ({test, n})).sort(most),
    seen: [...seen.values()].sort(most),
    more,
  };
}

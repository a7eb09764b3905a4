// The panel at the side: what is known of the class, a state or a call.

const panel = document.getElementById('panel');

function html(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const name in attributes || {}) {
    if (name === 'onclick') element.addEventListener('click', attributes.onclick);
    else element.setAttribute(name, attributes[name]);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

const number = n => n.toLocaleString('en');
const counted = (n, what) => number(n) + ' ' + what + (n === 1 ? '' : 's');
const times = n => number(n) + (n === 1 ? ' time' : ' times');

/** Rows with a count and a bar each. */
function table(rows) {
  const most = Math.max(1, ...rows.map(row => row.n));
  return html('table', null, ...rows.map(row => html('tr', null,
    html('td', null, ...row.cells, html('span', {class: 'bar', style: `width:${Math.max(2, 100 * row.n / most)}%`})),
    html('td', {class: 'n'}, '×' + number(row.n)))));
}

const section = (title, ...content) => [html('h4', null, title), ...content];
const profileWords = index => index === null || index === undefined ? null : html('span', {class: 'profile mono'}, '{' + DATA.profiles[index].join(', ') + '}');

/** What an input is called: the receiver, or an argument by its number. */
function inputName(call, place) {
  const m = methodOf(call);
  const hasReceiver = m.name !== '<init>' && !(m.flags & 8);
  return hasReceiver ? (place === 0 ? 'receiver' : 'argument ' + place) : 'argument ' + (place + 1);
}

function stateLink(app, name, state) {
  const words = simple(name) + ' @' + state;
  return byName.has(name) ? html('a', {onclick: () => app.open(name, state)}, words) : html('span', null, words);
}

function showClass(app, cls, automaton) {
  const counts = new Map();
  for (const edge of cls.edges) counts.set(edge.method, (counts.get(edge.method) || 0) + edge.n);
  const methods = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 40);
  const users = CLASSES.filter(other => other.edges.some(e => e.deps.some(d => d[1] === cls.name)));
  panel.replaceChildren(
    html('h3', null, simple(cls.name)),
    html('p', {class: 'soft'}, 'Click a call for what was passed and which tests made it, a state for how to reach it. Drag to move, scroll to zoom, double-click to fit.'),
    ...section('Calls, by how often', table(methods.map(([method, n]) => {
      const [owner, name, params] = DATA.methods[method];
      const prefix = owner === cls.name ? '' : simple(owner) + '.';
      return {n, cells: [html('code', null, (name === '<init>' ? 'new ' + simple(owner) : prefix + name) + '(' + params + ')')]};
    }))),
    ...(users.length ? section('Passed to', html('p', null, ...users.slice(0, 20).flatMap((other, i) => [i ? ', ' : '', html('a', {onclick: () => app.open(other.name)}, simple(other.name))]))) : []),
  );
}

function showNode(app, cls, automaton, node, isRoot) {
  const path = pathTo(automaton, node.id);
  const out = automaton.edges.filter(e => e.from === node.id).flatMap(e => e.calls);
  panel.replaceChildren(
    html('h3', null, isRoot ? 'Before the first call' : node.members.length > 1 ? node.members.length + ' states with the same tails' : 'State ' + node.members[0]),
    html('p', {class: 'soft'}, node.exits ? number(node.exits) + (node.exits === 1 ? ' object was' : ' objects were') + ' last seen here.' : 'No object ended here.'),
    ...(path.length ? section('How to get here', html('ol', null, ...path.map(call => html('li', null, html('a', {class: 'mono', onclick: () => app.choose(call)}, callWords(cls, call, true)))))) : []),
    ...(out.length ? section('What comes next', table(out.sort((a, b) => b.n - a.n).map(call => ({n: call.n, cells: [html('a', {class: 'mono', onclick: () => app.choose(call)}, callWords(cls, call, true)), call.threw ? html('span', {class: 'badge threw'}, 'threw ' + simple(call.threw)) : null]})))) : []),
  );
}

/** The shortest way to a node by calls that returned, first-level ones before nested ones. */
function pathTo(automaton, id) {
  const from = new Map([[automaton.root, null]]), queue = [automaton.root];
  for (let i = 0; i < queue.length; i++)
    for (const edge of automaton.edges)
      if (edge.from === queue[i] && !from.has(edge.to)) {
        const call = edge.calls.find(c => c.kind === 'call') || edge.calls.find(c => c.kind === 'nested');
        if (call) { from.set(edge.to, call); queue.push(edge.to); }
      }
  const path = [];
  for (let at = id, call; (call = from.get(at)); at = call.from) path.unshift(call);
  return path;
}

function showCall(app, cls, call) {
  const m = methodOf(call), known = united(call);
  const role = call.at === 0 ? (m.name === '<init>' ? 'makes the object' : 'called on the object') : call.at === -1 ? 'returns the object' : 'takes the object as argument ' + call.at;
  const inputs = new Set(known.deps.map(d => d.input));
  const passed = known.seen.filter(o => o.inputs.some(i => i[0] !== 'this'));
  const subjects = tally(known.seen, o => o.subject), results = tally(known.seen, o => o.result);
  panel.replaceChildren(
    html('h3', {class: 'mono'}, m.name + '(' + m.params + ')'),
    html('p', {class: 'soft'}, m.owner),
    html('p', null, html('span', {class: 'badge'}, role), html('span', {class: 'badge'}, times(call.n)),
      call.kind === 'nested' ? html('span', {class: 'badge nested'}, 'nested in another call') : null,
      call.threw ? html('span', {class: 'badge threw'}, 'threw ' + call.threw) : null,
      m.flags & 0x8000 ? html('span', {class: 'badge'}, 'seen where it is called') : null),
    ...(inputs.size ? section('Depends on the state of', ...[...inputs].sort((a, b) => a - b).map(input => html('div', null, html('span', {class: 'soft'}, inputName(call, input)),
      table(known.deps.filter(d => d.input === input).map(d => ({n: d.n, cells: [stateLink(app, d.name, d.state)]})))))) : []),
    ...(passed.length ? section('Passed', table(passed.map(o => ({n: o.n, cells: observation(o)})))) : []),
    ...(known.more ? [html('p', {class: 'soft'}, 'and ' + known.more + ' more kept in the model')] : []),
    ...(subjects.length ? section('The object before the call', table(subjects.map(([index, n]) => ({n, cells: [profileWords(index)]})))) : []),
    ...(results.length ? section('What came back', table(results.map(([words, n]) => ({n, cells: [html('span', {class: 'mono'}, words)]})))) : []),
    ...(known.tests.length ? section('In tests', table(known.tests.map(({test, n}) => {
      const [owner, name] = DATA.methods[test];
      return {n, cells: [html('span', null, simple(owner) + '.' + name)]};
    }))) : []),
  );
}

function tally(seen, of) {
  const counts = new Map();
  for (const o of seen) { const key = of(o); if (key !== null && key !== undefined) counts.set(key, (counts.get(key) || 0) + o.n); }
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 12);
}

function observation(o) {
  const inputs = o.inputs.filter((input, i) => !(input[0] === 'this' && i === 0));
  return inputs.flatMap((input, i) => [i ? ', ' : '', html('span', {class: 'mono ' + (input.length > 1 ? '' : 'value')}, input[0]), profileWords(input[3])]);
}

// The page: choosing a class, what is shown of it, moving about. The address keeps the choice: #class=...&k=...

const app = (() => {
  const $ = id => document.getElementById(id);
  const stage = $('stage'), drawing = $('drawing'), view = $('view'), tip = $('tip');
  const shown = {k: 0, least: 1, deps: true, nested: true, threw: true};
  let cls = null, laid = null, chosen = null, at = {x: 0, y: 0, scale: 1};

  function list() {
    const wanted = $('search').value.trim().toLowerCase();
    const rows = [];
    let last = null;
    CLASSES.filter(c => wanted.split(/\s+/).every(part => c.name.toLowerCase().includes(part))).forEach(c => {
      if (packageOf(c.name) !== last) { last = packageOf(c.name); rows.push(html('li', {class: 'package'}, last || 'no package')); }
      const states = html('small', {title: number(c.objects) + ' objects'}, c.exits.length + (c.exits.length === 1 ? ' state' : ' states'));
      rows.push(html('li', null, html('button', {'data-name': c.name, 'aria-current': String(c === cls), title: c.name, onclick: () => open(c.name)}, html('span', null, simple(c.name)), states)));
    });
    $('classes').replaceChildren(...(rows.length ? rows : [html('li', {class: 'package'}, 'No class has such a name.')]));
  }

  function open(name, state, k) {
    cls = CLASSES[byName.get(name)];
    if (!cls) return;
    shown.k = k === undefined ? bestK(cls) : k;
    // A state that is asked for is shown, however rare.
    // Nested calls are most of what a large class has; what a test would write is shown first.
    shown.nested = folded(cls, {...shown, nested: true, least: 1}).edges.length <= readable(shown);
    shown.least = state === undefined ? bestLeast(cls, shown) : 1;
    // Many would hide the calls; they are drawn when asked for, and each call tells its own.
    shown.deps = ghosts(folded(cls, shown), cls, {...shown, deps: true}).length <= FEW_DEPENDENCES;
    chosen = null;
    list();
    const current = document.querySelector('#classes [aria-current=true]');
    if (current) current.scrollIntoView({block: 'nearest'});
    redraw(true);
    if (state !== undefined) chooseState(state);
  }

  function redraw(anew) {
    $('title').replaceChildren(simple(cls.name), ' ', html('small', null, packageOf(cls.name)));
    const sampled = cls.represented > cls.objects ? ' (sampled of about ' + number(cls.represented) + ')' : '';
    $('facts').textContent = [counted(cls.objects, 'object') + sampled, counted(cls.exits.length, 'state'), counted(cls.edges.length, 'transition'),
      ...(cls.truncated ? [number(cls.truncated) + (cls.truncated === 1 ? ' history' : ' histories') + ' cut at a limit'] : [])].join(', ');
    $('folding').hidden = !cls.tails[1];
    $('k').value = shown.k;
    $('k-word').textContent = shown.k ? 'K = ' + shown.k + ': ' + statesUnder(cls, shown.k) + ' of ' + cls.exits.length + ' states' : 'off: all ' + cls.exits.length + ' states';
    const most = Math.max(...cls.edges.map(edge => edge.n), shown.least);
    $('min').max = COUNTS.filter(count => count <= most).length - 1;
    $('min').value = COUNTS.indexOf(shown.least);
    $('min-word').textContent = shown.least === 1 ? 'once' : number(shown.least) + ' times';
    $('rarity').hidden = $('min').max === '0';
    for (const what of ['deps', 'nested', 'threw']) $(what).checked = shown[what];
    laid = draw(cls, shown, view, handlers, room());
    const notes = [];
    if (laid.automaton.rare) notes.push(counted(laid.automaton.rare, 'rarer call') + (laid.automaton.rare === 1 ? ' is' : ' are') + ' not shown, nor what only they lead to.');
    if (laid.hidden) notes.push(number(laid.hidden) + ' rarer dependences are not drawn; click a call to see all of its own.');
    $('note').hidden = !notes.length;
    $('note').textContent = notes.join(' ');
    if (anew) start();
    showClass(api, cls, laid.automaton);
    location.replace('#class=' + encodeURIComponent(cls.name) + '&k=' + shown.k);
  }

  function place() { view.setAttribute('transform', `translate(${at.x} ${at.y}) scale(${at.scale})`); }

  /** What the drawing may fill: the stage above the legend. */
  function room() {
    const {width, height} = stage.getBoundingClientRect();
    return {width, height: height - 34};
  }

  /** Whole when that can be read, else the beginning at a size that can. */
  function start() {
    const {width, height} = room(), {down} = laid;
    const scale = Math.min(1.15, Math.max(scaleToFit(laid, {width, height}), READABLE_SCALE));
    // In the direction of reading the start comes first, across it in the middle; no room is left empty beside what is hidden.
    const offset = (length, from, size, lead) => length * scale <= size ? (size - length * scale) / 2
      : Math.min(0, Math.max(size - length * scale, size * lead - from * scale));
    at = {scale, x: offset(laid.width, laid.start.x, width, down ? .5 : .1), y: offset(laid.height, laid.start.y, height, down ? .1 : .5)};
    place();
  }

  function fit() {
    const {width, height} = room();
    const scale = Math.min(1.15, scaleToFit(laid, {width, height}));
    at = {scale, x: (width - laid.width * scale) / 2, y: (height - laid.height * scale) / 2};
    place();
  }

  function light(...tests) {
    view.querySelectorAll('.chosen, .lit').forEach(e => e.classList.remove('chosen', 'lit'));
    view.classList.toggle('dimmed', tests.length > 0);
    for (const [selector, isChosen] of tests) view.querySelectorAll(selector).forEach(e => e.classList.add('lit', ...(isChosen ? ['chosen'] : [])));
  }

  function choose(call) {
    chosen = call;
    const edge = `[data-from="${call.from}"][data-to="${call.to}"]`;
    light(['.edge' + edge, true], ['.label' + edge, true], [`.node[data-id="${call.from}"]`], [`.node[data-id="${call.to}"]`]);
    showCall(api, cls, call);
  }

  function chooseNode(node, isRoot) {
    chosen = node;
    const lit = [[`.node[data-id="${node.id}"]`, true]];
    for (const e of laid.automaton.edges) if (e.from === node.id || e.to === node.id) {
      const edge = `[data-from="${e.from}"][data-to="${e.to}"]`;
      lit.push(['.edge' + edge], ['.label' + edge], [`.node[data-id="${e.from}"]`], [`.node[data-id="${e.to}"]`]);
    }
    light(...lit);
    showNode(api, cls, laid.automaton, node, isRoot);
  }

  function chooseState(state) {
    const node = laid.automaton.nodes.find(n => n.members.includes(state));
    if (!node) return;
    chooseNode(node, node.id === laid.automaton.root);
    const mark = view.querySelector(`.node[data-id="${node.id}"]`).transform.baseVal[0].matrix;
    const {width, height} = stage.getBoundingClientRect();
    if (laid.width * at.scale > width || laid.height * at.scale > height) { at.x = width / 2 - mark.e * at.scale; at.y = height / 2 - mark.f * at.scale; place(); }
  }

  function clear() { if (!cls) return; chosen = null; light(); showClass(api, cls, laid.automaton); }

  function hover(element, words) {
    element.addEventListener('pointermove', event => {
      const box = stage.getBoundingClientRect();
      tip.hidden = false;
      tip.textContent = words();
      const x = event.clientX - box.left, y = event.clientY - box.top;
      tip.style.left = Math.max(4, Math.min(x + 14, box.width - tip.offsetWidth - 8)) + 'px';
      tip.style.top = (y + 18 + tip.offsetHeight > box.height ? y - tip.offsetHeight - 10 : y + 18) + 'px';
    });
    element.addEventListener('pointerleave', () => { tip.hidden = true; });
  }

  const handlers = {
    edge(element, edge, call) {
      hover(element, () => edge.calls.filter(c => !call || c === call || element.classList.contains('edge')).slice(0, 12)
        .map(c => callWords(cls, c, true) + ' ×' + number(c.n) + (c.threw ? ', threw ' + c.threw : '') + (c.kind === 'nested' ? ', nested' : '')).join('\n'));
      element.addEventListener('click', event => { event.stopPropagation(); if (call) choose(call); else chooseNode(laid.automaton.nodes.find(n => n.id === edge.from), edge.from === laid.automaton.root); });
    },
    node(element, node, isRoot) {
      hover(element, () => (isRoot ? 'before the first call' : node.members.length > 1 ? node.members.length + ' states: ' + node.members.slice(0, 12).join(', ') + (node.members.length > 12 ? ', ...' : '') : 'state ' + node.members[0]) + (node.exits ? '; ' + number(node.exits) + ' ended here' : ''));
      element.addEventListener('click', event => { event.stopPropagation(); chooseNode(node, isRoot); });
    },
    ghost(element, box) {
      hover(element, () => box.name + ' in state ' + box.state + ', passed ' + times(box.n) + ' to ' + [...new Set(box.calls.map(c => callWords(cls, c)))].slice(0, 4).join(', '));
      element.addEventListener('click', event => { event.stopPropagation(); open(box.name, box.state); });
    },
  };

  drawing.addEventListener('wheel', event => {
    event.preventDefault();
    const box = drawing.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const scale = Math.min(4, Math.max(.04, at.scale * Math.exp(-event.deltaY * .0015)));
    at = {scale, x: x - (x - at.x) * scale / at.scale, y: y - (y - at.y) * scale / at.scale};
    place();
  }, {passive: false});
  let from = null, moved = false;
  drawing.addEventListener('pointerdown', event => { from = {x: event.clientX - at.x, y: event.clientY - at.y}; moved = false; });
  window.addEventListener('pointermove', event => {
    if (!from) return;
    const x = event.clientX - from.x, y = event.clientY - from.y;
    if (moved || Math.hypot(x - at.x, y - at.y) > 4) { moved = true; drawing.classList.add('panning'); at.x = x; at.y = y; place(); }
  });
  window.addEventListener('pointerup', () => { from = null; drawing.classList.remove('panning'); });
  drawing.addEventListener('click', () => { if (!moved) clear(); });
  drawing.addEventListener('dblclick', fit);
  $('fit').addEventListener('click', fit);
  $('k').addEventListener('input', event => { shown.k = Number(event.target.value); shown.least = bestLeast(cls, shown); redraw(true); });
  $('min').addEventListener('input', event => { shown.least = COUNTS[Number(event.target.value)]; redraw(true); });
  for (const what of ['deps', 'nested', 'threw']) $(what).addEventListener('change', event => { shown[what] = event.target.checked; redraw(true); });
  $('search').addEventListener('input', list);
  $('search').addEventListener('keydown', event => {
    const first = document.querySelector('#classes button');
    if (event.key === 'Enter' && first) open(first.dataset.name);
  });
  window.addEventListener('keydown', event => {
    if (event.target === $('search')) return;
    if (event.key === '/') { event.preventDefault(); $('search').focus(); }
    if (event.key === 'f') fit();
    if (event.key === 'Escape') clear();
  });
  window.addEventListener('resize', () => { if (laid) start(); });

  const api = {open, choose};
  const wanted = new URLSearchParams(location.hash.slice(1));
  list();
  const first = wanted.get('class') || (CLASSES[0] && CLASSES[0].name);
  if (first && byName.has(first)) {
    open(first, undefined, wanted.has('k') ? Number(wanted.get('k')) : undefined);
    if (wanted.has('state')) chooseState(Number(wanted.get('state')));
    if (wanted.has('call')) { const call = laid.automaton.edges.flatMap(e => e.calls).find(c => methodOf(c).name === wanted.get('call')); if (call) choose(call); }
  } else $('title').textContent = 'No class was modelled';
  return api;
})();

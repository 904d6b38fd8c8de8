// SPDX-License-Identifier: Apache-2.0
// Floorplans that a reader may zoom, pan and query by mouse, by touch and by keys.
(() => {
'use strict';

const kMostZoom = 60, kStep = 1.5;
// The largest distance in pixels between a pointer and the link that it hits: outside of nodes, and within a node.
const kNear = 5, kWithinNode = 1.5;
const kKeys = 'Keys: + and − zoom, 0 shows all, arrows pan, N and L step through nodes and links, Shift backwards.';

class Plan {
  constructor(figure) {
    this.figure = figure;
    this.view = figure.querySelector('.sheet');
    this.svg = figure.querySelector('svg');
    const box = this.svg.viewBox.baseVal;
    this.all = {x: box.x, y: box.y, width: box.width, height: box.height};
    this.x = box.x;
    this.y = box.y;
    this.zoom = 1;
    this.hot = [];
    this.pointers = new Map();
    this.readTitles();
    this.addTools();
    this.listen();
    figure.classList.add('is-live');
  }

  // Moves the titles into the shapes, where say() reads them, so that the browser does not show them a second time.
  // Stores nodes, and the links that end at a node, by address.
  readTitles() {
    this.told = {node: [], link: []};
    this.at = {node: -1, link: -1};
    this.linksOf = new Map();
    this.nodes = new Map();
    for (const title of this.svg.querySelectorAll('title')) {
      const shape = title.parentNode;
      if (shape.localName === 'svg') continue;
      shape.says = title.textContent;
      title.remove();
      // Shapes in definitions are drawn elsewhere, and many times.
      if (shape.closest('defs')) continue;
      const first = shape.says.split(', ')[0];
      if (shape.classList.contains('wire')) {
        shape.ends = first.split(' – ');
        for (const end of shape.ends) {
          if (!this.linksOf.has(end)) this.linksOf.set(end, []);
          this.linksOf.get(end).push(shape);
        }
        this.told.link.push(shape);
      } else if (shape.localName === 'rect' && /\b(node|interchange)\b/.test(shape.classList)) {
        shape.address = first.replace(/^\S+ /, '');
        this.nodes.set(shape.address, shape);
        this.told.node.push(shape);
      }
    }
  }

  addTools() {
    const tools = document.createElement('div');
    tools.className = 'tools';
    const button = (sign, label, act) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = sign;
      made.title = label;
      made.setAttribute('aria-label', label);
      made.addEventListener('click', act);
      tools.append(made);
      return made;
    };
    button('+', 'Zoom in', () => this.zoomBy(kStep));
    button('−', 'Zoom out', () => this.zoomBy(1 / kStep));
    button('⟲', 'Show all', () => this.reset());
    const wide = button('⤢', 'Large', () => wide.setAttribute('aria-pressed', this.figure.classList.toggle('wide')));
    wide.setAttribute('aria-pressed', 'false');
    this.figure.append(tools);
    this.readout = document.createElement('p');
    this.readout.className = 'readout';
    this.readout.setAttribute('aria-live', 'polite');
    this.view.after(this.readout);
    this.view.classList.add('view');
    this.view.tabIndex = 0;
    this.view.setAttribute('role', 'group');
    this.view.setAttribute('aria-label', `Floorplan of ${this.figure.querySelector('h3').textContent}. ${kKeys}`);
    this.say(null);
  }

  draw() {
    const width = this.all.width / this.zoom, height = this.all.height / this.zoom;
    this.x = Math.min(Math.max(this.x, this.all.x), this.all.x + this.all.width - width);
    this.y = Math.min(Math.max(this.y, this.all.y), this.all.y + this.all.height - height);
    this.svg.setAttribute('viewBox', [this.x, this.y, width, height].map((n) => n.toFixed(4)).join(' '));
    this.view.classList.toggle('near', this.zoom > 1);
  }

  // A point of the window as fractions of the part of the plan that is shown.
  fraction(clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return {
      x: (point.x - this.x) * this.zoom / this.all.width,
      y: (point.y - this.y) * this.zoom / this.all.height,
    };
  }

  // Zooms by a factor; the point at the given fractions stays where it is.
  zoomBy(factor, at = {x: .5, y: .5}) {
    const before = this.zoom;
    this.zoom = Math.min(Math.max(this.zoom * factor, 1), kMostZoom);
    this.x += this.all.width * at.x * (1 / before - 1 / this.zoom);
    this.y += this.all.height * at.y * (1 / before - 1 / this.zoom);
    this.draw();
  }

  panBy(x, y) {
    this.x += x * this.all.width / this.zoom;
    this.y += y * this.all.height / this.zoom;
    this.draw();
  }

  reset() {
    this.zoom = 1;
    this.draw();
  }

  // The pieces of wires along x or y, by the group that holds the wires, in the coordinates of the group. They are
  // gathered at the first call.
  pieces() {
    if (this.groups) return this.groups;
    this.groups = new Map();
    for (const wire of this.told.link) {
      const group = this.groups.get(wire.parentNode) || [];
      this.groups.set(wire.parentNode, group);
      let x = 0, y = 0;
      for (const [, command, first, second] of wire.getAttribute('d').matchAll(/([Mhv])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
        const toX = command === 'M' ? +first : command === 'h' ? x + +first : x;
        const toY = command === 'M' ? +second : command === 'v' ? y + +first : y;
        if (command !== 'M') {
          group.push({
            wire,
            left: Math.min(x, toX),
            right: Math.max(x, toX),
            low: Math.min(y, toY),
            high: Math.max(y, toY),
          });
        }
        x = toX;
        y = toY;
      }
    }
    return this.groups;
  }

  // The link nearest to a point of the window, if it is at most this many pixels away.
  linkAt(clientX, clientY, pixels) {
    let nearest = null;
    for (const [group, pieces] of this.pieces()) {
      const matrix = group.getScreenCTM(), point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      const across = Math.abs(matrix.a), up = Math.abs(matrix.d);
      for (const piece of pieces) {
        const x = Math.max(piece.left - point.x, 0, point.x - piece.right) * across;
        const y = Math.max(piece.low - point.y, 0, point.y - piece.high) * up;
        if (Math.max(x, y) > pixels) continue;
        pixels = Math.max(x, y);
        nearest = piece.wire;
      }
    }
    return nearest;
  }

  // The shape with a title at a point of the window: a link even if it lies beside the point, because wires are thinner
  // than a finger.
  shapeAt(clientX, clientY) {
    let shape = document.elementFromPoint(clientX, clientY);
    while (shape && shape !== this.svg && !shape.says) shape = shape.parentNode;
    if (shape && shape.ends) return shape;
    const said = shape && shape !== this.svg && this.svg.contains(shape) ? shape : null;
    return this.linkAt(clientX, clientY, said && said.address ? kWithinNode : kNear) || said;
  }

  // Reads out the title of a shape. Marks a link with its ends, or a node with its links.
  say(shape) {
    for (const each of this.hot) each.classList.remove('hot');
    this.hot = [];
    if (!shape) {
      const what = this.told.link.length ? 'Point at a link or a node.' : 'Single links are not drawn.';
      this.readout.textContent = `${what} ${this.zoom > 1 ? 'Drag to pan.' : 'Zoom in for more.'}`;
      return;
    }
    const comma = shape.says.indexOf(', '), first = document.createElement('b');
    first.textContent = comma < 0 ? shape.says : shape.says.slice(0, comma);
    this.readout.replaceChildren(first, comma < 0 ? '' : shape.says.slice(comma));
    if (shape.ends) this.hot = [shape, ...shape.ends.map((end) => this.nodes.get(end)).filter(Boolean)];
    if (shape.address) {
      const links = this.linksOf.get(shape.address) || [];
      this.readout.append(`, ${links.length} ${links.length === 1 ? 'link' : 'links'}`);
      this.hot = [shape, ...links];
    }
    for (const each of this.hot) each.classList.add('hot');
  }

  // Goes to the next node or link of the picture, or to the one before.
  step(kind, by) {
    const list = this.told[kind], at = this.at[kind];
    if (!list.length) return;
    this.at[kind] = at < 0 && by < 0 ? list.length - 1 : (at + by + list.length) % list.length;
    this.say(list[this.at[kind]]);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const back = event.shiftKey ? -1 : 1;
    const acts = {
      '+': () => this.zoomBy(kStep),
      '=': () => this.zoomBy(kStep),
      '-': () => this.zoomBy(1 / kStep),
      '0': () => this.reset(),
      'n': () => this.step('node', back),
      'l': () => this.step('link', back),
      'Escape': () => this.say(null),
    };
    const pans = {ArrowLeft: [-.15, 0], ArrowRight: [.15, 0], ArrowUp: [0, -.15], ArrowDown: [0, .15]};
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) act();
    else if (pans[event.key] && this.zoom > 1) this.panBy(...pans[event.key]);
    else return;
    event.preventDefault();
  }

  // One pointer pans, two zoom.
  drag(event) {
    const before = this.pointers.get(event.pointerId), now = this.fraction(event.clientX, event.clientY);
    if (this.pointers.size === 1) {
      this.panBy(before.x - now.x, before.y - now.y);
    } else {
      const [, other] = [...this.pointers].find(([id]) => id !== event.pointerId);
      const apart = (point) => Math.hypot(point.x - other.x, point.y - other.y);
      const middle = {x: (now.x + other.x) / 2, y: (now.y + other.y) / 2};
      if (apart(before) > 0) this.zoomBy(apart(now) / apart(before), middle);
    }
    this.pointers.set(event.pointerId, now);
  }

  release(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.view.classList.remove('held');
  }

  listen() {
    const {view, svg} = this;
    view.addEventListener('keydown', (event) => this.key(event));
    // The wheel scrolls the page until the plan has the focus; then it zooms.
    view.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && document.activeElement !== view) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 300), this.fraction(event.clientX, event.clientY));
    }, {passive: false});
    svg.addEventListener('pointerdown', (event) => {
      this.pointers.set(event.pointerId, this.fraction(event.clientX, event.clientY));
      if (this.zoom === 1 && this.pointers.size < 2) return;
      svg.setPointerCapture(event.pointerId);
      view.classList.add('held');
    });
    svg.addEventListener('pointermove', (event) => {
      const drags = this.pointers.has(event.pointerId) && (this.zoom > 1 || this.pointers.size > 1);
      if (drags) this.drag(event);
      else this.say(this.shapeAt(event.clientX, event.clientY));
    });
    for (const name of ['pointerup', 'pointercancel']) svg.addEventListener(name, (event) => this.release(event));
    svg.addEventListener('pointerleave', (event) => {
      this.release(event);
      if (event.pointerType === 'mouse') this.say(null);
    });
  }
}

for (const figure of document.querySelectorAll('figure.plan')) new Plan(figure);
})();

// SPDX-License-Identifier: Apache-2.0
// Plots that a reader may query and zoom. They replace the pictures, which the page has for paper and for readers
// without scripts.
(() => {
'use strict';

// Of a series; the style sheet has the colours and, in millimetres of a picture, the dashes.
const kColours = 8, kDashes = 6, kDashScale = 4;
const kMostLabels = 40, kStep = 1.5;
const kKeys = 'Keys: left and right read values, + and − zoom, 0 shows all.';
const kTools = [['+', 'Zoom in', kStep], ['−', 'Zoom out', 1 / kStep], ['⟲', 'Show all', 0]];
const kWholeSteps = Array.from({length: 12}, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat();

// A colour or another value of the style sheet, which differs in dark mode.
function styleOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function shown(value) {
  if (value === null || value === undefined) return '';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e10 || size < 1e-4)) return value.toExponential(3).replace('e+', 'e');
  const digits = Math.max(5, Math.floor(Math.log10(size || 1)) + 1);
  return value.toLocaleString('en-US', {maximumSignificantDigits: digits});
}

// The width of a vertical axis in pixels: its longest number, in a font whose digits are 7.4 wide, and its ticks.
function widthOf(values) {
  return 14 + 7.4 * Math.max(6, ...values.map((value) => (value || '').length));
}

// The values of x without equal ones, which uPlot does not take: the second of two is moved a hair to the right.
function apart(xs) {
  const out = [];
  for (const x of xs) {
    const last = out[out.length - 1];
    out.push(out.length && x <= last ? last + Math.max(Math.abs(last), 1e-300) * 1e-12 : x);
  }
  return out;
}

// The ends of a logarithmic axis, rounded outwards to whole multiples of the power of ten below each end.
function roundTo(least, most) {
  const power = (value) => 10 ** Math.floor(Math.log10(value) + 1e-9);
  const from = Math.floor(least / power(least) + 1e-9) * power(least);
  const to = Math.ceil(most / power(most) - 1e-9) * power(most);
  return [from, to > from ? to : 2 * from];
}

function holds(series) {
  return series.style === 'steps' || series.style === 'bars';
}

// The point of a series that has its value at x: for steps and bars the last one up to x, else the one at x, or null.
function pointAt(series, x) {
  let last = -1;
  while (last + 1 < series.xs.length && series.xs[last + 1] <= x) ++last;
  if (last < 0) return null;
  const within = x <= series.xs[series.xs.length - 1];
  return series.xs[last] === x || (holds(series) && within) ? last : null;
}

class Plot {
  constructor(figure) {
    this.figure = figure;
    this.told = JSON.parse(figure.querySelector('script').textContent);
    for (const series of this.told.series) series.xs = apart(series.xs);
    this.names = [...new Set(this.told.series.map((series) => series.name))];
    this.data = uPlot.join(this.told.series.map((series) => [series.xs, series.ys]));
    this.off = new Set();
    this.makeParts();
    this.draw();
    new ResizeObserver(() => this.resize()).observe(this.live);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  makeParts() {
    const make = (name, css, after) => {
      const made = document.createElement(name);
      made.className = css;
      after.after(made);
      return made;
    };
    this.live = make('div', 'live', this.figure.querySelector('.sheet'));
    this.live.tabIndex = 0;
    this.live.setAttribute('role', 'group');
    this.live.setAttribute('aria-label', `Plot. ${this.told.title}. ${kKeys}`);
    this.live.addEventListener('keydown', (event) => this.key(event));
    this.list = make('ul', 'series', this.live);
    this.heard = make('p', 'heard', this.list);
    this.heard.setAttribute('aria-live', 'polite');
    const tools = make('div', 'tools', this.figure.lastElementChild);
    for (const [sign, label, factor] of kTools) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = sign;
      button.title = label;
      button.setAttribute('aria-label', label);
      button.addEventListener('click', () => this.zoom(factor));
      tools.append(button);
    }
    this.figure.classList.add('is-live');
  }

  look(name) {
    const at = this.names.indexOf(name);
    const dash = styleOf(`--dash-${at % kDashes + 1}`).split(' ').filter(Boolean).map((mm) => mm * kDashScale);
    return {colour: styleOf(`--series-${at % kColours + 1}`), dash};
  }

  // The button of a name, with its line and its value at the cursor. Pressing it hides or shows the series.
  listButton(name) {
    const {colour, dash} = this.look(name), kSvg = 'http://www.w3.org/2000/svg';
    const button = document.createElement('button'), output = document.createElement('output');
    const sign = document.createElementNS(kSvg, 'svg'), line = document.createElementNS(kSvg, 'path');
    sign.setAttribute('viewBox', '0 0 24 12');
    sign.setAttribute('aria-hidden', 'true');
    const points = this.told.series.every((series) => series.name !== name || series.style === 'points');
    line.setAttribute('d', points ? 'M12 6h0' : 'M0 6H24');
    line.setAttribute('stroke', colour);
    line.setAttribute('stroke-width', points ? '9' : '3');
    line.setAttribute('stroke-linecap', points ? 'round' : 'butt');
    line.setAttribute('stroke-dasharray', points ? '' : dash.join(' '));
    sign.append(line);
    output.setAttribute('aria-live', 'off');
    this.outputs.set(name, output);
    button.type = 'button';
    button.setAttribute('aria-pressed', !this.off.has(name));
    button.append(sign, name, output);
    button.addEventListener('click', () => {
      if (!this.off.delete(name)) this.off.add(name);
      button.setAttribute('aria-pressed', !this.off.has(name));
      this.told.series.forEach((series, i) => {
        if (series.name === name) this.chart.setSeries(i + 1, {show: !this.off.has(name)});
      });
    });
    return button;
  }

  drawList() {
    this.outputs = new Map();
    this.list.replaceChildren(...this.names.map((name) => {
      const item = document.createElement('li');
      item.append(this.listButton(name));
      return item;
    }));
  }

  size() {
    const width = Math.max(200, this.live.clientWidth);
    return {width, height: Math.round(Math.min(Math.max(width * .58, 230), 400))};
  }

  scale(axis, side) {
    if (axis.log) return {time: false, distr: 3, range: (chart, least, most) => roundTo(least, most)};
    const points = this.told.series.some((series) => series.style === 'points');
    const share = side === 'y' ? .06 : points ? .05 : 0;
    return {
      time: false,
      range: (chart, least, most) => {
        const room = (most - least || Math.abs(most) || 1) * share;
        return [axis.zero && least >= 0 ? 0 : least - room, most + room];
      },
    };
  }

  axis(axis, side) {
    const line = styleOf('--line'), font = `12px ${getComputedStyle(document.body).fontFamily}`;
    return {
      side,
      font,
      labelFont: font,
      stroke: styleOf('--muted'),
      label: axis.label,
      labelSize: 22,
      size: side === 3 ? (chart, values) => widthOf(values || []) : 36,
      grid: {stroke: line, width: 1},
      ticks: {stroke: line, width: 1, size: 5},
      incrs: axis.whole && !axis.log ? kWholeSteps : undefined,
      values: (chart, splits) => splits.map(shown),
    };
  }

  series(series) {
    const {colour, dash} = this.look(series.name), points = series.style === 'points';
    return {
      label: series.name,
      stroke: colour,
      width: 2,
      spanGaps: true,
      show: !this.off.has(series.name),
      dash: series.outside ? [2, 4] : dash.length ? dash : undefined,
      fill: series.style === 'bars' ? `${colour}22` : undefined,
      paths: points ? () => null : holds(series) ? uPlot.paths.stepped({align: 1}) : uPlot.paths.linear(),
      points: {show: points || series.xs.length < 2, size: series.faint ? 5 : 9, fill: colour, stroke: colour},
    };
  }

  // Draws the labels of single points, if they are few.
  drawLabels(chart) {
    const pen = chart.ctx, ratio = devicePixelRatio;
    pen.save();
    pen.fillStyle = styleOf('--text');
    pen.font = `${12 * ratio}px ${getComputedStyle(document.body).fontFamily}`;
    for (const series of this.told.series) {
      if (!series.labels || series.xs.length > kMostLabels || this.off.has(series.name)) continue;
      series.xs.forEach((x, i) => {
        const left = chart.valToPos(x, 'x', true), top = chart.valToPos(series.ys[i], 'y', true);
        const turned = left > chart.bbox.left + chart.bbox.width * .75;
        pen.textAlign = turned ? 'right' : 'left';
        pen.fillText(series.labels[i], left + (turned ? -9 : 9) * ratio, top - 6 * ratio);
      });
    }
    pen.restore();
  }

  draw() {
    if (this.chart) this.chart.destroy();
    const {x, y, series} = this.told;
    // A logarithmic axis has no place for 0.
    const positive = (value) => value === undefined || value > 0 ? value : null;
    const data = this.data.map((values, i) => (i ? y.log : x.log) ? values.map(positive) : values);
    this.drawList();
    this.chart = new uPlot({
      ...this.size(),
      padding: [12, 16, 0, 0],
      legend: {show: false},
      cursor: {drag: {x: true, y: false}, points: {size: 8}},
      scales: {x: this.scale(x, 'x'), y: this.scale(y, 'y')},
      axes: [this.axis(x, 2), this.axis(y, 3)],
      series: [{}, ...series.map((each) => this.series(each))],
      hooks: {
        setCursor: [(chart) => this.read(chart.cursor.idx)],
        draw: [(chart) => this.drawLabels(chart)],
      },
    }, data, this.live);
  }

  // Writes the values at the cursor beside the names, and returns them as one sentence.
  read(index) {
    const x = this.data[0][index], values = new Map();
    for (const series of this.told.series) {
      const at = x === undefined ? null : pointAt(series, x);
      if (at === null) continue;
      const label = series.labels && series.labels[at] !== series.name ? series.labels[at] : '';
      values.set(series.name, `${label} ${shown(series.ys[at])}`.trim());
    }
    for (const [name, output] of this.outputs) output.textContent = values.get(name) || '';
    const said = this.names.filter((name) => values.has(name) && !this.off.has(name));
    return x === undefined ?
        '' :
        `${this.told.x.label}: ${shown(x)}. ${said.map((name) => `${name} ${values.get(name)}`).join(', ')}`;
  }

  moveTo(index) {
    const at = Math.min(Math.max(index, 0), this.data[0].length - 1);
    this.chart.setCursor({left: this.chart.valToPos(this.data[0][at], 'x'), top: this.chart.over.clientHeight / 2});
    this.heard.textContent = this.read(at);
  }

  // Zooms in by a factor; 0 shows all.
  zoom(factor) {
    const chart = this.chart, width = chart.over.clientWidth, all = this.data[0];
    if (factor === 0) return this.draw();
    const middle = chart.cursor.left > 0 ? chart.cursor.left : width / 2;
    const min = chart.posToVal(middle - middle / factor, 'x');
    const max = chart.posToVal(middle + (width - middle) / factor, 'x');
    chart.setScale('x', {min: Math.max(min, all[0]), max: Math.min(max, all[all.length - 1])});
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = this.chart.cursor.idx ?? -1, last = this.data[0].length - 1, far = event.shiftKey ? 10 : 1;
    const acts = {
      'ArrowRight': () => this.moveTo(from + far),
      'ArrowLeft': () => this.moveTo(from < 0 ? last : from - far),
      'Home': () => this.moveTo(0),
      'End': () => this.moveTo(last),
      '+': () => this.zoom(kStep),
      '=': () => this.zoom(kStep),
      '-': () => this.zoom(1 / kStep),
      '0': () => this.zoom(0),
    };
    if (!acts[event.key]) return;
    acts[event.key]();
    event.preventDefault();
  }

  resize() {
    const size = this.size();
    if (this.live.clientWidth > 0 && size.width !== this.chart.width) this.chart.setSize(size);
  }
}

for (const figure of document.querySelectorAll('figure.plot')) new Plot(figure);
})();

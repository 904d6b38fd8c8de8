// SPDX-License-Identifier: Apache-2.0
// Plots that a reader may ask and zoom, in place of the pictures that stand in the page for paper and without scripts.
(function () {
  "use strict";

  const kColours = 8, kMostLabels = 40, kStep = 1.5;
  const kDashes = [[], [9, 4], [2, 3], [9, 3, 2, 3], [14, 4], [5, 3]];
  const kKeys = "Keys: left and right read values, + and − zoom, 0 shows all.";

  function styleOf(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function shown(value) {
    if (value === null || value === undefined) return "";
    const size = Math.abs(value);
    if (size !== 0 && (size >= 1e10 || size < 1e-4)) return value.toExponential(3).replace("e+", "e");
    return value.toLocaleString("en-US", { maximumSignificantDigits: Math.max(5, Math.floor(Math.log10(size || 1)) + 1) });
  }

  // One x cannot stand twice in a table of uPlot: the second is put a hair to the right.
  function apart(xs) {
    const out = [];
    xs.forEach(function (x, i) {
      const least = i && out[i - 1] + Math.max(Math.abs(out[i - 1]), 1e-300) * 1e-12;
      out.push(i && x < least ? least : x);
    });
    return out;
  }

  // What a series says at x: of steps and bars what holds there, of others only what stands in the data.
  function valueAt(series, x) {
    let last = -1;
    while (last + 1 < series.xs.length && series.xs[last + 1] <= x) ++last;
    if (last < 0) return null;
    const holds = series.style === "steps" || series.style === "bars";
    const within = x <= series.xs[series.xs.length - 1];
    return series.xs[last] === x || (holds && within) ? last : null;
  }

  function Plot(figure) {
    this.figure = figure;
    this.told = JSON.parse(figure.querySelector("script").textContent);
    const names = this.names = [];
    this.told.series.forEach(function (series) {
      series.xs = apart(series.xs);
      if (names.indexOf(series.name) < 0) names.push(series.name);
    });
    this.data = uPlot.join(this.told.series.map(function (series) { return [series.xs, series.ys]; }));
    this.off = new Set();
    this.makeParts();
    this.draw();
    const plot = this;
    new ResizeObserver(function () { plot.resize(); }).observe(this.live);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { plot.draw(); });
  }

  Plot.prototype.makeParts = function () {
    const plot = this;
    this.live = document.createElement("div");
    this.live.className = "live";
    this.live.tabIndex = 0;
    this.live.setAttribute("role", "group");
    this.live.setAttribute("aria-label", "Plot. " + this.told.title + ". " + kKeys);
    this.live.addEventListener("keydown", function (event) { plot.key(event); });
    this.figure.querySelector(".sheet").after(this.live);
    this.list = document.createElement("ul");
    this.list.className = "series";
    this.live.after(this.list);
    this.heard = document.createElement("p");
    this.heard.className = "heard";
    this.heard.setAttribute("aria-live", "polite");
    this.list.after(this.heard);
    this.tools = document.createElement("div");
    this.tools.className = "tools";
    [["+", "Zoom in", kStep], ["−", "Zoom out", 1 / kStep], ["⟲", "Show all", 0]].forEach(function (each) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = each[0];
      button.title = each[1];
      button.setAttribute("aria-label", each[1]);
      button.addEventListener("click", function () { plot.zoom(each[2]); });
      plot.tools.append(button);
    });
    this.figure.append(this.tools);
    this.figure.classList.add("is-live");
  };

  Plot.prototype.look = function (name) {
    const at = this.names.indexOf(name);
    return { colour: styleOf("--series-" + (at % kColours + 1)), dash: kDashes[at % kDashes.length] };
  };

  // A row a name: its line, its value under the cursor; pressed, it takes the series away or brings it back.
  Plot.prototype.drawList = function () {
    const plot = this;
    this.outputs = new Map();
    this.list.replaceChildren.apply(this.list, this.names.map(function (name) {
      const look = plot.look(name), item = document.createElement("li"), button = document.createElement("button");
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      svg.setAttribute("viewBox", "0 0 24 12");
      svg.setAttribute("aria-hidden", "true");
      line.setAttribute("d", "M0 6H24");
      line.setAttribute("stroke", look.colour);
      line.setAttribute("stroke-width", "3");
      line.setAttribute("stroke-dasharray", look.dash.join(" "));
      svg.append(line);
      const output = document.createElement("output");
      output.setAttribute("aria-live", "off");
      button.type = "button";
      button.setAttribute("aria-pressed", String(!plot.off.has(name)));
      button.append(svg, name, output);
      button.addEventListener("click", function () {
        if (!plot.off.delete(name)) plot.off.add(name);
        button.setAttribute("aria-pressed", String(!plot.off.has(name)));
        plot.told.series.forEach(function (series, i) {
          if (series.name === name) plot.chart.setSeries(i + 1, { show: !plot.off.has(name) });
        });
      });
      plot.outputs.set(name, output);
      item.append(button);
      return item;
    }));
  };

  Plot.prototype.size = function () {
    const width = Math.max(200, this.live.clientWidth);
    return { width: width, height: Math.round(Math.min(Math.max(width * .58, 230), 400)) };
  };

  Plot.prototype.scale = function (axis, isX) {
    if (axis.log) return { time: false, distr: 3 };
    const points = this.told.series.every(function (series) { return series.style === "points"; });
    return {
      time: false,
      range: function (chart, least, most) {
        const room = (most - least || Math.abs(most) || 1) * (isX ? (points ? .08 : 0) : .06);
        const low = axis.zero && least >= 0 ? 0 : least - room;
        return [low, most + room];
      }
    };
  };

  Plot.prototype.axis = function (axis, side) {
    const text = styleOf("--muted"), line = styleOf("--line");
    const font = "12px " + getComputedStyle(document.body).fontFamily;
    return {
      side: side, stroke: text, font: font, labelFont: font, label: axis.label, labelSize: 22, labelGap: 2,
      size: side === 3 ? 58 : 36, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 5 },
      incrs: axis.whole && !axis.log ? [1, 2, 5].flatMap(function (n) {
        return [n, n * 10, n * 100, n * 1e3, n * 1e4, n * 1e5, n * 1e6, n * 1e7, n * 1e8, n * 1e9];
      }).sort(function (a, b) { return a - b; }) : undefined,
      values: function (chart, splits) { return splits.map(shown); }
    };
  };

  Plot.prototype.series = function (series) {
    const look = this.look(series.name), points = series.style === "points";
    const step = series.style === "steps" || series.style === "bars";
    return {
      label: series.name, stroke: look.colour, width: 2, spanGaps: true, show: !this.off.has(series.name),
      dash: series.outside ? [2, 4] : look.dash.length ? look.dash : undefined,
      fill: series.style === "bars" ? look.colour + "22" : undefined,
      paths: points ? function () { return null; } : step ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear(),
      points: { show: points || series.xs.length < 2, size: 9, fill: look.colour, stroke: look.colour }
    };
  };

  // The labels of single points, where they are few.
  Plot.prototype.drawLabels = function (chart) {
    const context = chart.ctx, ratio = devicePixelRatio, plot = this;
    context.save();
    context.fillStyle = styleOf("--text");
    context.font = 12 * ratio + "px " + getComputedStyle(document.body).fontFamily;
    this.told.series.forEach(function (series) {
      if (!series.labels || series.xs.length > kMostLabels || plot.off.has(series.name)) return;
      series.xs.forEach(function (x, i) {
        const left = chart.valToPos(x, "x", true), top = chart.valToPos(series.ys[i], "y", true);
        const right = left > chart.bbox.left + chart.bbox.width * .75;
        context.textAlign = right ? "right" : "left";
        context.fillText(series.labels[i], left + (right ? -9 : 9) * ratio, top - 6 * ratio);
      });
    });
    context.restore();
  };

  Plot.prototype.draw = function () {
    if (this.chart) this.chart.destroy();
    const plot = this, told = this.told, logY = told.y.log, logX = told.x.log;
    const above = function (value) { return value > 0 ? value : null; };
    const data = this.data.map(function (values, i) {
      if (i ? !logY : !logX) return values;
      return values.map(function (value) { return value === undefined ? value : above(value); });
    });
    this.drawList();
    const size = this.size();
    this.chart = new uPlot({
      width: size.width, height: size.height, padding: [12, 16, 0, 0], legend: { show: false },
      cursor: { drag: { x: true, y: false }, points: { size: 8 } },
      scales: { x: this.scale(told.x, true), y: this.scale(told.y, false) },
      axes: [this.axis(told.x, 2), this.axis(told.y, 3)],
      series: [{}].concat(told.series.map(function (series) { return plot.series(series); })),
      hooks: {
        setCursor: [function (chart) { plot.read(chart.cursor.idx); }],
        draw: [function (chart) { plot.drawLabels(chart); }]
      }
    }, data, this.live);
  };

  // The values at the cursor, beside the names; returned as one sentence.
  Plot.prototype.read = function (index) {
    const plot = this, x = index === null || index === undefined ? null : this.data[0][index];
    const values = new Map();
    this.told.series.forEach(function (series) {
      const at = x === null ? null : valueAt(series, x);
      if (at === null) return;
      const label = series.labels && series.labels[at] ? series.labels[at] + " " : "";
      values.set(series.name, label + shown(series.ys[at]));
    });
    const said = [];
    this.outputs.forEach(function (output, name) {
      output.textContent = values.get(name) || "";
      if (values.has(name) && !plot.off.has(name)) said.push(name + " " + values.get(name));
    });
    return x === null ? "" : this.told.x.label + ": " + shown(x) + ". " + said.join(", ");
  };

  Plot.prototype.moveTo = function (index) {
    const last = this.data[0].length - 1, at = Math.min(Math.max(index, 0), last);
    this.chart.setCursor({ left: this.chart.valToPos(this.data[0][at], "x"), top: this.chart.bbox.height / 3 });
    this.heard.textContent = this.read(at);
  };

  // By how much nearer; 0 shows all.
  Plot.prototype.zoom = function (factor) {
    const chart = this.chart, width = chart.over.clientWidth, all = this.data[0];
    if (factor === 0) return chart.setScale("x", { min: all[0], max: all[all.length - 1] });
    const middle = chart.cursor.left > 0 ? chart.cursor.left : width / 2;
    const min = chart.posToVal(middle - middle / factor, "x"), max = chart.posToVal(middle + (width - middle) / factor, "x");
    chart.setScale("x", { min: Math.max(min, all[0]), max: Math.min(max, all[all.length - 1]) });
  };

  Plot.prototype.key = function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.chart.cursor.idx, from = index === null || index === undefined ? -1 : index;
    const far = event.shiftKey ? 10 : 1, last = this.data[0].length - 1;
    if (event.key === "ArrowRight") this.moveTo(from + far);
    else if (event.key === "ArrowLeft") this.moveTo(from < 0 ? last : from - far);
    else if (event.key === "Home") this.moveTo(0);
    else if (event.key === "End") this.moveTo(last);
    else if (event.key === "+" || event.key === "=") this.zoom(kStep);
    else if (event.key === "-") this.zoom(1 / kStep);
    else if (event.key === "0") this.zoom(0);
    else return;
    event.preventDefault();
  };

  Plot.prototype.resize = function () {
    const size = this.size();
    if (size.width !== this.chart.width && this.live.clientWidth > 0) this.chart.setSize(size);
  };

  document.querySelectorAll("figure.plot").forEach(function (figure) { new Plot(figure); });
})();

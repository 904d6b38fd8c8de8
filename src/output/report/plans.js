// SPDX-License-Identifier: Apache-2.0
// Floorplans that a reader may zoom, pan and ask: by mouse, by touch, by keys.
(function () {
  "use strict";

  const kMostZoom = 60, kStep = 1.5, kNearPixels = [0, 3, 6];
  const kKeys = "Keys: + and − zoom, 0 shows all, arrows pan, N and L step through nodes and links, Shift backwards.";

  function Plan(figure) {
    this.figure = figure;
    this.view = figure.querySelector(".sheet");
    this.svg = figure.querySelector("svg");
    const box = this.svg.viewBox.baseVal;
    this.all = { x: box.x, y: box.y, width: box.width, height: box.height };
    this.x = box.x;
    this.y = box.y;
    this.zoom = 1;
    this.hot = [];
    this.pointers = new Map();
    this.readTitles();
    this.addTools();
    this.listen();
    figure.classList.add("is-live");
  }

  // Titles become what is read out here, so that the browser does not show them a second time. By address: a node and
  // the links that end at it.
  Plan.prototype.readTitles = function () {
    const told = { node: [], link: [] }, ends = new Map(), nodes = new Map();
    this.svg.querySelectorAll("title").forEach(function (title) {
      const shape = title.parentNode, text = title.textContent;
      if (shape.localName === "svg") return;
      shape.says = text;
      title.remove();
      if (shape.classList.contains("wire")) {
        shape.ends = text.split(", ")[0].split(" – ");
        shape.ends.forEach(function (end) {
          if (!ends.has(end)) ends.set(end, []);
          ends.get(end).push(shape);
        });
        told.link.push(shape);
      } else if (shape.localName === "rect" && /\b(node|interchange)\b/.test(shape.classList)) {
        shape.address = text.split(", ")[0].replace(/^\S+ /, "");
        nodes.set(shape.address, shape);
        told.node.push(shape);
      }
    });
    this.told = told;
    this.ends = ends;
    this.nodes = nodes;
    this.at = { node: -1, link: -1 };
  };

  Plan.prototype.addTools = function () {
    const plan = this, tools = document.createElement("div");
    tools.className = "tools";
    const button = function (sign, label, act) {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = sign;
      made.title = label;
      made.setAttribute("aria-label", label);
      made.addEventListener("click", act);
      tools.append(made);
      return made;
    };
    button("+", "Zoom in", function () { plan.zoomBy(kStep); });
    button("−", "Zoom out", function () { plan.zoomBy(1 / kStep); });
    button("⟲", "Show all", function () { plan.reset(); });
    const wide = button("⤢", "Large", function () {
      const on = plan.figure.classList.toggle("wide");
      wide.setAttribute("aria-pressed", on);
    });
    wide.setAttribute("aria-pressed", "false");
    this.figure.append(tools);
    this.readout = document.createElement("p");
    this.readout.className = "readout";
    this.readout.setAttribute("aria-live", "polite");
    this.view.after(this.readout);
    this.view.classList.add("view");
    this.view.tabIndex = 0;
    this.view.setAttribute("role", "group");
    this.view.setAttribute("aria-label", "Floorplan of " + this.figure.querySelector("h3").textContent + ". " + kKeys);
    this.say(null);
  };

  Plan.prototype.draw = function () {
    const width = this.all.width / this.zoom, height = this.all.height / this.zoom;
    this.x = Math.min(Math.max(this.x, this.all.x), this.all.x + this.all.width - width);
    this.y = Math.min(Math.max(this.y, this.all.y), this.all.y + this.all.height - height);
    this.svg.setAttribute("viewBox", [this.x, this.y, width, height].map(function (n) { return n.toFixed(4); }).join(" "));
    this.view.classList.toggle("near", this.zoom > 1);
  };

  // A point of the window as a fraction of the view.
  Plan.prototype.fraction = function (clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };

  // What lies at the fraction stays there.
  Plan.prototype.zoomBy = function (factor, at) {
    const f = at || { x: .5, y: .5 }, before = this.zoom;
    this.zoom = Math.min(Math.max(this.zoom * factor, 1), kMostZoom);
    this.x += this.all.width * f.x * (1 / before - 1 / this.zoom);
    this.y += this.all.height * f.y * (1 / before - 1 / this.zoom);
    this.draw();
  };

  Plan.prototype.panBy = function (x, y) {
    this.x += x * this.all.width / this.zoom;
    this.y += y * this.all.height / this.zoom;
    this.draw();
  };

  Plan.prototype.reset = function () {
    this.zoom = 1;
    this.draw();
  };

  // The shape nearest to a point that has something to say; wires are thinner than a finger.
  Plan.prototype.shapeAt = function (clientX, clientY) {
    let spoken = null;
    for (const distance of kNearPixels) {
      for (let turn = 0; turn < (distance ? 8 : 1); ++turn) {
        const angle = turn * Math.PI / 4;
        let shape = document.elementFromPoint(clientX + distance * Math.cos(angle), clientY + distance * Math.sin(angle));
        while (shape && shape !== this.svg && !shape.says) shape = shape.parentNode;
        if (!shape || !this.svg.contains(shape) || shape === this.svg) continue;
        if (shape.ends || shape.address) return shape;
        spoken = spoken || shape;
      }
    }
    return spoken;
  };

  Plan.prototype.say = function (shape) {
    this.hot.forEach(function (each) { each.classList.remove("hot"); });
    this.hot = [];
    if (!shape) {
      this.readout.textContent = "Point at a link or a node. " + (this.zoom > 1 ? "Drag to pan." : "Zoom in for more.");
      return;
    }
    const plan = this, comma = shape.says.indexOf(", ");
    const first = document.createElement("b");
    first.textContent = comma < 0 ? shape.says : shape.says.slice(0, comma);
    this.readout.replaceChildren(first, comma < 0 ? "" : shape.says.slice(comma));
    if (shape.ends) this.hot = shape.ends.map(function (end) { return plan.nodes.get(end); }).filter(Boolean);
    if (shape.address) {
      this.hot = (this.ends.get(shape.address) || []).slice();
      this.readout.append(", " + this.hot.length + (this.hot.length === 1 ? " link" : " links"));
    }
    if (shape.ends || shape.address) this.hot.push(shape);
    this.hot.forEach(function (each) { each.classList.add("hot"); });
  };

  // The next node or link of the picture, or the one before.
  Plan.prototype.step = function (kind, by) {
    const list = this.told[kind];
    if (!list.length) return;
    this.at[kind] = (this.at[kind] + by + list.length + (this.at[kind] < 0 && by < 0 ? 1 : 0)) % list.length;
    this.say(list[this.at[kind]]);
  };

  Plan.prototype.key = function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const plan = this, back = event.shiftKey ? -1 : 1;
    const acts = {
      "+": function () { plan.zoomBy(kStep); },
      "=": function () { plan.zoomBy(kStep); },
      "-": function () { plan.zoomBy(1 / kStep); },
      "0": function () { plan.reset(); },
      "n": function () { plan.step("node", back); },
      "l": function () { plan.step("link", back); },
      "Escape": function () { plan.say(null); }
    };
    const pans = { ArrowLeft: [-.15, 0], ArrowRight: [.15, 0], ArrowUp: [0, -.15], ArrowDown: [0, .15] };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) act();
    else if (pans[event.key] && this.zoom > 1) this.panBy.apply(this, pans[event.key]);
    else return;
    event.preventDefault();
  };

  // One pointer pans, two zoom.
  Plan.prototype.drag = function (event) {
    const before = this.pointers.get(event.pointerId);
    const now = this.fraction(event.clientX, event.clientY);
    if (this.pointers.size === 1) {
      this.panBy(before.x - now.x, before.y - now.y);
    } else {
      const others = Array.from(this.pointers).filter(function (one) { return one[0] !== event.pointerId; });
      const other = others[0][1], apart = function (p) { return Math.hypot(p.x - other.x, p.y - other.y); };
      if (apart(before) > 0) this.zoomBy(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
    this.pointers.set(event.pointerId, now);
  };

  Plan.prototype.listen = function () {
    const plan = this, view = this.view, svg = this.svg;
    view.addEventListener("keydown", function (event) { plan.key(event); });
    // A wheel scrolls the page, until the reader has turned to the plan.
    view.addEventListener("wheel", function (event) {
      if (!event.ctrlKey && document.activeElement !== view) return;
      event.preventDefault();
      plan.zoomBy(Math.exp(-event.deltaY / 300), plan.fraction(event.clientX, event.clientY));
    }, { passive: false });
    svg.addEventListener("pointerdown", function (event) {
      plan.pointers.set(event.pointerId, plan.fraction(event.clientX, event.clientY));
      if (plan.zoom === 1 && plan.pointers.size < 2) return;
      svg.setPointerCapture(event.pointerId);
      view.classList.add("held");
    });
    svg.addEventListener("pointermove", function (event) {
      if (plan.pointers.has(event.pointerId) && (plan.zoom > 1 || plan.pointers.size > 1)) plan.drag(event);
      else plan.say(plan.shapeAt(event.clientX, event.clientY));
    });
    ["pointerup", "pointercancel", "pointerleave"].forEach(function (name) {
      svg.addEventListener(name, function (event) {
        plan.pointers.delete(event.pointerId);
        if (!plan.pointers.size) view.classList.remove("held");
        if (name === "pointerleave" && event.pointerType === "mouse") plan.say(null);
      });
    });
  };

  document.querySelectorAll("figure.plan").forEach(function (figure) { new Plan(figure); });
})();

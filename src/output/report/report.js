// SPDX-License-Identifier: Apache-2.0
// Tables that a reader may sort, boxes that scroll, and the list of sections. Without it the page has all that it tells.
(function () {
  "use strict";

  // The number that a cell shows, 1,048,576 and 1.074e12 too; not a number: a text.
  function numberOf(text) {
    return /^[-+]?[\d.]/.test(text) ? parseFloat(text.replace(/,/g, "")) : NaN;
  }

  // Numbers before texts, and what is not there last, whichever way the column is sorted.
  function inOrder(a, b, turn) {
    if ((a === "-") !== (b === "-")) return a === "-" ? 1 : -1;
    const x = numberOf(a), y = numberOf(b);
    if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
    return turn * (isNaN(x) ? a.localeCompare(b, "en") : x - y);
  }

  function sort(table, column) {
    const heads = Array.from(table.tHead.rows[0].cells);
    const turn = heads[column].getAttribute("aria-sort") === "ascending" ? -1 : 1;
    heads.forEach(function (head, i) {
      head.setAttribute("aria-sort", i !== column ? "none" : turn > 0 ? "ascending" : "descending");
    });
    const body = table.tBodies[0];
    const text = function (row) { return row.cells[column].textContent; };
    Array.from(body.rows)
      .sort(function (a, b) { return inOrder(text(a), text(b), turn); })
      .forEach(function (row) { body.append(row); });
  }

  function makeSortable(table) {
    if (table.tBodies[0].rows.length < 2) return;
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
      const title = head.querySelector("span");
      const button = document.createElement("button");
      button.type = "button";
      button.append(title.textContent);
      button.addEventListener("click", function () { sort(table, column); });
      title.replaceWith(button);
      head.setAttribute("aria-sort", "none");
    });
  }

  // Only what scrolls need be reached by the keyboard.
  function watchScrolling(box) {
    const watch = function () {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    };
    new ResizeObserver(watch).observe(box);
  }

  // Marks the section that is being read in the list of sections.
  function followSections(nav) {
    const links = Array.from(nav.querySelectorAll("a"));
    const sections = links.map(function (link) { return document.querySelector(link.getAttribute("href")); });
    const update = function () {
      let now = -1;
      sections.forEach(function (section, i) {
        if (section.getBoundingClientRect().top < window.innerHeight / 3) now = i;
      });
      links.forEach(function (link, i) {
        if (i === now) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      });
    };
    let waiting = false;
    window.addEventListener("scroll", function () {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(function () { waiting = false; update(); });
    }, { passive: true });
    update();
  }

  document.querySelectorAll("[data-sorts] table").forEach(makeSortable);
  document.querySelectorAll(".table, pre").forEach(watchScrolling);
  followSections(document.querySelector("nav"));
})();

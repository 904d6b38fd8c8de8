// SPDX-License-Identifier: Apache-2.0
// Tables that a reader may sort, boxes that scroll, and the list of sections. The page is complete without this script.
(() => {
'use strict';

// The number that a cell shows, also in the forms 1,048,576 and 1.074e12; NaN for a text.
function numberOf(text) {
  return /^[-+]?[\d.]/.test(text) ? parseFloat(text.replace(/,/g, '')) : NaN;
}

// Compares two cells: numbers come before texts, and absent cells last, in both directions of sorting.
function inOrder(a, b, turn) {
  if ((a === '-') !== (b === '-')) return a === '-' ? 1 : -1;
  const x = numberOf(a), y = numberOf(b);
  if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
  return turn * (isNaN(x) ? a.localeCompare(b, 'en') : x - y);
}

function sort(table, column) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  const turn = heads[column].getAttribute('aria-sort') === 'ascending' ? -1 : 1;
  heads.forEach((head, i) => {
    head.setAttribute('aria-sort', i !== column ? 'none' : turn > 0 ? 'ascending' : 'descending');
  });
  const text = (row) => row.cells[column].textContent;
  body.append(...[...body.rows].sort((a, b) => inOrder(text(a), text(b), turn)));
}

function makeSortable(table) {
  if (table.tBodies[0].rows.length < 2) return;
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const title = head.querySelector('span'), button = document.createElement('button');
    button.type = 'button';
    button.append(title.textContent);
    button.addEventListener('click', () => sort(table, column));
    title.replaceWith(button);
    head.setAttribute('aria-sort', 'none');
  });
}

// Makes a box reachable by the keyboard while it scrolls; other boxes need not be.
function watchScrolling(box) {
  new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }).observe(box);
}

// Marks the section that is being read in the list of sections.
function followSections(nav) {
  const links = [...nav.querySelectorAll('a')];
  const sections = links.map((link) => document.querySelector(link.getAttribute('href')));
  const update = () => {
    const begun = sections.filter((section) => section.getBoundingClientRect().top < window.innerHeight / 3);
    links.forEach((link, i) => {
      if (i === begun.length - 1) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  let waiting = false;
  window.addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      update();
    });
  }, {passive: true});
  update();
}

// Opens closed details while the page is printed, for browsers whose style sheets cannot.
function printEverything() {
  let opened = [];
  window.addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const each of opened) each.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const each of opened) each.open = false;
  });
}

printEverything();
for (const table of document.querySelectorAll('[data-sorts] table')) makeSortable(table);
for (const box of document.querySelectorAll('.table, pre')) watchScrolling(box);
followSections(document.querySelector('nav'));
})();

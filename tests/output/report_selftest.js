// SPDX-License-Identifier: Apache-2.0
// Stands at the end of a report under test: a reader who points, zooms, sorts and types. Tells what held and what did
// not in an element of its own, and to the page that holds this one.
(async function() {
  'use strict';
  const lines = [];

  function check(holds, what) {
    lines.push((holds ? 'ok: ' : 'fails: ') + what);
  }
  function pause(ms) {
    return new Promise(function(done) {
      setTimeout(done, ms);
    });
  }
  function press(element, key, more) {
    element.dispatchEvent(
        new KeyboardEvent('keydown', Object.assign({key: key, bubbles: true, cancelable: true}, more)));
  }
  function button(figure, label) {
    return figure.querySelector('.tools [aria-label=\'' + label + '\']');
  }
  function zoomOf(svg) {
    return svg.viewBox.baseVal.width;
  }

  // Colours, as the browser paints them: text on the nearest background that is not transparent.
  function channels(colour) {
    return (colour.match(/[\d.]+/g) || []).map(Number);
  }
  function luminance(colour) {
    const linear = channels(colour).slice(0, 3).map(function(value) {
      const share = value / 255;
      return share <= .04045 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
    });
    return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2];
  }
  function groundOf(element) {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor, parts = channels(colour);
      if (parts.length < 4 || parts[3] > .99) return colour;
    }
    return 'rgb(255, 255, 255)';
  }
  function contrast(a, b) {
    const x = luminance(a), y = luminance(b);
    return (Math.max(x, y) + .05) / (Math.min(x, y) + .05);
  }
  // Before a reader scrolls: who wins, how much of what is ranked by, and the verdict.
  function checkFirstScreen() {
    const tall = 720, verdict = document.querySelector('div.verdict');
    verdict.querySelectorAll('p').forEach(function(part) {
      const box = part.getBoundingClientRect(), what = part.className || 'the sentence';
      const inside = box.top >= 0 && box.bottom <= tall && box.right <= window.innerWidth;
      check(
          window.scrollY === 0 && box.height > 0 && inside,
          what + ' is on the first screen: ' + box.top + ' to ' + box.bottom);
    });
    check(/\d/.test(verdict.querySelector('.score b').textContent), 'the value that is ranked by is told');
  }
  function checkContrast() {
    const poor = new Set();
    let seen = 0;
    document.querySelectorAll('body *').forEach(function(element) {
      if (!Array.from(element.childNodes).some(function(node) {
            return node.nodeType === 3 && node.data.trim();
          }))
        return;
      const style = getComputedStyle(element), svg = element instanceof SVGElement;
      if (!element.getClientRects().length || /SCRIPT|STYLE|TITLE/i.test(element.localName)) return;
      ++seen;
      const ratio = contrast(svg ? style.fill : style.color, groundOf(element));
      const size = parseFloat(style.fontSize) * (svg ? 0 : 1),
            large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
      if (ratio < (large ? 3 : 4.5))
        poor.add(element.localName + '.' + (element.className.baseVal || element.className) + ' ' + ratio.toFixed(2));
    });
    check(
        seen > 100 && poor.size === 0,
        'text of ' + seen + ' elements can be read: ' + Array.from(poor).slice(0, 8).join('; '));
  }

  function checkPlan(figure) {
    const svg = figure.querySelector('svg'), view = figure.querySelector('.view'),
          readout = figure.querySelector('.readout');
    const wire = svg.querySelector('.wire'), all = zoomOf(svg);
    figure.scrollIntoView({behavior: 'instant'});
    const middle = wire.getPointAtLength(wire.getTotalLength() / 2).matrixTransform(wire.getScreenCTM());
    svg.dispatchEvent(
        new PointerEvent('pointermove', {clientX: middle.x, clientY: middle.y, bubbles: true, pointerId: 1}));
    check(
        / – .*span \d+.*, [\d.]+ (tau|ns|µm|mm)/.test(readout.textContent),
        'a link says its ends, length and delay: ' + readout.textContent);
    check(svg.querySelectorAll('.hot').length >= 3, 'a link and its ends are marked');
    const box = svg.querySelector('rect.node').getBoundingClientRect();
    svg.dispatchEvent(new PointerEvent(
        'pointermove',
        {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, pointerId: 1}));
    check(
        /^node .*column \d+, row \d+, \d+ links?$/.test(readout.textContent),
        'a node says its address and place: ' + readout.textContent);
    press(view, 'l');
    check(/ – /.test(readout.textContent), 'L steps to a link');
    press(view, 'n');
    check(/^node /.test(readout.textContent), 'N steps to a node');
    button(figure, 'Zoom in').click();
    check(zoomOf(svg) < all, 'the button zooms in');
    const left = svg.viewBox.baseVal.x;
    press(view, 'ArrowRight');
    check(svg.viewBox.baseVal.x > left, 'the right arrow pans');
    press(view, '+');
    press(view, '-');
    press(view, '0');
    check(Math.abs(zoomOf(svg) - all) < 1e-3, '0 shows all');
    svg.dispatchEvent(new WheelEvent(
        'wheel', {deltaY: -200, ctrlKey: true, bubbles: true, cancelable: true, clientX: middle.x, clientY: middle.y}));
    check(zoomOf(svg) < all, 'the wheel zooms in');
    button(figure, 'Show all').click();
    check(Math.abs(zoomOf(svg) - all) < 1e-3, 'the button shows all');
  }

  function checkPlot(figure) {
    const live = figure.querySelector('.live'), canvas = figure.querySelector('canvas');
    check(canvas && canvas.width > 100, 'a plot is drawn: ' + figure.id);
    check(getComputedStyle(figure.querySelector('.sheet')).display === 'none', 'in place of its picture');
    press(live, 'Home');
    press(live, 'ArrowRight');
    check(
        /: .*\d/.test(figure.querySelector('.heard').textContent),
        'keys read values: ' + figure.querySelector('.heard').textContent);
    const series = figure.querySelector('.series button');
    series.click();
    check(series.getAttribute('aria-pressed') === 'false', 'a series can be taken away');
    series.click();
    button(figure, 'Zoom in').click();
    button(figure, 'Show all').click();
  }

  function checkTable(table) {
    const buttons = table.querySelectorAll('th button'), last = buttons.length - 1;
    buttons[last].click();
    const values = function() {
      return Array.from(table.tBodies[0].rows).map(function(row) {
        return parseFloat(row.cells[last].textContent.replace(/,/g, ''));
      });
    };
    const up = values();
    check(buttons[last].closest('th').getAttribute('aria-sort') === 'ascending', 'a sorted column says so');
    check(
        up.every(function(value, i) {
          return !i || up[i - 1] <= value;
        }),
        'a column is sorted: ' + up);
    buttons[last].click();
    const down = values();
    check(
        down.every(function(value, i) {
          return !i || down[i - 1] >= value;
        }),
        'and the other way round: ' + down);
  }

  try {
    await pause(50);
    check(
        performance.getEntriesByType('resource').length === 0 && window.refused.length === 0,
        'nothing was asked for: ' + window.refused);
    checkFirstScreen();
    document.querySelectorAll('figure.plan').forEach(checkPlan);
    document.querySelectorAll('figure.plot').forEach(checkPlot);
    checkTable(document.querySelector('[data-sorts] table'));
    checkContrast();
    check(
        document.documentElement.scrollWidth <= window.innerWidth,
        'the page is ' + document.documentElement.scrollWidth + ' wide in a window of ' + window.innerWidth);
    window.scrollTo({top: document.body.scrollHeight, behavior: 'instant'});
    await pause(100);
    check(
        document.querySelectorAll('nav [aria-current]').length === 1, 'the list of sections says where the reader is');
    check(window.wrong.length === 0, 'nothing went wrong: ' + window.wrong.join('; '));
    // The policy is at work: what it forbids is refused.
    new Image().src = 'data:image/png;base64,AAAA';
    await pause(100);
    check(window.refused.length === 1, 'an image is refused');
  } catch (error) {
    check(false, 'the test ends: ' + error.stack);
  }
  lines.push('dark ' + matchMedia('(prefers-color-scheme: dark)').matches + ', width ' + window.innerWidth, 'done');
  const told = document.createElement('pre');
  told.id = 'selftest';
  told.textContent = lines.join('\n');
  document.body.append(told);
  if (window.parent !== window) window.parent.postMessage(told.textContent, '*');
})();

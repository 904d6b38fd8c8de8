// SPDX-License-Identifier: Apache-2.0
// Stands before all else in a report under test: what goes wrong while it loads.
window.wrong = [];
window.refused = [];
window.addEventListener('error', function(event) {
  window.wrong.push('error: ' + event.message);
});
window.addEventListener('unhandledrejection', function(event) {
  window.wrong.push('rejected: ' + event.reason);
});
['error', 'warn'].forEach(function(name) {
  console[name] = function() {
    window.wrong.push('console: ' + Array.from(arguments).join(' '));
  };
});
document.addEventListener('securitypolicyviolation', function(event) {
  window.refused.push(event.effectiveDirective + ' ' + event.blockedURI);
});

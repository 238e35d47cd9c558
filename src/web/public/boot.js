// Before the first paint: the theme and language kept from the last visit.
(function () {
  var root = document.documentElement;
  var theme = null;
  var locale = null;
  try {
    theme = localStorage.getItem('portolan.theme');
    locale = localStorage.getItem('locale');
  } catch (_error) {
    // A sandboxed frame has no storage: defaults.
  }
  var dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.lang = locale && locale.slice(0, 2) === 'en' ? 'en' : 'zh-CN';
})();

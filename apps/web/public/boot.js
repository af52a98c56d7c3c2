// Runs before the first paint, so that a chosen theme never flashes the other one. External because the page's
// content policy allows no inline script.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage can be blocked; the system's preference then stands.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();

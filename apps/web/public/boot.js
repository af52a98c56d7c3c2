// Runs twice, each time before something is painted, and is external because the page's content policy allows no
// inline script. In the head it applies a chosen theme, so that the other one never flashes. At the body's end it
// has the screen's code fetched beside the app's, and unfolds the landing page for visitors at `/`.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage can be blocked: the system's theme then stands, and everybody is a visitor.
      return null;
    }
  };
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  const list = document.getElementById('chunks');
  const landing = document.getElementById('landing');
  if (!list || !landing) return;
  const token = stored('access_token');
  const visitor = !token || token === 'false';
  const first = location.pathname.split('/')[1] || 'discover';
  const front = visitor && location.pathname === '/';
  const members = ['discover', 'search', 'rating'].includes(first);
  const screen = front ? 'landing' : visitor && members ? 'login' : first;
  for (const file of JSON.parse(list.textContent)[screen] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
  if (front) document.getElementById('root').append(landing.content);
  landing.remove();
  list.remove();
})();

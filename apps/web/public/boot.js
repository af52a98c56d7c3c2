// Runs twice, each time before something is painted, and is external because the page's content policy allows no
// inline script. In the head it applies a chosen theme, so that the other one never flashes, and asks for what a
// member sees first, so that the answer travels beside the app's code (src/lib/early.ts takes it up). At the body's
// end it has the screen's code fetched beside the app's, and unfolds the landing page for visitors at `/`.
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

  const token = stored('access_token');
  const visitor = !token || token === 'false';

  /** The first answers of this visit, by address. */
  const askEarly = () => {
    const early = new Map();
    const origin = document.querySelector('meta[name="api-origin"]')?.content.replace(/^%.*%$/, '') ?? '';
    const ask = (path) => {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
      const answer = fetch(origin + path, { headers });
      early.set(origin + path, answer);
      // Who takes the answer up hears of the failure.
      answer.catch(() => {});
      return answer;
    };
    window.early = early;
    ask('/api/v1/user');
    if (!/^\/(discover\/?)?$/.test(location.pathname)) return;
    const query = new URLSearchParams({ grouped_genres: 'true', view: 'card', page: '1' });
    const given = new URLSearchParams(location.search);
    for (const name of ['all_streaming', 'media_type']) if (given.has(name)) query.set(name, given.get(name));
    ask(`/api/v2/media?${query}`)
      .then((reply) => (reply.ok ? reply.clone().json() : { grouped_media: [] }))
      .then(({ grouped_media: groups }) => {
        const row = groups.find((group) => group.kind === 'recommended')?.media ?? [];
        const poster = row.find((medium) => !medium.hidden && medium.rating === null)?.poster_url;
        const art = poster?.replace('/images/posters/', '/images/backdrops/');
        if (art !== poster) new Image().src = art;
      })
      .catch(() => {});
  };

  const list = document.getElementById('chunks');
  const landing = document.getElementById('landing');
  if (!visitor && !window.early) askEarly();
  if (!list || !landing) return;
  const first = location.pathname.split('/')[1] || 'discover';
  const front = visitor && location.pathname === '/';
  const members = ['discover', 'my_lists', 'rating', 'search', 'hidden', 'people', 'settings'].includes(
    first,
  );
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

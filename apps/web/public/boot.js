// Runs twice, each time before something is painted, and is external because the page's content policy allows no
// inline script. In the head it applies a chosen theme, so that the other one never flashes, has the screen's code
// fetched beside the app's, and asks for what a member sees first, so that the answer travels beside the code
// (src/lib/early.ts takes it up). At the body's end it unfolds the landing page for visitors at `/`.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage can be blocked: the system's theme then stands, and everybody is a visitor.
      return null;
    }
  };
  const token = stored('access_token');
  const visitor = !token || token === 'false';
  const front = visitor && location.pathname === '/';
  const [first = 'discover', second = 'media'] = location.pathname.split('/').filter(Boolean);
  /** The title that lies over the page. */
  const title = /\/media\/([1-9]\d*)\/?$/.exec(location.pathname)?.[1];
  const page = first === 'my_lists' && !['media', 'share'].includes(second) ? 'list' : first;

  const preload = (link) => document.head.append(Object.assign(document.createElement('link'), link));

  const applyTheme = () => {
    const theme = stored('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  };

  const preloadScreens = () => {
    const list = document.getElementById('chunks');
    if (!list) return;
    const chunks = JSON.parse(list.textContent);
    const members = ['discover', 'my_lists', 'rating', 'search', 'hidden', 'people', 'settings'];
    const screens = [front ? 'landing' : visitor && members.includes(first) ? 'login' : page];
    if (title) screens.push('title');
    for (const file of new Set(screens.flatMap((screen) => chunks[screen] ?? [])))
      preload({ rel: 'modulepreload', href: `/${file}` });
    // The landing page is read before its code is here. On a screen the faces come after what draws it.
    if (!front) return;
    const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' };
    for (const file of chunks.fonts) preload({ ...font, href: `/${file}` });
  };

  /** The largest thing on the page, a title's picture, goes before the posters and whatever else can wait. */
  const showSoon = (medium) => {
    const poster = medium?.poster_url;
    const art = medium?.backdrop_url ?? poster?.replace('/images/posters/', '/images/backdrops/');
    if (art && art !== poster) preload({ rel: 'preload', as: 'image', href: art, fetchPriority: 'high' });
  };

  /** Asks for the first answers of this visit and keeps them by address. */
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
    if (title)
      ask(`/api/v1/media/${title}`)
        .then((reply) => (reply.ok ? reply.clone().json() : {}))
        .then(({ medium }) => showSoon(medium))
        .catch(() => {});
    const given = new URLSearchParams(location.search);
    if (page === 'list' && !title) {
      // As the app asks with nothing else saved; with other filters it asks anew.
      const filters = { all_streaming: 'true', media_type: 'all', ...Object.fromEntries(given) };
      const { all_streaming, media_type } = filters;
      const query = new URLSearchParams({ view: 'card', page: '1', all_streaming, media_type });
      ask(`/api/v1/user_lists/${second}?${query}`)
        .then((reply) => (reply.ok ? reply.clone().json() : { user_list: { media: [] } }))
        .then(({ user_list: list }) => {
          // The first line of a phone's grid.
          for (const { poster_url: href } of list.media.slice(0, 2))
            preload({ rel: 'preload', as: 'image', href, fetchPriority: 'high' });
        })
        .catch(() => {});
    }
    if (!/^\/(discover\/?)?$/.test(location.pathname)) return;
    const query = new URLSearchParams({ grouped_genres: 'true', view: 'card', page: '1' });
    for (const name of ['all_streaming', 'media_type']) if (given.has(name)) query.set(name, given.get(name));
    ask(`/api/v2/media?${query}`)
      .then((reply) => (reply.ok ? reply.clone().json() : { grouped_media: [] }))
      .then(({ grouped_media: groups }) => {
        const row = groups.find((group) => group.kind === 'recommended')?.media ?? [];
        showSoon(row.find((medium) => !medium.hidden && medium.rating === null));
      })
      .catch(() => {});
  };

  const landing = document.getElementById('landing');
  if (landing) {
    if (front) document.getElementById('root').append(landing.content);
    landing.remove();
  } else {
    applyTheme();
    preloadScreens();
    if (!visitor) askEarly();
  }
})();

// Runs twice, each time before the first paint. It is an external file because the content security policy forbids
// inline scripts. In the head it applies the chosen theme, preloads the screen's code and sends the first API requests.
// src/features/titles/cache/early.ts reads their answers. At the end of the body it shows the prerendered landing page to visitors at
// `/`.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage can be blocked. Then the system's theme applies and there is no session.
      return null;
    }
  };
  const token = stored('access_token');
  const visitor = !token || token === 'false';
  const front = visitor && location.pathname === '/';
  const [first = 'discover', second = 'media'] = location.pathname.split('/').filter(Boolean);
  /** The id of the title modal in the address. */
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
    // The landing page shows text before its code loads, so it preloads the fonts first. Screens preload their code
    // first.
    if (!front) return;
    const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' };
    for (const file of chunks.fonts) preload({ ...font, href: `/${file}` });
  };

  /** The backdrop is the largest element on the page, so it loads before the posters. */
  const showSoon = (medium) => {
    const poster = medium?.poster_url;
    const art = medium?.backdrop_url ?? poster?.replace('/images/posters/', '/images/backdrops/');
    if (art && art !== poster) preload({ rel: 'preload', as: 'image', href: art, fetchPriority: 'high' });
  };

  /** Sends the first API requests of this visit and stores their promises by address. */
  const askEarly = () => {
    const early = new Map();
    const origin = document.querySelector('meta[name="api-origin"]')?.content.replace(/^%.*%$/, '') ?? '';
    const ask = (path) => {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
      const answer = fetch(origin + path, { headers });
      early.set(origin + path, answer);
      // The caller that uses this answer handles the failure.
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
      // Defaults of the app without saved filters. With saved filters the app sends another request.
      const filters = { all_streaming: 'true', media_type: 'all', ...Object.fromEntries(given) };
      const { all_streaming, media_type } = filters;
      const query = new URLSearchParams({ view: 'card', page: '1', all_streaming, media_type });
      ask(`/api/v1/user_lists/${second}?${query}`)
        .then((reply) => (reply.ok ? reply.clone().json() : { user_list: { media: [] } }))
        .then(({ user_list: list }) => {
          // The first line of the grid on a phone.
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

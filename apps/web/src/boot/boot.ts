// The build turns this module into `boot.js`, which index.html runs twice before the first paint. It is a file because
// the content security policy forbids inline scripts. In the head it applies the theme, preloads the screen's code and
// sends the first requests. At the end of the body it shows what is prerendered: the landing page to visitors at `/`, the
// navigation to everybody who is signed in.
import { isCurrent } from '#src/app/shell/is-current.ts';
import { readToken } from '#src/lib/session/token.ts';
import { applyTheme, storedTheme } from '#src/lib/storage/theme.ts';
import { preload } from './preload.ts';
import type { Chunks } from './screens.ts';
import { sendFirstCalls } from './send-first-calls.ts';

const token = readToken();
const front = token === null && location.pathname === '/';

/** Preloads the files of the screen. Returns the ids in the path. */
function preloadScreen(): Record<string, string> {
  const list = document.getElementById('chunks');
  if (!list) return {};
  const { files, fonts, screens }: Chunks = JSON.parse(list.textContent);
  const add = (indexes: readonly number[], link: Partial<HTMLLinkElement>) => {
    for (const index of indexes) preload({ ...link, href: `/${files[index]}` });
  };
  for (const [pattern, visitor, member] of screens) {
    const match = new RegExp(pattern).exec(location.pathname);
    if (!match) continue;
    add(token === null ? visitor : member, { rel: 'modulepreload' });
    // The landing page shows text before its code loads, so it preloads the fonts too.
    if (front) add(fonts, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' });
    return match.groups ?? {};
  }
  return {};
}

/** Moves the content of a template into the root of the app. Returns null before the body is read. */
function show(id: string): HTMLElement | null {
  const template = document.getElementById(id);
  const root = document.getElementById('root');
  if (!(template instanceof HTMLTemplateElement) || !root) return null;
  root.append(template.content);
  return root;
}

if (document.getElementById('root')) {
  if (front) show('landing');
  else if (token !== null)
    for (const link of show('frame')?.querySelectorAll('nav a') ?? [])
      if (isCurrent(link.getAttribute('href') ?? '', location.pathname))
        link.setAttribute('aria-current', 'page');
} else {
  applyTheme(storedTheme());
  const params = preloadScreen();
  if (token !== null) sendFirstCalls(token, location, params);
}

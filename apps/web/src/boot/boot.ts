// The build turns this module into `boot.js`, which index.html runs twice before the first paint. It is a file because
// the content security policy forbids inline scripts. In the head it applies the theme, preloads the screen's code and
// sends the first requests. At the end of the body it shows the prerendered landing page to visitors at `/`.
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

const landing = document.getElementById('landing');
if (landing instanceof HTMLTemplateElement) {
  if (front) document.getElementById('root')?.append(landing.content);
  landing.remove();
} else {
  applyTheme(storedTheme());
  const params = preloadScreen();
  if (token !== null) sendFirstCalls(token, location, params);
}

// In the head of index.html, applies the theme, preloads the screen's code and fonts and sends the first requests. At
// the end of the body, shows the prerendered landing page or navigation before the first paint.
import { isCurrent } from '#src/app/shell/is-current.ts';
import { readToken } from '#src/lib/session/token.ts';
import { applyTheme, storedTheme } from '#src/lib/storage/theme.ts';
import { preload } from './preload.ts';
import type { Chunks } from './screens.ts';
import { sendFirstCalls } from './send-first-calls.ts';

const token = readToken();
const front = token === null && location.pathname === '/';

/**
 * Returns the list of files and the screen of the address. Returns null when no screen matches, and under the
 * development server, which has no list.
 */
function findScreen() {
  const list = document.getElementById('chunks');
  if (!list) return null;
  const chunks: Chunks = JSON.parse(list.textContent);
  for (const [pattern, visitor, member] of chunks.screens) {
    const match = new RegExp(pattern).exec(location.pathname);
    // Visitors get the login in place of a screen for members.
    if (match)
      return { chunks, visitor, member, ids: match.groups, isForMembers: `${visitor}` !== `${member}` };
  }
  return null;
}

/** Preloads the files of the screen, and the fonts. Returns the ids in the path. */
function preloadScreen(): Record<string, string> {
  const screen = findScreen();
  if (!screen) return {};
  const { files, fonts } = screen.chunks;
  const add = (indexes: readonly number[], link: Partial<HTMLLinkElement>) => {
    for (const index of indexes) preload({ ...link, href: `/${files[index]}` });
  };
  add(token === null ? screen.visitor : screen.member, { rel: 'modulepreload' });
  // Otherwise they are found only when text is drawn, and a font that comes later can wrap a line anew.
  add(fonts, { rel: 'preload', as: 'font', crossOrigin: '' });
  return screen.ids ?? {};
}

/** Moves the content of a template into the root of the app. */
function show(id: 'landing' | 'frame'): void {
  const template = document.getElementById(id);
  const root = document.getElementById('root');
  if (!(template instanceof HTMLTemplateElement) || !root) return;
  root.append(template.content);
  root.dataset.shown = id;
}

/** Shows the navigation as the app draws it for this address. */
function showFrame(): void {
  show('frame');
  for (const link of document.querySelectorAll('#root [data-nav]'))
    if (isCurrent(link.getAttribute('href') ?? '', location.pathname))
      link.setAttribute('aria-current', 'page');
}

// The templates are at the end of the body, so that only the second run finds them.
if (document.getElementById('landing')) {
  if (front) show('landing');
  else if (token !== null && findScreen()?.isForMembers) showFrame();
} else {
  applyTheme(storedTheme());
  const params = preloadScreen();
  if (token !== null) sendFirstCalls(token, location, params);
}

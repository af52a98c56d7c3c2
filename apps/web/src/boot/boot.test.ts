import { afterEach, beforeEach, expect, it } from 'vitest';
import { setTheme } from '#src/lib/screen/use-theme.ts';
import { writeToken } from '#src/lib/session/token.ts';
import { answer, makeUser } from '../../test/server.ts';
import type { Chunks } from './screens.ts';

const LOGIN = 0;
const LIST = 1;
const FONT = 2;
const chunks: Chunks = {
  files: ['login.js', 'list.js', 'text.woff2'],
  fonts: [FONT],
  screens: [
    ['^/my_lists/(?<listId>[1-9]\\d*)/?$', [LOGIN], [LIST]],
    ['^/plans/?$', [LOGIN], [LOGIN]],
  ],
};
/** The part of index.html that the build writes. */
const BUILT = `
  <script type="application/json" id="chunks">${JSON.stringify(chunks)}</script>
  <template id="landing"><h1>Landing</h1></template>
  <template id="frame">
    <nav>
      <a href="/">Marquee</a>
      <a href="/discover" data-nav>Discover</a>
      <a href="/my_lists" data-nav>My Lists</a>
      <a href="/logout">Sign out</a>
    </nav>
  </template>`;

let runs = 0;

/** Runs the boot script at the end of the body. Each address of a module runs it once. */
async function boot(path: string, built: string): Promise<void> {
  history.replaceState(null, '', path);
  document.body.innerHTML = `<div id="root"></div>${built}`;
  runs += 1;
  await import(/* @vite-ignore */ `./boot.ts?run=${runs}`);
}

const shown = () => document.querySelector('#root')?.textContent?.replace(/\s+/g, ' ').trim();

beforeEach(() => {
  answer('GET /api/v1/user', { user: makeUser() });
});
afterEach(() => {
  delete window.early;
  document.body.innerHTML = '';
  for (const link of document.head.querySelectorAll('link')) link.remove();
  setTheme('system');
});

it('the boot script applies the theme and sends the first request when the page has no build data', async () => {
  writeToken('a-token');
  setTheme('light');
  delete document.documentElement.dataset.theme;
  await boot('/my_lists/3', '');
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(window.early?.size).toBe(1);
});

it('the boot script shows the navigation at a screen for members and marks one link as the current page', async () => {
  writeToken('a-token');
  await boot('/my_lists/3', BUILT);
  expect(shown()).toBe('Marquee Discover My Lists Sign out');
  const current = [...document.querySelectorAll('#root [aria-current]')].map(
    ({ textContent }) => textContent,
  );
  expect(current).toEqual(['My Lists']);
});

it('the boot script shows nothing when visitors can open the address too', async () => {
  writeToken('a-token');
  await boot('/plans', BUILT);
  expect(shown()).toBe('');
});

it('the boot script shows the landing page to a visitor at /, and nothing to a visitor at other addresses', async () => {
  await boot('/', BUILT);
  expect(shown()).toBe('Landing');
  await boot('/my_lists/3', BUILT);
  expect(shown()).toBe('');
});

it('the boot script preloads the fonts of every screen, so that no late font moves its text', async () => {
  const preloaded = () =>
    [...document.head.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(
      ({ href }) => new URL(href).pathname,
    );
  const screen = BUILT.replace('<template id="landing"><h1>Landing</h1></template>', '');
  await boot('/plans', screen);
  expect(preloaded()).toEqual(['/text.woff2']);
  document.head.replaceChildren();
  writeToken('a-token');
  await boot('/plans', screen);
  expect(preloaded()).toEqual(['/text.woff2']);
});

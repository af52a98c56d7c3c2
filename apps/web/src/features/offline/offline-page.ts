// The script of offline.html, whose only library is for IndexedDB. The page shows only data of this device.
import { readToken } from '#src/lib/session/token.ts';
import { applyTheme, storedTheme } from '#src/lib/storage/theme.ts';
import { readSavedLists, type SavedList } from './saved-lists.ts';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** Returns `40 titles`, or `12 of 40 titles` when only 12 titles were seen. */
function countInWords({ titles: { length }, total }: SavedList): string {
  const all = total === 1 ? '1 title' : `${total} titles`;
  return length < total ? `${length} of ${all}` : all;
}

function drawList(list: SavedList, open: boolean): HTMLElement {
  const { name, owner, seenAt, titles } = list;
  const facts = [countInWords(list), owner === null ? '' : `by ${owner}`].filter((fact) => fact !== '');
  const seen = element('time', '', moment.format(seenAt));
  seen.dateTime = new Date(seenAt).toISOString();
  const items = titles.map(({ title, year, services }) =>
    element(
      'li',
      '',
      element('span', 'title', title),
      element('span', 'facts', [year === null ? '' : String(year), ...services].filter(Boolean).join(' · ')),
    ),
  );
  const drawn = element(
    'details',
    '',
    element('summary', '', element('h3', '', name)),
    element('p', 'facts', `${facts.join(', ')}. Last seen on `, seen, '.'),
    element('ol', 'titles', ...items),
  );
  drawn.open = open;
  return drawn;
}

/** Draws the saved lists. The list that the page's URL names comes first. */
async function drawLists(): Promise<void> {
  const place = document.getElementById('lists');
  if (!place || readToken() === null) return;
  const here = Number(/^\/my_lists\/(\d+)/.exec(location.pathname)?.[1]);
  const lists = (await readSavedLists()).sort((a, b) => Number(b.id === here) - Number(a.id === here));
  place.append(
    element('h2', '', 'Your lists, as last seen'),
    element(
      'p',
      'facts',
      lists.length > 0
        ? 'Titles and streaming services may have changed since.'
        : 'No list is saved on this device yet. A list is saved when you open it with a connection.',
    ),
    ...lists.map((list, index) => drawList(list, index === 0)),
  );
}

applyTheme(storedTheme());
document.getElementById('retry')?.addEventListener('click', () => location.reload());
window.addEventListener('online', () => location.reload());
await drawLists();

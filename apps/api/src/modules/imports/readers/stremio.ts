import { z } from 'zod';
import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseView } from '../files/dates.ts';
import { cleanText, findImdbId, parseYear } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import { type Entry, hintOf, PASSED, PLAYS_MAX, UNREADABLE, WATCH_LATER } from '../records.ts';

/** Tools that save the library write numbers and switches in either form. */
const Amount = z.union([z.number(), z.boolean().transform(Number), z.string().transform(Number)]).nullish();
const Item = z.object({
  _id: z.string(),
  name: z.string().nullish(),
  type: z.string(),
  year: z.union([z.string(), z.number()]).nullish(),
  removed: Amount,
  temp: Amount,
  state: z.object({
    lastWatched: z.string().nullish(),
    timesWatched: Amount,
    flaggedWatched: Amount,
    timeOffset: Amount,
    duration: Amount,
    overallTimeWatched: Amount,
  }),
});

function toEntries({ _id, name, type, year, removed, temp, state }: z.infer<typeof Item>): Entry[] {
  if (type !== 'movie' && type !== 'series') return [PASSED];
  const imdbId = findImdbId(_id);
  const title = cleanText(name);
  if (title === '' && imdbId === null) return [UNREADABLE];
  const hint = hintOf({ title: title || (imdbId ?? ''), year: parseYear(year), type, imdbId });
  const views = Math.min(PLAYS_MAX, Math.round(state.timesWatched || 0));
  const isSeen = views > 0 || (state.flaggedWatched ?? 0) > 0;
  if (isSeen) {
    const fact = {
      kind: 'seen',
      on: parseView(state.lastWatched ?? ''),
      at: null,
      plays: Math.max(1, views),
    } as const;
    return [{ hint, fact, isSaid: true }];
  }
  // Titles that were only opened, and those that were removed, stay in the file. What was begun but not finished, and a
  // title of the library that was never begun, was not seen.
  const isBegun = (state.timeOffset ?? 0) > 0 || (state.overallTimeWatched ?? 0) > 0;
  if (removed || temp || isBegun) return [PASSED];
  return [{ hint, list: WATCH_LATER, fact: { kind: 'list', at: null } }];
}

/** Reads the JSON file of the library. */
export async function* readStremio(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names.filter((each) => archive.names.length === 1 || /\.json$/i.test(each))) {
    const values = jsonValues(archive.text(name), (isArray) =>
      isArray ? ['$.*'] : ['$.library.*', '$.result.*', '$.libraryItems.*', '$.libraryItem.*'],
    );
    for await (const { value } of values) {
      const item = Item.safeParse(value);
      if (item.success) found++;
      if (item.success) yield* toEntries(item.data);
      else yield UNREADABLE;
    }
  }
  if (found === 0) throw notAnExport('Stremio');
}

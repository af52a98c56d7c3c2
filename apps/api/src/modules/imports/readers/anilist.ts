import { z } from 'zod';
import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { cleanText } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import { statementOfWord } from '../files/seen-statement.ts';
import { type Entry, hintOf, PASSED, rated, UNREADABLE, WATCH_LATER } from '../records.ts';

const Day = z.object({ year: z.int().nullish(), month: z.int().nullish(), day: z.int().nullish() }).nullish();
const Item = z.object({
  status: z.string(),
  score: z.number().nullish(),
  completedAt: Day,
  media: z.object({
    title: z.object({
      english: z.string().nullish(),
      romaji: z.string().nullish(),
      native: z.string().nullish(),
    }),
    type: z.string().nullish(),
    format: z.string().nullish(),
    startDate: Day,
    seasonYear: z.int().nullish(),
  }),
});

const two = (part: number): string => String(part).padStart(2, '0');
const dayOf = (day: z.infer<typeof Day>): string =>
  day?.year && day.month && day.day ? `${day.year}-${two(day.month)}-${two(day.day)}` : '';

function toEntries({ status, score, completedAt, media }: z.infer<typeof Item>): Entry[] {
  const { english, romaji, native } = media.title;
  const title = cleanText(english) || cleanText(romaji) || cleanText(native);
  if (title === '') return [UNREADABLE];
  const format = media.format?.toUpperCase() ?? '';
  if (/^(MANGA|NOVEL|ONE_SHOT|MUSIC)$/.test(format) || media.type === 'MANGA') return [PASSED];
  const year = media.startDate?.year ?? media.seasonYear ?? null;
  const hint = hintOf({
    title,
    originalTitle:
      [romaji, native].map((name) => cleanText(name)).find((name) => name !== '' && name !== title) ?? null,
    year: year !== null && year >= 1870 && year <= 2200 ? year : null,
    type: format === 'MOVIE' ? 'movie' : /^TV/.test(format) ? 'series' : null,
  });
  const day = dayOf(completedAt);
  const entries: Entry[] = [];
  // The member chooses the scale, and 0 means that the title is not rated.
  if (score && score > 0) entries.push({ hint, fact: rated({ score }, [], parseMoment(day)) });
  const stated = statementOfWord(status);
  if (stated === 'seen')
    entries.push({ hint, fact: { kind: 'seen', on: parseView(day), at: null }, isSaid: true });
  if (stated === 'wish')
    entries.push({ hint, list: WATCH_LATER, fact: { kind: 'list', at: null }, isSaid: true });
  return entries.length > 0 ? entries : [stated === null ? UNREADABLE : PASSED];
}

/** Reads the reply of AniList's API, which tools save: `lists` with `entries` that carry their `media`. */
export async function* readAniList(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names.filter((each) => archive.names.length === 1 || /\.json$/i.test(each))) {
    const paths = ['$.data.MediaListCollection.lists.*.entries.*', '$.MediaListCollection.lists.*.entries.*'];
    const values = jsonValues(archive.text(name), (isArray) =>
      isArray ? ['$.*.entries.*'] : [...paths, '$.lists.*.entries.*'],
    );
    for await (const { value } of values) {
      const item = Item.safeParse(value);
      if (item.success) found++;
      if (item.success) yield* toEntries(item.data);
      else yield UNREADABLE;
    }
  }
  if (found === 0) throw notAnExport('AniList');
}

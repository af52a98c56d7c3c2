import { z } from 'zod';
import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { cleanText, parseId, parseYear } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import { statementOfWord } from '../files/seen-statement.ts';
import { type Entry, hintOf, PASSED, UNREADABLE, WATCH_LATER } from '../records.ts';

const Item = z.object({
  content: z.object({
    type: z.enum(['movie', 'tv']),
    title: z.string().nullish(),
    tmdbId: z.union([z.number(), z.string()]).nullish(),
    release_date: z.string().nullish(),
  }),
  status: z.string().nullish(),
  rating: z.number().nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
});

function toEntries({ content, status, rating, createdAt, updatedAt }: z.infer<typeof Item>): Entry[] {
  const title = cleanText(content.title);
  const tmdbId = parseId(String(content.tmdbId ?? ''));
  if (title === '' && tmdbId === null) return [UNREADABLE];
  const hint = hintOf({
    title: title || `TMDB ${tmdbId}`,
    year: parseYear(content.release_date),
    type: content.type === 'tv' ? 'series' : 'movie',
    tmdbId,
  });
  const when = updatedAt ?? createdAt ?? '';
  const entries: Entry[] = [];
  // 0 means that the title is not rated.
  const score = Math.round(rating ?? 0);
  if (score >= 1 && score <= 10)
    entries.push({
      hint,
      fact: { kind: 'rating', rating: score, tags: [], at: parseMoment(when), first: null },
    });
  const stated = statementOfWord(status ?? '');
  if (stated === 'wish')
    entries.push({
      hint,
      list: WATCH_LATER,
      fact: { kind: 'list', at: parseMoment(createdAt ?? '') },
      isSaid: true,
    });
  else if (stated === 'seen')
    entries.push({ hint, fact: { kind: 'seen', on: parseView(when), at: null }, isSaid: true });
  return entries.length > 0 ? entries : [stated === null ? UNREADABLE : PASSED];
}

/** Reads the JSON file of Profile → Export: a list of watched titles. */
export async function* readWatcharr(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names) {
    for await (const { value } of jsonValues(archive.text(name), () => ['$.*'])) {
      const item = Item.safeParse(value);
      if (!item.success) {
        yield UNREADABLE;
        continue;
      }
      found++;
      yield* toEntries(item.data);
    }
  }
  if (found === 0) throw notAnExport('Watcharr');
}

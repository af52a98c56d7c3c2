import { z } from 'zod';
import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { episodeOf, ofEpisode } from '../files/episode.ts';
import { cleanListName, cleanText, parseId } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import { type Entry, hintOf, type ListRef, PASSED, UNREADABLE } from '../records.ts';

/** Ryot keeps scores of 100, whatever the member sees, and writes them as numbers or as text. */
const SCALE = 100;
const RATING_MAX = 10;

const Amount = z.union([z.number(), z.string()]).nullish();
const Review = z.object({
  rating: Amount,
  review: z.object({ date: z.string().nullish() }).nullish(),
  show_season_number: z.number().nullish(),
  show_episode_number: z.number().nullish(),
});
const Item = z.object({
  lot: z.string(),
  source: z.string(),
  source_id: z.string().nullish(),
  identifier: z.union([z.string(), z.number()]),
  seen_history: z
    .array(
      z.object({
        ended_on: z.string().nullish(),
        progress: Amount,
        show_season_number: z.number().nullish(),
        show_episode_number: z.number().nullish(),
      }),
    )
    .default([]),
  reviews: z.array(Review).default([]),
  /** Older versions write names. */
  collections: z.array(z.union([z.string(), z.object({ collection_name: z.string() })])).default([]),
});

/** Collections that Ryot makes by itself. */
const OWN = ['completed', 'in progress', 'monitoring', 'owned', 'reminders', 'custom'];

function listOf(name: string): ListRef | null {
  const clean = cleanListName(name);
  if (clean.toLowerCase() === 'watchlist') return { type: 'watch_later', name: '' };
  return clean === '' || OWN.includes(clean.toLowerCase()) ? null : { type: 'custom', name: clean };
}

function toEntries(item: z.infer<typeof Item>): Entry[] {
  const lot = item.lot.toLowerCase();
  if (lot !== 'movie' && lot !== 'show') return [PASSED];
  const tmdbId = item.source.toLowerCase() === 'tmdb' ? parseId(String(item.identifier)) : null;
  if (tmdbId === null) return [UNREADABLE];
  const hint = hintOf({
    title: cleanText(item.source_id) || `TMDB ${tmdbId}`,
    type: lot === 'show' ? 'series' : 'movie',
    tmdbId,
  });
  const entries: Entry[] = [];
  for (const { rating, review, show_season_number, show_episode_number } of item.reviews) {
    const score = rating == null || rating === '' ? Number.NaN : Number(rating);
    // The rating of a season or an episode does not rate the series.
    if (!(score >= 0 && score <= SCALE) || show_season_number != null || show_episode_number != null)
      continue;
    const value = Math.round((score / SCALE) * RATING_MAX);
    const at = parseMoment(review?.date ?? '');
    entries.push({ hint, fact: { kind: 'rating', rating: value, tags: [], at, first: null } });
  }
  for (const { ended_on, show_season_number, show_episode_number } of item.seen_history) {
    const of = ofEpisode(episodeOf(show_season_number, show_episode_number));
    entries.push({
      hint,
      fact: { kind: 'seen', ...of, on: parseView(ended_on ?? ''), at: null },
      isSaid: true,
    });
  }
  for (const collection of item.collections) {
    const list = listOf(typeof collection === 'string' ? collection : collection.collection_name);
    if (list) entries.push({ hint, list, fact: { kind: 'list', at: null }, isSaid: true });
  }
  return entries.length > 0 ? entries : [PASSED];
}

/** Reads the JSON file of Settings → Imports and exports. Titles have ids but no names. */
export async function* readRyot(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names) {
    const values = jsonValues(archive.text(name), () => ['$.metadata.*', '$.media.*']);
    for await (const { value } of values) {
      const item = Item.safeParse(value);
      if (!item.success) {
        yield UNREADABLE;
        continue;
      }
      found++;
      yield* toEntries(item.data);
    }
  }
  if (found === 0) throw notAnExport('Ryot');
}

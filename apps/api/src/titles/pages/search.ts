import type { MediaQuery, Understood } from '@marquee/contracts';
import { topK } from '@marquee/recommender';
import { clearBit, countBits, hasBit, intersect } from '#src/titles/engine/bits.ts';
import { fixedRow, type Row, scoredRow } from '#src/titles/engine/ranking.ts';
import { isNameMatch, searchTitles } from '#src/titles/engine/search-index.ts';
import { described } from '#src/titles/understanding/described.ts';
import { understand } from '#src/titles/understanding/understand.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { passNamed } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';

type Query = GivenFilters & Pick<MediaQuery, 'query' | 'plain'>;

/** The titles for a search, and what its words were taken for. */
export interface Answer {
  readonly row: Row;
  readonly understood: readonly Understood[];
}

/** Returns the titles whose names match, best match first. @param onlyWords leaves out names with a typo. */
function named({ snapshot }: Taste, text: string, onlyWords: boolean): Int32Array {
  const { items, scores } = searchTitles(snapshot.data, snapshot.search, text);
  const order = topK(scores, items.length).filter((at) => !onlyWords || isNameMatch(scores[at] ?? 0));
  return order.map((at) => items[at] ?? 0);
}

/** Whether words describe titles although a title has exactly this name: "horror", but not "1917" and "Date Night". */
const describesToo = (understood: readonly Understood[]): boolean =>
  understood.length === 1 && understood.every(({ kind }) => kind === 'theme' || kind === 'genre');

/** Returns a row that begins with `head`, without titles twice. */
function after(head: Int32Array, tail: Row): Row {
  return {
    total: head.length + tail.total,
    slice: (from, to) =>
      Int32Array.from([
        ...head.slice(from, to),
        ...tail.slice(Math.max(0, from - head.length), Math.max(0, to - head.length)),
      ]),
  };
}

/**
 * Returns titles for a search: those whose names match, best match first, and then those that the words describe, in
 * the order of the taste, or by similarity where the words name a title. Includes hidden titles by name only.
 */
export function search(taste: Taste, query: Query): Answer {
  const { data, lexicon, model, indexOf } = taste.snapshot;
  const passed = passNamed(taste, query, data.listed);
  const shown = (items: Int32Array): Int32Array => items.filter((item) => hasBit(passed, item));
  const byName = (): Answer => ({ row: fixedRow(shown(named(taste, query.query, false))), understood: [] });
  if (query.plain) return byName();

  const { understood, rest } = understand(query.query, lexicon);
  if (understood.length === 0) return byName();
  if (lexicon.findTitle(query.query) !== null && !describesToo(understood)) return byName();
  const open = described({ data, market: taste.market }, understood);
  intersect(open, passed);
  const names = shown(named(taste, query.query, true));
  if (rest !== '') {
    // The words that mean nothing may be a name: "dune on max".
    const found = named(taste, rest, true).filter((item) => hasBit(open, item) && !names.includes(item));
    if (found.length === 0) return byName();
    return { row: fixedRow(Int32Array.from([...names, ...found])), understood };
  }
  for (const item of [...taste.hiddenItems, ...names]) clearBit(open, item);
  const like = understood.find(({ kind, not }) => kind === 'like' && !not);
  const scores = like === undefined ? taste.predictions.scores : model.similar(indexOf(Number(like.value)));
  return { row: countBits(open) === 0 ? fixedRow(names) : after(names, scoredRow(scores, open)), understood };
}
